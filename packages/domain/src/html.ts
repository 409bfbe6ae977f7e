const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Matches the tags of inline elements; those of all others separate words. */
const INLINE_TAG = /<\/?(?:a|abbr|b|code|em|i|s|small|strong|sub|sup|u)(?:\s[^<>]*)?>/g;

/**
 * Returns the text of HTML produced by the API's sanitizer (`cleanHtml`), which escapes every `<`, `>` and
 * `&` outside markup, in attribute values too, and uses no other entities. White space is collapsed, and
 * blocks are separated by a space. The result is text, not HTML: it may contain `<`.
 */
export function textOfHtml(html: string): string {
  return html
    .replaceAll(INLINE_TAG, '')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replaceAll(/[ \t\r\n\f]+/g, ' ')
    .trim();
}

/** The reading speed of an adult for an unfamiliar text. */
const WORDS_A_MINUTE = 200;

/** Returns the reading time of sanitized HTML, in whole minutes, at least one. */
export function readingMinutesOf(html: string): number {
  const words = textOfHtml(html)
    .split(' ')
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  return Math.max(1, Math.round(words.length / WORDS_A_MINUTE));
}

/**
 * Returns the text before the first heading that follows a paragraph, shortened to `maxLength` characters.
 */
export function excerptOf(html: string, maxLength: number): string {
  const introduction = textOfHtml(html.split(/(?<=<\/p>\s*)<h[1-6]/, 1)[0] ?? '');
  return shorten(introduction || textOfHtml(html), maxLength);
}

/**
 * Shortens a text to at most `maxLength` characters: to whole sentences if they fill half of them, else to
 * whole words, with a `…` in place of trailing punctuation.
 */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const [sentences = ''] = /^.*[.!?…](?= )/su.exec(text.slice(0, maxLength + 1)) ?? [];
  if (sentences.length >= maxLength / 2) return sentences;
  const cut = text.lastIndexOf(' ', maxLength - 1);
  const kept = text.slice(0, cut === -1 ? maxLength - 1 : cut);
  const whole = kept.isWellFormed() ? kept : kept.slice(0, -1);
  return `${whole.replace(/[\s.,;:!?…]+$/u, '')}…`;
}
