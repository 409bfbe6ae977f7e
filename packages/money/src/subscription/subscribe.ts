import type { Deps, MemberContext } from '@agres/core/context';
import { createCallCounter, type CallCount } from '@agres/core/limits/require-rate-limit';
import { DomainError } from '@agres/domain/errors';
import type { Subscription } from '@agres/domain/shapes';
import type { Subscribe } from '@agres/domain/subscription.schema';

import { alertMisconfigured, callWithRetries, unavailable } from '../checkout/ask-provider.ts';
import { cardFailureOf, errorOf } from '../checkout/attempt-errors.ts';
import { finishOlder } from '../checkout/check-attempt.ts';
import { withDeadline } from '../checkout/lease.ts';
import { runUntilDecided, type Round } from '../checkout/rounds.ts';
import { chargeFirstPayment } from './charge-first-payment.ts';
import type { SubscriptionOutcome } from './end-attempt.ts';
import { openAttempt, type PreparedAttempt } from './open-attempt.ts';
import { OPEN_SUBSCRIPTION_ATTEMPTS } from './open-subscription-attempts.ts';
import { checkSubscription, resume } from './renewal.ts';
import { findAttempt, type SubscriptionAttempt } from './subscription-attempt.ts';
import { readSubscriptionRequest, type SubscriptionRequest } from './subscription-request.ts';
import { subscriptionOf, subscriptionSelect } from './subscription-shape.ts';

type SubscribeResult =
  | { attemptId: string; outcome: SubscriptionOutcome; isReplay: boolean }
  | 'resumed';

/**
 * Starts the caller's subscription and charges its first invoice (S7.18), or resumes one that is about to
 * end, without a charge. A call that is repeated, concurrently, after 3-D Secure or after a lost answer,
 * never starts a second subscription. Throws `already_subscribed`, `invalid_fields` (400), `invalid_card`
 * (with `requiredAction` for 3-D Secure), `insufficient_funds`, `invalid_fields` (422: the key was used with
 * other content), `terms_changed`, `purchase_in_progress` while another attempt is in progress, and 503
 * `error_message` while undecided.
 */
export async function subscribe(ctx: MemberContext, input: Subscribe): Promise<Subscription> {
  const deps: Deps = { ...ctx.deps, log: ctx.log };
  const count = createCallCounter(ctx, { limit: 'subscribeByUser', userId: ctx.session.userId });
  await count.repeats();
  const request = await readSubscriptionRequest(ctx, input);
  const decided = await runUntilDecided(
    () => takeNextStep(deps, request, count),
    (attemptId) => findAttempt(deps.db, attemptId),
  );
  if (decided === 'resumed') return readSubscription(deps, request);
  const { attemptId, outcome, isReplay } = decided;
  if (isReplay) ctx.setHeader('idempotency-replayed', 'true');
  if (outcome.state !== 'active') throw errorOf(outcome, attemptId);
  return readSubscription(deps, request);
}

async function takeNextStep(
  given: Deps,
  request: SubscriptionRequest,
  count: CallCount,
): Promise<Round<SubscribeResult>> {
  const deps = withDeadline(given);
  let known: PreparedAttempt = { isCounted: false };
  let next = await openAttempt(deps, request, known);
  if (next.step === 'count') {
    await count.begins();
    known = { isCounted: true };
    next = await openAttempt(deps, request, known);
  }
  if (next.step === 'read_card') {
    const fingerprint = await readFingerprint(deps, request, next.token);
    next = await openAttempt(deps, request, { ...known, fingerprint });
  }
  switch (next.step) {
    case 'count':
    case 'read_card':
      return { kind: 'again' };
    case 'charge': {
      const { attempt } = next;
      const outcome = await chargeFirstPayment(deps, { request, attempt });
      return { kind: 'decided', decided: { attemptId: attempt.id, outcome, isReplay: false } };
    }
    case 'replay': {
      const { attempt } = next;
      const outcome = storedOutcomeOf(attempt);
      return { kind: 'decided', decided: { attemptId: attempt.id, outcome, isReplay: true } };
    }
    case 'wait':
      return { kind: 'wait', attempt: next.attempt };
    case 'finish_older': {
      const { leaseHolder } = request;
      await finishOlder(deps, OPEN_SUBSCRIPTION_ATTEMPTS, { attempt: next.attempt, leaseHolder });
      return { kind: 'again' };
    }
    case 'resume': {
      const isGoingOn = await resume(deps, next.subscriptionId);
      return isGoingOn ? { kind: 'decided', decided: 'resumed' } : { kind: 'again' };
    }
    case 'check':
      await checkSubscription(deps, next.subscriptionId);
      return { kind: 'again' };
  }
}

/**
 * Returns the fingerprint of a call's card; null if the provider does not know the card, or our key may not
 * read it. The card is then not considered.
 *
 * @throws DomainError 503 if the provider does not answer
 */
async function readFingerprint(
  deps: Deps,
  { account }: SubscriptionRequest,
  token: string,
): Promise<string | null> {
  const read = await callWithRetries(deps.payments, () =>
    deps.payments.readCardFingerprint(account, token),
  );
  if (read.outcome === 'known') return read.value;
  if (read.outcome !== 'misconfigured') throw unavailable(read.cause);
  await alertMisconfigured(deps, { account, id: 'none' }, read.cause);
  return null;
}

function storedOutcomeOf({ state, failureCode }: SubscriptionAttempt): SubscriptionOutcome {
  if (state === 'done') return { state: 'active' };
  return { state: 'refused', failure: cardFailureOf(failureCode) };
}

/** Returns the latest subscription that was ever paid, so that a repeated call gets it even much later. */
async function readSubscription(
  deps: Deps,
  { userId }: SubscriptionRequest,
): Promise<Subscription> {
  const row = await deps.db.subscription.findFirst({
    where: { userId, subscriptionDate: { not: null } },
    orderBy: { generation: 'desc' },
    select: subscriptionSelect,
  });
  const subscription = row === null ? null : await subscriptionOf(deps, row);
  if (subscription === null) throw new DomainError('not_logged_in');
  return subscription;
}
