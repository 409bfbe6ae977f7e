import { expect, test } from 'vitest';

import {
  DEFAULT_STATUS,
  DomainError,
  ERROR_CODES,
  isErrorCode,
  isNoticeCode,
  NOTICE_CODES,
} from './errors.ts';

test('a refusal has the status of its code, unless it carries another', () => {
  for (const code of ERROR_CODES) expect(new DomainError(code).status).toBe(DEFAULT_STATUS[code]);
  expect(new DomainError('invalid_fields', { status: 422 }).status).toBe(422);
});

test('a refusal says its code and nothing of its cause', () => {
  const cause = new Error('database password is hunter2');
  const error = new DomainError('error_message', { cause });
  expect(error.message).toBe('error_message');
  expect(error.cause).toBe(cause);
  expect('cause' in new DomainError('not_found')).toBe(false);
});

test('no code is both a refusal and good news, and none stands twice', () => {
  const codes = [...ERROR_CODES, ...NOTICE_CODES];
  expect(new Set(codes).size).toBe(codes.length);
  expect(ERROR_CODES.every(isErrorCode)).toBe(true);
  expect(ERROR_CODES.some(isNoticeCode)).toBe(false);
  expect(NOTICE_CODES.every(isNoticeCode)).toBe(true);
  for (const value of ['constructor', '', 7, null, undefined])
    expect(isErrorCode(value)).toBe(false);
});
