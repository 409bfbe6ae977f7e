import { randomUUID } from 'node:crypto';

import { operatorAlertEmail } from '@agres/core/jobs/alert';
import { enqueueEmail } from '@agres/core/jobs/email';
import type { Actor } from '@agres/core/operations/actor';
import { secondsFromNow } from '@agres/db/database-clock';
import { Prisma, type Tx } from '@agres/db/db';
import type { PaymentAccount } from '@agres/domain/shapes';
import type { Refund } from '@agres/payments/shapes';

import { holdOrder } from '../orders/hold-order.ts';
import { IS_UNSENT } from '../orders/order-state.ts';
import { requestRest } from './cancel-order.ts';
import { orderRefundedEmail, paymentRefundedEmail } from './emails.ts';
import type { RefundState } from './refund-outcome.ts';
import { requestRefund } from './request-refund.ts';
import { refundableCents, readReturnedMoney } from './returned-money.ts';

/** One of our payments, with the order or subscription that it paid for. */
export type RefundedPayment = {
  account: PaymentAccount;
  intentId: string;
  orderId: number | null;
  subscriptionId: number | null;
  paidCents: number;
};

/** How often to check a pending refund at the provider. */
export const PENDING_SECONDS = 86_400;
/** A refund made at the provider gets no email beyond this age. */
export const EMAIL_MAX_AGE_DAYS = 6;

const SYSTEM: Actor = { kind: 'system', name: 'refunds' };

type Row = {
  id: string;
  state: RefundState;
  providerRefundId: string | null;
  amountCents: number;
  rest: unknown;
};

type PaymentRefund = { payment: RefundedPayment; row: Row };

export type ProviderRefunds = {
  listed: readonly Refund[];
  /** One of our refunds that the provider permanently refuses, and why. */
  failed?: { id: string; code: string };
};

/**
 * Stores the provider's refunds of a payment and updates sums, emails, alerts and holds, in one transaction
 * (decision 053, R3). Recognizes our refunds by their metadata; stores others as made at the provider.
 * Idempotent and safe under concurrent calls. `tx` must hold no lock that comes after the order's (decision
 * 073). Returns the refunds that exceed what our rows allow; there are none once all refunds in flight are
 * decided.
 */
export async function applyRefunds(
  tx: Tx,
  payment: RefundedPayment,
  { listed, failed }: ProviderRefunds,
): Promise<Refund[]> {
  await lockContractOf(tx, payment);
  const rows = await lockRefunds(tx, payment);
  const decided: Row[] = [];
  const foreignRefunds: Refund[] = [];
  for (const refund of listed) {
    const row = rows.find((one) => isOf(refund, one));
    if (row === undefined) foreignRefunds.push(refund);
    else if (await applyState(tx, { payment, row }, refund)) decided.push(row);
  }
  const refused = refusedOf(rows, failed);
  if (refused !== null) {
    await applyFailure(tx, refused);
    decided.push(refused.row);
  }
  const unplaced = await insertForeignRefunds(tx, payment, foreignRefunds);
  await updateRefundedAmount(tx, payment);
  // The remaining amount is known only once refunds made elsewhere are stored.
  if (refused !== null) await replaceOrTell(tx, { payment, ...refused });
  for (const row of decided) await requestWaitingRest(tx, payment, row);
  return unplaced;
}

type RefusedRefund = { row: Row; code: string };

/** Returns the refund that the provider refused, unless its row is already final. */
function refusedOf(rows: readonly Row[], failed: ProviderRefunds['failed']): RefusedRefund | null {
  const isInFlight = ({ state }: Row) => state === 'requested' || state === 'sending';
  const row = rows.find((one) => one.id === failed?.id && isInFlight(one));
  return failed === undefined || row === undefined ? null : { row, code: failed.code };
}

/**
 * Matches a refund at the provider to a row, by the row's id in its metadata. A refund that arrives after its
 * row has failed counts as made elsewhere, because the money may have been refunded another way.
 */
const isOf = ({ id, metadata }: Refund, row: Row) =>
  row.providerRefundId === id ||
  // guard: a refund that arrives after its row failed is stored as a separate refund
  (row.providerRefundId === null && row.state !== 'failed' && metadata['refund_id'] === row.id);

/**
 * Stores refunds made elsewhere. Returns those that exceed what our rows allow, for the next list: our own
 * refund in flight must be decided first, or this list is older than our rows. Bank transfers do not count,
 * because they did not go through the provider.
 */
async function insertForeignRefunds(
  tx: Tx,
  payment: RefundedPayment,
  strangers: readonly Refund[],
): Promise<Refund[]> {
  const counted = (await lockRefunds(tx, payment)).filter(
    ({ state }) => state !== 'failed' && state !== 'transferred',
  );
  let roomCents = payment.paidCents - sumOf(counted);
  const unplaced: Refund[] = [];
  for (const refund of strangers) {
    const cents = refund.state === 'failed' ? 0 : refund.amountCents;
    // guard: refunds made elsewhere are not stored beyond the paid amount
    if (cents > roomCents) {
      unplaced.push(refund);
      continue;
    }
    await insertForeignRefund(tx, payment, refund);
    roomCents -= cents;
  }
  return unplaced;
}

