import { Prisma, type Db, type Tx } from '@shop/db/db';
import { inTransaction } from '@shop/db/transaction';
import { promisedDeliveryDays } from '@shop/domain/consumer-rights';
import { DELIVERY_AREAS } from '@shop/domain/delivery';
import { CENTS_OFF } from '@shop/domain/prices';
import type { Order } from '@shop/domain/shapes';
import type { CardFailure, Intent } from '@shop/payments/shapes';

import { secondsFromNow } from '../checkout/lease.ts';
import { HOLD_SECONDS } from '../checkout/outcome.ts';
import { cancelIntentJob } from '../checkout/payment-jobs.ts';
import { operatorAlertEmail } from '../jobs/alert.ts';
import { enqueueEmail } from '../jobs/email.ts';
import { enqueue } from '../jobs/job.ts';
import { orderConfirmedEmail } from '../orders/emails.ts';
import { ORDER_COLUMNS, orderOfColumns, type OrderColumns } from '../orders/order.ts';
import { savingOf } from '../orders/saved-delivery.ts';
import { requestOrphan } from '../refund/orphans.ts';
import { applyTransition, type Actor, type Attempt } from './purchase-attempt.ts';

/** What is applied to which attempt, and by whom. */
export type Applying = { attempt: Attempt; intent: Intent; by: Actor };

/**
 * Each of these changes an attempt in one transaction, if it is still in the state it was read in and
 * has the same payment; else it answers null or false and changes nothing.
 */

/** Writes the order of a paid attempt and the job of its email. */
export async function applyPaid(db: Db, applying: Applying): Promise<Order | null> {
  return inTransaction(db, async (tx) => {
    const isApplied = await transition(tx, applying, { to: 'paid', set: ENDED, unit: 'kept' });
    if (!isApplied) return null;
    return writeOrder(tx, applying.attempt.id, null);
  });
}

/** Ends an attempt whose card was refused, gives its unit back, and has the payment cancelled. */
export async function applyRefused(
  db: Db,
  applying: Applying,
  failure: CardFailure,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const set = [...ENDED, Prisma.sql`failure_code = ${failure}`];
    const isApplied = await transition(tx, applying, { to: 'refused', set, unit: 'returned' });
    if (isApplied && applying.intent.state !== 'canceled') {
      const { attempt, intent } = applying;
      await enqueue(tx, {
        job: cancelIntentJob,
        payload: { account: attempt.account, intentId: intent.id },
        dedupe: `cancel:${intent.id}`,
      });
    }
    return isApplied;
  });
}

type Uncharged = { attemptId: string; leaseHolder: string; by: Actor };

/**
 * Ends an attempt in `reserved`, if its lease is still held by this holder, and gives its unit back.
 * It provably has no money in it: a payment is confirmed only under `charging`.
 */
export async function applyUncharged(
  db: Db,
  { attemptId, leaseHolder, by }: Uncharged,
): Promise<boolean> {
  const fence = Prisma.sql`lease_owner = ${leaseHolder}`;
  const change = { from: 'reserved', to: 'expired', intentState: null, set: ENDED } as const;
  return applyTransition(db, { attemptId, by, fence, ...change }, 'returned');
}

/** Ends an attempt whose payment is cancelled, and gives its unit back. */
export async function applyExpired(db: Db, applying: Applying): Promise<boolean> {
  return transition(db, applying, { to: 'expired', set: ENDED, unit: 'returned' });
}

/**
 * Ends an attempt whose payment turned out to be somebody else's: that is neither cancelled nor
 * refunded, the unit returns, and the same call begins again under another payment (decision 014).
 */
export async function applyForeign(db: Db, applying: Applying): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const isApplied = await transition(tx, applying, {
      to: 'expired',
      set: ENDED,
      unit: 'returned',
    });
    if (!isApplied) return false;
    const { attempt, intent } = applying;
    const facts = {
      attemptId: attempt.id,
      intentId: intent.id,
      account: attempt.account,
      itsAttemptId: intent.attemptId,
      itsInstallation: intent.metadata['installation'] ?? null,
    };
    await enqueueEmail(tx, {
      email: operatorAlertEmail,
      request: { event: 'A purchase had the payment of somebody else, leaving that alone', facts },
      dedupe: `foreign:${intent.id}`,
    });
    return true;
  });
}

/** Ends an attempt whose payment took another amount than agreed: no order, the money is refunded. */
export async function applyMismatch(db: Db, applying: Applying): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const set = [...ENDED, Prisma.sql`failure_code = 'error_message'`];
    const isApplied = await transition(tx, applying, { to: 'refused', set, unit: 'returned' });
    if (!isApplied) return false;
    const { attempt, intent } = applying;
    const facts = {
      attemptId: attempt.id,
      intentId: intent.id,
      account: attempt.account,
      agreedCents: attempt.amountCents,
      takenCents: intent.amountCents,
    };
    // Disputed, or on its way back already: the audit asks again.
    await requestOrphan(tx, { account: attempt.account, intent, reason: 'not as agreed' });
    await enqueueEmail(tx, {
      email: operatorAlertEmail,
      request: { event: 'Payment differs from its purchase, refunding it', facts },
      dedupe: `mismatch:${intent.id}`,
    });
    return true;
  });
}

