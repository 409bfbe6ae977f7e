import sanitizeHtml from 'sanitize-html';

const ALLOWED = {
  allowedTags: [
    'a',
    'abbr',
    'b',
    'blockquote',
    'br',
    'caption',
    'code',
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
    img: ['src', 'alt', 'width', 'height', 'loading'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
  },
  allowedSchemes: ['https', 'mailto'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  transformTags: {
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener nofollow' }),
    img: sanitizeHtml.simpleTransform('img', { loading: 'lazy' }),
  },
} satisfies sanitizeHtml.IOptions;

/** Texts are few and read often: a thousand items have two thousand of them. */
const MEMO_SIZE = 5000;
const memo = new Map<string, string>();

/**
 * HTML that is safe to show, whatever the database holds: the tags of running text, pictures and
 * links over https or to this site, nothing that runs, styles or frames. Idempotent.
 */
export function cleanHtml(html: string): string {
  const known = memo.get(html);
  if (known !== undefined) return known;
  // guard: HTML is cleaned on its way out
  const clean = sanitizeHtml(html, ALLOWED);
  if (memo.size >= MEMO_SIZE) memo.clear();
  memo.set(html, clean);
  return clean;
}
