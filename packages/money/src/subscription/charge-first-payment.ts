import type { Deps } from '@agres/core/context';
import { markOf } from '@agres/core/installation';
import { DomainError } from '@agres/domain/errors';
import type { ProviderFault } from '@agres/payments/answer';
import type { CardFailure, Intent, ProviderSubscription } from '@agres/payments/shapes';

import {
  alertMisconfigured,
  callWithRetries,
  isCachedByProvider,
  requireKnown,
  unavailable,
} from '../checkout/ask-provider.ts';
import { CHECK_LEFT_SECONDS, underLease } from '../checkout/lease.ts';
import {
  endAttempt,
  NOTHING_CREATED,
  returnCredit,
  type SubscriptionOutcome,
} from './end-attempt.ts';
import { findOrCreateCustomer, deleteCustomerRow, isCustomerMissing } from './ensure-customer.ts';
import { giveUp, giveUpOrStart } from './give-up-attempt.ts';
import { holdAttempt } from './hold-for-authentication.ts';
import { endWithUnstoredId } from './open-subscription-attempts.ts';
import { startSubscription } from './start-subscription.ts';
import { storeSubscriptionId, storePendingSubscription } from './store-subscription-id.ts';
import { SUBSCRIPTION_ATTEMPTS, type SubscriptionAttempt } from './subscription-attempt.ts';
import type { SubscriptionRequest } from './subscription-request.ts';

export type FirstChargeInput = { request: SubscriptionRequest; attempt: SubscriptionAttempt };

type CreatedAttempt = SubscriptionAttempt & {
  subscriptionId: number;
  generation: number;
  stripeSubscriptionId: string;
};

/**
 * Completes an attempt: creates the customer and the unpaid subscription, stores the subscription's id, and
 * only then charges the card. Idempotent: a repeated call skips completed steps and never charges twice.
 * Throws 503 while the outcome is undecided.
 */
export async function chargeFirstPayment(
  deps: Deps,
  charging: FirstChargeInput,
): Promise<SubscriptionOutcome> {
  const release = {
    attempts: SUBSCRIPTION_ATTEMPTS,
    attemptId: charging.attempt.id,
    leaseHolder: charging.request.leaseHolder,
    checkInSeconds: CHECK_LEFT_SECONDS,
  };
  return underLease(deps, release, async () => {
    const { attempt, provider } = await begin(deps, charging);
    // The provider never forgets a subscription, so this answer comes from another account's key and proves
    // nothing about money.
    // guard: a subscription unknown to the provider does not count as unpaid
    if (provider === null) return finish(deps, charging, { attempt, failure: null });
    return pay(deps, charging, { attempt, provider });
  });
}

/** `provider` is null if the provider answers that it has no such subscription. */
type BegunSubscription = { attempt: CreatedAttempt; provider: ProviderSubscription | null };

async function begin(deps: Deps, charging: FirstChargeInput): Promise<BegunSubscription> {
  const attempt = await storePending(deps, charging);
  const { stripeSubscriptionId, userId, subscriptionId, customerId } = attempt;
  if (stripeSubscriptionId !== null) {
    const read = await callWithRetries(deps.payments, () =>
      deps.payments.readSubscription(attempt.account, stripeSubscriptionId),
    );
    const provider = await requireKnown(deps, charging.attempt, read);
    return { attempt: createdAttemptOf(attempt), provider };
  }
  const made = await callWithRetries(deps.payments, () =>
    deps.payments.beginSubscription(attempt.account, {
      customerId: customerId ?? '',
      plan: attempt.plan,
      metadata: {
        user_id: String(userId),
        subscription_row: String(subscriptionId),
        ...markOf(deps.installation),
      },
      idempotencyKey: keyOf(deps, attempt),
    }),
  );
  if (made.outcome === 'misconfigured') {
    if (isCustomerMissing(made.cause)) await deleteCustomerRow(deps, attempt);
    throw await endMisconfigured(deps, attempt, made.cause);
  }
  // The provider replays a cached failure for this key, so give up a subscription created with it.
  if (isCachedByProvider(made)) await endWithUnstoredId(deps, attempt);
  const provider = await requireKnown(deps, charging.attempt, made);
  return { attempt: await storeId(deps, attempt, provider), provider };
}

