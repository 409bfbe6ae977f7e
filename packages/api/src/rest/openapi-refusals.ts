import type { ErrorCode } from '@shop/domain/errors';

import type { Access, ProcedureMeta } from '../trpc.ts';

/** The codes that an operation refuses with, by status. */
type Refusals = ReadonlyMap<string, ReadonlySet<ErrorCode>>;

const OF_EVERY_CALL = {
  429: ['error_message'],
  500: ['error_message'],
  503: ['error_message'],
} as const;
const OF_CHANGES = {
  400: ['invalid_fields'],
  403: ['invalid_xsrf_token'],
  413: ['error_message'],
  415: ['error_message'],
} as const;
const OF_ACCESS = {
  public: {},
  member: { 401: ['not_logged_in'] },
  subscriber: { 401: ['not_logged_in'], 403: ['not_subscribed'] },
} as const satisfies Record<Access, object>;

/** Whether a call must bring the XSRF token. */
export const changesSomething = (meta: ProcedureMeta) => meta.openapi?.method !== 'GET';

/** What an operation may refuse, as the responses of its OpenAPI description. */
export function refusalResponsesOf(meta: ProcedureMeta) {
  const responses = Array.from(refusalsOf(meta), ([status, codes]) => [
    status,
    {
      description: [...codes].join(', '),
      ...headersOf(status),
      content: { 'application/json': { schema: refusalWith([...codes].toSorted()) } },
    },
  ]);
  return Object.fromEntries(responses);
}

function refusalsOf(meta: ProcedureMeta): Refusals {
  const sources: Record<string, readonly ErrorCode[]>[] = [
    OF_EVERY_CALL,
    changesSomething(meta) ? OF_CHANGES : {},
    OF_ACCESS[meta.access ?? 'public'],
    { ...meta.refusals },
  ];
  const refusals = new Map<string, Set<ErrorCode>>();
  for (const [status, codes] of sources.flatMap((source) => Object.entries(source))) {
    refusals.set(status, new Set([...(refusals.get(status) ?? []), ...codes]));
  }
  return refusals;
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds until another try', schema: { type: 'integer' } },
};
const RATE_LIMIT = {
  'RateLimit-Policy': {
    description: 'The limits of this call: `q` turns in a window of `w` seconds',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'What is left of each: `r` turns, and one more in `t` seconds',
    schema: { type: 'string' },
  },
};

function headersOf(status: string) {
  if (status === '429') return { headers: { ...RETRY_AFTER, ...RATE_LIMIT } };
  return status === '503' ? { headers: RETRY_AFTER } : {};
}

const refusalWith = (codes: ErrorCode[]) => ({
  allOf: [
    { $ref: '#/components/schemas/Refusal' },
    { type: 'object', properties: { message: { enum: codes } } },
  ],
});
