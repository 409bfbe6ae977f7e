import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { ERROR_CODES } from './errors.ts';
import { codeOfIssues, fieldIssuesOf } from './issues.ts';

test('codeOfIssues reports the address before the password, and the password before the rest', () => {
  const rest = { path: 'nonce', message: 'incorrect_activation_code' } as const;
  const password = { path: 'mdp', message: 'invalid_password_message' } as const;
  const email = { path: 'email', message: 'invalid_email_message' } as const;
  expect(codeOfIssues([rest, password, email])).toBe('invalid_email_message');
  expect(codeOfIssues([rest, password])).toBe('invalid_password_message');
  expect(codeOfIssues([rest])).toBe('incorrect_activation_code');
});

test('codeOfIssues prefers a field with a code of its own', () => {
  expect(
    codeOfIssues([
      { path: 'email', message: 'invalid_fields' },
      { path: 'mdp', message: 'invalid_password_message' },
    ]),
  ).toBe('invalid_password_message');
  expect(codeOfIssues([{ path: 'locale', message: 'invalid_fields' }])).toBe('invalid_fields');
  expect(codeOfIssues([])).toBe('invalid_fields');
});

test('codeOfIssues does not depend on the order of the issues', () => {
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

test('fieldIssuesOf replaces prose by a code', () => {
  expect(
    fieldIssuesOf([{ path: ['address', 0, 'zip'], message: 'Invalid input: expected string' }]),
  ).toEqual([{ path: 'address.0.zip', message: 'invalid_fields' }]);
});
