import { describe, expect, test } from 'vitest';

import { codeOfIssues, fieldIssuesOf, type SchemaIssue } from './issues.ts';
import {
  emailLinkSchema,
  emailRequestSchema,
  newPasswordFormSchema,
  registerSchema,
  retrievePasswordSchema,
  signInSchema,
  signUpFormSchema,
  updateAccountSchema,
  userIdSchema,
} from './users.schema.ts';

type Schema = {
  safeParse: (input: unknown) => { error?: { issues: readonly SchemaIssue[] } | undefined };
};

function errorOf(schema: Schema, input: unknown) {
  const { error } = schema.safeParse(input);
  return error ? codeOfIssues(fieldIssuesOf(error.issues)) : null;
}

const PASSWORDS = { mdp: 'Abcdef12', mdp2: 'Abcdef12' };
const REGISTER = { email: 'ada@example.fr', ...PASSWORDS, locale: 'fr' };

describe('registerSchema', () => {
  test('accepts the four fields and drops every other', () => {
    expect(registerSchema.parse({ ...REGISTER, role: 'admin', activated: true })).toEqual(REGISTER);
    expect(errorOf(signUpFormSchema, REGISTER)).toBeNull();
  });

  test.each([
    [{ email: 'ada' }, 'invalid_email_message'],
    [{ email: '' }, 'invalid_email_message'],
    [{ email: undefined }, 'invalid_email_message'],
    [{ email: 'a@b.fr\r\nBcc: c@d.fr' }, 'invalid_email_message'],
    [{ email: ['ada@example.fr'] }, 'invalid_fields'],
    [{ email: { contains: '' } }, 'invalid_fields'],
    [{ email: null }, 'invalid_fields'],
    [{ mdp: 'short' }, 'invalid_password_message'],
    [{ mdp: undefined }, 'invalid_password_message'],
    [{ mdp: 12_345_678 }, 'invalid_fields'],
    [{ mdp2: 'Abcdef13' }, 'invalid_fields'],
    [{ mdp2: undefined }, 'invalid_fields'],
    [{ locale: 'de' }, 'invalid_fields'],
    [{ locale: "'; select 1--" }, 'invalid_fields'],
    [{ locale: undefined }, 'invalid_fields'],
    [{ email: 'ada', mdp: 'short' }, 'invalid_email_message'],
    [{ locale: 'de', mdp: 'short', mdp2: 'x' }, 'invalid_password_message'],
  ])('rejects %j as %s', (change, code) => {
    expect(errorOf(registerSchema, { ...REGISTER, ...change })).toBe(code);
  });

  test('reports every invalid field, the confirmation too', () => {
    const { error } = registerSchema.safeParse({ email: 'ada', mdp: 'short', mdp2: 'other' });
    expect(fieldIssuesOf(error?.issues ?? [])).toEqual([
      { path: 'email', message: 'invalid_email_message' },
      { path: 'mdp', message: 'invalid_password_message' },
      { path: 'locale', message: 'invalid_fields' },
      { path: 'mdp2', message: 'invalid_fields' },
    ]);
  });

  test('accepts the password exactly as typed', () => {
    const typed = { mdp: ' Abcde1 ', mdp2: ' Abcde1 ' };
    expect(registerSchema.parse({ ...REGISTER, ...typed })).toMatchObject(typed);
    expect(errorOf(registerSchema, { ...REGISTER, ...typed, mdp2: 'Abcde1' })).toBe(
      'invalid_fields',
    );
  });
});

test.each([null, undefined, 'x', 7, [], true])('rejects the input %j', (input) => {
  for (const schema of [registerSchema, signInSchema, retrievePasswordSchema, emailLinkSchema]) {
    expect(errorOf(schema, input)).not.toBeNull();
  }
});

describe('signInSchema', () => {
  test('requires both fields, with any content', () => {
    expect(errorOf(signInSchema, { email: 'no address', mdp: 'x' })).toBeNull();
  });

  test.each([
    { email: '', mdp: 'x' },
    { email: 'a@b.fr', mdp: '' },
    { email: 'a@b.fr' },
    { email: { contains: '' }, mdp: 'x' },
    { email: 'a@b.fr', mdp: 'x'.repeat(1_000_000) },
  ])('rejects a missing or invalid field', (input) => {
    expect(errorOf(signInSchema, input)).toBe('invalid_fields');
  });
});

