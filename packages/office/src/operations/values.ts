import { cleanHtml } from '@agres/core/html';
import { textOfHtml } from '@agres/domain/html';
import { lineSchema, paragraphSchema } from '@agres/domain/text.schema';
import { z } from 'zod';

const HTML_LENGTH = 50_000;

/** One line of text. */
export function lineValue(max: number) {
  const schema = lineSchema({ min: 1, max });
  return z.string().transform((text, context) => {
    const parsed = schema.safeParse(text);
    if (parsed.success) return parsed.data;
    const message = `must be one line of 1 to ${max} characters`;
    context.addIssue({ code: 'custom', message, params: { minimum: 1, maximum: max } });
    return z.NEVER;
  });
}

/** Text of one or more lines. */
export function linesValue(max: number) {
  const schema = paragraphSchema({ min: 1, max });
  return z.string().transform((text, context) => {
    const parsed = schema.safeParse(text);
    if (parsed.success) return parsed.data;
    const message = `must be text of 1 to ${max} characters`;
    context.addIssue({ code: 'custom', message, params: { minimum: 1, maximum: max } });
    return z.NEVER;
  });
}

/** The address of a picture: of this site, or over https. */
const PICTURE = /^(?:\/[\w-][\w./-]*|https:\/\/[^\s"'<>\\]+)$/;
const isPicture = (text: string) => PICTURE.test(text) && text.length <= 500;

/** A picture's address in an operation's input; the office's forms offer a file input for it. */
export const pictureSchema = z.string().refine(isPicture).meta({ format: 'picture' });

/** HTML with text in it, as typed; it is sanitized when it is stored. */
export const htmlValue = z
  .string()
  .refine((text) => text.length <= HTML_LENGTH && textOfHtml(cleanHtml(text).trim()) !== '', {
    error: `must be HTML with text in it, of ${HTML_LENGTH} characters at most`,
    params: { minimum: 1, maximum: HTML_LENGTH },
  });

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
