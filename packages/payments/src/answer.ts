import { Stripe } from 'stripe';

import type { AccountClient } from './account-client.ts';

/** The details of a failed call: enough to act and to log, never a token, a key or a client secret. */
export type ProviderFault = {
  kind:
    | 'timeout'
    | 'connection'
    | 'server_error'
    | 'rate_limited'
    | 'in_flight'
    | 'authentication'
    | 'permission'
    | 'idempotency_mismatch'
    | 'invalid_request'
    /** The answer is about another object than requested, which must not be touched. */
    | 'foreign';
  status: number | null;
  code: string | null;
  param: string | null;
  requestId: string | null;
  message: string;
};

/**
 * The provider's answer to a call. `unknown`: the call may or may not have taken effect (timeout, reset,
 * 5xx, 409, 429, DNS); repeat it under the same idempotency key or read the object. `misconfigured`:
 * rejected without effect because of our own fault (keys, permissions, API version, parameters).
 */
export type Answer<T> =
  | { outcome: 'known'; value: T }
  | { outcome: 'unknown'; cause: ProviderFault }
  | { outcome: 'misconfigured'; cause: ProviderFault };

export type ProviderError = InstanceType<typeof Stripe.errors.StripeError>;

/** Interprets an error that a call expects; returns undefined to apply `generalAnswer`. */
export type ReadError<T> = (error: ProviderError) => Promise<Answer<T>> | Answer<T> | undefined;

export function known<T>(value: T): Answer<T> {
  return { outcome: 'known', value };
}

export type CallOptions = { timeout: number };

/**
 * Makes one call within its own timeout and the remaining deadline, or none if no time is left. Throws only
 * errors that are not the provider's: bugs.
 */
export async function ask<T>(
  { timeoutMs, deadline, onAnswer }: Pick<AccountClient, 'timeoutMs' | 'deadline' | 'onAnswer'>,
  call: (options: CallOptions) => Promise<T>,
  readError: ReadError<T> = () => undefined,
): Promise<Answer<T>> {
  // Whole milliseconds: the SDK replaces a fractional timeout with its own default.
  // guard: a provider call does not outlast the deadline of its step
  const timeout = Math.floor(Math.min(timeoutMs, deadline.leftMs()));
  if (timeout < 1) return unanswered('no time was left for the call', 'timeout');
  const startedMs = performance.now();
  const inTime = Promise.withResolvers<Answer<T>>();
  const timer = setTimeout(
    () => inTime.resolve(unanswered('no answer within the time', 'timeout')),
    timeout,
  );
  try {
    const answer = await Promise.race([
      callProvider(() => call({ timeout }), readError),
      inTime.promise,
    ]);
    onAnswer?.(answer.outcome, (performance.now() - startedMs) / 1000);
    return answer;
  } finally {
    clearTimeout(timer);
  }
}

/** Continues with a known answer; returns any other answer unchanged. */
export async function andThen<T, U>(
  answer: Answer<T>,
  next: (value: T) => Promise<Answer<U>> | Answer<U>,
): Promise<Answer<U>> {
  return answer.outcome === 'known' ? next(answer.value) : answer;
}

export function isMissing(error: ProviderError): boolean {
  return error.code === 'resource_missing';
}

export function isCardError(error: ProviderError): boolean {
  return error instanceof Stripe.errors.StripeCardError;
}

/** Whether the call's parameters, or the state of its object, were invalid. */
export function isInvalidRequest(error: ProviderError): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

/** Whether an idempotency key was used before with other parameters. */
export function isKeyMismatch(error: ProviderError): boolean {
  return error instanceof Stripe.errors.StripeIdempotencyError;
}

/** Returns the default answer for an error that the call did not interpret. */
export function generalAnswer(error: ProviderError): Answer<never> {
  const kind = kindOf(error);
  return { outcome: OUTCOMES[kind], cause: faultOf(error, kind) };
}

export function unanswered(
  message: string,
  kind: 'timeout' | 'server_error' = 'server_error',
): Answer<never> {
  const cause = { kind, status: null, code: null, param: null, requestId: null, message };
  return { outcome: 'unknown', cause };
}

