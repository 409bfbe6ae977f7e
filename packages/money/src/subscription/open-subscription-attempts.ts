import type { Deps } from '@agres/core/context';
import { OTHER_INSTALLATION_ANSWER, ownershipOf } from '@agres/core/installation';
import type { Answer } from '@agres/payments/answer';
import type { ProviderSubscription } from '@agres/payments/shapes';

import type { AttemptKind } from '../checkout/check-attempt.ts';
import {
  endAttempt,
  NOTHING_CREATED,
  type SubscriptionOutcome,
  type AttemptEnd,
  type OutcomeDeps,
} from './end-attempt.ts';
import { giveUpOrStart } from './give-up-attempt.ts';
import {
  findAttempt,
  SUBSCRIPTION_ATTEMPTS,
  type SubscriptionAttempt,
} from './subscription-attempt.ts';

/** Starts subscriptions that were paid, and gives up abandoned ones. */
export const OPEN_SUBSCRIPTION_ATTEMPTS: AttemptKind<SubscriptionAttempt, SubscriptionOutcome> = {
  noun: 'subscription',
  attempts: SUBSCRIPTION_ATTEMPTS,
  alertAfterSeconds: 1800,
  find: findAttempt,
  check: async (deps, { attempt }) => {
    if (attempt.subscriptionId === null) return endWithoutSubscription(deps, attempt);
    const { stripeSubscriptionId, account } = attempt;
    if (stripeSubscriptionId === null) return endWithUnstoredId(deps, attempt);
    const read = await deps.payments.readSubscription(account, stripeSubscriptionId);
    if (read.outcome !== 'known') return read;
    const provider = read.value;
    if (provider !== null && ownershipOf(deps.installation, provider) === 'another')
      return OTHER_INSTALLATION_ANSWER;
    const waiting = provider === null ? null : waitingOutcomeOf(attempt, provider);
    if (waiting !== null) return { outcome: 'known', value: waiting };
    return giveUpOrStart(deps, { ...attempt, stripeSubscriptionId }, cardOf(provider));
  },
};

/** Returns the bank's answer about the card, as far as an unpaid subscription shows it. */
function cardOf(
  provider: ProviderSubscription | null,
): Pick<AttemptEnd, 'failure' | 'isChallenged'> {
  const payment = provider?.openPayment;
  return { failure: payment?.failure ?? null, isChallenged: payment?.state === 'requires_action' };
}

/** Returns null once neither the cardholder nor the bank may still answer. */
function waitingOutcomeOf(
  { state, holdSeconds }: SubscriptionAttempt,
  { openPayment, lacksCard }: ProviderSubscription,
): SubscriptionOutcome | null {
  if (openPayment?.state === 'processing') return { state: 'undecided' };
  const isChallenged =
    openPayment?.state === 'requires_action' || (lacksCard && state === 'requires_action');
  if (!isChallenged || holdSeconds <= 0) return null;
  return { state: 'requires_action', clientSecret: openPayment?.clientSecret ?? '' };
}

/**
 * Gives up a subscription whose id was never stored, and which therefore has no card. Starts it if a call
 * that took the attempt over has paid for it.
 */
export async function endWithUnstoredId(
  deps: OutcomeDeps & Pick<Deps, 'payments' | 'installation'>,
  attempt: SubscriptionAttempt,
): Promise<Answer<SubscriptionOutcome>> {
  const { account, customerId, subscriptionId } = attempt;
  const found = await deps.payments.findSubscriptions(account, customerId ?? '');
  if (found.outcome !== 'known') return found;
  const made = found.value.find(
    (provider) =>
      provider.metadata['subscription_row'] === String(subscriptionId) &&
      ownershipOf(deps.installation, provider) !== 'another',
  );
  if (made === undefined) return endWithoutSubscription(deps, attempt);
  return giveUpOrStart(deps, { ...attempt, stripeSubscriptionId: made.id }, cardOf(made));
}

async function endWithoutSubscription(
  deps: OutcomeDeps,
  attempt: SubscriptionAttempt,
): Promise<Answer<SubscriptionOutcome>> {
  return {
    outcome: 'known',
    value: await endAttempt(deps, attempt, NOTHING_CREATED),
  };
}