const sumOf = (refunds: readonly { amountCents: number }[]) =>
  refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** Locks the order or subscription, as every refund request does. */
async function lockContractOf(tx: Tx, { orderId, subscriptionId }: RefundedPayment): Promise<void> {
  if (orderId !== null) {
    await tx.$executeRaw`SELECT FROM orders WHERE id = ${orderId}::int FOR UPDATE`;
  } else if (subscriptionId !== null) {
    await tx.$executeRaw`SELECT FROM subscription WHERE id = ${subscriptionId}::int FOR UPDATE`;
  }
}

async function lockRefunds(tx: Tx, { intentId }: RefundedPayment): Promise<Row[]> {
  return tx.$queryRaw<Row[]>`
    SELECT id::text, state, provider_refund_id AS "providerRefundId",
      amount_cents AS "amountCents", rest
    FROM refund WHERE payment_intent_id = ${intentId} ORDER BY id FOR UPDATE`;
}

function stateAssignments({ id, state, failure }: Refund): Prisma.Sql {
  const isPending = state === 'pending';
  // A bank may return a refund weeks after it succeeded: `isOwed` needs the time of the failure.
  const settledAt =
    state === 'failed'
      ? Prisma.sql`clock_timestamp()`
      : Prisma.sql`coalesce(settled_at, clock_timestamp())`;
  return Prisma.sql`
    state = ${state}, provider_refund_id = ${id}, failure_code = ${failure}::text,
    next_check_at = CASE WHEN ${isPending}
      THEN ${secondsFromNow(PENDING_SECONDS)} END,
    settled_at = CASE WHEN NOT ${isPending} THEN ${settledAt} END,
    lease_owner = NULL, lease_until = NULL, rest = NULL`;
}

/** Stores the state of a refund at the provider; returns whether it changed. */
async function applyState(
  tx: Tx,
  { payment, row }: PaymentRefund,
  refund: Refund,
): Promise<boolean> {
  // A bank transfer replaced the failed refund.
  if (row.state === 'transferred') return false;
  // guard: an older list does not overwrite a newer refund state
  if (row.providerRefundId === refund.id && isOlder(refund, row)) return false;
  await tx.$executeRaw`UPDATE refund SET ${stateAssignments(refund)} WHERE id = ${row.id}::uuid`;
  if (row.state === refund.state) return false;
  if (refund.state === 'failed')
    await reportFailure(tx, { payment, row }, refund.failure ?? 'failed');
  else await enqueueRefundEmail(tx, payment, row.id);
  return true;
}

/** A failure is final, and a refund is pending only before it succeeds. */
function isOlder(refund: Refund, row: Row): boolean {
  return row.state === 'failed' || (row.state === 'succeeded' && refund.state === 'pending');
}

async function applyFailure(tx: Tx, { row: { id }, code }: RefusedRefund): Promise<void> {
  await tx.$executeRaw`
    UPDATE refund SET state = 'failed', failure_code = ${code}, settled_at = clock_timestamp(),
      next_check_at = NULL, lease_owner = NULL, lease_until = NULL, rest = NULL
    WHERE id = ${id}::uuid`;
}

async function replaceOrTell(
  tx: Tx,
  { code, ...ofPayment }: RefusedRefund & PaymentRefund,
): Promise<void> {
  if (code === 'over_the_rest' && (await requestWhatIsLeft(tx, ofPayment))) return;
  await reportFailure(tx, ofPayment, code);
}

/**
 * Requests a smaller refund in place of one that the law requires, if part of the payment was refunded at the
 * provider in the meantime. No person decides, because the law determines the amount. Returns whether it did.
 */
async function requestWhatIsLeft(tx: Tx, { payment, row }: PaymentRefund): Promise<boolean> {
  const { account, intentId, orderId, subscriptionId, paidCents } = payment;
  const [owed] = await tx.$queryRaw<
    { reason: string; key: string; origin: 'withdrawal' | 'late' }[]
  >`
    SELECT reason, key, origin FROM refund
    WHERE id = ${row.id}::uuid AND origin IN ('withdrawal', 'late')`;
  if (owed === undefined) return false;
  const given = await readReturnedMoney(tx, intentId);
  const leftCents = refundableCents(paidCents, given);
  const isLess = leftCents > 0 && leftCents < row.amountCents;
  // Never request the same amount again: the provider has refused it.
  if (!isLess || given.isInFlight || given.isDisputed) return false;
  await requestRefund(tx, {
    ...owed,
    account,
    intentId,
    orderId,
    subscriptionId,
    paidCents,
    amountCents: leftCents,
    actor: SYSTEM,
  });
  return true;
}

async function requestWaitingRest(
  tx: Tx,
  { orderId }: RefundedPayment,
  { rest }: Row,
): Promise<void> {
  if (orderId !== null && rest !== null) await requestRest(tx, { orderId, rest });
}

