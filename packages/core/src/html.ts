import { storedFileOf, storedPictureOf, storedWidthsOf } from '@agres/domain/stored-pictures';
import sanitizeHtml from 'sanitize-html';

/** Each of these becomes a paragraph, or several if it contains blocks. */
const PLAIN_BLOCKS = [
  'address',
  'article',
  'aside',
  'center',
  'dd',
  'details',
  'dl',
  'dt',
  'fieldset',
  'footer',
  'form',
  'header',
  'hgroup',
  'main',
  'nav',
  'section',
  'summary',
];

const toPlainBlock = sanitizeHtml.simpleTransform('div', {}, false);

/** Loads pictures lazily, and uploaded ones in the width for the viewport. */
const toLatePicture: sanitizeHtml.Transformer = (
  tagName,
  { src = '', alt = '', width, height },
) => {
  const stored = storedPictureOf(src);
  const files = stored && {
    srcset: storedWidthsOf(stored)
      .map((size) => `${storedFileOf(stored, size, 'webp')} ${size}w`)
      .join(', '),
    sizes: '(min-width: 46.875rem) 42rem, 92vw',
  };
  const size = { ...(width && { width }), ...(height && { height }) };
  return { tagName, attribs: { src, alt, ...size, loading: 'lazy', ...files } };
};

const ALLOWED = {
  allowedTags: [
    'a',
    'abbr',
    'b',
    'blockquote',
    'br',
    'caption',
    'code',
    // Kept only until the second pass turns it into paragraphs.
    'div',
    'em',
    'figcaption',
    'figure',
    'h2',
    'h3',
    'h4',
    'hr',
    'i',
    'img',
    'li',
    'ol',
    'p',
    'pre',
    's',
    'small',
    'strong',
    'sub',
    'sup',
    'table',
    'tbody',
    'td',
    'th',
    'thead',
    'tr',
    'u',
    'ul',
  ],
  allowedAttributes: {
    a: ['href', 'rel', 'title'],
    abbr: ['title'],
    img: ['src', 'alt', 'width', 'height', 'loading', 'srcset', 'sizes'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
  },
  allowedSchemes: ['https', 'mailto'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  // Bounds the recursion below; no text needs more.
  nestingLimit: 100,
  transformTags: {
    ...Object.fromEntries(PLAIN_BLOCKS.map((tag) => [tag, toPlainBlock])),
    // The page title is the only first-level heading.
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener nofollow' }),
    img: toLatePicture,
  },
} satisfies sanitizeHtml.IOptions;

/** Enough for a thousand items, which have two thousand texts. */
const MEMO_SIZE = 5000;
const memo = new Map<string, string>();

/**
 * Returns HTML that is safe to show, even if the stored text is not. Allows text markup, pictures and links
 * over https or to this site; removes scripts, styles and frames. Turns other blocks into paragraphs.
 * Idempotent.
 */
export function cleanHtml(html: string): string {
  const known = memo.get(html);
  if (known !== undefined) return known;
  // guard: HTML from the database is sanitized in responses
  const sanitized = sanitizeHtml(html, ALLOWED);
  const clean = sanitized.includes('<div>')
    ? sanitizeHtml(paragraphsOf(readParts(sanitized)), ALLOWED)
    : sanitized;
  if (memo.size >= MEMO_SIZE) memo.clear();
  memo.set(html, clean);
  return clean;
}

/** A piece of HTML: text or a void tag, an element, or the boundary of a nested `div`. */
type Part = string | Element | typeof EDGE;
type Element = { tag: string; opening: string; parts: Part[] };
const EDGE = Symbol('edge');

/** Blocks that may contain paragraphs; all other remaining blocks contain inline content. */
const FLOW_BLOCKS: ReadonlySet<string> = new Set(
  'blockquote figcaption figure li ol table tbody td th thead tr ul'.split(' '),
);
const isBlock = (tag: string) => FLOW_BLOCKS.has(tag) || /^(?:caption|h\d|p|pre)$/.test(tag);

function readParts(html: string): Part[] {
  let element: Element = { tag: 'div', opening: '', parts: [] };
  const around = [element];
  for (const piece of html.match(/<[^<>]*>|[^<]+/g) ?? []) {
    const [, slash, tag = ''] = /^<(\/?)([a-z\d]+)/.exec(piece) ?? [];
    const isInner = tag === 'div' && element.tag === 'div';
    if (slash === undefined || piece.endsWith('/>')) element.parts.push(piece);
    else if (slash === '') {
      around.push(element);
      const opened = isInner ? element : { tag, opening: piece, parts: [] };
      element.parts.push(isInner ? EDGE : opened);
      element = opened;
    } else {
      const closed = element;
      element = around.pop() ?? element;
      if (closed === element) element.parts.push(EDGE);
    }
  }
  return element.parts;
}

/**
 * Turns the parts of a `div` into paragraphs: one for each run of inline content between blocks or `div`
 * boundaries. Each paragraph repeats `marks`, the opening tags of the inline elements around it.
 */
function paragraphsOf(parts: readonly Part[], marks: readonly string[] = []): string {
  let written = '';
  let run = '';
  const endRun = () => {
    const isSeen = run.replaceAll('<br />', '').trim() !== '';
    if (isSeen) written += `<p>${marks.join('')}${run.trim()}${closingOf(marks)}</p>`;
    run = '';
  };
  for (const part of parts) {
    if (isRunning(part)) run += htmlOf(part);
    else {
      endRun();
      if (typeof part === 'object' && !isBlock(part.tag)) {
        written += paragraphsOf(part.parts, part.tag === 'div' ? marks : [...marks, part.opening]);
      } else if (part !== EDGE) written += htmlOf(part);
    }
  }
  endRun();
  return written;
}

/** Whether a part is inline content. */
function isRunning(part: Part): boolean {
  if (typeof part === 'string') return !part.startsWith('<hr');
  if (part === EDGE || part.tag === 'div' || isBlock(part.tag)) return false;
  return part.parts.every(isRunning);
}

function htmlOf(part: Part): string {
  if (typeof part === 'string') return part;
  // Keeps apart the texts that a `div` separated within inline content.
  if (part === EDGE) return ' ';
  const { tag, opening, parts } = part;
  if (tag === 'div') return ` ${parts.map(htmlOf).join('')} `;
  const holdsDiv = parts.some(
    (inner) => typeof inner === 'object' && !isBlock(inner.tag) && !isRunning(inner),
  );
  const inside =
    FLOW_BLOCKS.has(tag) && holdsDiv ? paragraphsOf(parts) : parts.map(htmlOf).join('');
  return `${opening}${inside}</${tag}>`;
}

const closingOf = (marks: readonly string[]) =>
  marks
    .map((mark) => `</${/^<([a-z\d]+)/.exec(mark)?.[1]}>`)
    .toReversed()
    .join('');
