import type { Deps } from '@agres/core/context';
import { raiseAlert } from '@agres/core/jobs/alert';
import { defineJob, outcomeOf } from '@agres/core/jobs/job';
import { Prisma, type Db } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { PAYMENT_ACCOUNTS, type PaymentAccount } from '@agres/domain/shapes';
import type { Answer } from '@agres/payments/answer';
import type { Dispute, Refund } from '@agres/payments/shapes';

import { checkAccountRefunds, checkRefunds } from '../checkout/payment-jobs.ts';
import { applyDispute, CLOSED } from './apply-dispute.ts';
import { applyRefunds, type RefundedPayment } from './apply-refunds.ts';

/** How far back the audit looks for refunds and disputes; their payments may be of any age. */
const WINDOW_DAYS = 35;
/** The provider retries a webhook event for three days. */
const NEW_DAYS = 3;
/** A younger refund may be at the provider only, or in the database only. */
const EDGE_MINUTES = 15;

type AuditDeps = Pick<Deps, 'db' | 'payments' | 'log' | 'wakeJobs' | 'clock'>;

type ReturnedAtProvider = { refunds: Refund[]; disputes: Dispute[] };

export type RefundAudit = {
  account: PaymentAccount;
  refunds: number;
  disputes: number;
  /** How many payments of these refunds and disputes are ours. */
  ours: number;
};

/**
 * Compares the refunds and disputes of the last 35 days, of both accounts, with our rows, and stores what was
 * missing. Needs no webhook event. Affects only payments of our attempts, subscriptions, refunds and
 * disputes.
 */
export async function auditRefunds(deps: AuditDeps): Promise<RefundAudit[]> {
  const audits: RefundAudit[] = [];
  for (const account of PAYMENT_ACCOUNTS) {
    const createdAfter = daysAgo(deps, WINDOW_DAYS);
    const compared = await compareSince(deps, account, createdAfter);
    if (compared.outcome !== 'known') {
      deps.log.warn({ account }, 'refunds not audited');
      continue;
    }
    const { refunds, disputes, payments } = compared.value;
    // guard: the audit finds the decision of an old dispute without a webhook event
    await checkOldDisputes(deps, account, createdAfter);
    await alertUnlistedRefund(deps, { account, createdAfter, listed: refunds });
    const audit = {
      account,
      refunds: refunds.length,
      disputes: disputes.length,
      ours: payments.length,
    };
    deps.log.info(audit, 'refunds audited');
    audits.push(audit);
  }
  return audits;
}

const daysAgo = ({ clock }: AuditDeps, days: number) =>
  new Date(clock().getTime() - days * 86_400_000);

async function compareSince(
  deps: AuditDeps,
  account: PaymentAccount,
  createdAfter: Date,
): Promise<Answer<ReturnedAtProvider & { payments: RefundedPayment[] }>> {
  const returned = await readReturned(deps, account, { createdAfter });
  if (returned.outcome !== 'known') return returned;
  const { refunds, disputes } = returned.value;
  const intentIds = new Set([...refunds, ...disputes].flatMap(({ intentId }) => intentId ?? []));
  const payments = await findPayments(deps, account, [...intentIds]);
  for (const payment of payments) {
    const isOfPayment = ({ intentId }: Refund | Dispute) => intentId === payment.intentId;
    await compare(deps, payment, {
      refunds: refunds.filter(isOfPayment),
      disputes: disputes.filter(isOfPayment),
    });
  }
  return { outcome: 'known', value: { refunds, disputes, payments } };
}

async function readReturned(
  { payments }: AuditDeps,
  account: PaymentAccount,
  selection: { createdAfter: Date } | { intentId: string },
): Promise<Answer<ReturnedAtProvider>> {
  const refunds = await payments.listRefunds(account, selection);
  if (refunds.outcome !== 'known') return refunds;
  const disputes = await payments.listDisputes(account, selection);
  if (disputes.outcome !== 'known') return disputes;
  return { outcome: 'known', value: { refunds: refunds.value, disputes: disputes.value } };
}

/**
 * Compares the new refunds and disputes of an account, after a webhook event about a payment that no row
 * names. It is the renewal of a subscription, which the provider charged by itself, or another shop's
 * payment.
 */
