import { PAYMENT_ACCOUNTS } from '@shop/domain/shapes';
import type { SubscriptionStatus } from '@shop/payments/shapes';
import { z } from 'zod';

import { whoseIs } from '../installation.ts';
import { defineJob, DONE, outcomeOf } from '../jobs/job.ts';

const ENDED_STATUSES: ReadonlySet<SubscriptionStatus> = new Set(['canceled', 'incomplete_expired']);

/**
 * Ends every running subscription of a customer at once: the account is deleted. Those that another
 * installation made for that customer go on.
 */
export const endSubscriptionsJob = defineJob({
  kind: 'end_subscriptions',
  payload: z.object({ account: z.enum(PAYMENT_ACCOUNTS), customerId: z.string() }),
  run: async ({ db, payments, clock, installation }, { account, customerId }) => {
    const found = await payments.findSubscriptions(account, customerId);
    if (found.outcome !== 'known') return outcomeOf(found);
    for (const provider of found.value) {
      const { id, status } = provider;
      // guard: what another installation renews is not ended
      if (ENDED_STATUSES.has(status) || whoseIs(installation, provider) === 'another') continue;
      const ended = await payments.cancelNow(account, id);
      if (ended.outcome !== 'known') return outcomeOf(ended);
    }
    await db.subscription.updateMany({
      where: { stripeAccount: account, stripeCustomerId: customerId, state: { not: 'ended' } },
      data: { state: 'ended', accessEndsOn: clock() },
    });
    return DONE;
  },
});
