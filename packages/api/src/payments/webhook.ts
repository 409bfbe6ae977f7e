import { Prisma } from '@shop/db/db';
import { inTransaction } from '@shop/db/transaction';
import type { PaymentAccount } from '@shop/domain/shapes';
import type { ProviderEvent } from '@shop/payments/shapes';

import type { Deps } from '../context.ts';

/** A notice of the payment provider as it came. */
export type Notice = { account: PaymentAccount; rawBody: Buffer; signature: string | undefined };

type WebhookDeps = Pick<Deps, 'db' | 'payments' | 'log' | 'wakeJobs'>;

/**
 * Takes in a notice of the provider: its signature first, its id once. Nothing it says is believed,
 * it only has whatever it is about looked at sooner; so its order, doubles and loss do not matter.
 * `accepted` only after the commit; throws where it could not be stored, and the provider repeats it.
 */
export async function receiveNotice(
  { db, payments, log, wakeJobs }: WebhookDeps,
  { account, rawBody, signature }: Notice,
): Promise<'accepted' | 'refused'> {
  const reading = payments.readEvent(account, rawBody, signature);
  if (reading.outcome === 'bad_signature') return 'refused';
  const event = reading.value;
  if (event.livemode !== payments.isLive(account)) {
    log.error({ account, eventId: event.id }, 'notice of the other mode ignored');
    return 'accepted';
  }
  await inTransaction(db, async (tx) => {
    const attemptId = attemptIdOf(event);
    const isNew = await tx.$executeRaw`
      INSERT INTO webhook_event (stripe_account, event_id, type, attempt_id, processed_at)
      VALUES (${account}, ${event.id}, ${event.type}, ${attemptId}::uuid, clock_timestamp())
      ON CONFLICT DO NOTHING`;
    if (isNew === 0) return;
    await tx.$executeRaw(attemptsToCheck(account, event, attemptId));
    await tx.$executeRaw`
      UPDATE subscription_attempt SET next_check_at = clock_timestamp()
      WHERE stripe_account = ${account} AND stripe_intent_id = ${event.objectId}
        AND state IN ('started', 'requires_action')`;
    await tx.$executeRaw`
      UPDATE subscription SET next_check_at = clock_timestamp()
      WHERE stripe_account = ${account} AND state <> 'ended' AND (
        stripe_subscription_id = ${event.subscriptionId}::text
        OR stripe_customer_id = ${event.customerId}::text)`;
  });
  wakeJobs();
  return 'accepted';
}

function attemptsToCheck(
  account: PaymentAccount,
  event: ProviderEvent,
  attemptId: string | null,
): Prisma.Sql {
  return Prisma.sql`
    UPDATE purchase_attempt SET next_check_at = clock_timestamp()
    WHERE stripe_account = ${account}
      AND (payment_intent_id = ${event.objectId} OR id = ${attemptId}::uuid)
      AND state IN ('charging', 'requires_action')`;
}

/** The purchase attempt that a notice names, if it is one. */
function attemptIdOf({ metadata }: ProviderEvent): string | null {
  const id = metadata['attempt_id'] ?? '';
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(id) ? id : null;
}