export const checkAccountRefundsJob = defineJob({
  ...checkAccountRefunds,
  run: async (deps, { account }) =>
    outcomeOf(await compareSince(deps, account, daysAgo(deps, NEW_DAYS))),
});

/** Compares one payment after a webhook event about it. */
export const checkRefundsJob = defineJob({
  ...checkRefunds,
  run: async (deps, payment) => outcomeOf(await checkMoneyBack(deps, payment)),
});

/**
 * Compares one payment's refunds and disputes with our rows, in a transaction of its own that locks its order
 * or subscription.
 */
export async function checkMoneyBack(
  deps: AuditDeps,
  { account, intentId }: { account: PaymentAccount; intentId: string },
): Promise<Answer<ReturnedAtProvider>> {
  const returned = await readReturned(deps, account, { intentId });
  if (returned.outcome !== 'known') return returned;
  for (const payment of await findPayments(deps, account, [intentId])) {
    await compare(deps, payment, returned.value);
  }
  return returned;
}

async function checkOldDisputes(
  deps: AuditDeps,
  account: PaymentAccount,
  openedBefore: Date,
): Promise<void> {
  const open = await deps.db.dispute.findMany({
    where: {
      stripeAccount: account,
      status: { notIn: [...CLOSED] },
      openedAt: { lt: openedBefore },
    },
    select: { paymentIntentId: true },
    distinct: ['paymentIntentId'],
  });
  for (const { paymentIntentId: intentId } of open) {
    await checkMoneyBack(deps, { account, intentId });
  }
}

async function compare(
  deps: AuditDeps,
  payment: RefundedPayment,
  { refunds, disputes }: ReturnedAtProvider,
): Promise<void> {
  const unplaced = await inTransaction(deps.db, async (tx) => {
    const left = await applyRefunds(tx, payment, { listed: refunds });
    for (const dispute of disputes) await applyDispute(tx, payment, dispute);
    return left;
  });
  for (const refund of unplaced) await alertUnplacedRefund(deps, payment, refund);
  deps.wakeJobs();
}

/**
 * Checks L13: each refund of the provider has a row. Raises an alert if our rows still leave no room for one
 * after 15 minutes.
 */
async function alertUnplacedRefund(
  deps: AuditDeps,
  { account, intentId, orderId, paidCents }: RefundedPayment,
  { id, amountCents, createdAt }: Refund,
): Promise<void> {
  const ageMs = deps.clock().getTime() - createdAt.getTime();
  if (ageMs < EDGE_MINUTES * 60_000) return;
  await raiseAlert(deps, {
    event:
      'More went back of a payment than our rows leave room for: compare it with the dashboard',
    facts: {
      invariant: 'L13',
      providerRefundId: id,
      amountCents,
      paidCents,
      account,
      intentId,
      orderId,
    },
    dedupe: `law:L13:${id}`,
    every: 'day',
  });
}

type KnownPayment = Omit<RefundedPayment, 'account' | 'paidCents'> & { paidCents: number | null };

/**
 * Returns the payments that an attempt, subscription, refund or dispute of this database names, and renewals
 * of its subscriptions. Excludes sales from before this database was copied, which belong to the original.
 */
async function findPayments(
  deps: AuditDeps,
  account: PaymentAccount,
  intentIds: readonly string[],
): Promise<RefundedPayment[]> {
  if (intentIds.length === 0) return [];
  const { db, payments } = deps;
  const found: RefundedPayment[] = [];
  const named = await findKnown(db, account, intentIds);
  const isNamed = new Set(named.map(({ intentId }) => intentId));
  const unnamed = intentIds.filter((intentId) => !isNamed.has(intentId));
  for (const known of [...named, ...(await findRenewals(deps, account, unnamed))]) {
    if (known.paidCents !== null) {
      found.push({ ...known, account, paidCents: known.paidCents });
      continue;
    }
    const read = await payments.readIntent(account, known.intentId);
    if (read.outcome !== 'known') continue;
    found.push({ ...known, account, paidCents: read.value.amountCents });
  }
  return found;
}

