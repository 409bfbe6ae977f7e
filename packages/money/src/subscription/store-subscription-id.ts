import type { Db } from '@agres/db/db';
import type { ProviderSubscription } from '@agres/payments/shapes';

import { findAttempt, type SubscriptionAttempt } from './subscription-attempt.ts';

type LeasedAttempt = { attemptId: string; leaseHolder: string };

/**
 * Creates the row of an attempt's subscription, with the person's next number, once per attempt and only for
 * its lease holder. Returns the attempt's current row.
 */
export async function storePendingSubscription(
  db: Db,
  { attemptId, leaseHolder, customerId }: LeasedAttempt & { customerId: string },
): Promise<SubscriptionAttempt | null> {
  await db.$executeRaw`
    WITH made AS (
      INSERT INTO subscription
        (user_id, stripe_account, stripe_customer_id, plan, state, generation, referrer_id,
          contract_text_id, immediate_start_at)
      SELECT a.user_id, a.stripe_account, ${customerId}, a.plan, 'pending',
        1 + (SELECT coalesce(max(generation), 0) FROM subscription s WHERE s.user_id = a.user_id),
        a.referrer_id, a.contract_text_id, a.immediate_start_at
      FROM subscription_attempt a
      WHERE a.id = ${attemptId}::uuid AND a.lease_owner = ${leaseHolder}
        AND a.state = 'started' AND a.subscription_id IS NULL AND a.user_id IS NOT NULL
      RETURNING id)
    UPDATE subscription_attempt SET subscription_id = made.id
    FROM made WHERE subscription_attempt.id = ${attemptId}::uuid`;
  return findAttempt(db, attemptId);
}

/**
 * Stores the subscription and payment that the provider created for an attempt, if this call still holds its
 * lease. The card is charged only after this. Returns the attempt's current row.
 */
export async function storeSubscriptionId(
  db: Db,
  { attemptId, leaseHolder, provider }: LeasedAttempt & { provider: ProviderSubscription },
): Promise<SubscriptionAttempt | null> {
  await db.$executeRaw`
    WITH held AS (
      UPDATE subscription_attempt SET stripe_intent_id = ${provider.openPayment?.id ?? null}
      WHERE id = ${attemptId}::uuid AND lease_owner = ${leaseHolder} AND user_id IS NOT NULL
        AND state IN ('started', 'requires_action')
      RETURNING subscription_id)
    UPDATE subscription SET stripe_subscription_id = ${provider.id}
    FROM held WHERE subscription.id = held.subscription_id AND subscription.state = 'pending'`;
  return findAttempt(db, attemptId);
}
