import { databaseFault } from '@shop/db/database-errors';
import {
  DomainError,
  type ErrorCode,
  type FieldIssue,
  type RefusalStatus,
} from '@shop/domain/errors';
import { codeOfIssues, fieldIssuesOf } from '@shop/domain/issues';
import { TRPCError, type TRPC_ERROR_CODE_KEY } from '@trpc/server';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { ZodError } from 'zod';

/** When to ask again after a failure that passes by itself. */
const RETRY_AFTER_SECONDS = 5;

/**
 * What a caller is told of any error that was thrown: the one point of translation. A refusal says
 * its code, a bad input that of its fields (contract, section 3), a database that does not answer
 * 503, and everything else 500 `error_message`, with its cause for the log alone.
 */
export function refusalOf(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  // Its own cause, a database that went away after the charge for one, is for the log.
  if (error instanceof TRPCError && error.cause instanceof DomainError) return error.cause;
  if (databaseFault(error) !== undefined) {
    return new DomainError('error_message', {
      status: 503,
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause: error,
    });
  }
  if (error instanceof TRPCError) return refusalOfTrpcError(error);
  return new DomainError('error_message', { cause: error });
}

/** Whether a refusal hides a bug or an outage, which the log must tell with its cause. */
export function isUnexpected(refusal: DomainError): boolean {
  return refusal.status === 500 || refusal.cause !== undefined;
}

function refusalOfTrpcError(error: TRPCError): DomainError {
  const { cause, code } = error;
  switch (code) {
    case 'BAD_REQUEST':
      return cause instanceof ZodError ? refusalOfInput(cause) : new DomainError('invalid_fields');
    case 'PARSE_ERROR':
      return new DomainError('invalid_fields');
    case 'NOT_FOUND':
      return new DomainError('not_found');
    case 'METHOD_NOT_SUPPORTED':
      return new DomainError('error_message', { status: 405 });
    case 'PAYLOAD_TOO_LARGE':
      return new DomainError('error_message', { status: 413 });
    case 'UNSUPPORTED_MEDIA_TYPE':
      return new DomainError('error_message', { status: 415 });
    default:
      return databaseFault(cause) !== undefined
        ? refusalOf(cause)
        : new DomainError('error_message', { cause: cause ?? error });
  }
}

function refusalOfInput(error: ZodError): DomainError {
  const issues = fieldIssuesOf(error.issues);
  const code = codeOfIssues(issues);
  // An id that can be nobody's is answered as one that is nobody's.
  return new DomainError(code, code === 'not_found' ? {} : { issues });
}

/** The body of a refusal on every transport (contract, section 3). */
export type RefusalBody = {
  message: ErrorCode;
  issues?: readonly FieldIssue[];
  requiresAction?: true;
  clientSecret?: string;
  attemptId?: string;
};

/** A refusal as callers read it. */
export function refusalBodyOf(refusal: DomainError): RefusalBody {
  return {
    message: refusal.code,
    ...(refusal.issues === undefined ? {} : { issues: refusal.issues }),
    ...refusal.requiredAction,
  };
}

const TRPC_CODES = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  402: 'PAYMENT_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  431: 'BAD_REQUEST',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
} as const satisfies Record<RefusalStatus, TRPC_ERROR_CODE_KEY>;

/** A refusal as tRPC throws it; both transports read the refusal back from its cause. */
export function trpcErrorOf(refusal: DomainError): TRPCError {
  return new TRPCError({
    code: TRPC_CODES[refusal.status],
    message: refusal.code,
    cause: refusal,
  });
}

/** A refusal as tRPC's clients read it: the code as message, the rest as data. */
export function rpcErrorOf(refusal: DomainError) {
  const { message, ...details } = refusalBodyOf(refusal);
  const code = TRPC_CODES[refusal.status];
  return {
    message,
    code: TRPC_ERROR_CODES_BY_KEY[code],
    data: { code, httpStatus: refusal.status, ...details },
  };
}