/**
 * Ends an attempt for which nothing was created. The provider has cached this answer under the present
 * idempotency keys; the next call starts again with other ones.
 */
async function endMisconfigured(
  deps: Deps,
  attempt: SubscriptionAttempt,
  fault: ProviderFault,
): Promise<DomainError> {
  if (!isCustomerMissing(fault)) await alertMisconfigured(deps, attempt, fault);
  await endAttempt(deps, attempt, NOTHING_CREATED);
  return unavailable(fault);
}

/** Creates the row of the subscription, with its number, once per attempt. */
async function storePending(deps: Deps, charging: FirstChargeInput): Promise<SubscriptionAttempt> {
  const { attempt, request } = charging;
  if (attempt.subscriptionId !== null) return attempt;
  const { userId, account } = request;
  const made = await callWithRetries(deps.payments, () =>
    findOrCreateCustomer(deps, { userId, account, attempt }),
  );
  if (made.outcome === 'misconfigured') throw await endMisconfigured(deps, attempt, made.cause);
  if (isCachedByProvider(made)) await endAttempt(deps, attempt, NOTHING_CREATED);
  const customerId = await requireKnown(deps, attempt, made);
  const written = await storePendingSubscription(deps.db, {
    attemptId: attempt.id,
    leaseHolder: request.leaseHolder,
    customerId,
  });
  if (written === null || written.userId === null) throw new DomainError('not_logged_in');
  if (written.leaseHolder !== request.leaseHolder || written.subscriptionId === null) {
    throw unavailable(new Error('the lease was lost before the subscription had its row'));
  }
  return written;
}

/** Commits that this call, and no other, is about to charge the card for this subscription. */
async function storeId(
  deps: Deps,
  { id, leaseHolder, account, subscriptionId }: SubscriptionAttempt,
  provider: ProviderSubscription,
): Promise<CreatedAttempt> {
  if (leaseHolder === null) throw new Error(`attempt ${id} has no lease`);
  const stored = await storeSubscriptionId(deps.db, { attemptId: id, leaseHolder, provider });
  if (stored?.leaseHolder === leaseHolder && stored.stripeSubscriptionId === provider.id) {
    return createdAttemptOf(stored);
  }
  const isOpen = stored?.state === 'started' || stored?.state === 'requires_action';
  // A call that took the attempt over has the same idempotency key and so the same subscription. A restarted
  // attempt has another one: give this one up.
  const isShared = isOpen && stored.subscriptionId === subscriptionId && stored.userId !== null;
  if (!isShared) {
    const given = await giveUp(deps, { account, stripeSubscriptionId: provider.id });
    if (given.outcome === 'known') await returnCredit(deps.db, account, given.value);
    deps.wakeJobs();
  }
  throw unavailable(new Error('the lease was lost before the subscription was stored'));
}

type UnpaidSubscription = { attempt: CreatedAttempt; provider: ProviderSubscription };

/** Pays the open invoice with the card, unless it is already paid. */
async function pay(
  deps: Deps,
  charging: FirstChargeInput,
  paying: UnpaidSubscription,
): Promise<SubscriptionOutcome> {
  const { attempt, provider } = paying;
  const { openPayment } = provider;
  if (openPayment?.state === 'created') {
    const intent = await confirm(deps, charging, { attempt, intentId: openPayment.id });
    return applyPayment(deps, charging, { ...paying, intent });
  }
  if (provider.lacksCard) return storeCard(deps, charging, paying);
  return applyPayment(deps, charging, { ...paying, intent: openPayment });
}

type FirstIntent = { attempt: CreatedAttempt; intentId: string };

