/**
 * Whether an `If-None-Match` matches: it is `*`, or one of its tags is equal by weak comparison (RFC 9110,
 * section 13.1.2). A malformed value matches nothing.
 */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch
    .split(',')
    .some((tag) => stripWeakPrefix(tag.trim()) === stripWeakPrefix(etag));
}

const stripWeakPrefix = (tag: string) => tag.replace(/^W\//, '');

/**
 * Whether an `If-Match` fails. It requires strong comparison and this site's tags are weak, so only `*`
 * matches (RFC 9110, section 13.1.1).
 */
export const refusesByIfMatch = (ifMatch: string | undefined): boolean =>
  ifMatch !== undefined && ifMatch.trim() !== '*';
