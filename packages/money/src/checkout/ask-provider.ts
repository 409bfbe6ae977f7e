import { setTimeout as sleep } from 'node:timers/promises';

import { raiseAlert, type AlertDeps } from '@agres/core/jobs/alert';
import { liftDatabaseDeadline } from '@agres/db/database-deadline';
import { DomainError } from '@agres/domain/errors';
import type { PaymentAccount } from '@agres/domain/shapes';
import type { Answer, ProviderFault } from '@agres/payments/answer';
import type { Payments } from '@agres/payments/payments';

/**
 * Calls the provider and, while the outcome is unknown, retries with the same idempotency key after each of
 * `retryPausesMs`. No call outlasts the deadline of `payments`.
 */
export async function callWithRetries<T>(
  payments: Pick<Payments, 'leftMs' | 'retryPausesMs'>,
  call: () => Promise<Answer<T>>,
): Promise<Answer<T>> {
  // guard: the result of a provider call is stored without a database deadline
  liftDatabaseDeadline();
  let answer: Answer<T> = OUT_OF_TIME;
  for (const pauseMs of [0, ...payments.retryPausesMs]) {
    if (payments.leftMs() - pauseMs <= 0) return answer;
    if (pauseMs > 0) await sleep(pauseMs);
    answer = await call();
    if (answer.outcome !== 'unknown') return answer;
  }
  return answer;
}

const CACHED_FAULTS: ReadonlySet<string> = new Set([
  'server_error',
  'foreign',
  'idempotency_mismatch',
]);

/**
 * Whether the provider caches an answer under its idempotency key (for a day). The next call then
 * needs another key.
 */
export function isCachedByProvider(answer: Answer<unknown>): boolean {
  return answer.outcome !== 'known' && CACHED_FAULTS.has(answer.cause.kind);
}

const NOT_CALLED: ProviderFault = {
  kind: 'timeout',
  status: null,
  code: null,
  param: null,
  requestId: null,
  message: 'no time was left for the call',
};
const OUT_OF_TIME = { outcome: 'unknown', cause: NOT_CALLED } as const;

const RETRY_AFTER_SECONDS = 5;

/**
 * Returns the 503 error for an undecided purchase or subscription: a retry charges nothing twice. The cause
 * is only logged.
 */
export function unavailable(cause: Error | ProviderFault): DomainError {
  return new DomainError('error_message', {
    status: 503,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  });
}

type AttemptRef = { account: PaymentAccount; id: string };

/**
 * Returns the value of a known answer. Any other answer throws 503 and leaves the attempt to the next call or
 * the reconciler; a fault of ours also raises an alert.
 */
export async function requireKnown<T>(
  deps: AlertDeps,
  attempt: AttemptRef,
  answer: Answer<T>,
): Promise<T> {
  if (answer.outcome === 'known') return answer.value;
  if (answer.outcome === 'misconfigured') await alertMisconfigured(deps, attempt, answer.cause);
  throw unavailable(answer.cause);
}

/** Raises an alert, at most once an hour, that the provider refuses our calls because of a fault of ours. */
export async function alertMisconfigured(
  deps: AlertDeps,
  { account, id: attemptId }: AttemptRef,
  { kind, code, requestId }: ProviderFault,
): Promise<void> {
  await raiseAlert(deps, {
    event:
      kind === 'foreign'
        ? 'The payment provider returned an object that is not ours; nothing was changed'
        : 'The payment provider refuses our calls',
    facts: { account, attemptId, fault: kind, code, requestId },
    dedupe: `misconfigured:${account}:${kind}`,
  });
}
