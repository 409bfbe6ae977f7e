import { cleanHtml } from '@agres/core/html';
import { textOfHtml } from '@agres/domain/html';
import { lineSchema, paragraphSchema } from '@agres/domain/text.schema';
import { z } from 'zod';

const HTML_LENGTH = 50_000;

/** The maximum number of rows in a list. */
export const MAX_LISTED = 200;
/** The maximum number of texts in a list, which a person reads one by one. */
export const MAX_TEXTS_LISTED = 50;

/** The id of a payment at the provider. */
export const paymentIdSchema = z
  .string()
  .regex(/^pi_\w{1,100}$/, 'must be the id of a payment, such as pi_3Abc');

/** Text that fits a schema; a draft may leave it empty. */
function textValue(
  schema: z.ZodType<string>,
  { what, max, mayBeEmpty = false }: { what: string; max: number; mayBeEmpty?: boolean },
) {
  return z.string().transform((text, context) => {
    if (mayBeEmpty && text.trim() === '') return '';
    const parsed = schema.safeParse(text);
    if (parsed.success) return parsed.data;
    const message = `must be ${what} of 1 to ${max} characters`;
    context.addIssue({ code: 'custom', message, params: { minimum: 1, maximum: max } });
    return z.NEVER;
  });
}

/** One line of text. */
export const lineValue = (max: number) =>
  textValue(lineSchema({ min: 1, max }), { what: 'one line', max });

/** One line of text that a draft may leave empty. */
export const draftLine = (max: number) =>
  textValue(lineSchema({ min: 1, max }), { what: 'one line', max, mayBeEmpty: true });

/** Text of one or more lines. */
export const linesValue = (max: number) =>
  textValue(paragraphSchema({ min: 1, max }), { what: 'text', max });

/** The address of a picture: of this site, or over https. */
const PICTURE = /^(?:\/[\w-][\w./-]*|https:\/\/[^\s"'<>\\]+)$/;
const isPicture = (text: string) => PICTURE.test(text) && text.length <= 500;

/** A picture's address in an operation's input; the office's forms offer a file input for it. */
export const pictureSchema = z.string().refine(isPicture).meta({ format: 'picture' });

/** HTML as typed, which a draft may leave empty; it is sanitized when it is stored. */
export const draftHtml = z.string().refine(
  (text) => {
    if (text.trim() === '') return true;
    return text.length <= HTML_LENGTH && textOfHtml(cleanHtml(text).trim()) !== '';
  },
  {
    error: `must be HTML with text in it, of ${HTML_LENGTH} characters at most`,
    params: { minimum: 1, maximum: HTML_LENGTH },
  },
);

/** Reports whether a draft has a title in at least one language. */
export const hasTitle = ({
  titleFr = '',
  titleEn = '',
}: {
  titleFr?: string | undefined;
  titleEn?: string | undefined;
}): boolean => titleFr !== '' || titleEn !== '';

/** The problem of a draft without any title. */
export const NO_TITLE = { path: ['titleFr'], error: 'is missing', params: { problem: 'missing' } };

/** Sanitized HTML, and the names of the removed elements. */
type CleanedHtml = { html: string; removed: string[] };

/** Sanitizes HTML before it is stored. */
export function cleaned(text: string): CleanedHtml {
  const html = cleanHtml(text).trim();
  const kept = elementsOf(html);
  return { html, removed: [...elementsOf(text)].filter((name) => !kept.has(name)) };
}

const elementsOf = (html: string) =>
  new Set(Array.from(html.matchAll(/<([a-z][\w-]*)/gi), ([, name = '']) => name.toLowerCase()));
