import { inTransaction } from '@agres/db/transaction';
import { cancelOrder } from '@agres/money/refund/cancel-order';
import { requestRefund, type RefundRequest } from '@agres/money/refund/request-refund';
import { sendRefunds } from '@agres/money/refund/send-refunds';
import type { Payments } from '@agres/payments/payments';
import { valueOf } from '@agres/payments/testing/running-payments';

import { startBuyer, type NewBuyer } from './buyer.ts';
import type { TestClient } from './client.ts';
import { buy, countAlerts, type TestShop } from './shop.ts';

/** Creates a buyer with an order, and functions for its refunds. */
export async function startRefund(shop: TestShop, buyer: NewBuyer = {}) {
  const { db } = shop.app;
  const started = await startBuyer(shop, buyer);
  await buy(started.client, { id: started.item.id, stripeToken: await shop.cardToken() });
  const [attempt] = await started.attempts();
  const orderId = attempt?.order?.id;
  const intentId = attempt?.paymentIntentId;
  if (orderId === undefined || typeof intentId !== 'string') throw new Error('nothing was bought');
  const rows = () =>
    db.refund.findMany({ where: { paymentIntentId: intentId }, orderBy: [{ at: 'asc' }] });

  return {
    ...started,
    orderId,
    intentId,
    rows,
    order: () => db.order.findUniqueOrThrow({ where: { id: orderId } }),
    request: (other: Partial<RefundRequest> = {}) =>
      inTransaction(db, (tx) =>
        requestRefund(tx, {
          account: 'main',
          intentId,
          orderId,
          paidCents: 2999,
          amountCents: 1000,
          reason: 'goodwill',
          actor: { kind: 'operator', name: 'Jeanne' },
          key: 'one',
          origin: 'office',
          ...other,
        }),
      ),
    cancel: (key = 'cancel') =>
      inTransaction(db, (tx) =>
        cancelOrder(tx, {
          orderId,
          reason: 'sold twice',
          actor: { kind: 'operator', name: 'Jeanne' },
          key,
          origin: 'office',
        }),
      ),
    /** Lists the provider's refunds of the payment, newest first. */
    given: async () => valueOf(await shop.payments.listRefunds('main', { intentId })),
    /** Runs the background work once, as if every pause and lease had expired. */
    reconcile: async (payments: Payments = shop.payments) => {
      await db.$executeRaw`
        UPDATE refund SET next_check_at = now() - interval '1 second', lease_until = NULL, lease_owner = NULL
        WHERE payment_intent_id = ${intentId} AND state IN ('requested', 'sending', 'pending')`;
      await sendRefunds({ ...shop.jobDeps, payments });
    },
    giveInDashboard: async (amountCents = 2999) =>
      shop.provider.refundPayment({ intentId, amountCents }),
    alerts: (event: string) => countAlerts(shop, event, { name: 'intentId', value: intentId }),
  };
}

let declarers = 0;

/** Declares a withdrawal with an address of its own, and returns its number. */
export async function withdraw(client: TestClient, input: object): Promise<number> {
  declarers += 1;
  const email = `declarer${declarers}@example.fr`;
  const declared = { name: 'Ada Lovelace', email, ...input };
  const { status, text, body } = await client.post('/api/withdrawals', declared);
  if (status !== 200) throw new Error(`not declared: ${text}`);
  return Number(Object(body).number);
}
