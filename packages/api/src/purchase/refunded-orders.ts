import type { Db } from '@shop/db/db';
import type { PaymentAccount } from '@shop/domain/shapes';
import type { Intent } from '@shop/payments/shapes';

import { raiseAlert, type AlertDeps } from '../jobs/alert.ts';

type Noted = { orderId: number; status: string; amountCents: number };

/**
 * Stores what the provider says was refunded of an order's payment. Refunded in full, a waiting order
 * leaves the list of parcels; a part is shown, and the parcel still goes. Both raise an alert, once.
 */
export async function noteRefund(
  deps: AlertDeps,
  account: PaymentAccount,
  { id: intentId, refundedCents }: Intent,
): Promise<void> {
  const noted = await deps.db.$queryRaw<Noted[]>`
    UPDATE orders SET refunded_cents = ${refundedCents}::int
    FROM purchase_attempt a
    WHERE a.id = orders.attempt_id AND a.payment_intent_id = ${intentId} AND a.state = 'paid'
      AND a.stripe_account = ${account} AND coalesce(refunded_cents, 0) <> ${refundedCents}::int
    RETURNING orders.id AS "orderId", status, orders.amount_cents AS "amountCents"`;
  for (const { orderId, status, amountCents } of noted) {
    if (status !== 'waiting') continue;
    await raiseAlert(deps, {
      event:
        refundedCents >= amountCents
          ? 'An order that waits was given back in full: its parcel is not to be sent'
          : 'A part of an order that waits was given back: its parcel is still to be sent',
      facts: { orderId, account, intentId, refundedCents, amountCents },
      dedupe: `given_back:${orderId}:${refundedCents}`,
      every: 'day',
    });
  }
}

/** The payments of orders that wait, of one account, among these. */
export async function waitingAmong(
  db: Db,
  account: PaymentAccount,
  intentIds: readonly string[],
): Promise<string[]> {
  const waiting = await db.purchaseAttempt.findMany({
    where: {
      stripeAccount: account,
      paymentIntentId: { in: [...intentIds] },
      order: { status: 'waiting' },
    },
    select: { paymentIntentId: true },
  });
  return waiting.flatMap(({ paymentIntentId }) => paymentIntentId ?? []);
}
