import { randomUUID } from 'node:crypto';

import type { Db } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import type { Intent } from '@agres/payments/shapes';
import { valueOf } from '@agres/payments/testing/running-payments';

import type { TestShop } from './shop.ts';

/** Deletes everything about a purchase, as if an earlier backup had been restored. */
export async function loseRows(db: Db, attemptId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { optionId, state } = await tx.purchaseAttempt.findUniqueOrThrow({
      where: { id: attemptId },
    });
    // As a superuser's restore does: without triggers, which forbid deleting these rows.
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
    await tx.job.deleteMany({ where: { dedupe: `order:${attemptId}` } });
    await tx.order.deleteMany({ where: { attemptId } });
    await tx.moneyAudit.deleteMany({ where: { attemptId } });
    await tx.purchaseAttempt.delete({ where: { id: attemptId } });
    if (state !== 'paid') return;
    await tx.itemOption.update({
      where: { id: optionId },
      data: { remaining: { increment: 1 } },
    });
  });
}

/**
 * Reverts a paid purchase to its state before the payment, as in a restored database: its unit is on hold, and
 * no process works on it.
 */
export async function loseSinceReserved(db: Db, attemptId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
    await tx.job.deleteMany({ where: { dedupe: `order:${attemptId}` } });
    await tx.order.deleteMany({ where: { attemptId } });
    await tx.moneyAudit.deleteMany({ where: { attemptId, toState: { in: ['charging', 'paid'] } } });
    await tx.$executeRaw`
      UPDATE purchase_attempt SET state = 'reserved', payment_intent_id = NULL,
        response_sent_at = NULL, next_check_at = now() - interval '1 minute'
      WHERE id = ${attemptId}::uuid`;
  });
}

export type OtherPayment = {
  amountCents?: number;
  /** Merged into the first payment's metadata; undefined removes a name. */
  metadata?: Record<string, string | undefined>;
  description?: string | undefined;
};

/** Makes a payment like another one, for a purchase whose rows are lost; returns it. */
export async function payLike(
  { payments }: TestShop,
  like: Intent,
  other: OtherPayment = {},
): Promise<Intent> {
  const attemptId = randomUUID();
  const metadata: Record<string, string | undefined> = {
    ...like.metadata,
    attempt_id: attemptId,
    idempotency_key: `h:${attemptId}`,
    ...other.metadata,
  };
  const description = 'description' in other ? other.description : (like.description ?? undefined);
  const made = await payments.createIntent('main', {
    amountCents: other.amountCents ?? like.amountCents,
    metadata: Object.fromEntries(
      Object.entries(metadata).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    ),
    ...(description === undefined ? {} : { description }),
    ...(like.shipping === null ? {} : { shipping: like.shipping }),
    idempotencyKey: `${attemptId}_create`,
  });
  const paid = await payments.confirmIntent('main', {
    intentId: valueOf(made).id,
    token: 'tok_visa',
    idempotencyKey: `${attemptId}_confirm`,
  });
  return valueOf(paid);
}
