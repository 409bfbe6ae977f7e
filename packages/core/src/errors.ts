import { databaseFault } from '@agres/db/database-errors';
import {
  DomainError,
  isOperationCode,
  type ErrorCode,
  type ErrorReason,
  type FieldIssue,
  type ErrorStatus,
} from '@agres/domain/errors';
import { codeOfIssues, fieldIssuesOf } from '@agres/domain/issues';
import type { Localized } from '@agres/domain/locale';
import { TRPCError, type TRPC_ERROR_CODE_KEY } from '@trpc/server';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { ZodError } from 'zod';

const RETRY_AFTER_SECONDS = 5;

/**
 * Maps any thrown value to the error that the caller gets. A `DomainError` stays as it is, malformed input
 * gets the code of its fields (docs/api/errors.md), and an unavailable database becomes 503. Everything else
 * becomes 500 `error_message`; only the log contains its cause.
 */
export function domainErrorOf(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  // Keep the `DomainError` itself. Its own cause, such as a database failure after the charge, appears only
  // in the log.
  if (error instanceof TRPCError && error.cause instanceof DomainError) return error.cause;
  // Must run before `databaseFault`, which matches on the message: a `TRPCError` message may contain the
  // caller's input.
  if (error instanceof TRPCError) return fromTrpcError(error);
  if (databaseFault(error) !== undefined) {
    return new DomainError('error_message', {
      status: 503,
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause: error,
    });
  }
  return new DomainError('error_message', { cause: error });
}

/** Whether an error hides a bug or an outage, which must be logged with its cause. */
export function isUnexpected(error: DomainError): boolean {
  return error.status === 500 || error.cause !== undefined;
}

function fromTrpcError(error: TRPCError): DomainError {
  const { cause, code } = error;
  switch (code) {
    case 'BAD_REQUEST':
      return cause instanceof ZodError ? fromInput(cause) : new DomainError('invalid_fields');
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
      return cause === undefined
        ? new DomainError('error_message', { cause: error })
        : domainErrorOf(cause);
  }
}

function fromInput(error: ZodError): DomainError {
  const issues = fieldIssuesOf(error.issues);
  const code = codeOfIssues(issues);
  // An id that cannot exist gets the same answer as one that does not.
  return new DomainError(code, code === 'not_found' ? {} : { issues });
}

export type ErrorBody = {
  message: ErrorCode;
  /** The exact reason; equals `message` unless several errors share that message. */
  code: ErrorReason;
  issues?: readonly FieldIssue[];
  requiresAction?: true;
  clientSecret?: string;
  attemptId?: string;
  possibleFrom?: string;
  sentence?: Readonly<Localized>;
};

export function errorBodyOf(error: DomainError): ErrorBody {
  return {
    // Only the owner's commands and screens get the codes of operations.
    message: isOperationCode(error.code) ? 'error_message' : error.code,
    code: error.reason,
    ...(error.issues === undefined ? {} : { issues: error.issues }),
    ...error.requiredAction,
    ...(error.possibleFrom === undefined ? {} : { possibleFrom: error.possibleFrom }),
    ...(error.sentence === undefined ? {} : { sentence: error.sentence }),
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
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  416: 'BAD_REQUEST',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  431: 'BAD_REQUEST',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
} as const satisfies Record<ErrorStatus, TRPC_ERROR_CODE_KEY>;

/** Wraps the error in a `TRPCError`. Both transports unwrap it from `cause`. */
export function trpcErrorOf(error: DomainError): TRPCError {
  return new TRPCError({
    code: TRPC_CODES[error.status],
    message: error.code,
    cause: error,
  });
}

/** Returns the error as tRPC clients receive it: our code is `message`, `data.code` is tRPC's own. */
export function rpcErrorOf(error: DomainError) {
  const { message, code: reason, ...details } = errorBodyOf(error);
  const code = TRPC_CODES[error.status];
  return {
    message,
    code: TRPC_ERROR_CODES_BY_KEY[code],
    data: { code, httpStatus: error.status, reason, ...details },
  };
}
