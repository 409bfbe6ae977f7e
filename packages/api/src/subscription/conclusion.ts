import { inTransaction } from '@shop/db/transaction';
import type { CardFailure, ProviderSubscription } from '@shop/payments/shapes';

import type { Deps } from '../context.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { secondsFromNow } from '../purchase/attempt.ts';
import type { SubscribeAttempt } from './attempt.ts';

/** How a click on “subscribe” stands, as far as the provider has told. */
export type Conclusion =
  | { state: 'active' }
  | { state: 'refused'; failure: CardFailure }
  | { state: 'requires_action'; clientSecret: string }
  /** Given up before anything was paid; the same call may begin it again. */
  | { state: 'expired' }
  /** The provider does not say yet. */
  | { state: 'undecided' };

export type ConclusionDeps = Pick<Deps, 'db' | 'log' | 'wakeJobs' | 'clock'>;

/** How long a subscription waits for its owner to confirm the card. */
const HOLD_SECONDS = 600;

/** The provider waits for the card's owner; so does the click, for a while. */
export async function hold(
  { db }: ConclusionDeps,
  { id, leaseOwner }: SubscribeAttempt,
  clientSecret: string,
): Promise<Conclusion> {
  await db.$executeRaw`
    UPDATE subscription_attempt
    SET state = 'requires_action', lease_owner = NULL, lease_until = NULL,
      hold_until = coalesce(hold_until, ${secondsFromNow(HOLD_SECONDS)}),
      next_check_at = coalesce(hold_until, ${secondsFromNow(HOLD_SECONDS)})
    WHERE id = ${id}::uuid AND lease_owner = ${leaseOwner}
      AND state IN ('started', 'requires_action')`;
  return { state: 'requires_action', clientSecret };
}

/** Keeps the bank's word before what it refused is cleared away: then it can be asked no more. */
export async function noteFailure(
  { db }: ConclusionDeps,
  { id }: SubscribeAttempt,
  failure: CardFailure,
): Promise<void> {
  await db.$executeRaw`
    UPDATE subscription_attempt SET failure_code = ${failure}
    WHERE id = ${id}::uuid AND state IN ('started', 'requires_action')`;
}

/** Why a click is over without access: a refused card, or nobody came back. */
export type Ending = {
  /** Null where no bank has refused it now; one that was noted before counts. */
  failure: CardFailure | null;
  /** The subscription as it was given up; null if the provider never made it. */
  given: ProviderSubscription | null;
};

/**
 * Ends a click that was given up at the provider, and with it the subscription that never began.
 * Where referral credit had paid for it, the credit goes back.
 */
export async function end(
  { db, wakeJobs }: ConclusionDeps,
  { id, subscriptionId, account }: SubscribeAttempt,
  { failure, given }: Ending,
): Promise<Conclusion> {
  const [over] = await inTransaction(db, async (tx) => {
    const rows = await tx.$queryRaw<{ failure: CardFailure | null }[]>`
      UPDATE subscription_attempt
      SET state = CASE WHEN coalesce(${failure}, failure_code) IS NULL THEN 'expired' ELSE 'refused' END,
        failure_code = coalesce(${failure}, failure_code),
        lease_owner = NULL, lease_until = NULL, next_check_at = NULL
      WHERE id = ${id}::uuid AND state IN ('started', 'requires_action')
      RETURNING failure_code AS "failure"`;
    const ended = await tx.$executeRaw`
      UPDATE subscription SET state = 'ended', next_check_at = NULL
      WHERE id = ${subscriptionId}::int AND state = 'pending'`;
    if (ended === 0 || given?.status !== 'canceled' || given.latestInvoiceId === null) {
      return rows;
    }
    await enqueue(tx, {
      kind: 'return_credit',
      payload: { account, invoiceId: given.latestInvoiceId },
      dedupe: `return_credit:${given.latestInvoiceId}`,
    });
    return rows;
  });
  wakeJobs();
  const known = over?.failure ?? failure;
  return known === null ? { state: 'expired' } : { state: 'refused', failure: known };
}
