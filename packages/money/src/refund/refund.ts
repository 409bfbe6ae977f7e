import { setTimeout as sleep } from 'node:timers/promises';

import type { Deps } from '@agres/core/context';
import { actorNameOf, ROLES, type Actor } from '@agres/core/operations/actor';
import { writeJournal } from '@agres/core/operations/journal';
import { secondsFromNow } from '@agres/db/database-clock';
import { Prisma, type Db, type Tx } from '@agres/db/db';
import { isInventedPayment } from '@agres/domain/demonstration';
import { DomainError } from '@agres/domain/errors';
import { PAYMENT_ACCOUNTS, type PaymentAccount } from '@agres/domain/shapes';
import { z } from 'zod';

/** Why money goes back: shop staff, a declaration, a late parcel, the audit of payments. */
export type RefundOrigin = 'office' | 'withdrawal' | 'late' | 'audit';

/** Why an order is off the list of parcels until the shop owner decides. */
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

/** What money is to go back, of which payment. */
export type RefundRequest = {
  account: PaymentAccount;
  intentId: string;
  /** The order that it paid, or the subscription; neither for a payment without an owner. */
  orderId?: number;
  subscriptionId?: number;
  /** What the card paid, in cents. */
  paidCents: number;
  amountCents: number;
  /** What was left of the payment as the person saw it who decided. */
  leftCents?: number;
  reason: string;
  actor: Actor;
  /** Names the wish: the same key answers the same refund, unless that failed. */
  key: string;
  origin: RefundOrigin;
  /** Whether the unit of the order is back and can be sold again. */
  unitIsBack?: boolean;
};

export type RequestedRefund = { id: string; amountCents: number };

/** SQL for the refunds that give money back or may. */
const hasNotFailed = Prisma.sql`state <> 'failed'`;

/** SQL for the disputes that a bank has not decided; an inquiry is none, it ends by a refund. */
const IS_OPEN_DISPUTE = Prisma.sql`status IN ('needs_response', 'under_review',
  'appeal_needs_response', 'appeal_under_review')`;

/** SQL for what the buyer's bank has taken back of a payment for good, in cents. */
const bankCentsOf = (intentId: Prisma.Sql) => Prisma.sql`(
  SELECT coalesce(sum(lost.amount_cents), 0)::int FROM dispute lost
  WHERE lost.payment_intent_id = ${intentId} AND lost.status = 'lost')`;

/** The same of an order. */
export const bankCentsOfOrder = (orderId: Prisma.Sql) => Prisma.sql`(
  SELECT coalesce(sum(lost.amount_cents), 0)::int FROM dispute lost
  WHERE lost.order_id = ${orderId} AND lost.status = 'lost')`;

/**
 * Requests a refund, in the caller's transaction (refund.md, R1). The background sends it after the commit
 * (`awaitRefund` wakes it). Locks the order or the subscription; the caller must hold no lock that comes
 * after those (decision 073). A unit that is back returns to the stock, once for an order. The same key
 * answers the same refund.
 * @throws DomainError `over_the_rest`, `refund_in_flight`, `disputed` (the bank decides, or has given all
 * that was left back), or `changed_meanwhile` (`leftCents` is not what is left), `never_paid` (demonstration data).
 */
