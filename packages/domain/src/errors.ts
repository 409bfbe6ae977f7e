import type { Localized } from './locale.ts';
import type { SuccessCode } from './success-codes.ts';

/**
 * The error codes: those of the specification (S8.04 to S8.20) and further ones of this API. Their texts
 * are in the catalogue of `@agres/i18n`.
 */
export const ERROR_CODES = [
  'account_not_activated',
  'already_sent',
  'already_subscribed',
  'email_taken',
  'error_message',
  'failed_purchase_contact_admin',
  'incorrect_activation_code',
  'incorrect_email',
  'incorrect_password',
  'incorrect_retrieve_code',
  'insufficient_funds',
  'invalid_card',
  'invalid_email_domain_message',
  'invalid_email_message',
  'invalid_fields',
  'invalid_password_message',
  'invalid_xsrf_token',
  'item_not_received',
  'not_found',
  'not_logged_in',
  'not_possible_yet',
  'not_subscribed',
  'password_not_lost',
  'price_changed',
  'purchase_in_progress',
  'sales_paused',
  'sold_out_item',
  'terms_changed',
  'text_with_links',
  'unknown_email',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/**
 * Additional error codes of an owner's operation, or of a step that follows a declaration. No API call returns
 * them.
 */
export const OPERATION_CODES = [
  'changed_meanwhile',
  'disputed',
  'never_paid',
  'over_the_rest',
  'refund_in_flight',
] as const;
export type OperationCode = (typeof OPERATION_CODES)[number];

export type MessageCode = ErrorCode | SuccessCode;

export function isOperationCode(value: unknown): value is OperationCode {
  return OPERATION_CODES.some((code) => code === value);
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return ERROR_CODES.some((code) => code === value);
}

/** HTTP statuses of errors (docs/api/errors.md). */
export const ERROR_STATUSES = [
  400, 401, 402, 403, 404, 405, 408, 409, 412, 413, 415, 416, 422, 429, 431, 500, 503,
] as const;
export type ErrorStatus = (typeof ERROR_STATUSES)[number];

/** Reasons of errors that share a code. They have no text: users see the code's. */
export const SHARING_REASONS = [
  'authentication_required',
  'idempotency_key_reused',
  'method_not_allowed',
  'payload_too_large',
  'too_many_requests',
  'unavailable',
  'unexpected',
  'unsupported_media_type',
  'wrong_origin',
] as const;

/** The exact reason: the code itself, or the name of the error if its code is shared. */
export type ErrorReason = ErrorCode | (typeof SHARING_REASONS)[number];

/** The reason behind `error_message`, by status. */
const REASON_OF_STATUS = {
  400: 'error_message',
  401: 'error_message',
  402: 'error_message',
  403: 'error_message',
  404: 'error_message',
  405: 'method_not_allowed',
  408: 'error_message',
  409: 'error_message',
  412: 'error_message',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  416: 'error_message',
  422: 'error_message',
  429: 'too_many_requests',
  431: 'error_message',
  500: 'unexpected',
  503: 'unavailable',
} as const satisfies Record<ErrorStatus, ErrorReason>;

/** Returns the reason for a code and status, for an error that sets none itself. */
export function reasonOf(code: ErrorCode | OperationCode, status: ErrorStatus): ErrorReason {
  return code === 'error_message' || isOperationCode(code) ? REASON_OF_STATUS[status] : code;
}

/** The status of each code, unless the error overrides it. */
export const DEFAULT_STATUS = {
  account_not_activated: 403,
  already_sent: 409,
  already_subscribed: 409,
  email_taken: 409,
  error_message: 500,
  failed_purchase_contact_admin: 500,
  incorrect_activation_code: 400,
  incorrect_email: 401,
  incorrect_password: 401,
  incorrect_retrieve_code: 400,
  insufficient_funds: 402,
  invalid_card: 402,
  invalid_email_domain_message: 400,
  invalid_email_message: 400,
  invalid_fields: 400,
  invalid_password_message: 400,
  invalid_xsrf_token: 403,
  item_not_received: 403,
  not_found: 404,
  not_logged_in: 401,
  not_possible_yet: 409,
  not_subscribed: 403,
  password_not_lost: 400,
  price_changed: 409,
  purchase_in_progress: 409,
  sales_paused: 503,
  sold_out_item: 409,
  terms_changed: 409,
  text_with_links: 400,
  unknown_email: 404,

  changed_meanwhile: 409,
  disputed: 409,
  never_paid: 409,
  over_the_rest: 409,
  refund_in_flight: 409,
} as const satisfies Record<ErrorCode | OperationCode, ErrorStatus>;

export type FieldIssue = { path: string; message: ErrorCode };

/** The data that a caller needs to complete 3-D Secure. */
export type RequiredAction = { requiresAction: true; clientSecret: string; attemptId: string };

export type DomainErrorOptions = {
  status?: ErrorStatus;
  /** Overrides the reason, if code and status do not determine it. */
  reason?: ErrorReason;
  issues?: readonly FieldIssue[];
  requiredAction?: RequiredAction;
  retryAfterSeconds?: number;
  /** The first day on which the call will be possible, in Paris. */
  possibleFrom?: string;
  /** The owner's message, shown instead of the code's text; empty: none. */
  sentence?: Readonly<Localized>;
  cause?: unknown;
};

/** An expected error. Any other thrown value is a bug or an outage. */
export class DomainError extends Error {
  readonly code: ErrorCode | OperationCode;
  readonly status: ErrorStatus;
  readonly reason: ErrorReason;
  readonly issues: readonly FieldIssue[] | undefined;
  readonly requiredAction: RequiredAction | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly possibleFrom: string | undefined;
  readonly sentence: Readonly<Localized> | undefined;

  constructor(code: ErrorCode | OperationCode, options: DomainErrorOptions = {}) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.status = options.status ?? DEFAULT_STATUS[code];
    this.reason = options.reason ?? reasonOf(code, this.status);
    this.issues = options.issues;
    this.requiredAction = options.requiredAction;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.possibleFrom = options.possibleFrom;
    this.sentence = options.sentence;
  }
}
