import { Prisma, type Db, type Tx } from '@agres/db/db';
import { PAYMENT_ACCOUNTS, type PaymentAccount } from '@agres/domain/shapes';

import type { RefundOrigin, RefundState } from './refund-outcome.ts';

export const HAS_NOT_FAILED = Prisma.sql`state <> 'failed'`;

/** SQL for undecided disputes. An inquiry does not count: a refund ends it. */
export const IS_OPEN_DISPUTE = Prisma.sql`status IN ('needs_response', 'under_review',
  'appeal_needs_response', 'appeal_under_review')`;

/** SQL for the amount of a payment lost to disputes, in cents. */
const bankCentsOf = (intentId: Prisma.Sql) => Prisma.sql`(
  SELECT coalesce(sum(lost.amount_cents), 0)::int FROM dispute lost
  WHERE lost.payment_intent_id = ${intentId} AND lost.status = 'lost')`;

/** SQL for the amount of an order's payment lost to disputes, in cents. */
export const bankCentsOfOrder = (orderId: Prisma.Sql) => Prisma.sql`(
  SELECT coalesce(sum(lost.amount_cents), 0)::int FROM dispute lost
  WHERE lost.order_id = ${orderId} AND lost.status = 'lost')`;

export type ReturnedMoney = {
  /** The amount refunded or being refunded. */
  givenCents: number;
  /** The amount lost to disputes. */
  bankCents: number;
  /** Whether a refund is `requested` or `sending`. */
  isInFlight: boolean;
  /** Whether a dispute is undecided. Nothing can be refunded meanwhile. */
  isDisputed: boolean;
};

export async function readReturnedMoney(tx: Db | Tx, intentId: string): Promise<ReturnedMoney> {
  const [given] = await tx.$queryRaw<ReturnedMoney[]>`
    SELECT coalesce(sum(amount_cents), 0)::int AS "givenCents",
      coalesce(bool_or(state IN ('requested', 'sending')), false) AS "isInFlight",
      EXISTS (SELECT FROM dispute d WHERE d.payment_intent_id = ${intentId} AND ${IS_OPEN_DISPUTE})
        AS "isDisputed",
      ${bankCentsOf(Prisma.sql`${intentId}`)} AS "bankCents"
    FROM refund WHERE payment_intent_id = ${intentId} AND ${HAS_NOT_FAILED}`;
  return given ?? { givenCents: 0, bankCents: 0, isInFlight: false, isDisputed: false };
}

/** SQL for "an order has an undecided dispute, or a failed refund that is still owed". */
export const isMoneyOpen = (orderId: Prisma.Sql) => Prisma.sql`(
  EXISTS (SELECT FROM dispute d WHERE d.order_id = ${orderId} AND ${IS_OPEN_DISPUTE})
  OR EXISTS (SELECT FROM refund r WHERE r.order_id = ${orderId} AND ${IS_OWED}))`;

/** Whether the money of a locked order is open. No replacement may be given meanwhile. */
export async function isOrderMoneyOpen(tx: Tx, orderId: number): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ isOpen: boolean }[]>`
    SELECT ${isMoneyOpen(Prisma.sql`${orderId}::int`)} AS "isOpen"`;
  return row?.isOpen ?? false;
}

/** Returns the refundable rest of a payment, in cents. */
// guard: money returned by a chargeback is not refunded again
export const refundableCents = (paidCents: number, { givenCents, bankCents }: ReturnedMoney) =>
  Math.max(0, paidCents - givenCents - bankCents);

export type OrderPayment = ReturnedMoney & {
  account: PaymentAccount;
  intentId: string;
  paidCents: number;
  leftCents: number;
};

/**
 * Returns the payment of an order and its refundable rest; null if there is no such order or payment.
 *
 * @public Part of the refund API.
 */
export async function readOrderPayment(db: Db | Tx, orderId: number): Promise<OrderPayment | null> {
  const order = await db.order.findUnique({
    where: { id: orderId },
    select: {
      stripeAccount: true,
      amountCents: true,
      attempt: { select: { paymentIntentId: true } },
    },
  });
  const account = PAYMENT_ACCOUNTS.find((known) => known === order?.stripeAccount);
  const intentId = order?.attempt.paymentIntentId ?? null;
  if (order === null || account === undefined || intentId === null) return null;
  const given = await readReturnedMoney(db, intentId);
  const { amountCents: paidCents } = order;
  return { ...given, account, intentId, paidCents, leftCents: refundableCents(paidCents, given) };
}

