import { expect, test } from 'vitest';

import { contactSchema } from './contact.schema.ts';

const MESSAGE = { subject: 'Question', message: 'Bonjour,\nune question.' };

const parse = (message: string) => contactSchema.safeParse({ ...MESSAGE, message });

test.each([
  ['subject', 5, 20],
  ['message', 10, 1000],
] as const)('a %s has %i to %i characters, after trimming', (field, min, max) => {
  const isTaken = (text: string) => contactSchema.safeParse({ ...MESSAGE, [field]: text }).success;
  expect(isTaken('x'.repeat(min - 1))).toBe(false);
  expect(isTaken(`${'x'.repeat(min - 1)}    `)).toBe(false);
  expect(isTaken('x'.repeat(min))).toBe(true);
  expect(isTaken(`  ${'x'.repeat(max)}  `)).toBe(true);
  expect(isTaken('🤸'.repeat(max))).toBe(true);
  expect(isTaken('x'.repeat(max + 1))).toBe(false);
  expect(isTaken(' '.repeat(max))).toBe(false);
});

test('a subject must be one line, so that it cannot inject an e-mail header', () => {
  const subject = 'Hello\r\nBcc: a@b.fr';
  expect(contactSchema.safeParse({ ...MESSAGE, subject }).success).toBe(false);
});

test('a message keeps its line breaks, and no control characters', () => {
  expect(parse('one\r\ntwo\rthree\n\tfour').data?.message).toBe('one\ntwo\nthree\n\tfour');
  expect(parse('one\u0000two three').success).toBe(false);
  expect(parse('one \uD800 two three').success).toBe(false);
});

test('an e-mail address is optional, and must be valid', () => {
  expect(contactSchema.safeParse(MESSAGE).success).toBe(true);
  expect(contactSchema.safeParse({ ...MESSAGE, email: 'ada' }).success).toBe(false);
  expect(contactSchema.safeParse({ ...MESSAGE, email: 'ada@example.fr' }).success).toBe(true);
});
