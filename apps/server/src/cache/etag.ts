/**
 * Whether an `If-None-Match` matches this tag: one of its list is equal by weak comparison, or it is
 * `*` alone (RFC 9110, section 13.1.2). A malformed value matches nothing.
 */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => opaque(tag.trim()) === opaque(etag));
}

const opaque = (tag: string) => tag.replace(/^W\//, '');