async function confirm(
  deps: Deps,
  charging: FirstChargeInput,
  { attempt, intentId }: FirstIntent,
): Promise<Intent> {
  const answer = await callWithRetries(deps.payments, () =>
    deps.payments.confirmIntent(attempt.account, {
      intentId,
      token: charging.request.input.stripeToken ?? '',
      idempotencyKey: `${keyOf(deps, attempt)}_confirm`,
    }),
  );
  if (answer.outcome === 'known') return answer.value;
  if (answer.outcome === 'misconfigured') await alertMisconfigured(deps, attempt, answer.cause);
  // The card may be charged although the answer was lost. The provider caches even a failure under its key.
  const read = await callWithRetries(deps.payments, () =>
    deps.payments.readIntent(attempt.account, intentId),
  );
  const intent = await requireKnown(deps, charging.attempt, read);
  // A cached failure under this key charges no card, so the subscription is given up.
  if (intent.state === 'created' && !isCachedByProvider(answer)) throw unavailable(answer.cause);
  return intent;
}

/**
 * Stores the card for later debits, because nothing is due now. The cardholder may have to confirm it first.
 */
async function storeCard(
  deps: Deps,
  charging: FirstChargeInput,
  { attempt, provider }: UnpaidSubscription,
): Promise<SubscriptionOutcome> {
  const { account } = attempt;
  const answer = await callWithRetries(deps.payments, () =>
    deps.payments.updateCard(account, {
      customerId: provider.customerId,
      subscriptionId: provider.id,
      token: charging.request.input.stripeToken ?? '',
      ...markOf(deps.installation),
      idempotencyKey: `${keyOf(deps, attempt)}_card`,
    }),
  );
  const fault = answer.outcome === 'misconfigured' ? answer.cause : null;
  if (fault?.kind === 'foreign') await alertMisconfigured(deps, attempt, fault);
  if (fault?.kind === 'idempotency_mismatch' || fault?.kind === 'foreign') {
    return finish(deps, charging, { attempt, failure: null });
  }
  const card = await requireKnown(deps, charging.attempt, answer);
  if (card.state === 'requires_action') return holdAttempt(deps, attempt, card.clientSecret);
  if (card.state === 'updated') return startSubscription(deps, attempt, provider);
  return finish(deps, charging, { attempt, failure: card.failure });
}

type PaymentResult = UnpaidSubscription & { intent: Intent | null };

async function applyPayment(
  deps: Deps,
  charging: FirstChargeInput,
  { attempt, intent }: PaymentResult,
): Promise<SubscriptionOutcome> {
  switch (intent?.state) {
    case 'requires_action':
      return holdAttempt(deps, attempt, intent.clientSecret);
    case 'processing':
      throw unavailable(new Error('the bank has not answered yet'));
    // In state `created`, another card came with the same key, or the key has a cached failure: the next call
    // with this key starts again.
    default:
      return finish(deps, charging, { attempt, failure: intent?.failure ?? null });
  }
}

type FinishInput = { attempt: CreatedAttempt; failure: CardFailure | null };

/**
 * Gives up the subscription if it is unpaid. The provider's answer decides the outcome: paid, declined or
 * expired.
 */
async function finish(
  deps: Deps,
  charging: FirstChargeInput,
  { attempt, failure }: FinishInput,
): Promise<SubscriptionOutcome> {
  const answer = await callWithRetries(deps.payments, () =>
    giveUpOrStart(deps, attempt, { failure, isChallenged: false }),
  );
  const outcome = await requireKnown(deps, charging.attempt, answer);
  if (outcome.state === 'undecided') {
    throw unavailable(new Error('the subscription could neither be paid nor given up'));
  }
  return outcome;
}

/**
 * Returns the idempotency key of a person's n-th subscription (decision 070). It contains the installation,
 * because another one numbers its own users.
 */
const keyOf = (
  { installation }: Pick<Deps, 'installation'>,
  { userId, generation }: SubscriptionAttempt,
) => `sub_${userId}_${generation}_${installation.id}`;

function createdAttemptOf(attempt: SubscriptionAttempt): CreatedAttempt {
  const { subscriptionId, generation, stripeSubscriptionId } = attempt;
  if (subscriptionId === null || generation === null || stripeSubscriptionId === null) {
    throw new Error(`attempt ${attempt.id} has no subscription at the provider`);
  }
  return { ...attempt, subscriptionId, generation, stripeSubscriptionId };
}
