/** Where an answer may be kept, as its headers say it. */
export type Keeping = { 'cache-control': string; vary: string };

/** In the browser alone, which asks before it shows it again. */
export const KEPT_BY_BROWSERS: Keeping = {
  'cache-control': 'private, no-cache',
  vary: 'accept-encoding',
};

/** What concerns a person is kept nowhere, not even for the way back after a log-out. */
export const KEPT_NOWHERE: Keeping = { 'cache-control': 'no-store', vary: 'accept-encoding' };

/**
 * For answers that are the same for all visitors: a cache in front of the site may answer with them for so
 * many seconds; 0: there is none. No `stale-while-revalidate`: browsers obey it in `fetch`, and the seconds
 * would be no bound. `Vary` names the cookie for a cache without the site's configuration: it misses
 * rather than mixes people up (decision 058).
 */
export function keepingFor(edgeSeconds: number): Keeping {
  if (edgeSeconds === 0) return KEPT_BY_BROWSERS;
  return {
    'cache-control': `public, max-age=0, s-maxage=${edgeSeconds}`,
    vary: 'accept-encoding, cookie',
  };
}
