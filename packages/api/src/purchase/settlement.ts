import { Prisma, type Db, type Tx } from '@shop/db/db';
import { inTransaction } from '@shop/db/transaction';
import type { Order } from '@shop/domain/shapes';
import type { CardFailure, Intent } from '@shop/payments/shapes';

import { enqueue } from '../jobs/enqueue.ts';
import { orderOf, orderSelect } from '../shop/order.ts';
import { secondsFromNow, type Attempt } from './attempt.ts';
import { moveAttempt, type Actor } from './transition.ts';

/** How long stock waits for 3-D Secure. */
const HOLD_SECONDS = 600;

/** Who settles what, and by which answer of the provider. */
export type Settling = { attempt: Attempt; intent: Intent; by: Actor };

/**
 * Each of these changes an attempt in one transaction, if it is still in the state in which it was
 * read and pays with the same payment; else it answers null or false and changes nothing.
 */

/** Writes the order of a paid attempt, its answer and the promise of its letter. */
export async function settlePaid(db: Db, settling: Settling): Promise<Order | null> {
  return inTransaction(db, async (tx) => {
    const isMoved = await move(tx, settling, { to: 'paid', set: ENDED, unit: 'kept' });
    if (!isMoved) return null;
    const { id } = settling.attempt;
    const order = await writeOrder(tx, id);
    await tx.purchaseAttempt.update({
      where: { id },
      data: { responseStatus: 200, responseBody: order },
      select: { id: true },
    });
    await enqueue(tx, {
      kind: 'mail',
      payload: { letter: 'orderConfirmed', orderId: order.id },
      dedupe: `order:${id}`,
    });
    return order;
  });
}

/** Ends an attempt whose card was refused, gives its unit back, and has the payment cancelled. */
export async function settleRefused(
  db: Db,
  settling: Settling,
  failure: CardFailure,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const set = [...ENDED, ...refusalAnswer(failure)];
    const isMoved = await move(tx, settling, { to: 'refused', set, unit: 'returned' });
    if (isMoved && settling.intent.state !== 'canceled') {
      const { attempt, intent } = settling;
      await enqueue(tx, {
        kind: 'cancel_intent',
        payload: { account: attempt.stripeAccount, intentId: intent.id },
        dedupe: `cancel:${intent.id}`,
      });
    }
    return isMoved;
  });
}

/** Ends an attempt whose payment is cancelled, and gives its unit back. */
export async function settleExpired(db: Db, settling: Settling): Promise<boolean> {
  return move(db, settling, { to: 'expired', set: ENDED, unit: 'returned' });
}

/** Ends an attempt whose payment took another amount than agreed: no order, the money goes back. */
export async function settleMismatch(db: Db, settling: Settling): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const set = [...ENDED, Prisma.sql`failure_code = 'error_message'`];
    const isMoved = await move(tx, settling, { to: 'refused', set, unit: 'returned' });
    if (!isMoved) return false;
    const { attempt, intent } = settling;
    const facts = {
      attemptId: attempt.id,
      intentId: intent.id,
      account: attempt.stripeAccount,
      agreedCents: attempt.amountCents,
      takenCents: intent.amountCents,
    };
    await enqueue(tx, {
      kind: 'refund_intent',
      payload: { account: attempt.stripeAccount, intentId: intent.id },
      dedupe: `refund:${intent.id}`,
    });
    await enqueue(tx, {
      kind: 'mail',
      payload: { letter: 'alert', event: 'Payment differs from its purchase, refunding it', facts },
      dedupe: `mismatch:${intent.id}`,
    });
    return true;
  });
}

/** Keeps the unit of stock while the buyer passes 3-D Secure. */
export async function settleHeld(db: Db, settling: Settling): Promise<boolean> {
  const set = [
    Prisma.sql`hold_until = ${secondsFromNow(HOLD_SECONDS)}`,
    Prisma.sql`next_check_at = ${secondsFromNow(HOLD_SECONDS)}`,
    Prisma.sql`lease_owner = NULL`,
    Prisma.sql`lease_until = NULL`,
  ];
  return move(db, settling, { to: 'requires_action', set, unit: 'kept' });
}

const ENDED = [
  Prisma.sql`lease_owner = NULL`,
  Prisma.sql`lease_until = NULL`,
  Prisma.sql`hold_until = NULL`,
  Prisma.sql`next_check_at = NULL`,
];

const refusalAnswer = (failure: CardFailure) => [
  Prisma.sql`failure_code = ${failure}`,
  Prisma.sql`response_status = 402`,
  Prisma.sql`response_body = jsonb_build_object('message', ${failure}::text)`,
];

type Move = {
  to: Attempt['state'];
  set: readonly Prisma.Sql[];
  unit: 'kept' | 'returned';
};

function move(tx: Db | Tx, { attempt, intent, by }: Settling, { to, set, unit }: Move) {
  const fence = Prisma.sql`payment_intent_id = ${intent.id}`;
  const { id: attemptId, state: from } = attempt;
  return moveAttempt(tx, { attemptId, from, to, by, intentState: intent.state, fence, set }, unit);
}

/** The order is made from the attempt alone: the item and the account may have changed since. */
async function writeOrder(tx: Tx, attemptId: string): Promise<Order> {
  await tx.$executeRaw`
    INSERT INTO orders (attempt_id, user_id, area, first_name, last_name, shipping_address,
      item_title_fr, item_title_en, item_description_fr, item_description_en,
      item_option_title_fr, item_option_title_en, chosen_option_title_fr, chosen_option_title_en,
      price_cents, fee_cents, amount_cents, currency, stripe_account, locale, cgv_at)
    SELECT id, user_id, area, recipient->>'firstName', recipient->>'lastName',
      recipient->>'shippingAddress', item_snapshot->>'titleFr', item_snapshot->>'titleEn',
      item_snapshot->>'descriptionFr', item_snapshot->>'descriptionEn',
      item_snapshot->>'optionTitleFr', item_snapshot->>'optionTitleEn',
      item_snapshot->>'chosenTitleFr', item_snapshot->>'chosenTitleEn',
      (item_snapshot->>'priceCents')::int,
      amount_cents + 1 - (item_snapshot->>'priceCents')::int,
      amount_cents, currency, stripe_account, locale, cgv_at
    FROM purchase_attempt WHERE id = ${attemptId}::uuid
    ON CONFLICT (attempt_id) DO NOTHING`;
  return orderOf(await tx.order.findUniqueOrThrow({ where: { attemptId }, select: orderSelect }));
}
