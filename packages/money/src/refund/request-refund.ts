import { setTimeout as sleep } from 'node:timers/promises';

import type { Deps } from '@agres/core/context';
import { actorNameOf, ROLES, type Actor } from '@agres/core/operations/actor';
import { writeJournal } from '@agres/core/operations/journal';
import { secondsFromNow } from '@agres/db/database-clock';
import { Prisma, type Db, type Tx } from '@agres/db/db';
import { isDemoPayment } from '@agres/domain/demonstration';
import { DomainError } from '@agres/domain/errors';
import { PAYMENT_ACCOUNTS, type PaymentAccount } from '@agres/domain/shapes';
import { z } from 'zod';

import { IS_UNSENT } from '../orders/order-state.ts';

/** The origin of a refund: shop staff, a declaration, a late parcel, or the audit of payments. */
export type RefundOrigin = 'office' | 'withdrawal' | 'late' | 'audit';

/** Why an order is excluded from the list of parcels until the shop owner decides. */
export type HeldFor = 'withdrawal' | 'late' | 'refund' | 'dispute';

export const REFUND_STATES = [
  'requested',
  'sending',
  'pending',
  'succeeded',
  'failed',
  'transferred',
] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** A payment of ours and what it paid for. */
type PaidFor = {
  account: PaymentAccount;
  intentId: string;
  /** An orphaned payment has neither an order nor a subscription. */
  orderId?: number | null;
  subscriptionId?: number | null;
  paidCents: number;
};

export type RefundRequest = PaidFor & {
  amountCents: number;
  /** The refundable rest in cents, as shown to the person who decided. */
  leftCents?: number;
  reason: string;
  actor: Actor;
  /** The idempotency key: the same key returns the same refund, unless that failed. */
  key: string;
  origin: RefundOrigin;
  unitIsBack?: boolean;
};

export type RequestedRefund = { id: string; amountCents: number };

const HAS_NOT_FAILED = Prisma.sql`state <> 'failed'`;

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

/**
 * Requests a refund, in the caller's transaction (decision 053, R1); `awaitRefund` wakes the background work
 * that sends it. Locks the order or the subscription: the caller must hold no lock that comes after those
 * (decision 073). If the unit came back, returns it to stock, once per order. The same key returns the same
 * refund.
 *
 * @throws DomainError `over_the_rest`, `refund_in_flight`, `disputed` (a dispute is undecided, or a lost one
 * has used up the rest), `changed_meanwhile` (`leftCents` is not the rest), or `never_paid` (demonstration
 * data).
 */
export async function requestRefund(tx: Tx, request: RefundRequest): Promise<RequestedRefund> {
  const { intentId, paidCents, amountCents, leftCents, key } = request;
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0) {
    throw new RangeError(`a refund of ${amountCents} cents`);
  }
  // guard: a refund of a demonstration order is refused
  if (isDemoPayment(intentId)) throw new DomainError('never_paid');
  await lockContract(tx, request);
  const given = await readReturnedMoney(tx, intentId);
  // Read last: nothing locks a payment without a contract, so the refund in flight may have this key.
  const known = await findByKey(tx, intentId, key);
  if (known !== null) return known;
  const { givenCents } = given;
  const restCents = refundableCents(paidCents, given);
  if (given.isInFlight) throw new DomainError('refund_in_flight');
  // guard: a disputed payment is not refunded
  if (given.isDisputed) throw new DomainError('disputed');
  // The error is not `over_the_rest`, because a smaller amount is no remedy: a lost dispute has already
  // returned the money.
  if (given.bankCents > 0 && amountCents > restCents) throw new DomainError('disputed');
  // guard: a refund is refused if the refundable amount changed meanwhile
  if (leftCents !== undefined && leftCents !== restCents)
    throw new DomainError('changed_meanwhile');
  // guard: refunds never exceed the payment
  if (amountCents > restCents) throw new DomainError('over_the_rest');
  const id = await insertRefund(tx, request);
  // Nothing locks a payment without a contract, so a concurrent call may have inserted its refund first.
  if (id === null) {
    const theirs = await findByKey(tx, intentId, key);
    if (theirs === null) throw new DomainError('refund_in_flight');
    return theirs;
  }
  if (request.unitIsBack === true && request.orderId != null) {
    await returnUnit(tx, request.orderId, request);
  }
  await writeJournal(tx, {
    actor: request.actor,
    operation: 'refunds.request',
    subject: journalSubjectOf(request),
    changes: {
      givenBackCents: [givenCents, givenCents + amountCents],
      refund: [null, id],
      ...(request.unitIsBack === true ? { unitIsBack: [false, true] } : {}),
    },
  });
  return { id, amountCents };
}