/**
 * Returns the payments of invoices of our subscriptions. Asks the provider about each one until a row names
 * it; a payment without an answer is asked about again next time.
 */
async function findRenewals(
  { db, payments }: AuditDeps,
  account: PaymentAccount,
  intentIds: readonly string[],
): Promise<KnownPayment[]> {
  const found: KnownPayment[] = [];
  for (const intentId of intentIds) {
    const paid = await payments.findPaidSubscription(account, intentId);
    if (paid.outcome !== 'known' || paid.value === null) continue;
    const [row] = await db.$queryRaw<{ id: number }[]>`
      SELECT id FROM subscription
      WHERE stripe_subscription_id = ${paid.value} AND stripe_account = ${account}
        AND created_at >= ${SINCE_COPIED}`;
    // guard: a renewal of another shop’s subscription is ignored
    if (row !== undefined)
      found.push({ intentId, orderId: null, subscriptionId: row.id, paidCents: null });
  }
  return found;
}

/** SQL for the time since when rows belong to this installation. */
const SINCE_COPIED = Prisma.sql`coalesce((SELECT copied_at FROM installation), '-infinity')`;

async function findKnown(
  db: Db,
  account: PaymentAccount,
  intentIds: readonly string[],
): Promise<KnownPayment[]> {
  return db.$queryRaw<KnownPayment[]>`
    SELECT DISTINCT ON (intent_id) intent_id AS "intentId", order_id AS "orderId",
      subscription_id AS "subscriptionId", paid_cents AS "paidCents"
    FROM (
      SELECT r.payment_intent_id AS intent_id, r.order_id, r.subscription_id, r.paid_cents, 1 AS rank
      FROM refund r
      WHERE r.payment_intent_id = ANY(${[...intentIds]}::text[]) AND r.stripe_account = ${account}
        AND r.at >= ${SINCE_COPIED}
      UNION ALL
      SELECT a.payment_intent_id, o.id, NULL, o.amount_cents, 2
      FROM purchase_attempt a LEFT JOIN orders o ON o.attempt_id = a.id
      WHERE a.payment_intent_id = ANY(${[...intentIds]}::text[]) AND a.stripe_account = ${account}
        AND a.created_at >= ${SINCE_COPIED}
      UNION ALL
      SELECT s.stripe_intent_id, NULL, s.subscription_id, NULL, 3
      FROM subscription_attempt s
      WHERE s.stripe_intent_id = ANY(${[...intentIds]}::text[]) AND s.stripe_account = ${account}
        AND s.created_at >= ${SINCE_COPIED}
      UNION ALL
      SELECT d.payment_intent_id, NULL, d.subscription_id, NULL, 4
      FROM dispute d JOIN subscription s ON s.id = d.subscription_id
      WHERE d.payment_intent_id = ANY(${[...intentIds]}::text[]) AND d.stripe_account = ${account}
        AND s.created_at >= ${SINCE_COPIED}) named
    ORDER BY intent_id, (order_id IS NULL), rank`;
}

/** Checks L13: each of our refunds with a provider id is in the provider's list. */
async function alertUnlistedRefund(
  deps: AuditDeps,
  {
    account,
    createdAfter,
    listed,
  }: { account: PaymentAccount; createdAfter: Date; listed: readonly Refund[] },
): Promise<void> {
  const edgeMs = EDGE_MINUTES * 60_000;
  const ids = new Map(listed.map((refund) => [refund.id, refund.amountCents]));
  const rows = await deps.db.refund.findMany({
    where: {
      stripeAccount: account,
      providerRefundId: { not: null },
      at: {
        gt: new Date(createdAfter.getTime() + edgeMs),
        lt: new Date(deps.clock().getTime() - edgeMs),
      },
    },
    select: { id: true, providerRefundId: true, amountCents: true },
  });
  for (const { id, providerRefundId, amountCents } of rows) {
    if (ids.get(providerRefundId ?? '') === amountCents) continue;
    await raiseAlert(deps, {
      event: 'An invariant is violated: L13',
      facts: { invariant: 'L13', refundId: id, providerRefundId, amountCents, account },
      dedupe: `law:L13:${id}`,
      every: 'day',
    });
  }
}
