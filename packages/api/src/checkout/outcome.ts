import { DomainError } from '@shop/domain/errors';
import type { PaymentAccount } from '@shop/domain/shapes';
import type { Answer, ProviderFault } from '@shop/payments/answer';
import type { CardFailure } from '@shop/payments/shapes';

import { raiseAlert, type AlertDeps } from '../jobs/alert.ts';

/** How long an attempt, and a unit of stock with it, waits for the cardholder to pass 3-D Secure. */
export const HOLD_SECONDS = 600;

/** How an attempt of any kind stands that has not succeeded. */
export type Unfinished =
  | { state: 'refused'; failure: CardFailure }
  | { state: 'requires_action'; clientSecret: string }
  /** Given up before anything was paid; the same call may begin it again. */
  | { state: 'expired' }
  /** Nothing is decided: the provider is still at it, or does not answer. */
  | { state: 'undecided' };

/** What a caller is told of an attempt that has not succeeded. */
export function errorOf(outcome: Unfinished, attemptId: string): DomainError {
  switch (outcome.state) {
    case 'refused':
      return new DomainError(outcome.failure);
    case 'requires_action': {
      const { clientSecret } = outcome;
      return new DomainError('invalid_card', {
        requiredAction: { requiresAction: true, clientSecret, attemptId },
      });
    }
    case 'expired':
    case 'undecided':
      return unavailable(new Error(`the attempt is ${outcome.state}`));
  }
}

/** Why a card was refused, by the code that is stored with its attempt. */
export function cardFailureOf(failureCode: string | null): CardFailure {
  return failureCode === 'insufficient_funds' ? 'insufficient_funds' : 'invalid_card';
}

const RETRY_AFTER_SECONDS = 5;

/**
 * The error of a purchase or subscription that is not decided: ask again, nothing is charged twice.
 * The log tells the cause.
 */
export function unavailable(cause: Error | ProviderFault): DomainError {
  return new DomainError('error_message', {
    status: 503,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  });
}

/** On whose behalf the provider was asked: an attempt of any kind. */
type Asked = { account: PaymentAccount; id: string };

/**
 * The value of a known answer. Any other leaves the attempt to the next call or to the reconciler:
 * 503, with an alert where the fault is ours.
 */
export async function knownOf<T>(deps: AlertDeps, attempt: Asked, answer: Answer<T>): Promise<T> {
  if (answer.outcome === 'known') return answer.value;
  if (answer.outcome === 'misconfigured') await alertMisconfigured(deps, attempt, answer.cause);
  throw unavailable(answer.cause);
}

/** Alerts that the provider refuses our calls through a fault of ours; once an hour. */
export async function alertMisconfigured(
  deps: AlertDeps,
  { account, id: attemptId }: Asked,
  { kind, code, requestId }: ProviderFault,
): Promise<void> {
  await raiseAlert(deps, {
    event:
      kind === 'foreign'
        ? 'The payment provider answers with what is not ours: it was left alone'
        : 'The payment provider refuses our calls',
    facts: { account, attemptId, fault: kind, code, requestId },
    dedupe: `misconfigured:${account}:${kind}`,
  });
}
