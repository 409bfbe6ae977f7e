import { expect, test } from 'vitest';

import {
  DEFAULT_STATUS,
  DomainError,
  ERROR_CODES,
  isErrorCode,
  isOperationCode,
  OPERATION_CODES,
} from './errors.ts';
import { isSuccessCode, SUCCESS_CODES } from './success-codes.ts';

test('a DomainError has the default status of its code, unless given another', () => {
  for (const code of ERROR_CODES) expect(new DomainError(code).status).toBe(DEFAULT_STATUS[code]);
  expect(new DomainError('invalid_fields', { status: 422 }).status).toBe(422);
});

test('a DomainError has its code as reason, unless the code is ambiguous', () => {
  for (const code of ERROR_CODES.filter((one) => one !== 'error_message')) {
    expect(new DomainError(code).reason).toBe(code);
  }
  expect(new DomainError('error_message').reason).toBe('unexpected');
  expect(new DomainError('error_message', { status: 429 }).reason).toBe('too_many_requests');
  const reused = new DomainError('invalid_fields', {
    status: 422,
    reason: 'idempotency_key_reused',
  });
  expect([reused.message, reused.reason]).toEqual(['invalid_fields', 'idempotency_key_reused']);
});

test('a DomainError has its code as message, without text of its cause', () => {
  const cause = new Error('database password is hunter2');
  const error = new DomainError('error_message', { cause });
  expect(error.message).toBe('error_message');
  expect(error.cause).toBe(cause);
  expect('cause' in new DomainError('not_found')).toBe(false);
});

test('error, operation and success codes are disjoint and unique', () => {
  const codes = [...ERROR_CODES, ...OPERATION_CODES, ...SUCCESS_CODES];
  expect(new Set(codes).size).toBe(codes.length);
  expect(ERROR_CODES.every(isErrorCode)).toBe(true);
  expect(ERROR_CODES.some(isSuccessCode)).toBe(false);
  expect(SUCCESS_CODES.every(isSuccessCode)).toBe(true);
  expect(OPERATION_CODES.every(isOperationCode)).toBe(true);
  expect(OPERATION_CODES.some(isErrorCode)).toBe(false);
  for (const value of ['constructor', '', 7, null, undefined])
    expect(isErrorCode(value)).toBe(false);
});
