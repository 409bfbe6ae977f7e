import type { SubscriptionStatus } from '@shop/payments/shapes';

import type { JobDeps } from './handlers.ts';
import { DONE, type JobOutcome, type JobPayload } from './job.ts';
import { outcomeOf } from './provider-outcome.ts';

const ENDED: ReadonlySet<SubscriptionStatus> = new Set(['canceled', 'incomplete_expired']);

/** Ends at once whatever a customer of the provider still renews: the person has left. */
export async function endSubscriptions(
  { db, payments, clock }: JobDeps,
  { account, customerId }: JobPayload<'end_subscriptions'>,
): Promise<JobOutcome> {
  const found = await payments.findSubscriptions(account, customerId);
  if (found.outcome !== 'known') return outcomeOf(found);
  for (const { id, status } of found.value) {
    if (ENDED.has(status)) continue;
    const ended = await payments.cancelNow(account, id);
    if (ended.outcome !== 'known') return outcomeOf(ended);
  }
  await db.subscription.updateMany({
    where: { stripeAccount: account, stripeCustomerId: customerId, state: { not: 'ended' } },
    data: { state: 'ended', accessEndsOn: clock() },
  });
  return DONE;
}
