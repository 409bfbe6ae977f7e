/** The length limits of a review's parts and of the reason for declining one, in characters. */
export const REVIEW_LENGTH = {
  text: { min: 10, max: 1000 },
  firstName: { min: 1, max: 30 },
  reason: { min: 10, max: 500 },
} as const;

export const STARS = [1, 2, 3, 4, 5] as const;

const TAG = /<\/?[a-z!][^<>]*>/i;
const ADDRESS = /:\/\/|\bwww\.|[^\s@]@[^\s@]+\.[^\s@]/i;
/**
 * Matches a domain name without a scheme, such as `example.com`. Only common top-level domains count, because a
 * missing space after a full stop looks the same (`solid.Great`).
 */
const BARE_NAME =
  /[\p{L}\p{N}-]\.(?:app|biz|ch|co|com|eu|fr|info|io|ly|net|online|org|ru|shop|site|store|uk|xyz)(?![\p{L}\p{N}])/iu;

/** Whether a text contains HTML, or the address of a page or a mailbox. */
export function hasLink(text: string): boolean {
  return TAG.test(text) || ADDRESS.test(text) || BARE_NAME.test(text);
}
