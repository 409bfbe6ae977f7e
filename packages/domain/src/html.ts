/** What the sanitizer escapes; it writes every other character as itself. */
const NAMED_ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
};

/** Elements that stand within a line; every other one parts the words before it from those after. */
const INLINE = new Set('a abbr b code em i mark s small span strong sub sup u'.split(' '));

/** Elements whose content is no text of the page. */
const HIDDEN = new Set(['script', 'style']);

/**
 * The text of an HTML fragment: without tags, comments and scripts, entities decoded, white space
 * collapsed, blocks parted by a space. Linear in the fragment's length. The result is text, not
 * HTML: it may hold `<`, so it is only ever shown as text.
 */
export function stripTags(html: string): string {
  const texts: string[] = [];
  let at = 0;
  while (at < html.length) {
    const tag = findTag(html, at);
    texts.push(decodeEntities(html.slice(at, tag.start)), INLINE.has(tag.name) ? '' : ' ');
    at = tag.end;
  }
  return texts
    .join('')
    .replaceAll(/[ \t\r\n\f]+/g, ' ')
    .trim();
}

/** The beginning of a fragment's text, of whole words and at most so many characters with the `…`, which stands for the punctuation before it. */
export function excerptOf(html: string, maxLength: number): string {
  const text = stripTags(html);
  if (text.length <= maxLength) return text;
  const cut = text.lastIndexOf(' ', maxLength - 1);
  const kept = text.slice(0, cut === -1 ? maxLength - 1 : cut);
  const whole = kept.isWellFormed() ? kept : kept.slice(0, -1);
  return `${whole.replace(/[\s.,;:!?…]+$/u, '')}…`;
}

type Tag = { name: string; start: number; end: number };

/** The next piece of markup; where there is none, an empty one at the end. */
function findTag(html: string, from: number): Tag {
  const opening = firstMatch(/<(?:(!--)|\/?([a-z][^\s/>]*)|[!?/])/gi, html, from);
  if (!opening) return { name: '', start: html.length, end: html.length };
  const name = (opening[2] ?? '').toLowerCase();
  const inside = opening.index + opening[0].length;
  if (opening[1]) return { name, start: opening.index, end: endOf(/-->/g, html, inside) };
  const end = endOfTag(html, inside);
  const isHiding = HIDDEN.has(name) && !opening[0].startsWith('</');
  if (!isHiding) return { name, start: opening.index, end };
  const closing = endOf(new RegExp(`</${name}`, 'gi'), html, end);
  return { name, start: opening.index, end: endOf(/>/g, html, closing) };
}

/** The place behind a tag's `>`; one within a quoted value ends nothing. */
function endOfTag(html: string, from: number): number {
  let at = from;
  while (at < html.length) {
    const found = firstMatch(/=\s*(["'])|>/g, html, at);
    if (!found) return html.length;
    at = found.index + found[0].length;
    const quote = found[1];
    if (quote === undefined) return at;
    at = endOf(new RegExp(quote, 'g'), html, at);
  }
  return at;
}

function firstMatch(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}

/** The place behind the next match, or the end of the text. */
function endOf(pattern: RegExp, text: string, from: number): number {
  const found = firstMatch(pattern, text, from);
  return found ? found.index + found[0].length : text.length;
}

function decodeEntities(text: string): string {
  return text.replaceAll(/&(#x?)?([\da-z]{1,7});/gi, (whole: string, mark?: string, name = '') => {
    if (mark === undefined) return NAMED_ENTITIES[name.toLowerCase()] ?? whole;
    const codePoint = Number(mark === '#' ? name : `0x${name}`);
    return Number.isNaN(codePoint) ? whole : characterOf(codePoint);
  });
}

function characterOf(codePoint: number): string {
  const isSurrogate = codePoint >= 0xd8_00 && codePoint <= 0xdf_ff;
  if (codePoint === 0 || codePoint > 0x10_ff_ff || isSurrogate) return '\u{FFFD}';
  return String.fromCodePoint(codePoint);
}
