import { DomainError } from '@shop/domain/errors';
import type { Answer } from '@shop/payments/answer';
import type { CardFailure, Intent, ProviderSubscription } from '@shop/payments/shapes';

import type { Deps } from '../context.ts';
import { tellMisconfigured } from '../payments/misconfigured.ts';
import { CALL_BUDGET_MS, callWithRetries, startBudget, type Budget } from '../purchase/call.ts';
import { unavailable } from '../purchase/charge.ts';
import { freeAfterFailure } from '../purchase/lease.ts';
import { SUBSCRIBING, type SubscribeAttempt } from './attempt.ts';
import { end, hold, type Conclusion } from './conclusion.ts';
import { customerOf, forgetCustomer, isCustomerMissing } from './customer.ts';
import { giveUp, giveUpOrStart } from './giving-up.ts';
import { registerMade, registerSubscription } from './registration.ts';
import type { SubscribeRequest } from './request.ts';
import { start } from './starting.ts';

/** When the sweep looks at a click that a call had to leave. */
const CHECK_LEFT_SECONDS = 2;

/** A call that holds the lease of its click. */
export type Charging = { request: SubscribeRequest; attempt: SubscribeAttempt };

/** An attempt whose subscription is written down and made. */
type Made = SubscribeAttempt & {
  subscriptionId: number;
  generation: number;
  stripeSubscriptionId: string;
};

/**
 * Takes a click to its end: the customer, the subscription without money, its id written down, and
 * only then the card. Each step is found done by whoever repeats the call; the provider's word
 * decides. Refuses with 503 what is undecided: repeating never charges twice.
 */
export async function charge(deps: Deps, charging: Charging): Promise<Conclusion> {
  const budget = startBudget(CALL_BUDGET_MS);
  try {
    const begun = await begin(deps, charging, budget);
    return await settle(deps, charging, { ...begun, budget });
  } catch (error) {
    // Whatever went wrong, the next call must not wait for a lease that nobody works under.
    await freeAfterFailure(deps, SUBSCRIBING, {
      attemptId: charging.attempt.id,
      owner: charging.request.owner,
      checkInSeconds: CHECK_LEFT_SECONDS,
    });
    throw error;
  }
}

type Begun = { attempt: Made; provider: ProviderSubscription };

async function begin(deps: Deps, charging: Charging, budget: Budget): Promise<Begun> {
  const attempt = await writeDown(deps, charging, budget);
  const { stripeSubscriptionId, userId, subscriptionId, customerId } = attempt;
  if (stripeSubscriptionId !== null) {
    const read = await callWithRetries(budget, () =>
      deps.payments.readSubscription(attempt.account, stripeSubscriptionId),
    );
    const provider = await knownOf(deps, charging, read);
    if (provider === null) throw await expired(deps, attempt);
    return { attempt: madeOf(attempt), provider };
  }
  const made = await callWithRetries(budget, ({ timeoutMs }) =>
    deps.payments.beginSubscription(attempt.account, {
      customerId: customerId ?? '',
      plan: attempt.plan,
      metadata: { user_id: String(userId), subscription_row: String(subscriptionId) },
      idempotencyKey: keyOf(attempt),
      timeoutMs,
    }),
  );
  if (made.outcome === 'misconfigured') {
    if (isCustomerMissing(made.cause)) await forgetCustomer(deps, attempt);
    else await tellMisconfigured(deps, askedFor(attempt), made.cause);
    await end(deps, attempt, { failure: null, given: null });
    throw unavailable(made.cause);
  }
  const provider = await knownOf(deps, charging, made);
  return { attempt: await store(deps, charging, provider), provider };
}

/** The row of the subscription that is to be, with its number; made once for a click. */
async function writeDown(
  deps: Deps,
  charging: Charging,
  budget: Budget,
): Promise<SubscribeAttempt> {
  const { attempt, request } = charging;
  if (attempt.subscriptionId !== null) return attempt;
  const { userId, account } = request;
  const customerId = await knownOf(
    deps,
    charging,
    await callWithRetries(budget, () => customerOf(deps, { userId, account })),
  );
  const written = await registerSubscription(deps.db, {
    attemptId: attempt.id,
    owner: request.owner,
    customerId,
  });
  if (written === null || written.userId === null) throw new DomainError('not_logged_in');
  if (written.leaseOwner !== request.owner || written.subscriptionId === null) {
    throw unavailable(new Error('the click was lost before its subscription was written down'));
  }
  return written;
}

/** Commits which subscription the card is about to pay, by this call alone. */
async function store(
  deps: Deps,
  { attempt: { id }, request }: Charging,
  provider: ProviderSubscription,
): Promise<Made> {
  const { owner } = request;
  const stored = await registerMade(deps.db, { attemptId: id, owner, provider });
  if (stored?.leaseOwner === owner && stored.stripeSubscriptionId === provider.id) {
    return madeOf(stored);
  }
  // Whoever took the click over has the same subscription under the same key; else nobody wants it.
  const isShared = stored?.state === 'started' || stored?.state === 'requires_action';
  if (!isShared || stored.userId === null) {
    await giveUp(deps, { account: request.account, stripeSubscriptionId: provider.id });
  }
  throw unavailable(new Error('the click was lost before its subscription was stored'));
}

