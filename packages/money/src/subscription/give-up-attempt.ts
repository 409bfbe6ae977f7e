import type { Deps } from '@agres/core/context';
import type { PaymentAccount } from '@agres/domain/shapes';
import type { Answer } from '@agres/payments/answer';
import type { ProviderSubscription } from '@agres/payments/shapes';

import {
  endAttempt,
  storeFailure,
  type SubscriptionOutcome,
  type OutcomeDeps,
  type AttemptEnd,
} from './end-attempt.ts';
import { startSubscription } from './start-subscription.ts';
import { findAttempt, type SubscriptionAttempt } from './subscription-attempt.ts';

type AbandonedSubscription = { account: PaymentAccount; stripeSubscriptionId: string };

/**
 * Gives up a subscription that never started: unpaid, or paid by credit alone and without a card. Returns it
 * unchanged if it was paid in the meantime and has a card for renewals.
 */
export async function giveUp(
  { payments }: Pick<Deps, 'payments'>,
  { account, stripeSubscriptionId }: AbandonedSubscription,
): Promise<Answer<ProviderSubscription | null>> {
  const abandoned = await payments.abandonSubscription(account, stripeSubscriptionId);
  if (abandoned.outcome !== 'known' || !abandoned.value?.lacksCard) return abandoned;
  return payments.cancelNow(account, stripeSubscriptionId);
}

/**
 * Ends an attempt by giving up its subscription, or starts the subscription if it was paid after all. The
 * provider's last answer decides, so that payment and access always agree.
 */
export async function giveUpOrStart(
  deps: OutcomeDeps & Pick<Deps, 'payments'>,
  asRead: SubscriptionAttempt & AbandonedSubscription,
  { failure, isChallenged }: Pick<AttemptEnd, 'failure' | 'isChallenged'>,
): Promise<Answer<SubscriptionOutcome>> {
  if (failure !== null) await storeFailure(deps, asRead, failure);
  const given = await giveUp(deps, asRead);
  if (given.outcome !== 'known') return given;
  const attempt = { ...asRead, intentId: await readIntentId(deps, asRead) };
  const taken = await findChargedIntent(deps, attempt, given.value);
  if (taken.outcome !== 'known') return taken;
  const ending = { failure, isChallenged, given: given.value, takenIntentId: taken.value };
  return { outcome: 'known', value: await applyEnding(deps, attempt, ending) };
}

/**
 * Returns the payment of the first invoice. A call that took the attempt over stored the payment before it
 * charged the card, so reading the row after the provider's answer is conclusive.
 */
async function readIntentId(
  { db }: OutcomeDeps,
  { id, subscriptionId, intentId }: SubscriptionAttempt,
): Promise<string | null> {
  if (intentId !== null) return intentId;
  const now = await findAttempt(db, id);
  // guard: giving up an attempt finds a first payment made by another call
  return now?.subscriptionId === subscriptionId ? now.intentId : null;
}

/**
 * Returns the first payment if a card was charged for a subscription that has ended: the account was deleted,
 * or the subscription was ended at the provider. An expired subscription was never paid.
 */
async function findChargedIntent(
  { payments }: Pick<Deps, 'payments'>,
  { account, intentId }: SubscriptionAttempt,
  given: ProviderSubscription | null,
): Promise<Answer<string | null>> {
  const isOver = given === null || given.status === 'canceled';
  if (!isOver || intentId === null) return { outcome: 'known', value: null };
  const read = await payments.readIntent(account, intentId);
  if (read.outcome !== 'known') return read;
  const { state, amountCents, refundedCents } = read.value;
  const isTaken = state === 'succeeded' && refundedCents < amountCents;
  return { outcome: 'known', value: isTaken ? intentId : null };
}

async function applyEnding(
  deps: OutcomeDeps,
  attempt: SubscriptionAttempt,
  ending: AttemptEnd,
): Promise<SubscriptionOutcome> {
  const { given } = ending;
  switch (given?.status) {
    case 'active':
    case 'trialing':
      return startSubscription(deps, attempt, given);
    case undefined:
    case 'canceled':
    case 'incomplete_expired':
      return endAttempt(deps, attempt, ending);
    default:
      return { state: 'undecided' };
  }
}
