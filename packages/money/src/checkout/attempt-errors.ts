import { DomainError } from '@agres/domain/errors';
import type { CardFailure } from '@agres/payments/shapes';

import { unavailable } from './ask-provider.ts';

/** How long an attempt holds its unit of stock for the cardholder to complete 3-D Secure. */
export const HOLD_SECONDS = 600;

export type UnfinishedOutcome =
  | { state: 'refused'; failure: CardFailure }
  | { state: 'requires_action'; clientSecret: string }
  /** The attempt was given up before anything was paid; the same call may restart it. */
  | { state: 'expired' }
  /** The provider is still processing the payment, or does not answer. */
  | { state: 'undecided' };

/** Returns the error for an attempt that has not succeeded: 503 if it expired or is undecided. */
export function errorOf(outcome: UnfinishedOutcome, attemptId: string): DomainError {
  switch (outcome.state) {
    case 'refused':
      return new DomainError(outcome.failure);
    case 'requires_action': {
      const { clientSecret } = outcome;
      return new DomainError('invalid_card', {
        reason: 'authentication_required',
        requiredAction: { requiresAction: true, clientSecret, attemptId },
      });
    }
    case 'expired':
    case 'undecided':
      return unavailable(new Error(`the attempt is ${outcome.state}`));
  }
}

/** Returns why a card was declined, from the code stored with its attempt. */
export function cardFailureOf(failureCode: string | null): CardFailure {
  return failureCode === 'insufficient_funds' ? 'insufficient_funds' : 'invalid_card';
}
