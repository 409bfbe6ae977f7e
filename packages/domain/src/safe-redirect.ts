import { readAddress } from './paths.ts';

const MAX_LENGTH = 2000;
/** Browsers drop tabs and line breaks from URLs and read a backslash as a slash. */
const UNSAFE_CHARACTERS = /[\s\\\p{Cc}]/u;

/**
 * Returns the redirect target after log-in: `value` if it is the path of a page of this site, with its
 * query, otherwise `fallback`. Anything that a browser could read as another host is rejected.
 */
export function safeRedirect(value: unknown, fallback: string): string {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return fallback;
  if (UNSAFE_CHARACTERS.test(value)) return fallback;
  const [pathname = ''] = value.split(/[?#]/, 1);
  const address = readAddress(pathname);
  // guard: no redirect leads to another site
  if (address.kind === 'page' || address.kind === 'unprefixed') return value;
  return address.kind === 'moved' ? address.to + value.slice(pathname.length) : fallback;
}
