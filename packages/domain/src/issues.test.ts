import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { ERROR_CODES } from './errors.ts';
import { codeOfIssues, fieldIssuesOf } from './issues.ts';

test('the address is told before the password, the password before the rest', () => {
  const rest = { path: 'nonce', message: 'incorrect_activation_code' } as const;
  const password = { path: 'mdp', message: 'invalid_password_message' } as const;
  const email = { path: 'email', message: 'invalid_email_message' } as const;
  expect(codeOfIssues([rest, password, email])).toBe('invalid_email_message');
  expect(codeOfIssues([rest, password])).toBe('invalid_password_message');
  expect(codeOfIssues([rest])).toBe('incorrect_activation_code');
});

test('a field without a code of its own gives way to one that has one', () => {
  expect(
    codeOfIssues([
      { path: 'email', message: 'invalid_fields' },
      { path: 'mdp', message: 'invalid_password_message' },
    ]),
  ).toBe('invalid_password_message');
  expect(codeOfIssues([{ path: 'locale', message: 'invalid_fields' }])).toBe('invalid_fields');
  expect(codeOfIssues([])).toBe('invalid_fields');
});

test('the order of the issues decides nothing between email, mdp and the rest', () => {
  const issues = fc.uniqueArray(
    fc.record({
      path: fc.constantFrom('email', 'mdp', 'mdp2', 'id'),
      message: fc.constantFrom(...ERROR_CODES),
    }),
    { selector: (issue) => issue.path },
  );
  fc.assert(
    fc.property(issues, (list) => {
      expect(codeOfIssues(list.toReversed())).toBe(codeOfIssues(list));
    }),
  );
});

test('prose never leaves a schema', () => {
  expect(
    fieldIssuesOf([{ path: ['address', 0, 'zip'], message: 'Invalid input: expected string' }]),
  ).toEqual([{ path: 'address.0.zip', message: 'invalid_fields' }]);
});