describe.each([
  {
    call: 'emailLinkSchema',
    schema: emailLinkSchema,
    input: { id: 12, nonce: 'abc-_9' },
    secret: 'nonce',
    code: 'incorrect_activation_code',
  },
  {
    call: 'retrievePasswordSchema',
    schema: retrievePasswordSchema,
    input: { ...PASSWORDS, id: 12, retrieve: 'abc-_9' },
    secret: 'retrieve',
    code: 'incorrect_retrieve_code',
  },
])('$call', ({ schema, input, secret, code }) => {
  test('accepts an id as a number or as digits', () => {
    for (const id of [12, '12', '0012']) expect(schema.parse({ ...input, id })).toEqual(input);
  });

  test.each(['abc', '', '1e3', '-1', '0', 0, -1, 1.5, 2 ** 31, '9999999999', '1 ', undefined])(
    `rejects the id %j as ${code}`,
    (id) => {
      expect(errorOf(schema, { ...input, id })).toBe(code);
    },
  );

  test.each([null, true, { gt: 0 }, [12]])('rejects the id %j as invalid_fields', (id) => {
    expect(errorOf(schema, { ...input, id })).toBe('invalid_fields');
  });

  test(`rejects an impossible secret as ${code}`, () => {
    for (const value of ['', 'a b', 'a/b', 'x'.repeat(129), undefined]) {
      expect(errorOf(schema, { ...input, [secret]: value })).toBe(code);
    }
    for (const value of [null, 7, { startsWith: '' }, { not: '' }]) {
      expect(errorOf(schema, { ...input, [secret]: value })).toBe('invalid_fields');
    }
  });
});

test('newPasswordFormSchema reports the password before its confirmation', () => {
  expect(errorOf(newPasswordFormSchema, { mdp: 'x', mdp2: 'y' })).toBe('invalid_password_message');
  expect(errorOf(newPasswordFormSchema, { ...PASSWORDS, mdp2: 'y' })).toBe('invalid_fields');
  expect(errorOf(newPasswordFormSchema, PASSWORDS)).toBeNull();
});

describe('updateAccountSchema', () => {
  const EDIT = { email: 'ada@example.fr', ...PASSWORDS };

  test.each([
    [{}, {}],
    [
      { firstName: ' Ada ', lastName: '' },
      { firstName: 'Ada', lastName: null },
    ],
    [
      { firstName: null, lastName: '   ' },
      { firstName: null, lastName: null },
    ],
  ])('accepts the names %j as %j', (names, taken) => {
    expect(updateAccountSchema.parse({ ...EDIT, ...names })).toEqual({ ...EDIT, ...taken });
  });

  test.each([{ firstName: 'x'.repeat(81) }, { lastName: 7 }, { firstName: 'a\u0000' }])(
    'rejects the name %j',
    (names) => {
      expect(errorOf(updateAccountSchema, { ...EDIT, ...names })).toBe('invalid_fields');
    },
  );

  test('accepts the current password beside a new one', () => {
    expect(updateAccountSchema.parse({ ...EDIT, currentMdp: 'old' })).toHaveProperty('currentMdp');
    expect(errorOf(updateAccountSchema, { ...EDIT, currentMdp: '' })).toBe('invalid_fields');
  });
});

test('emailRequestSchema requires an address', () => {
  expect(errorOf(emailRequestSchema, { email: 'ada@example.fr' })).toBeNull();
  expect(errorOf(emailRequestSchema, {})).toBe('invalid_email_message');
});

test('userIdSchema reports an impossible id as not_found', () => {
  expect(userIdSchema.parse({ id: '7' })).toEqual({ id: 7 });
  for (const id of ['abc', '1\u0000', '../2', '0', '99999999999']) {
    expect(errorOf(userIdSchema, { id })).toBe('not_found');
  }
});
