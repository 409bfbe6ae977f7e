import { Stripe } from 'stripe';

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
    | 'invalid_request';
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

/** The provider's refusal, as the SDK throws it. */
export type ProviderError = InstanceType<typeof Stripe.errors.StripeError>;

/** Reads a refusal that a verb knows the meaning of; undefined leaves it to the general rule. */
export type ReadRefusal<T> = (refusal: ProviderError) => Promise<Answer<T>> | Answer<T> | undefined;

export function known<T>(value: T): Answer<T> {
  return { outcome: 'known', value };
}

/**
 * Makes one call within a time and says what came of it. Throws only what is no answer of the
 * provider: a bug.
 */
export async function ask<T>(
  call: () => Promise<T>,
  timeoutMs: number,
  readRefusal: ReadRefusal<T> = () => undefined,
): Promise<Answer<T>> {
  const deadline = Promise.withResolvers<Answer<T>>();
  const timer = setTimeout(
    () => deadline.resolve(unanswered('no answer within the time', 'timeout')),
    timeoutMs,
  );
  try {
    return await Promise.race([settle(call, readRefusal), deadline.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Goes on with a known answer; hands any other one through. */
export async function andThen<T, U>(
  answer: Answer<T>,
  next: (value: T) => Promise<Answer<U>> | Answer<U>,
): Promise<Answer<U>> {
  return answer.outcome === 'known' ? next(answer.value) : answer;
}

/** Whether a refusal says that an object is not there. */
export function isMissing(error: ProviderError): boolean {
  return error.code === 'resource_missing';
}

/** Whether the provider refused a card. */
export function isCardError(error: ProviderError): boolean {
  return error instanceof Stripe.errors.StripeCardError;
}

/** Whether the provider refused the call's parameters or the state of its object. */
export function isInvalidRequest(error: ProviderError): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

/** Whether a key was used before with other parameters. */
export function isKeyMismatch(error: ProviderError): boolean {
  return error instanceof Stripe.errors.StripeIdempotencyError;
}

/** What a refusal means where no verb knows better. */
export function generalAnswer(error: ProviderError): Answer<never> {
  const kind = kindOf(error);
  return { outcome: OUTCOMES[kind], cause: faultOf(error, kind) };
}

/** An answer that says nothing, and why. */
export function unanswered(
  message: string,
  kind: 'timeout' | 'server_error' = 'server_error',
): Answer<never> {
  const cause = { kind, status: null, code: null, param: null, requestId: null, message };
  return { outcome: 'unknown', cause };
}

/** Whether a call failed inside the provider: under its key, that failure is its answer for ever. */
export function isKeptFailure(answer: Answer<unknown>): boolean {
  return answer.outcome === 'unknown' && answer.cause.kind === 'server_error';
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
  invalid_request: 'misconfigured',
} as const satisfies Record<ProviderFault['kind'], 'unknown' | 'misconfigured'>;

async function settle<T>(call: () => Promise<T>, readRefusal: ReadRefusal<T>): Promise<Answer<T>> {
  try {
    return known(await call());
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    return (await readRefusal(error)) ?? generalAnswer(error);
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
