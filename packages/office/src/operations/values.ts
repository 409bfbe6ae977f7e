import { cleanHtml } from '@agres/core/html';
import { startOfDay } from '@agres/core/operations/days';
import { textOfHtml } from '@agres/domain/html';
import { typedCents } from '@agres/domain/prices';
import { lineSchema, paragraphSchema } from '@agres/domain/text.schema';
import { z } from 'zod';

// Parses what people type; each message continues a sentence that begins with the value's name.

const MAX_ID = 2_147_483_647;
const HTML_LENGTH = 50_000;

const isId = (text: string) => /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_ID;

/** The number of a row. */
export function idValue(noun: string) {
  return z.string().refine(isId, `must be the number of ${noun}, such as 12`).transform(Number);
}

/** Several numbers of rows, parted by spaces; each once. */
export function idsValue(noun: string) {
  return z
    .string()
    .transform((text) => [...new Set(text.split(/[\s,]+/).filter(Boolean))])
    .refine(
      (ids) => ids.length > 0 && ids.every(isId),
      `must be numbers of ${noun}s, such as 12 13`,
    )
    .transform((ids) => ids.map(Number));
}

/** Units that come in (`+20`, `20`) or go out (`-2`). */
export const unitsValue = z
  .string()
  .refine(
    (text) => /^[+-]?\d{1,5}$/.test(text) && Number(text) !== 0,
    'must be units in or out, such as +20 or -2, and not 0',
  )
  .transform(Number);

/** A count from 0. */
export const countValue = z
  .string()
  .refine((text) => /^\d{1,5}$/.test(text), 'must be a number from 0 to 99999')
  .transform(Number);

/** A price that people see, in cents: `19,99`, `19.99`, `19,99 €`. */
export const priceValue = z.string().transform((text, context) => {
  const cents = typedCents(text);
  if (cents !== undefined && cents > 0) return cents;
  context.addIssue({ code: 'custom', message: 'must be a price in euros, such as 19,99 or 19.99' });
  return z.NEVER;
});

/** One line of text. */
export function lineValue(max: number) {
  const schema = lineSchema({ min: 1, max });
  return z.string().transform((text, context) => {
    const parsed = schema.safeParse(text);
    if (parsed.success) return parsed.data;
    context.addIssue({ code: 'custom', message: `must be one line of 1 to ${max} characters` });
    return z.NEVER;
  });
}

/** Text of one or more lines. */
export function linesValue(max: number) {
  const schema = paragraphSchema({ min: 1, max });
  return z.string().transform((text, context) => {
    const parsed = schema.safeParse(text);
    if (parsed.success) return parsed.data;
    context.addIssue({ code: 'custom', message: `must be text of 1 to ${max} characters` });
    return z.NEVER;
  });
}

/** A day in Paris, as the moment it begins. */
export const dayValue = z.string().transform((text, context) => {
  const start = startOfDay(text);
  if (start !== undefined) return start;
  context.addIssue({ code: 'custom', message: 'must be a day, such as 2026-11-21' });
  return z.NEVER;
});

/** A flag that was given. */
export const flagValue = z.literal('yes');

/** The address of a picture: of this site, or over https. */
const PICTURE = /^(?:\/[\w-][\w./-]*|https:\/\/[^\s"'<>\\]+)$/;
export const isPicture = (text: string) => PICTURE.test(text) && text.length <= 500;

/** HTML that holds text, as it was given: it is cleaned where it is kept. */
export const htmlValue = z
  .string()
  .refine(
    (text) => text.length <= HTML_LENGTH && textOfHtml(cleanHtml(text).trim()) !== '',
    `must be HTML with text in it, of ${HTML_LENGTH} characters at most`,
  );

/** HTML as it may be shown, and the names of the elements that were taken out of what was given. */
type CleanedHtml = { html: string; removed: string[] };

/** Cleans HTML before it is kept. */
export function cleaned(text: string): CleanedHtml {
  const html = cleanHtml(text).trim();
  const kept = elementsOf(html);
  return { html, removed: [...elementsOf(text)].filter((name) => !kept.has(name)) };
}

const elementsOf = (html: string) =>
  new Set(Array.from(html.matchAll(/<([a-z][\w-]*)/gi), ([, name = '']) => name.toLowerCase()));

/** What was taken out of texts that were given, in a sentence; none where nothing was. */
export function cleaningNotes(removed: readonly string[]): string[] {
  if (removed.length === 0) return [];
  const list = [...new Set(removed)].map((name) => `<${name}>`).join(', ');
  return [`Not allowed in texts, and taken out: ${list}.`];
}