export async function requestRefund(tx: Tx, request: RefundRequest): Promise<RequestedRefund> {
  const { intentId, paidCents, amountCents, leftCents, key } = request;
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0) {
    throw new RangeError(`a refund of ${amountCents} cents`);
  }
  // guard: nothing is promised of a payment that no provider has
  if (isInventedPayment(intentId)) throw new DomainError('never_paid');
  await lockContract(tx, request);
  const given = await readGiven(tx, intentId);
  // Looked for last: nothing locks a payment without a contract, and the refund that is on its way may be
  // the one of this key.
  const known = await findByKey(tx, intentId, key);
  if (known !== null) return known;
  const { givenCents } = given;
  const restCents = leftOf(paidCents, given);
  if (given.isInFlight) throw new DomainError('refund_in_flight');
  // guard: nothing is refunded of what the bank decides about
  if (given.isDisputed) throw new DomainError('disputed');
  // The bank has given it back: that is no sum to be corrected.
  if (given.bankCents > 0 && amountCents > restCents) throw new DomainError('disputed');
  // guard: a refund is of what its giver saw
  if (leftCents !== undefined && leftCents !== restCents)
    throw new DomainError('changed_meanwhile');
  // guard: refunds stay within what was paid
  if (amountCents > restCents) throw new DomainError('over_the_rest');
  const id = await insertRefund(tx, request);
  // Without a contract, a concurrent call was faster.
  if (id === null) {
    const theirs = await findByKey(tx, intentId, key);
    if (theirs === null) throw new DomainError('refund_in_flight');
    return theirs;
  }
  if (request.unitIsBack === true && request.orderId !== undefined) {
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

type PaidFor = Pick<
  RefundRequest,
  'orderId' | 'subscriptionId' | 'account' | 'intentId' | 'paidCents'
>;

/** What the journal names a refund by. */
export const journalSubjectOf = ({ orderId, subscriptionId, intentId }: PaidFor) =>
  orderId !== undefined
    ? { kind: 'order', id: orderId }
    : subscriptionId !== undefined
      ? { kind: 'subscription', id: subscriptionId }
      : { kind: 'payment', id: intentId };

/** Locks what was paid for, so that refunds of one payment are decided one after the other. */
export async function lockContract(tx: Tx, paidFor: PaidFor): Promise<void> {
  const { orderId, subscriptionId, account, intentId, paidCents } = paidFor;
  if (orderId !== undefined) {
    const order = await lockOrder(tx, orderId);
    const isItsPayment =
      order?.intentId === intentId && order.account === account && order.paidCents === paidCents;
    // guard: an order is refunded by its own payment
    if (!isItsPayment) throw new Error(`payment ${intentId} is not that of order ${orderId}`);
    return;
  }
  if (subscriptionId === undefined) return;
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

/** An order under its lock; null where there is none. */
async function lockOrder(tx: Tx, orderId: number): Promise<LockedOrder | null> {
  // guard: what is decided about an order is decided one after the other
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
    WHERE payment_intent_id = ${intentId} AND key = ${key} AND ${hasNotFailed}`;
  return known ?? null;
}

/** What of a payment is no longer with the shop, or may soon not be. */
export type Given = {
  /** Cents that went back or are on their way. */
  givenCents: number;
  /** Cents that the buyer's bank has taken back for good, by a dispute that was lost. */
  bankCents: number;
  /** Whether a refund is on its way. */
  isInFlight: boolean;
  /** Whether the bank decides about a dispute: nothing can be refunded meanwhile. */
  isDisputed: boolean;
};

/** How the refunds and disputes of a payment stand. */
export async function readGiven(tx: Db | Tx, intentId: string): Promise<Given> {
  const [given] = await tx.$queryRaw<Given[]>`
    SELECT coalesce(sum(amount_cents), 0)::int AS "givenCents",
      coalesce(bool_or(state IN ('requested', 'sending')), false) AS "isInFlight",
      EXISTS (SELECT FROM dispute d WHERE d.payment_intent_id = ${intentId} AND ${IS_OPEN_DISPUTE})
        AS "isDisputed",
      ${bankCentsOf(Prisma.sql`${intentId}`)} AS "bankCents"
    FROM refund WHERE payment_intent_id = ${intentId} AND ${hasNotFailed}`;
  return given ?? { givenCents: 0, bankCents: 0, isInFlight: false, isDisputed: false };
}

/** What can still go back of a payment, in cents. */
// guard: what the bank has given back is not given again
export const leftOf = (paidCents: number, { givenCents, bankCents }: Given) =>
  Math.max(0, paidCents - givenCents - bankCents);

/** Null where a refund with this key, or on its way, was written meanwhile. */
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

/** Puts the unit of an order back into the stock, unless it is there already. */
export async function returnUnit(
  tx: Tx,
  orderId: number,
  { reason, actor }: Pick<RefundRequest, 'reason' | 'actor'>,
): Promise<void> {
  // guard: the unit of an order comes back once
  await tx.$executeRaw`
    WITH noted AS (
      INSERT INTO stock_adjustment (option_id, delta, kind, order_id, reason, by)
      SELECT a.option_id, 1, 'return', o.id, ${reason}, ${actorNameOf(actor)}
      FROM orders o JOIN purchase_attempt a ON a.id = o.attempt_id WHERE o.id = ${orderId}::int
      ON CONFLICT DO NOTHING
      RETURNING option_id)
    UPDATE item_option SET remaining = remaining + 1
    FROM noted WHERE item_option.id = noted.option_id`;
}

/** Which order is cancelled, why and by whom; `key` names the wish to give its money back. */
export type Cancellation = Pick<RefundRequest, 'reason' | 'actor' | 'key' | 'origin'> & {
  orderId: number;
};

/** What came of a cancellation. */
export type Cancelled = {
  /** The refund of everything that was left; null where nothing was, or where it has to wait. */
  refund: RequestedRefund | null;
  /**
   * Why it waits: once the refund that is on its way has arrived, or the bank has decided about the
   * dispute, what is left then is requested by itself.
   */
  waitsFor: 'refund_in_flight' | 'disputed' | null;
};

/**
 * Cancels an order that was not sent, in the caller's transaction. Its unit returns to the stock, it is no
 * longer held, and the refund of what is left of its money is requested; of demonstration data nothing is.
 * Idempotent: for a cancelled order only the rest is requested, also after a refund that failed.
 * @throws DomainError `not_found`, or `already_sent` (delivered counts).
 */
export async function cancelOrder(tx: Tx, cancellation: Cancellation): Promise<Cancelled> {
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
  const given = await readGiven(tx, intentId);
  const { isInFlight, isDisputed } = given;
  const amountCents = leftOf(paidCents, given);
  let refund = await findByKey(tx, intentId, key);
  if (refund !== null) return { refund, waitsFor: null };
  if (isInFlight || isDisputed) await promiseRest(tx, intentId, { reason, actor, key, origin });
  else if (amountCents > 0 && !isInventedPayment(intentId)) {
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

/** How the rest of a cancelled order is requested; the refund or dispute before it stores this. */
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
 * Requests the rest of a cancelled order once the refund on its way has arrived, or the dispute is decided,
 * in the transaction that stores that. Answers the refund; null where nothing is left or the payment is
 * disputed.
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
 * Takes an order off the list of parcels until the shop owner decides (`orders.held_for`). Answers
 * whether it is held from now on: not one that was sent, cancelled or is held already.
 */
export async function holdOrder(
  tx: Tx,
  { orderId, heldFor, actor }: { orderId: number; heldFor: HeldFor; actor: Actor },
): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  if (order === null || order.heldFor !== null) return false;
  const held = await tx.$executeRaw`
    UPDATE orders SET held_for = ${heldFor}
    WHERE id = ${orderId}::int AND sent_at IS NULL AND cancelled_at IS NULL AND status = 'waiting'`;
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
 * Puts a held order back on the list of parcels; answers what it was held for, null where nothing.
 *
 * @public The face of refunds.
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

/** The payment of an order, and what is left of it, in cents. */
export type OrderPayment = Given & {
  account: PaymentAccount;
  intentId: string;
  paidCents: number;
  leftCents: number;
};

/**
 * What can be refunded of an order; null where there is no such order.
 *
 * @public The face of refunds.
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
  const given = await readGiven(db, intentId);
  const { amountCents: paidCents } = order;
  return { ...given, account, intentId, paidCents, leftCents: leftOf(paidCents, given) };
}

/**
 * What went back of orders, by us or by the buyer's bank, or is on its way, in cents; an order of which
 * nothing did is left out.
 */
export async function readGivenCents(
  db: Db | Tx,
  orderIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db.$queryRaw<{ orderId: number; givenCents: number }[]>`
    SELECT order_id AS "orderId", sum(amount_cents)::int AS "givenCents" FROM (
      SELECT order_id, amount_cents FROM refund
      WHERE order_id = ANY(${[...orderIds]}::int[]) AND ${hasNotFailed}
      UNION ALL
      SELECT order_id, amount_cents FROM dispute
      WHERE order_id = ANY(${[...orderIds]}::int[]) AND status = 'lost') gone
    GROUP BY order_id`;
  return new Map(rows.map(({ orderId, givenCents }) => [orderId, givenCents]));
}

/**
 * SQL for the failed refunds, read as `r`, whose money is still with the shop: there is room for it beside
 * all that went back, by us or by the buyer's bank.
 */
export const isOwed = Prisma.sql`(r.state = 'failed' AND r.amount_cents + (
  SELECT coalesce(sum(given.amount_cents), 0) FROM refund given
  WHERE given.payment_intent_id = r.payment_intent_id AND given.state <> 'failed')
  + ${bankCentsOf(Prisma.sql`r.payment_intent_id`)} <= r.paid_cents)`;

/** A refund whose money has not reached the provider, or came back from it. */
export type OwedRefund = {
  orderId: number | null;
  subscriptionId: number | null;
  amountCents: number;
  state: RefundState;
};

/** The refunds of an origin that are still owed: on their way, or failed and not given otherwise since. */
export async function findOwedRefunds(db: Db, origin: RefundOrigin): Promise<OwedRefund[]> {
  return db.$queryRaw<OwedRefund[]>`
    SELECT order_id AS "orderId", subscription_id AS "subscriptionId",
      amount_cents AS "amountCents", state
    FROM refund WHERE state IN ('requested', 'sending') AND origin = ${origin}
    UNION ALL
    SELECT * FROM (
      SELECT DISTINCT ON (r.payment_intent_id) r.order_id, r.subscription_id, r.amount_cents, r.state
      FROM refund r WHERE r.state = 'failed' AND r.origin = ${origin} AND ${isOwed}
      ORDER BY r.payment_intent_id, r.at DESC) failed`;
}

/** How a refund stands. */
export type RefundOutcome = {
  state: RefundState;
  amountCents: number;
  failureCode: string | null;
  /** How often the background has claimed it; 0: not yet. */
  tries: number;
};

/** Between two looks at a refund that is waited for. */
const POLL_MS = 100;

/**
 * After the commit: has the background of this process send a refund now, and waits for the outcome,
 * `waitMs` at most. Still `requested` or `sending` then: it is on its way, and is never given up.
 *
 * @public The face of refunds.
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

/** How a refund stands now. */
export async function readRefundOutcome(db: Db, refundId: string): Promise<RefundOutcome> {
  const refund = await db.refund.findUniqueOrThrow({
    where: { id: refundId },
    select: { state: true, amountCents: true, failureCode: true, tries: true },
  });
  return { ...refund, state: refundStateOf(refund.state) };
}

/** A state as it is stored; throws for one that is none. */
export function refundStateOf(stored: string): RefundState {
  const state = REFUND_STATES.find((known) => known === stored);
  if (state === undefined) throw new Error(`no state of a refund: ${stored}`);
  return state;
}
