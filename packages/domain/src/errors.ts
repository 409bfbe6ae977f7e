/**
 * Refusals: the codes of the specification's section 8 and those the contract adds.
 * A code is data; its words are in the catalogue of `@shop/i18n`.
 */
export const ERROR_CODES = [
  'account_not_activated',
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
  'not_found',
  'not_logged_in',
  'not_subscribed',
  'password_not_lost',
  'purchase_in_progress',
  'sold_out_item',
  'unknown_email',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Good news: the `message` of a call that succeeded, shown as a green alert. */
export const NOTICE_CODES = [
  'account_activated',
  'account_created',
  'account_deleted',
  'account_updated',
  'banking_information_updated',
  'disconnected',
  'forgotten_password_success',
  'message_sent',
  'password_changed',
  'purchase_validated',
  'subscribed',
  'unsubscribed',
] as const;
export type NoticeCode = (typeof NOTICE_CODES)[number];

export type MessageCode = ErrorCode | NoticeCode;

export function isErrorCode(value: unknown): value is ErrorCode {
  return ERROR_CODES.some((code) => code === value);
}

export function isNoticeCode(value: unknown): value is NoticeCode {
  return NOTICE_CODES.some((code) => code === value);
}

/** HTTP statuses that a refusal may carry (contract, section 3). */
export type RefusalStatus =
  | 400
  | 401
  | 402
  | 403
  | 404
  | 405
  | 408
  | 409
  | 413
  | 415
  | 422
  | 429
  | 431
  | 500
  | 503;

/** The status of each code, unless the refusal carries another one. */
export const DEFAULT_STATUS = {
  account_not_activated: 403,
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
  not_found: 404,
  not_logged_in: 401,
  not_subscribed: 403,
  password_not_lost: 400,
  purchase_in_progress: 409,
  sold_out_item: 409,
  unknown_email: 404,
} as const satisfies Record<ErrorCode, RefusalStatus>;

/** One refused field of an input: where, and the code that says why. */
export type FieldIssue = { path: string; message: ErrorCode };

/** What a caller needs to finish a card payment that asks for 3-D Secure. */
export type RequiredAction = { requiresAction: true; clientSecret: string; attemptId: string };

export type RefusalOptions = {
  /** Where the contract gives this code another status than its default. */
  status?: RefusalStatus;
  issues?: readonly FieldIssue[];
  requiredAction?: RequiredAction;
  retryAfterSeconds?: number;
  cause?: unknown;
};

/** An expected refusal. Anything else that is thrown is a bug or an outage. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly status: RefusalStatus;
  readonly issues: readonly FieldIssue[] | undefined;
  readonly requiredAction: RequiredAction | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: RefusalOptions = {}) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.status = options.status ?? DEFAULT_STATUS[code];
    this.issues = options.issues;
    this.requiredAction = options.requiredAction;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