type Paying = Begun & { budget: Budget };

/** Pays what is open with the card, unless that was done before. */
async function settle(deps: Deps, charging: Charging, paying: Paying): Promise<Conclusion> {
  const { attempt, provider, budget } = paying;
  const { openPayment } = provider;
  if (openPayment?.state === 'created') {
    const intent = await confirm(deps, charging, { attempt, intentId: openPayment.id, budget });
    return decide(deps, charging, { ...paying, intent });
  }
  if (provider.lacksCard) return putCard(deps, charging, paying);
  return decide(deps, charging, { ...paying, intent: openPayment });
}

type Confirming = { attempt: Made; intentId: string; budget: Budget };

async function confirm(
  deps: Deps,
  charging: Charging,
  { attempt, intentId, budget }: Confirming,
): Promise<Intent> {
  const answer = await callWithRetries(budget, ({ timeoutMs }) =>
    deps.payments.confirmIntent(attempt.account, {
      intentId,
      token: charging.request.input.stripeToken ?? '',
      idempotencyKey: `${keyOf(attempt)}_confirm`,
      timeoutMs,
    }),
  );
  if (answer.outcome === 'known') return answer.value;
  if (answer.outcome === 'misconfigured')
    await tellMisconfigured(deps, askedFor(attempt), answer.cause);
  // The answer may be lost and the deed done: the provider keeps even a failure under its key.
  const read = await callWithRetries(budget, (options) =>
    deps.payments.readIntent(attempt.account, intentId, options),
  );
  const intent = await knownOf(deps, charging, read);
  if (intent.state === 'created') throw unavailable(answer.cause);
  return intent;
}

/** Nothing is to be paid now: the card is kept for what comes, after its owner's confirmation. */
async function putCard(
  deps: Deps,
  charging: Charging,
  { attempt, provider, budget }: Paying,
): Promise<Conclusion> {
  const { account } = attempt;
  const answer = await callWithRetries(budget, () =>
    deps.payments.updateCard(account, {
      customerId: provider.customerId,
      subscriptionId: provider.id,
      token: charging.request.input.stripeToken ?? '',
      idempotencyKey: `${keyOf(attempt)}_card`,
    }),
  );
  if (answer.outcome === 'misconfigured' && answer.cause.kind === 'idempotency_mismatch') {
    return stop(deps, charging, { attempt, budget, failure: null });
  }
  const card = await knownOf(deps, charging, answer);
  if (card.state === 'requires_action') return hold(deps, attempt, card.clientSecret);
  if (card.state === 'updated') return start(deps, attempt, provider);
  return stop(deps, charging, { attempt, budget, failure: card.failure });
}

type Deciding = Paying & { intent: Intent | null };

async function decide(
  deps: Deps,
  charging: Charging,
  { attempt, budget, intent }: Deciding,
): Promise<Conclusion> {
  switch (intent?.state) {
    case 'requires_action':
      return hold(deps, attempt, intent.clientSecret);
    case 'processing':
      throw unavailable(new Error('the bank has not answered yet'));
    // Under `created` another card came with the same key: the next call of this key begins anew.
    default:
      return stop(deps, charging, { attempt, budget, failure: intent?.failure ?? null });
  }
}

type Stopping = { attempt: Made; budget: Budget; failure: CardFailure | null };

/** Paid, refused or given up: whatever is not paid is given up, and what is then there decides. */
async function stop(
  deps: Deps,
  charging: Charging,
  { attempt, budget, failure }: Stopping,
): Promise<Conclusion> {
  const answer = await callWithRetries(budget, () => giveUpOrStart(deps, attempt, failure));
  const conclusion = await knownOf(deps, charging, answer);
  if (conclusion.state === 'undecided') {
    throw unavailable(new Error('the subscription could neither be paid nor given up'));
  }
  return conclusion;
}

/** The provider's answer; what is unknown leaves the click to the next call, or to the sweep. */
async function knownOf<T>(deps: Deps, charging: Charging, answer: Answer<T>): Promise<T> {
  if (answer.outcome === 'known') return answer.value;
  if (answer.outcome === 'misconfigured') {
    await tellMisconfigured(deps, askedFor(charging.attempt), answer.cause);
  }
  throw unavailable(answer.cause);
}

async function expired(deps: Deps, attempt: SubscribeAttempt): Promise<DomainError> {
  await end(deps, attempt, { failure: null, given: null });
  return unavailable(new Error('the subscription is gone at the provider'));
}

const askedFor = ({ account, id }: SubscribeAttempt) => ({ account, attemptId: id });

/** The provider's idempotency key of a person's n-th subscription (purchase protocol, 2.10). */
const keyOf = ({ userId, generation }: SubscribeAttempt) => `sub_${userId}_${generation}`;

function madeOf(attempt: SubscribeAttempt): Made {
  const { subscriptionId, generation, stripeSubscriptionId } = attempt;
  if (subscriptionId === null || generation === null || stripeSubscriptionId === null) {
    throw new Error(`attempt ${attempt.id} has no subscription at the provider`);
  }
  return { ...attempt, subscriptionId, generation, stripeSubscriptionId };
}