export const journalSubjectOf = ({ orderId, subscriptionId, intentId }: PaidFor) =>
  orderId != null
    ? { kind: 'order', id: orderId }
    : subscriptionId != null
      ? { kind: 'subscription', id: subscriptionId }
      : { kind: 'payment', id: intentId };

/**
 * Locks the order or subscription that was paid for, so that refunds of one payment are decided one after the
 * other. Throws if the payment is not its own.
 */
export async function lockContract(tx: Tx, paidFor: PaidFor): Promise<void> {
  const { orderId, subscriptionId, account, intentId, paidCents } = paidFor;
  if (orderId != null) {
    const order = await lockOrder(tx, orderId);
    const isItsPayment =
      order?.intentId === intentId && order.account === account && order.paidCents === paidCents;
    // guard: an order is refunded only from its own payment
    if (!isItsPayment) throw new Error(`payment ${intentId} is not that of order ${orderId}`);
    return;
  }
  if (subscriptionId == null) return;
  const locked = await tx.$queryRaw<{ account: string }[]>`
    SELECT stripe_account AS "account" FROM subscription WHERE id = ${subscriptionId}::int FOR UPDATE`;
  if (locked[0]?.account !== account) {
    throw new Error(`payment ${intentId} is not that of subscription ${subscriptionId}`);
  }
}

type LockedOrder = {
  account: PaymentAccount;
  intentId: string;
  paidCents: number;
  status: string;
  sentAt: Date | null;
  cancelledAt: Date | null;
  heldFor: HeldFor | null;
};

async function lockOrder(tx: Tx, orderId: number): Promise<LockedOrder | null> {
  // guard: concurrent refunds and cancellations of an order are serialized
  const [order] = await tx.$queryRaw<LockedOrder[]>`
    SELECT o.stripe_account AS "account", a.payment_intent_id AS "intentId",
      o.amount_cents AS "paidCents", o.status, o.sent_at AS "sentAt",
      o.cancelled_at AS "cancelledAt", o.held_for AS "heldFor"
    FROM orders o JOIN purchase_attempt a ON a.id = o.attempt_id
    WHERE o.id = ${orderId}::int FOR UPDATE OF o`;
  return order ?? null;
}

async function findByKey(tx: Tx, intentId: string, key: string): Promise<RequestedRefund | null> {
  const [known] = await tx.$queryRaw<RequestedRefund[]>`
    SELECT id::text, amount_cents AS "amountCents" FROM refund
    WHERE payment_intent_id = ${intentId} AND key = ${key} AND ${HAS_NOT_FAILED}`;
  return known ?? null;
}

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

/**
 * Whether a locked order has an undecided dispute, or a failed refund that is still owed. No
 * replacement may be given meanwhile.
 */
export async function isOrderMoneyOpen(tx: Tx, orderId: number): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ isOpen: boolean }[]>`
    SELECT EXISTS (SELECT FROM dispute d WHERE d.order_id = ${orderId}::int AND ${IS_OPEN_DISPUTE})
      OR EXISTS (SELECT FROM refund r WHERE r.order_id = ${orderId}::int AND ${IS_OWED}) AS "isOpen"`;
  return row?.isOpen ?? false;
}

/** Returns the refundable rest of a payment, in cents. */
// guard: money returned by a chargeback is not refunded again
export const refundableCents = (paidCents: number, { givenCents, bankCents }: ReturnedMoney) =>
  Math.max(0, paidCents - givenCents - bankCents);

