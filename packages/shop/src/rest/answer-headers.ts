import type { ProcedureMeta } from '@agres/core/trpc';
import type { ErrorStatus } from '@agres/domain/errors';

import type { OperationText } from './operation-texts.ts';

/** The OpenAPI document describes each header once, and answers refer to it. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'Names the request in the log of the shop: tell it when you report a failure',
    schema: { type: 'string', format: 'uuid' },
  },
  ETag: {
    description:
      'Names this state: sent back as `If-None-Match`, an unchanged one is 304 without body',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds until another try', schema: { type: 'integer' } },
  'RateLimit-Policy': {
    description: 'The limits of this call: `q` turns in a window of `w` seconds',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'What is left of each: `r` turns, and one more in `t` seconds',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: '`true` where this is the answer of an earlier call with the same key',
    schema: { type: 'string', enum: ['true'] },
  },
} satisfies Record<string, HeaderText>;

type HeaderText = {
  description: string;
  schema: { type: 'string' | 'integer'; format?: string; enum?: string[] };
};
type HeaderName = keyof typeof HEADERS;

const referTo = (...names: HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** `GET /errors` is never rate-limited, so it sends no rate-limit headers. */
export const HEADERS_OF_ERRORS = referTo('X-Request-Id', 'ETag');

/** Returns the headers of a successful answer; only a rate-limited call sends the rate-limit headers. */
export function headersOfSuccess(meta: ProcedureMeta, { hasEtag }: OperationText) {
  return referTo(
    'X-Request-Id',
    ...(hasEtag ? ['ETag' as const] : []),
    'RateLimit-Policy',
    'RateLimit',
    ...(meta.takesIdempotencyKey ? ['Idempotency-Replayed' as const] : []),
  );
}

export function headersOfError(status: ErrorStatus) {
  const isRetried = status === 409 || status === 429 || status === 503;
  return referTo(
    'X-Request-Id',
    ...(isRetried ? ['Retry-After' as const] : []),
    'RateLimit-Policy',
    'RateLimit',
  );
}
