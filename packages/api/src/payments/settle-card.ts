import { PAYMENT_ACCOUNTS } from '@shop/domain/shapes';

import type { JobDeps } from '../jobs/handlers.ts';
import { DONE, type JobOutcome, type JobPayload } from '../jobs/job.ts';
import { outcomeOf } from '../jobs/provider-outcome.ts';
import { localeOf } from '../localized.ts';
import { endCardAttempt, markCardExpired } from './card-attempt.ts';

/**
 * Ends a change of card that nobody went on with. A card that its owner had set up pays from now on,
 * as it was asked to; unless a later one was put, or the subscription is over: then it is taken away.
 */
export async function settleCard(
  { db, payments, wakeJobs }: JobDeps,
  { attemptId }: JobPayload<'settle_card'>,
): Promise<JobOutcome> {
  const attempt = await db.subscriptionAttempt.findUnique({
    where: { id: attemptId },
    include: { subscription: true },
  });
  const subscription = attempt?.subscription;
  const isOpen = attempt?.state === 'started' || attempt?.state === 'requires_action';
  if (!isOpen || subscription?.stripeSubscriptionId == null) return DONE;
  const { userId, subscriptionId, idempotencyKey, createdAt } = attempt;
  const later = await db.subscriptionAttempt.findFirst({
    where: { kind: 'card_update', subscriptionId, state: 'done', createdAt: { gt: createdAt } },
    select: { id: true },
  });
  const isWanted = later === null && subscription.state !== 'ended' && userId !== null;
  const account = PAYMENT_ACCOUNTS.find((known) => known === attempt.stripeAccount) ?? 'main';
  const settled = await payments.settleCard(account, {
    customerId: subscription.stripeCustomerId,
    subscriptionId: subscription.stripeSubscriptionId,
    idempotencyKey,
    wish: isWanted ? 'keep' : 'drop',
  });
  if (settled.outcome !== 'known') return outcomeOf(settled);
  if (settled.value === 'kept' && userId !== null) {
    await endCardAttempt(db, { attemptId, userId, locale: localeOf(attempt.locale) });
  } else {
    await markCardExpired(db, attemptId);
  }
  wakeJobs();
  return DONE;
}
