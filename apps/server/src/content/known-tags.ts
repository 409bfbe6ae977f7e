/**
 * Whether the caller of `If-None-Match` has the answer with this tag already: one of its list is the
 * same by the weak comparison, or it is `*` alone (RFC 9110, section 13.1.2). Anything else it says
 * is no list, and counts for nothing.
 */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => opaque(tag.trim()) === opaque(etag));
}

const opaque = (tag: string) => tag.replace(/^W\//, '');
