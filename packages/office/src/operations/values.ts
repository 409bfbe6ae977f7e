import { cleanHtml } from '@agres/core/html';
import { textOfHtml } from '@agres/domain/html';
import { lineSchema, paragraphSchema } from '@agres/domain/text.schema';
import { z } from 'zod';

const HTML_LENGTH = 50_000;

export const MAX_LISTED = 200;
/** Lower than `MAX_LISTED`, because a person reads texts one by one. */
export const MAX_TEXTS_LISTED = 50;

export const paymentIdSchema = z
  .string()
  .regex(/^pi_\w{1,100}$/, 'must be the id of a payment, such as pi_3Abc');

/**
 * Returns the schema of a text of 1 to `max` characters. With `mayBeEmpty`, as in a draft, it may also be
 * empty.
 */
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

export const lineValue = (max: number) =>
  textValue(lineSchema({ min: 1, max }), { what: 'one line', max });

export const draftLine = (max: number) =>
  textValue(lineSchema({ min: 1, max }), { what: 'one line', max, mayBeEmpty: true });

export const linesValue = (max: number) =>
  textValue(paragraphSchema({ min: 1, max }), { what: 'text', max });

/** A path on this site, or an https URL. */
const PICTURE = /^(?:\/[\w-][\w./-]*|https:\/\/[^\s"'<>\\]+)$/;
const isPicture = (text: string) => PICTURE.test(text) && text.length <= 500;

/** The office's forms show a file input for the format `picture`. */
export const pictureSchema = z.string().refine(isPicture).meta({ format: 'picture' });

/** HTML as typed, sanitized when it is stored. A draft may leave it empty. */
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

/** Returns a row with the given values; an undefined one changes nothing. */
export function withGiven<Row extends object>(
  row: Row,
  given: { readonly [Name in keyof Row]?: Row[Name] | undefined },
): Row {
  const changed = { ...row };
  for (const name in row) {
    const value = given[name];
    if (value !== undefined) changed[name] = value;
  }
  return changed;
}

/** Whether a draft has a title in at least one language. */
export const hasTitle = ({
  titleFr = '',
  titleEn = '',
}: {
  titleFr?: string | undefined;
  titleEn?: string | undefined;
}): boolean => titleFr !== '' || titleEn !== '';

export const NO_TITLE = { path: ['titleFr'], error: 'is missing', params: { problem: 'missing' } };

/** `removed` names the elements that sanitizing removed. */
type CleanedHtml = { html: string; removed: string[] };

/** Sanitizes HTML before it is stored, and finds the elements that this removes. */
export function cleaned(text: string): CleanedHtml {
  const html = cleanHtml(text).trim();
  const kept = elementsOf(html);
  return { html, removed: [...elementsOf(text)].filter((name) => !kept.has(name)) };
}

const elementsOf = (html: string) =>
  new Set(Array.from(html.matchAll(/<([a-z][\w-]*)/gi), ([, name = '']) => name.toLowerCase()));

type Named = { firstName: string | null; lastName: string | null };

/** Returns the full name of an account, or null without one. */
export function nameOf({ firstName, lastName }: Named): string | null {
  const name = `${firstName ?? ''} ${lastName ?? ''}`.trim();
  return name === '' ? null : name;
}