/** Keeps the unit of stock while the buyer passes 3-D Secure. */
export async function applyHeld(db: Db, applying: Applying): Promise<boolean> {
  const set = [
    Prisma.sql`hold_until = ${secondsFromNow(HOLD_SECONDS)}`,
    Prisma.sql`next_check_at = ${secondsFromNow(HOLD_SECONDS)}`,
    // guard: a card that a bank was asked about is no repetition
    Prisma.sql`card_hash = NULL`,
    Prisma.sql`lease_owner = NULL`,
    Prisma.sql`lease_until = NULL`,
  ];
  return transition(db, applying, { to: 'requires_action', set, unit: 'kept' });
}

const ENDED = [
  Prisma.sql`lease_owner = NULL`,
  Prisma.sql`lease_until = NULL`,
  Prisma.sql`hold_until = NULL`,
  Prisma.sql`next_check_at = NULL`,
];

type Change = {
  to: Attempt['state'];
  set: readonly Prisma.Sql[];
  unit: 'kept' | 'returned';
};

function transition(
  tx: Db | Tx,
  { attempt, intent, by }: Applying,
  { to, set, unit }: Change,
): Promise<boolean> {
  // guard: an attempt is ended by its own payment alone
  const fence = Prisma.sql`payment_intent_id = ${intent.id}`;
  const { id: attemptId, state: from } = attempt;
  return applyTransition(
    tx,
    { attemptId, from, to, by, intentState: intent.state, fence, set },
    unit,
  );
}

/** SQL for how many days after the order delivery is promised, by the attempt's area. */
const PROMISED_DAYS = Prisma.sql`CASE area ${Prisma.join(
  DELIVERY_AREAS.map(
    (area) => Prisma.sql`WHEN ${area}::smallint THEN ${promisedDeliveryDays(area)}::int`,
  ),
  ' ',
)} ELSE ${promisedDeliveryDays(null)}::int END`;

/**
 * Writes the order of an attempt that was just paid, its delivery for the buyer's next purchase, and the
 * job of its email. It is made from the
 * attempt alone: the item and the account may have changed since. `boughtAt` is the moment of
 * the purchase, null for now.
 */
export async function writeOrder(tx: Tx, attemptId: string, boughtAt: Date | null): Promise<Order> {
  const [row] = await tx.$queryRaw<OrderColumns[]>`
    WITH o AS (
      INSERT INTO orders (attempt_id, user_id, area, first_name, last_name, shipping_address,
        relay_id, item_title_fr, item_title_en, item_description_fr, item_description_en,
        item_option_title_fr, item_option_title_en, chosen_option_title_fr, chosen_option_title_en,
        price_cents, fee_cents, amount_cents, currency, stripe_account, locale, cgv_at,
        contract_text_id, order_date, promised_by)
      SELECT id, user_id, area, recipient->>'firstName', recipient->>'lastName',
        recipient->>'shippingAddress', recipient->>'relayId', item_snapshot->>'titleFr', item_snapshot->>'titleEn',
        item_snapshot->>'descriptionFr', item_snapshot->>'descriptionEn',
        item_snapshot->>'optionTitleFr', item_snapshot->>'optionTitleEn',
        item_snapshot->>'chosenTitleFr', item_snapshot->>'chosenTitleEn',
        (item_snapshot->>'priceCents')::int,
        amount_cents + ${CENTS_OFF}::int - (item_snapshot->>'priceCents')::int,
        amount_cents, currency, stripe_account, locale, cgv_at, contract_text_id,
        coalesce(${boughtAt}::timestamptz, CURRENT_TIMESTAMP),
        (coalesce(${boughtAt}::timestamptz, CURRENT_TIMESTAMP) AT TIME ZONE 'Europe/Paris')::date
          + ${PROMISED_DAYS}
      FROM purchase_attempt WHERE id = ${attemptId}::uuid
      -- One that is there comes back as it is.
      ON CONFLICT (attempt_id) DO UPDATE SET attempt_id = orders.attempt_id
      RETURNING *),
    saved AS (${savingOf(attemptId)})
    SELECT ${ORDER_COLUMNS} FROM o JOIN purchase_attempt a ON a.id = o.attempt_id`;
  if (row === undefined) throw new Error(`attempt ${attemptId} is gone`);
  const order = orderOfColumns(row);
  await enqueueEmail(tx, {
    email: orderConfirmedEmail,
    request: { orderId: order.id },
    dedupe: `order:${attemptId}`,
  });
  return order;
}
