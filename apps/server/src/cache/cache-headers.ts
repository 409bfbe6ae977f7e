/** The caching headers of an answer. */
export type CacheHeaders = { 'cache-control': string; vary: string };

/** Cached by the browser only, which revalidates before it shows the answer again. */
export const BROWSER_ONLY: CacheHeaders = {
  'cache-control': 'private, no-cache',
  vary: 'accept-encoding',
};

/** For personal answers: cached nowhere, not even for the back button after a log-out. */
export const NO_STORE: CacheHeaders = { 'cache-control': 'no-store', vary: 'accept-encoding' };

/**
 * Returns the caching headers of answers shared by all visitors: a cache in front of the site (CDN) may serve
 * them for `edgeSeconds`; 0: there is none. No `stale-while-revalidate`: browsers apply it to `fetch`, and the
 * seconds would be no upper bound. `Vary` names the cookie for a cache without the site's configuration: it
 * then misses instead of mixing up people (decision 058).
 */
export function cacheHeadersFor(edgeSeconds: number): CacheHeaders {
  if (edgeSeconds === 0) return BROWSER_ONLY;
  return {
    'cache-control': `public, max-age=0, s-maxage=${edgeSeconds}`,
    vary: 'accept-encoding, cookie',
  };
}
