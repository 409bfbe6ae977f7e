/** How long the parts of a review may be, in characters, and of the reason why one is declined. */
export const REVIEW_LENGTH = {
  text: { min: 10, max: 1000 },
  firstName: { min: 1, max: 30 },
  reason: { min: 10, max: 500 },
} as const;

/** What a review can give. */
export const STARS = [1, 2, 3, 4, 5] as const;

const TAG = /<\/?[a-z!][^<>]*>/i;
const ADDRESS = /:\/\/|\bwww\.|[^\s@]@[^\s@]+\.[^\s@]/i;
/** Without `https://` a name counts by its end: a sentence may go on behind a full stop without a space. */
const BARE_NAME =
  /[\p{L}\p{N}-]\.(?:app|biz|ch|co|com|eu|fr|info|io|ly|net|online|org|ru|shop|site|store|uk|xyz)(?![\p{L}\p{N}])/iu;

/** Whether a text holds HTML, or the address of a page or a mailbox. */
export function hasLink(text: string): boolean {
  return TAG.test(text) || ADDRESS.test(text) || BARE_NAME.test(text);
}
