import type { Access, ProcedureMeta } from '@agres/core/trpc';
import {
  ERROR_STATUSES,
  reasonOf,
  type ErrorCode,
  type ErrorReason,
  type ErrorStatus,
} from '@agres/domain/errors';

import { headersOfError } from './answer-headers.ts';

type ErrorCodes = ReadonlyMap<ErrorStatus, ReadonlySet<ErrorCode>>;

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

/** Whether a call needs the XSRF token. */
export const changesSomething = (meta: ProcedureMeta) => meta.openapi?.method !== 'GET';

/** The document describes each error response once for all operations. */
export type ErrorResponses = {
  responses: Record<string, { $ref: string }>;
  described: Record<string, ErrorResponse>;
};

type ErrorResponse = ReturnType<typeof describe>;

export function buildErrorResponses(meta: ProcedureMeta): ErrorResponses {
  const errors = Array.from(errorCodesOf(meta), ([status, codes]) => {
    const reasons = [...new Set([...codes].flatMap((code) => reasonsOf(code, status)))];
    return { status, name: nameOf(status, reasons), described: describe(status, codes, reasons) };
  });
  return {
    responses: Object.fromEntries(
      errors.map(({ status, name }) => [status, { $ref: `#/components/responses/${name}` }]),
    ),
    described: Object.fromEntries(errors.map(({ name, described }) => [name, described])),
  };
}

/** Names a response after its reasons, such as `Error409AlreadySentOrNotPossibleYet`. */
function nameOf(status: ErrorStatus, reasons: readonly ErrorReason[]) {
  const words = reasons.map((reason) =>
    reason.replaceAll(/(?:^|_)(\w)/g, (_start, letter: string) => letter.toUpperCase()),
  );
  return `Error${status}${words.join('Or')}`;
}

const describe = (
  status: ErrorStatus,
  codes: ReadonlySet<ErrorCode>,
  reasons: readonly ErrorReason[],
) => ({
  description: reasons.join(', '),
  headers: headersOfError(status),
  content: {
    'application/json': { schema: schemaOfError([...codes].toSorted(), reasons.toSorted()) },
  },
});

function errorCodesOf(meta: ProcedureMeta): ErrorCodes {
  const sources: Partial<Record<ErrorStatus, readonly ErrorCode[]>>[] = [
    OF_EVERY_CALL,
    changesSomething(meta) ? OF_CHANGES : {},
    OF_ACCESS[meta.access ?? 'public'],
    { ...meta.errorCodes },
  ];
  const errorCodes = new Map<ErrorStatus, Set<ErrorCode>>();
  for (const source of sources) {
    for (const status of ERROR_STATUSES) {
      const codes = source[status];
      if (codes !== undefined)
        errorCodes.set(status, new Set([...(errorCodes.get(status) ?? []), ...codes]));
    }
  }
  return errorCodes;
}

function reasonsOf(code: ErrorCode, status: ErrorStatus): readonly ErrorReason[] {
  if (code === 'invalid_xsrf_token') return ['invalid_xsrf_token', 'wrong_origin'];
  // Every call that takes a card may require 3-D Secure.
  if (code === 'invalid_card') return ['authentication_required', 'invalid_card'];
  if (code === 'invalid_fields' && status === 422) return ['idempotency_key_reused'];
  return [reasonOf(code, status)];
}

const schemaOfError = (codes: ErrorCode[], reasons: ErrorReason[]) => ({
  allOf: [
    { $ref: '#/components/schemas/Refusal' },
    { type: 'object' as const, properties: { message: { enum: codes }, code: { enum: reasons } } },
  ],
});
