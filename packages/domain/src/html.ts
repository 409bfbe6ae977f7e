const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Inline elements; every other one separates words. */
const INLINE_TAG = /<\/?(?:a|abbr|b|code|em|i|s|small|strong|sub|sup|u)(?:\s[^<>]*)?>/g;

/**
 * The text of HTML that the sanitizer of the API wrote (`cleanHtml`): there `<`, `>` and `&` that are
 * no markup are escaped, in values of attributes too, and no other entity is used. White space is
 * collapsed, blocks are parted by a space. The result is text, not HTML: it may hold `<`.
 */
export function textOfHtml(html: string): string {
  return html
    .replaceAll(INLINE_TAG, '')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replaceAll(/[ \t\r\n\f]+/g, ' ')
    .trim();
}

/** Words that an adult reads in a minute of a text that is new to them. */
const WORDS_A_MINUTE = 200;

/** How long such HTML takes to read, in whole minutes, one at least. */
export function readingMinutesOf(html: string): number {
  const words = textOfHtml(html)
    .split(' ')
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  return Math.max(1, Math.round(words.length / WORDS_A_MINUTE));
}

/** The beginning of such HTML's text: see `shorten`. */
export function excerptOf(html: string, maxLength: number): string {
  return shorten(textOfHtml(html), maxLength);
}

/** The beginning of a text, of whole words and at most so many characters with the `…`, which stands for the punctuation before it. */
function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.lastIndexOf(' ', maxLength - 1);
  const kept = text.slice(0, cut === -1 ? maxLength - 1 : cut);
  const whole = kept.isWellFormed() ? kept : kept.slice(0, -1);
  return `${whole.replace(/[\s.,;:!?…]+$/u, '')}…`;
}