/**
 * Returns, by order, the cents refunded, being refunded or lost to disputes. Leaves out orders without any.
 */
export async function readGivenCents(
  db: Db | Tx,
  orderIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db.$queryRaw<{ orderId: number; givenCents: number }[]>`
    SELECT order_id AS "orderId", sum(amount_cents)::int AS "givenCents" FROM (
      SELECT order_id, amount_cents FROM refund
      WHERE order_id = ANY(${[...orderIds]}::int[]) AND ${HAS_NOT_FAILED}
      UNION ALL
      SELECT order_id, amount_cents FROM dispute
      WHERE order_id = ANY(${[...orderIds]}::int[]) AND status = 'lost') gone
    GROUP BY order_id`;
  return new Map(rows.map(({ orderId, givenCents }) => [orderId, givenCents]));
}

/** SQL for whether another refund of the payment has the key of a refund, and was requested later or earlier. */
const isKeyUsed = (when: 'later' | 'earlier', of: Prisma.Sql) => Prisma.sql`EXISTS (
  SELECT FROM refund same
  WHERE same.payment_intent_id = ${of}.payment_intent_id AND same.key = ${of}.key
    AND same.at ${when === 'later' ? Prisma.sql`>` : Prisma.sql`<`} ${of}.at)`;

/**
 * SQL for refunds that may repeat a failed refund `r` under a key of their own, as one from the provider's
 * dashboard does: of the same amount, and requested after `r` failed.
 */
const mayRepeat = (refund: Prisma.Sql) => Prisma.sql`(
  ${refund}.payment_intent_id = r.payment_intent_id AND ${refund}.amount_cents = r.amount_cents
  AND ${refund}.at > r.settled_at AND NOT ${isKeyUsed('earlier', refund)})`;

/**
 * SQL for failed refunds `r` whose money is still owed: no later refund repeated them, and with all other
 * refunds and lost disputes they stay within what was paid. A refund repeats the failed one that has its key,
 * else the last of its amount that failed before it. Each repeats only one: a payment may have several
 * refunds of one amount.
 */
export const IS_OWED = Prisma.sql`(r.state = 'failed' AND r.amount_cents + (
  SELECT coalesce(sum(given.amount_cents), 0) FROM refund given
  WHERE given.payment_intent_id = r.payment_intent_id AND given.state <> 'failed')
  + ${bankCentsOf(Prisma.sql`r.payment_intent_id`)} <= r.paid_cents
  AND NOT ${isKeyUsed('later', Prisma.sql`r`)}
  -- Repeated as soon as as many refunds have followed it as have failed since, itself included.
  AND NOT EXISTS (SELECT FROM refund later WHERE ${mayRepeat(Prisma.sql`later`)}
    AND (SELECT count(*) FROM refund again
      WHERE ${mayRepeat(Prisma.sql`again`)} AND again.at <= later.at)
    >= (SELECT count(*) FROM refund lost
      WHERE lost.payment_intent_id = r.payment_intent_id AND lost.amount_cents = r.amount_cents
        AND lost.state = 'failed' AND NOT ${isKeyUsed('later', Prisma.sql`lost`)}
        AND (lost.settled_at, lost.id) >= (r.settled_at, r.id) AND lost.settled_at < later.at)))`;

export type OwedRefund = {
  orderId: number | null;
  subscriptionId: number | null;
  amountCents: number;
  state: RefundState;
};

/**
 * Returns the refunds of an origin that are still owed: in flight, or failed and not refunded another way
 * since.
 */
export async function findOwedRefunds(db: Db | Tx, origin: RefundOrigin): Promise<OwedRefund[]> {
  return db.$queryRaw<OwedRefund[]>`
    SELECT order_id AS "orderId", subscription_id AS "subscriptionId",
      amount_cents AS "amountCents", state
    FROM refund WHERE state IN ('requested', 'sending') AND origin = ${origin}
    UNION ALL
    SELECT * FROM (
      SELECT DISTINCT ON (r.payment_intent_id) r.order_id, r.subscription_id, r.amount_cents, r.state
      FROM refund r WHERE r.state = 'failed' AND r.origin = ${origin} AND ${IS_OWED}
      ORDER BY r.payment_intent_id, r.at DESC) failed`;
}
