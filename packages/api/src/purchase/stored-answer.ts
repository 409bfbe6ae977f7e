import type { Db } from '@shop/db/db';
import type { Order } from '@shop/domain/shapes';
import type { CardFailure } from '@shop/payments/shapes';

import { cardFailureOf } from '../checkout/outcome.ts';
import { ORDER_COLUMNS, orderOfColumns, type OrderColumns } from '../orders/order.ts';
import type { Attempt } from './purchase-attempt.ts';

/** How an attempt ended. */
export type Outcome =
  | { state: 'paid'; order: Order }
  | { state: 'refused'; failure: CardFailure }
  | { state: 'expired' };

/** What came of an attempt, as it was answered at the time; null while it is in flight. */
export async function readOutcome(db: Db, attempt: Attempt): Promise<Outcome | null> {
  switch (attempt.state) {
    case 'paid':
      return { state: 'paid', order: await readOrder(db, attempt.id) };
    case 'refused':
      return { state: 'refused', failure: cardFailureOf(attempt.failureCode) };
    case 'expired':
      return { state: 'expired' };
    case 'reserved':
    case 'charging':
    case 'requires_action':
      return null;
  }
}

/** Records that the answer of an attempt was sent to the buyer. */
export async function markAnswerSent(db: Db, attemptId: string): Promise<void> {
  await db.$executeRaw`
    UPDATE purchase_attempt SET response_sent_at = clock_timestamp()
    WHERE id = ${attemptId}::uuid AND response_sent_at IS NULL`;
}

/** The order as it was told when it was bought, whatever has become of it since. */
async function readOrder(db: Db, attemptId: string): Promise<Order> {
  const [order] = await db.$queryRaw<OrderColumns[]>`
    SELECT ${ORDER_COLUMNS} FROM orders o JOIN purchase_attempt a ON a.id = o.attempt_id
    WHERE o.attempt_id = ${attemptId}::uuid`;
  if (order === undefined) throw new Error(`paid attempt ${attemptId} has no order`);
  return orderOfColumns({
    ...order,
    status: 'waiting',
    sentAt: null,
    carrier: null,
    trackingNumber: null,
    postDate: null,
    cancelledAt: null,
    refundedCents: null,
  });
}
