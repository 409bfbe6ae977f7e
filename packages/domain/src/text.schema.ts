import { z } from 'zod';

import { lengthOf, normalizeText } from './text.ts';

/** The length limits of a text, in code points after trimming. */
type TextLength = { min: number; max: number };

const VISIBLE = /[^\p{Z}\p{C}]/u;
const CONTROL = /\p{Cc}/u;
const CONTROL_BUT_LINES = /[^\P{Cc}\n\t]/u;

const trimLines = (value: string) => value.replaceAll(/\r\n?/g, '\n').trim();

/**
 * A typed or pasted field, normalised to one Unicode spelling. Every text field of every call begins with
 * it, except passwords, which are used as typed.
 */
export function typedText(error: Parameters<typeof z.string>[0] = 'invalid_fields') {
  return z.string(error).overwrite(normalizeText);
}

/** Whether a text has no visible characters. */
export function isBlank(value: string): boolean {
  return !VISIBLE.test(value);
}

function textSchema({ min, max }: TextLength, forbidden: RegExp) {
  const isFit = (value: string) => {
    if (isBlank(value) || forbidden.test(value) || !value.isWellFormed()) return false;
    const length = lengthOf(value);
    return length >= min && length <= max;
  };
  return typedText()
    .overwrite(trimLines)
    .refine(isFit, { error: 'invalid_fields', params: { minimum: min, maximum: max } })
    .meta({ minLength: min, maxLength: max });
}

/** One line of text: trimmed, not blank, no control characters. */
export function lineSchema(length: TextLength) {
  return textSchema(length, CONTROL);
}

/** Text that may have several lines: trimmed, not blank. */
export function paragraphSchema(length: TextLength) {
  return textSchema(length, CONTROL_BUT_LINES);
}

export const nameSchema = lineSchema({ min: 1, max: 80 });
