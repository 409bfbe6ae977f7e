import type { ProcedureMeta } from '@agres/core/trpc';
import type { ErrorStatus } from '@agres/domain/errors';

import type { OperationText } from './operation-texts.ts';

/** The header that every answer has, in the OpenAPI document. */
export const REQUEST_ID = {
  'X-Request-Id': {
    description: 'Names the request in the log of the shop: tell it when you report a failure',
    schema: { type: 'string', format: 'uuid' },
  },
} as const;
export const ETAG = {
  ETag: {
    description:
      'Names this state: sent back as `If-None-Match`, an unchanged one is 304 without body',
    schema: { type: 'string' },
  },
} as const;
const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds until another try', schema: { type: 'integer' } },
} as const;
const RATE_LIMIT = {
  'RateLimit-Policy': {
    description: 'The limits of this call: `q` turns in a window of `w` seconds',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'What is left of each: `r` turns, and one more in `t` seconds',
    schema: { type: 'string' },
  },
} as const;
const IDEMPOTENCY_REPLAYED = {
  'Idempotency-Replayed': {
    description: '`true` where this is the answer of an earlier call with the same key',
    schema: { type: 'string', enum: ['true'] },
  },
} as const;

/**
 * Returns the headers of a successful answer. The rate-limit headers are sent only where the call is limited.
 */
export function headersOfSuccess(meta: ProcedureMeta, { hasEtag }: OperationText) {
  return {
    ...REQUEST_ID,
    ...(hasEtag ? ETAG : {}),
    ...RATE_LIMIT,
    ...(meta.takesIdempotencyKey ? IDEMPOTENCY_REPLAYED : {}),
  };
}

export function headersOfError(status: ErrorStatus) {
  return {
    ...REQUEST_ID,
    ...(status === 409 || status === 429 || status === 503 ? RETRY_AFTER : {}),
    ...RATE_LIMIT,
  };
}