/**
 * Turns an answer about another object into `unknown`, because the state of the requested one is not in it.
 */
export function answerAbout<T extends { id: string } | null>(
  id: string,
  answer: Answer<T>,
): Promise<Answer<T>> {
  return andThen(answer, (value) =>
    value === null || value.id === id ? answer : unanswered('the answer is about another object'),
  );
}

/** The values that must agree between request and answer; metadata by name. */
export type Traits = Readonly<Record<string, string | number | null | undefined>>;

/**
 * Returns a created object if it matches the request. Any other was made for another request (mixed-up
 * responses, a reused key): the answer is then a fault of kind `foreign`, and the object must not be
 * stored, confirmed, cancelled or refunded.
 */
export function requireMatch<T>(made: T, found: Traits, asked: Traits): Answer<T> {
  // guard: an object created at the provider must match its request
  const others = Object.keys(asked).filter((name) => found[name] !== asked[name]);
  if (others.length === 0) return known(made);
  const message = `the answer differs in ${others.join(', ')}`;
  const cause = { status: null, code: null, param: null, requestId: null, message };
  return { outcome: OUTCOMES.foreign, cause: { kind: 'foreign', ...cause } };
}

const OWNERS: ReadonlySet<string> = new Set([
  'installation',
  'attempt_id',
  'user_id',
  'subscription_row',
  'reference',
  'refund_id',
  'installation_id',
]);

/** Returns the metadata that identifies the owner of an object. */
export function ownerMetadata(metadata: Readonly<Record<string, string>>): Traits {
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => OWNERS.has(name)));
}

/**
 * Whether a call failed inside the provider, which then returns the same failure for its idempotency
 * key.
 */
export function isCachedFailure(answer: Answer<unknown>): boolean {
  return answer.outcome === 'unknown' && answer.cause.kind === 'server_error';
}

export function isForeign(answer: Answer<unknown>): boolean {
  return answer.outcome === 'misconfigured' && answer.cause.kind === 'foreign';
}

const OUTCOMES = {
  timeout: 'unknown',
  connection: 'unknown',
  server_error: 'unknown',
  rate_limited: 'unknown',
  in_flight: 'unknown',
  authentication: 'misconfigured',
  permission: 'misconfigured',
  idempotency_mismatch: 'misconfigured',
  foreign: 'misconfigured',
  invalid_request: 'misconfigured',
} as const satisfies Record<ProviderFault['kind'], 'unknown' | 'misconfigured'>;

async function callProvider<T>(
  call: () => Promise<T>,
  readError: ReadError<T>,
): Promise<Answer<T>> {
  try {
    return known(await call());
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    return (await readError(error)) ?? generalAnswer(error);
  }
}

function kindOf(error: ProviderError): ProviderFault['kind'] {
  const { errors } = Stripe;
  if (error instanceof errors.StripeConnectionError) {
    return error.message.includes('timeout') ? 'timeout' : 'connection';
  }
  if (error instanceof errors.StripeRateLimitError) return 'rate_limited';
  if (error.statusCode === 409) return 'in_flight';
  if (error instanceof errors.StripeAuthenticationError) return 'authentication';
  if (error instanceof errors.StripePermissionError) return 'permission';
  if (error instanceof errors.StripeIdempotencyError) return 'idempotency_mismatch';
  if (error instanceof errors.StripeInvalidRequestError) return 'invalid_request';
  if (error instanceof errors.StripeCardError) return 'invalid_request';
  return 'server_error';
}

function faultOf(error: ProviderError, kind: ProviderFault['kind']): ProviderFault {
  return {
    kind,
    status: error.statusCode ?? null,
    code: error.code ?? null,
    param: error.param ?? null,
    requestId: error.requestId ?? null,
    message: withoutSecrets(error.message),
  };
}

/** Redacts the provider's messages, which quote their input: tokens, keys, email addresses. */
function withoutSecrets(message: string): string {
  return message
    .replaceAll(/_secret_\w+/g, '_secret_…')
    .replaceAll(/\b(tok|sk|rk|pk|whsec)_[\w*]+/g, '$1_…')
    .replaceAll(/[^\s'"<>]+@[^\s'"<>]+/g, '…@…');
}
