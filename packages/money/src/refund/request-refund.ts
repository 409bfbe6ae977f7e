import { actorNameOf, type Actor } from '@agres/core/operations/actor';
import { writeJournal } from '@agres/core/operations/journal';
import { secondsFromNow } from '@agres/db/database-clock';
import { Prisma, type Tx } from '@agres/db/db';
import { isDemoPayment } from '@agres/domain/demonstration';
import { DomainError } from '@agres/domain/errors';
import type { PaymentAccount } from '@agres/domain/shapes';

import type { HeldFor } from '../orders/order-state.ts';
import type { RefundOrigin } from './refund-outcome.ts';
import { HAS_NOT_FAILED, readReturnedMoney, refundableCents } from './returned-money.ts';

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
  /** The amount still refundable in cents, as shown to the person who requested the refund. */
  leftCents?: number;
  reason: string;
  actor: Actor;
  /** The idempotency key: the same key returns the same refund, unless that failed. */
  key: string;
  origin: RefundOrigin;
  unitIsBack?: boolean;
};

export type RequestedRefund = { id: string; amountCents: number };

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
    throw new RangeError(`amountCents must be a positive integer, got ${amountCents}`);
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

export async function lockOrder(tx: Tx, orderId: number): Promise<LockedOrder | null> {
  // guard: concurrent refunds and cancellations of an order are serialized
  const [order] = await tx.$queryRaw<LockedOrder[]>`
    SELECT o.stripe_account AS "account", a.payment_intent_id AS "intentId",
      o.amount_cents AS "paidCents", o.status, o.sent_at AS "sentAt",
      o.cancelled_at AS "cancelledAt", o.held_for AS "heldFor"
    FROM orders o JOIN purchase_attempt a ON a.id = o.attempt_id
    WHERE o.id = ${orderId}::int FOR UPDATE OF o`;
  return order ?? null;
}

export async function findByKey(
  tx: Tx,
  intentId: string,
  key: string,
): Promise<RequestedRefund | null> {
  const [known] = await tx.$queryRaw<RequestedRefund[]>`
    SELECT id::text, amount_cents AS "amountCents" FROM refund
    WHERE payment_intent_id = ${intentId} AND key = ${key} AND ${HAS_NOT_FAILED}`;
  return known ?? null;
}

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
