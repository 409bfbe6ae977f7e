export type CacheHeaders = { 'cache-control': string; vary: string };

/** Only the browser caches it, and revalidates it before showing it again. */
export const BROWSER_ONLY: CacheHeaders = {
  'cache-control': 'private, no-cache',
  vary: 'accept-encoding',
};

/** Forbids storing a personal answer, so that not even the back button shows it after a log-out. */
export const NO_STORE: CacheHeaders = { 'cache-control': 'no-store', vary: 'accept-encoding' };

/**
 * Returns the caching headers of answers that all visitors share. A CDN may serve them for `edgeSeconds`,
 * which are 0 if there is none. There is no `stale-while-revalidate`: browsers apply it to `fetch`, and the
 * seconds would be no upper bound. `Vary` names the cookie for a cache without the site's configuration,
 * which then misses instead of mixing up people (decision 058).
 */
export function cacheHeadersFor(edgeSeconds: number): CacheHeaders {
  if (edgeSeconds === 0) return BROWSER_ONLY;
  return {
    'cache-control': `public, max-age=0, s-maxage=${edgeSeconds}`,
    vary: 'accept-encoding, cookie',
  };
}
