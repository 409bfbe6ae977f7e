import { ownershipOf } from '@agres/core/installation';
import { defineJob, DONE, outcomeOf, type JobDeps } from '@agres/core/jobs/job';
import { inTransaction } from '@agres/db/transaction';
import { PAYMENT_ACCOUNTS } from '@agres/domain/shapes';
import type { Answer } from '@agres/payments/answer';
import type { Invoice, SubscriptionStatus } from '@agres/payments/shapes';
import { z } from 'zod';

import { enqueueOrphanRefund } from '../refund/orphans.ts';
import { isPaidSince, readPaidRenewals, type ProviderContract } from './late-debits.ts';

const ENDED_STATUSES: ReadonlySet<SubscriptionStatus> = new Set(['canceled', 'incomplete_expired']);

/**
 * Ends all running subscriptions of a customer immediately, because the account was deleted, and refunds
 * renewals charged since then. Subscriptions of another installation for this customer continue.
 */
export const endSubscriptionsJob = defineJob({
  kind: 'end_subscriptions',
  payload: z.object({
    account: z.enum(PAYMENT_ACCOUNTS),
    customerId: z.string(),
    /** When the account was deleted. Jobs enqueued by the previous release do not state it. */
    since: z.iso.datetime().optional(),
  }),
  run: async (deps, { account, customerId, since }) => {
    const { db, payments, clock, installation } = deps;
    const found = await payments.findSubscriptions(account, customerId);
    if (found.outcome !== 'known') return outcomeOf(found);
    for (const provider of found.value) {
      const { id, status } = provider;
      // guard: account deletion does not end subscriptions of another installation
      if (ownershipOf(installation, provider) === 'another') continue;
      if (!ENDED_STATUSES.has(status)) {
        const ended = await payments.cancelNow(account, id);
        if (ended.outcome !== 'known') return outcomeOf(ended);
      }
      if (since === undefined) continue;
      const contract = { account, stripeSubscriptionId: id };
      const given = await refundSince(deps, contract, new Date(since));
      if (given.outcome !== 'known') return outcomeOf(given);
    }
    await db.subscription.updateMany({
      where: { stripeAccount: account, stripeCustomerId: customerId, state: { not: 'ended' } },
      data: { state: 'ended', accessEndsOn: clock() },
    });
    return DONE;
  },
});

/** Enqueues the refund of each renewal of one of our subscriptions charged to a card since a given time. */
async function refundSince(
  deps: JobDeps,
  contract: ProviderContract,
  since: Date,
): Promise<Answer<Invoice[]>> {
  const { account, stripeSubscriptionId } = contract;
  const row = await deps.db.subscription.findUnique({
    where: { stripeSubscriptionId },
    select: { id: true },
  });
  const paid = await readPaidRenewals(deps, contract);
  if (paid.outcome !== 'known' || row === null) return paid;
  await inTransaction(deps.db, async (tx) => {
    for (const renewal of paid.value) {
      const { paymentIntentId: intentId } = renewal;
      if (intentId === null || !isPaidSince(renewal, since)) continue;
      await enqueueOrphanRefund(tx, { account, intentId, subscriptionId: row.id, isOurs: true });
    }
  });
  deps.wakeJobs();
  return paid;
}