async function insertForeignRefund(
  tx: Tx,
  payment: RefundedPayment,
  refund: Refund,
): Promise<void> {
  const { account, intentId, orderId, subscriptionId, paidCents } = payment;
  const id = randomUUID();
  const added = await tx.$executeRaw`
    INSERT INTO refund (id, stripe_account, payment_intent_id, order_id, subscription_id,
      amount_cents, paid_cents, reason, by, key, origin, state, provider_refund_id, failure_code,
      next_check_at, settled_at, at)
    VALUES (${id}::uuid, ${account}, ${intentId}, ${orderId}::int, ${subscriptionId}::int,
      ${refund.amountCents}::int, ${paidCents}::int, 'made at the payment provider', 'provider',
      ${`provider:${refund.id}`}, 'provider', ${refund.state}, ${refund.id},
      ${refund.failure}::text,
      CASE WHEN ${refund.state} = 'pending'
        THEN ${secondsFromNow(PENDING_SECONDS)} END,
      -- It may be found days later: the books count it when it was made, and a refund of the days between
      -- may have repeated a failed one.
      CASE WHEN ${refund.state} <> 'pending' THEN ${refund.createdAt}::timestamptz END,
      ${refund.createdAt})
    ON CONFLICT DO NOTHING`;
  if (added === 0 || refund.state === 'failed') return;
  await enqueueRefundEmail(tx, payment, id);
  if (orderId !== null) await holdUnsentParcel(tx, payment, orderId);
}

/**
 * Holds an unsent parcel for the shop owner after a full refund made elsewhere; after a partial one the
 * parcel is still sent. Alerts the shop owner in both cases.
 */
async function holdUnsentParcel(
  tx: Tx,
  { account, intentId, paidCents }: RefundedPayment,
  orderId: number,
): Promise<void> {
  const [order] = await tx.$queryRaw<{ givenCents: number; isUnsent: boolean }[]>`
    SELECT ${IS_UNSENT} AS "isUnsent",
      (SELECT coalesce(sum(amount_cents), 0)::int FROM refund
        WHERE payment_intent_id = ${intentId} AND state <> 'failed') AS "givenCents"
    FROM orders WHERE id = ${orderId}::int`;
  if (order?.isUnsent !== true) return;
  const { givenCents } = order;
  const isWhole = givenCents >= paidCents;
  // guard: an order refunded in full elsewhere is held from dispatch
  if (isWhole) await holdOrder(tx, { orderId, heldFor: 'refund', actor: SYSTEM });
  await enqueueEmail(tx, {
    email: operatorAlertEmail,
    request: {
      event: isWhole
        ? 'An order that waits was given back in full: its parcel is held'
        : 'A part of an order that waits was given back: its parcel is still to be sent',
      facts: { orderId, account, intentId, refundedCents: givenCents, amountCents: paidCents },
    },
    dedupe: `given_back:${orderId}:${givenCents}`,
  });
}

async function reportFailure(tx: Tx, { payment, row }: PaymentRefund, why: string): Promise<void> {
  const { account, intentId, orderId, subscriptionId } = payment;
  const { id, amountCents } = row;
  await enqueueEmail(tx, {
    email: operatorAlertEmail,
    request: {
      event: 'A refund failed, the money is with the shop: give it again, or by bank transfer',
      facts: { refundId: id, amountCents, why, orderId, subscriptionId, account, intentId },
    },
    dedupe: `refund_failed:${id}`,
  });
}

/** Enqueues one email for each refund, but none for an old refund made at the provider. */
async function enqueueRefundEmail(
  tx: Tx,
  { orderId }: Pick<RefundedPayment, 'orderId'>,
  refundId: string,
): Promise<void> {
  const [refund] = await tx.$queryRaw<{ isOld: boolean }[]>`
    SELECT at < now() - make_interval(days => ${EMAIL_MAX_AGE_DAYS}::int) AS "isOld"
    FROM refund WHERE id = ${refundId}::uuid AND origin = 'provider'`;
  if (refund?.isOld === true) return;
  await enqueueEmail(tx, {
    email: orderId === null ? paymentRefundedEmail : orderRefundedEmail,
    request: { refundId },
    dedupe: `refund:${refundId}`,
  });
}

/** Updates the refunded amount that an order shows: refunds that are pending, succeeded or transferred. */
export async function updateRefundedAmount(
  tx: Tx,
  { orderId, intentId }: Pick<RefundedPayment, 'orderId' | 'intentId'>,
): Promise<void> {
  if (orderId === null) return;
  await tx.$executeRaw`
    UPDATE orders SET refunded_cents = given.cents
    FROM (SELECT nullif(coalesce(sum(amount_cents), 0), 0)::int AS cents FROM refund
      WHERE payment_intent_id = ${intentId} AND state IN ('pending', 'succeeded', 'transferred')) given
    WHERE id = ${orderId}::int AND refunded_cents IS DISTINCT FROM given.cents`;
}