/** Returns null if a refund with this key, or one in flight, was inserted in the meantime. */
async function insertRefund(tx: Tx, request: RefundRequest): Promise<string | null> {
  const { account, intentId, orderId, subscriptionId, paidCents, amountCents } = request;
  const [written] = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO refund (stripe_account, payment_intent_id, order_id, subscription_id, amount_cents,
      paid_cents, reason, by, key, origin, state, next_check_at, at)
    VALUES (${account}, ${intentId}, ${orderId ?? null}::int, ${subscriptionId ?? null}::int,
      ${amountCents}::int, ${paidCents}::int, ${request.reason}, ${actorNameOf(request.actor)},
      ${request.key}, ${request.origin}, 'requested', ${secondsFromNow(0)}, clock_timestamp())
    ON CONFLICT DO NOTHING
    RETURNING id::text`;
  return written?.id ?? null;
}

/**
 * SQL for the option of the unit that the buyer of an order `o` with its attempt `a` has: that of the newest
 * replacement that was sent, else the one that was bought.
 */
export const BUYER_OPTION = Prisma.sql`coalesce((
  SELECT p.option_id FROM replacement p
  WHERE p.order_id = o.id AND p.sent_at IS NOT NULL AND p.cancelled_at IS NULL
  ORDER BY p.id DESC LIMIT 1), a.option_id)`;

/** Returns an order's unit to stock, once per order. */
export async function returnUnit(
  tx: Tx,
  orderId: number,
  { reason, actor }: Pick<RefundRequest, 'reason' | 'actor'>,
): Promise<void> {
  // guard: an order returns its unit to stock once
  await tx.$executeRaw`
    WITH noted AS (
      INSERT INTO stock_adjustment (option_id, delta, kind, order_id, reason, by)
      SELECT ${BUYER_OPTION}, 1, 'return', o.id, ${reason}, ${actorNameOf(actor)}
      FROM orders o JOIN purchase_attempt a ON a.id = o.attempt_id WHERE o.id = ${orderId}::int
      ON CONFLICT DO NOTHING
      RETURNING option_id)
    UPDATE item_option SET remaining = remaining + 1
    FROM noted WHERE item_option.id = noted.option_id`;
}

/** `key` is the idempotency key of the refund. */
export type Cancellation = Pick<RefundRequest, 'reason' | 'actor' | 'key' | 'origin'> & {
  orderId: number;
};

export type CancellationResult = {
  /** The refund of the rest; null if nothing was left, or if it has to wait. */
  refund: RequestedRefund | null;
  /**
   * What the refund waits for. The rest is requested once that refund has arrived or the dispute is decided.
   */
  waitsFor: 'refund_in_flight' | 'disputed' | null;
};

/**
 * Cancels an unsent order, in the caller's transaction: returns its unit to stock, ends its hold and requests
 * the refund of the rest, except for demonstration data. Idempotent: for a cancelled order it only requests
 * the rest, even after a failed refund.
 *
 * @throws DomainError `not_found`, or `already_sent` (also if delivered).
 */
export async function cancelOrder(tx: Tx, cancellation: Cancellation): Promise<CancellationResult> {
  const { orderId, reason, actor, key, origin } = cancellation;
  const order = await lockOrder(tx, orderId);
  if (order === null) throw new DomainError('not_found');
  if (order.cancelledAt === null) {
    // guard: an order that was sent is not cancelled
    const cancelled = await tx.$executeRaw`
      UPDATE orders SET cancelled_at = clock_timestamp(), cancel_reason = ${reason}, held_for = NULL
      WHERE id = ${orderId}::int AND sent_at IS NULL AND status = 'waiting'`;
    if (cancelled === 0) throw new DomainError('already_sent');
    await writeJournal(tx, {
      actor,
      operation: 'orders.cancel',
      subject: { kind: 'order', id: orderId },
      changes: {
        cancelled: [false, true],
        ...(order.heldFor === null ? {} : { heldFor: [order.heldFor, null] }),
      },
    });
  }
  const { account, intentId, paidCents } = order;
  const given = await readReturnedMoney(tx, intentId);
  const { isInFlight, isDisputed } = given;
  const amountCents = refundableCents(paidCents, given);
  let refund = await findByKey(tx, intentId, key);
  if (refund !== null) return { refund, waitsFor: null };
  if (isInFlight || isDisputed) await promiseRest(tx, intentId, { reason, actor, key, origin });
  else if (amountCents > 0 && !isDemoPayment(intentId)) {
    const wish = { reason, actor, key, origin, orderId, account, intentId, paidCents, amountCents };
    refund = await requestRefund(tx, wish);
  }
  await returnUnit(tx, orderId, { reason, actor });
  const waitsFor = isInFlight ? 'refund_in_flight' : isDisputed ? 'disputed' : null;
  return { refund, waitsFor };
}

const actorSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('operator'), name: z.string() }),
  z.object({
    kind: z.literal('staff'),
    id: z.int(),
    name: z.string(),
    roles: z.array(z.enum(ROLES)).readonly(),
  }),
  z.object({ kind: z.literal('member') }),
  z.object({ kind: z.literal('system'), name: z.string() }),
]) satisfies z.ZodType<Actor>;

/**
 * The request that waits in the row of the refund in flight or the dispute, for the rest of a cancelled
 * order.
 */
const restSchema = z.object({
  reason: z.string(),
  actor: actorSchema,
  key: z.string(),
  origin: z.enum(['office', 'withdrawal', 'late', 'audit']),
});
type Rest = z.output<typeof restSchema>;

async function promiseRest(tx: Tx, intentId: string, rest: Rest): Promise<void> {
  await tx.$executeRaw`
    UPDATE refund SET rest = ${JSON.stringify(rest)}::jsonb
    WHERE payment_intent_id = ${intentId} AND state IN ('requested', 'sending')`;
  await tx.$executeRaw`
    UPDATE dispute SET rest = ${JSON.stringify(rest)}::jsonb
    WHERE payment_intent_id = ${intentId} AND ${IS_OPEN_DISPUTE}`;
}

/**
 * Requests the rest of a cancelled order, in the transaction that stores the arrival of the refund in flight
 * or the decision about the dispute. Returns null if nothing is left, the payment is disputed or the order
 * does not exist.
 */
export async function requestRest(
  tx: Tx,
  { orderId, rest }: { orderId: number; rest: unknown },
): Promise<RequestedRefund | null> {
  const order = await lockOrder(tx, orderId);
  if (order === null) return null;
  const { refund } = await cancelOrder(tx, { ...restSchema.parse(rest), orderId });
  return refund;
}

/**
 * Excludes an order from the list of parcels until the shop owner decides (`orders.held_for`). Returns false
 * if the order was sent, cancelled or is already held.
 */
export async function holdOrder(
  tx: Tx,
  { orderId, heldFor, actor }: { orderId: number; heldFor: HeldFor; actor: Actor },
): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  if (order === null || order.heldFor !== null) return false;
  const held = await tx.$executeRaw`
    UPDATE orders SET held_for = ${heldFor}
    WHERE id = ${orderId}::int AND ${IS_UNSENT}`;
  if (held === 0) return false;
  await writeJournal(tx, {
    actor,
    operation: 'orders.hold',
    subject: { kind: 'order', id: orderId },
    changes: { heldFor: [null, heldFor] },
  });
  return true;
}

/**
 * Holds an unsent order whose money a bank has taken or may take. Call it when an order counts as unsent again:
 * `applyDispute` could not hold it while it was sent or held for another reason.
 */
export async function holdDisputed(tx: Tx, orderId: number, actor: Actor): Promise<boolean> {
  const [dispute] = await tx.$queryRaw<unknown[]>`
    SELECT FROM dispute
    WHERE order_id = ${orderId}::int AND (${IS_OPEN_DISPUTE} OR status = 'lost') LIMIT 1`;
  return dispute !== undefined && holdOrder(tx, { orderId, heldFor: 'dispute', actor });
}

/**
 * Returns a held order to the list of parcels; returns what it was held for, or null if it was not held.
 *
 * @public Part of the refund API.
 */
export async function releaseOrder(
  tx: Tx,
  { orderId, actor }: { orderId: number; actor: Actor },
): Promise<HeldFor | null> {
  const order = await lockOrder(tx, orderId);
  if (order === null || order.heldFor === null) return null;
  await tx.$executeRaw`UPDATE orders SET held_for = NULL WHERE id = ${orderId}::int`;
  await writeJournal(tx, {
    actor,
    operation: 'orders.release',
    subject: { kind: 'order', id: orderId },
    changes: { heldFor: [order.heldFor, null] },
  });
  return order.heldFor;
}

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

export type RefundOutcome = {
  state: RefundState;
  amountCents: number;
  failureCode: string | null;
  /** How often background work has claimed the refund. */
  tries: number;
};

const POLL_MS = 100;

/**
 * Wakes the background work of this process to send a refund, and waits up to `waitMs` for the outcome. Call
 * it after the commit. A refund that is still `requested` or `sending` afterwards is sent later; it is never
 * given up.
 *
 * @public Part of the refund API.
 */
export async function awaitRefund(
  { db, wakeRefunds }: Pick<Deps, 'db' | 'wakeRefunds'>,
  refundId: string,
  waitMs: number,
): Promise<RefundOutcome> {
  wakeRefunds();
  const untilMs = performance.now() + waitMs;
  for (;;) {
    const outcome = await readRefundOutcome(db, refundId);
    const isOpen = outcome.state === 'requested' || outcome.state === 'sending';
    if (!isOpen || performance.now() >= untilMs) return outcome;
    await sleep(POLL_MS);
  }
}

/** Returns the current state of a refund; throws if it does not exist. */
export async function readRefundOutcome(db: Db, refundId: string): Promise<RefundOutcome> {
  const refund = await db.refund.findUniqueOrThrow({
    where: { id: refundId },
    select: { state: true, amountCents: true, failureCode: true, tries: true },
  });
  return { ...refund, state: refundStateOf(refund.state) };
}

/** Parses a stored state; throws for an unknown one. */
export function refundStateOf(stored: string): RefundState {
  const state = REFUND_STATES.find((known) => known === stored);
  if (state === undefined) throw new Error(`no state of a refund: ${stored}`);
  return state;
}
