import { Stripe } from 'stripe';

import type { AccountClient } from './account-client.ts';

/** What is kept of a failed call: enough to act and to log, never a token, a key or a client secret. */
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
    /** The answer is about another object than requested: it is not ours to touch. */
    | 'foreign';
  status: number | null;
  code: string | null;
  param: string | null;
  requestId: string | null;
  message: string;
};

/**
 * What the provider said. `unknown`: the call may or may not have had its effect (timeout, reset,
 * 5xx, 409, 429, DNS); repeat it with the same key or read the object. `misconfigured`: refused,
 * without effect, through a fault of ours (keys, permissions, API version, parameters).
 */
export type Answer<T> =
  | { outcome: 'known'; value: T }
  | { outcome: 'unknown'; cause: ProviderFault }
  | { outcome: 'misconfigured'; cause: ProviderFault };

/** An error that the provider answers, as the SDK throws it. */
export type ProviderError = InstanceType<typeof Stripe.errors.StripeError>;

/** Reads an error that a call knows the meaning of; undefined leaves it to the general rule. */
export type ReadError<T> = (error: ProviderError) => Promise<Answer<T>> | Answer<T> | undefined;

export function known<T>(value: T): Answer<T> {
  return { outcome: 'known', value };
}

/** What every call passes to the SDK. */
export type CallOptions = { timeout: number };

/**
 * Makes one call and says what came of it: within the time of one call, and of what is left until the
 * deadline; with none left it is not made. Throws only what is no answer of the provider: a bug.
 */
export async function ask<T>(
  { timeoutMs, deadline, onAnswer }: Pick<AccountClient, 'timeoutMs' | 'deadline' | 'onAnswer'>,
  call: (options: CallOptions) => Promise<T>,
  readError: ReadError<T> = () => undefined,
): Promise<Answer<T>> {
  // Whole milliseconds: given any others, the SDK waits for its own time.
  // guard: no call to the provider outlasts the deadline of its step
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
      answerOf(() => call({ timeout }), readError),
      inTime.promise,
    ]);
    onAnswer?.(answer.outcome, (performance.now() - startedMs) / 1000);
    return answer;
  } finally {
    clearTimeout(timer);
  }
}

/** Continues with a known answer; passes any other one on. */
export async function andThen<T, U>(
  answer: Answer<T>,
  next: (value: T) => Promise<Answer<U>> | Answer<U>,
): Promise<Answer<U>> {
  return answer.outcome === 'known' ? next(answer.value) : answer;
}

/** Whether an object does not exist. */
export function isMissing(error: ProviderError): boolean {
  return error.code === 'resource_missing';
}

/** Whether a card was declined. */
export function isCardError(error: ProviderError): boolean {
  return error instanceof Stripe.errors.StripeCardError;
}

/** Whether the call's parameters or the state of its object are invalid. */
export function isInvalidRequest(error: ProviderError): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

/** Whether a key was used before with other parameters. */
export function isKeyMismatch(error: ProviderError): boolean {
  return error instanceof Stripe.errors.StripeIdempotencyError;
}

/** What an error means where no call knows better. */
export function generalAnswer(error: ProviderError): Answer<never> {
  const kind = kindOf(error);
  return { outcome: OUTCOMES[kind], cause: faultOf(error, kind) };
}

/** An unknown answer, and why. */
export function unanswered(
  message: string,
  kind: 'timeout' | 'server_error' = 'server_error',
): Answer<never> {
  const cause = { kind, status: null, code: null, param: null, requestId: null, message };
  return { outcome: 'unknown', cause };
}

/**
 * Takes an answer about another object for unknown: it does not tell what became of the one that was
 * asked about.
 */
export function answerAbout<T extends { id: string } | null>(
  id: string,
  answer: Answer<T>,
): Promise<Answer<T>> {
  return andThen(answer, (value) =>
    value === null || value.id === id ? answer : unanswered('the answer is about another object'),
  );
}

/** What must agree between request and answer; metadata by name. */
export type Traits = Readonly<Record<string, string | number | null | undefined>>;

/**
 * Passes on the answer to a creation if it matches the request. Anything else was made for another
 * request (a provider that mixes answers up, a reused key): a fault of kind `foreign`, and
 * it must not be stored, confirmed, cancelled or refunded.
 */
export function asAsked<T>(made: T, found: Traits, asked: Traits): Answer<T> {
  // guard: the answer to a creation is compared with the request
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

/** The part of metadata that says whose an object is. */
export function ownersIn(metadata: Readonly<Record<string, string>>): Traits {
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => OWNERS.has(name)));
}

/** Whether a call failed inside the provider: its key answers that failure for ever. */
export function isKeptFailure(answer: Answer<unknown>): boolean {
  return answer.outcome === 'unknown' && answer.cause.kind === 'server_error';
}

/** Whether an answer is about another object than requested. */
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

async function answerOf<T>(call: () => Promise<T>, readError: ReadError<T>): Promise<Answer<T>> {
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

/** The provider's messages quote what they were given: tokens, keys, addresses. */
function withoutSecrets(message: string): string {
  return message
    .replaceAll(/_secret_\w+/g, '_secret_…')
    .replaceAll(/\b(tok|sk|rk|pk|whsec)_[\w*]+/g, '$1_…')
    .replaceAll(/[^\s'"<>]+@[^\s'"<>]+/g, '…@…');
}
