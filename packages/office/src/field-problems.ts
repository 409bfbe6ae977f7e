import type { Locale } from '@agres/domain/locale';
import { formatPrice } from '@agres/i18n/formats';
import type { OfficeTexts } from '@agres/i18n/office-texts';
import type { z } from 'zod';

/** Returns the key in `PROBLEM_TEXTS` of a custom validation error. */
const problemOf = ({ params }: z.core.$ZodIssueCustom) => String(params?.['problem'] ?? '');

type Reader = { locale: Locale; texts: OfficeTexts };

/** Returns the first problem of each field by its path, in the caller's language. */
export function fieldProblems(
  issues: readonly z.core.$ZodIssue[],
  { input, ...reader }: { input: unknown } & Reader,
): Record<string, string> {
  // The issues are reversed, so that the first problem of a field wins.
  return Object.fromEntries(
    issues
      .toReversed()
      .map((issue) => [issue.path.join('.'), wordsOf(issue, valueAt(input, issue.path), reader)]),
  );
}

function wordsOf(issue: z.core.$ZodIssue, value: unknown, reader: Reader): string {
  const { problem } = reader.texts;
  if (isMissing(value)) return problem('missing');
  switch (issue.code) {
    case 'too_small':
    case 'too_big':
      return limitWords(issue, reader);
    case 'invalid_value':
      return problem('choice');
    case 'invalid_type':
      return problem(issue.expected === 'int' || issue.expected === 'number' ? 'number' : 'other');
    case 'invalid_format':
      // A pattern with its own text has the key of that text as its message.
      return problem(issue.format === 'regex' ? issue.message : issue.format);
    case 'custom':
      return issue.params?.['maximum'] === undefined
        ? problem(problemOf(issue))
        : problem('length', issue.params);
    default:
      return problem('other');
  }
}

type Limit = z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig;

function limitWords(issue: Limit, { locale, texts: { problem } }: Reader): string {
  const [kind, limit] =
    issue.code === 'too_small'
      ? [LOWER[issue.origin], issue.inclusive === false ? Number(issue.minimum) + 1 : issue.minimum]
      : [UPPER[issue.origin], issue.maximum];
  if (String(issue.path.at(-1)).endsWith('Cents')) {
    const name = issue.code === 'too_small' ? 'sumTooSmall' : 'sumTooBig';
    return problem(name, { limit: formatPrice(locale, Number(limit)) });
  }
  return problem(kind ?? 'other', { limit: Number(limit) });
}

const LOWER: Readonly<Record<string, string>> = {
  string: 'tooShort',
  array: 'tooFew',
  number: 'tooSmall',
  int: 'tooSmall',
};
const UPPER: Readonly<Record<string, string>> = {
  string: 'tooLong',
  array: 'tooMany',
  number: 'tooBig',
  int: 'tooBig',
};

const isMissing = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined,
    input,
  );
