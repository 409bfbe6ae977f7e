import type { Deps } from '@agres/core/context';
import { raiseAlert } from '@agres/core/jobs/alert';
import { defineJob, outcomeOf } from '@agres/core/jobs/job';
import { Prisma, type Db } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { PAYMENT_ACCOUNTS, type PaymentAccount } from '@agres/domain/shapes';
import type { Answer } from '@agres/payments/answer';
import type { Dispute, Refund } from '@agres/payments/shapes';

import { checkAccountRefunds, checkRefunds } from '../checkout/payment-jobs.ts';
import { applyDispute } from './apply-dispute.ts';
import { applyRefunds, type RefundedPayment } from './apply-refunds.ts';

/** How far back the audit looks for refunds and disputes, of payments of any age. */
const WINDOW_DAYS = 35;
/** The provider repeats a webhook event for three days. */
const NEW_DAYS = 3;
/** A refund so young may be on one side alone. */
const EDGE_MINUTES = 15;

type AuditDeps = Pick<Deps, 'db' | 'payments' | 'log' | 'wakeJobs' | 'clock'>;

/** What the provider tells of one payment. */
type Told = { refunds: Refund[]; disputes: Dispute[] };

/** What the audit of one account saw. */
export type RefundAudit = {
  account: PaymentAccount;
  refunds: number;
  disputes: number;
  /** Payments of ours among those that they are about. */
  ours: number;
};

/**
 * Compares the refunds and disputes of 35 days, of both accounts, with our rows, and writes down what
 * we did not know. Correct without any webhook event. Only payments are touched that a row of this
 * database names.
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
    // guard: a dispute decided after months is found without a webhook event
    await checkOldDisputes(deps, account, createdAfter);
    await tellUnlisted(deps, { account, createdAfter, listed: refunds });
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

/** Compares what the provider tells of one account since a moment. */
async function compareSince(
  deps: AuditDeps,
  account: PaymentAccount,
  createdAfter: Date,
): Promise<Answer<Told & { payments: RefundedPayment[] }>> {
  const refunds = await collect(deps.payments.listRefunds(account, { createdAfter }));
  if (refunds.outcome !== 'known') return refunds;
  const disputes = await collect(deps.payments.listDisputes(account, { createdAfter }));
  if (disputes.outcome !== 'known') return disputes;
  const byPayment = groupByPayment(refunds.value, disputes.value);
  const payments = await findPayments(deps, account, [...byPayment.keys()]);
  for (const payment of payments) await compare(deps, payment, byPayment.get(payment.intentId));
  return {
    outcome: 'known',
    value: { refunds: refunds.value, disputes: disputes.value, payments },
  };
}

/**
 * Compares what is new in an account: a webhook event named a payment that no row names. It may be the
 * renewal of a subscription, which the provider made alone, or another shop's.
 */
export const checkAccountRefundsJob = defineJob({
  ...checkAccountRefunds,
  run: async (deps, { account }) =>
    outcomeOf(await compareSince(deps, account, daysAgo(deps, NEW_DAYS))),
});

/** Compares one payment: a webhook event said that something changed. */
export const checkRefundsJob = defineJob({
  ...checkRefunds,
  run: async (deps, payment) => outcomeOf(await checkMoneyBack(deps, payment)),
});

/** Compares one payment with what the provider tells of it now; locks what it was paid for. */
export async function checkMoneyBack(
  deps: AuditDeps,
  { account, intentId }: { account: PaymentAccount; intentId: string },
): Promise<Answer<Told>> {
  const refunds = await collect(deps.payments.listRefunds(account, { intentId }));
  if (refunds.outcome !== 'known') return refunds;
  const disputes = await collect(deps.payments.listDisputes(account, { intentId }));
  if (disputes.outcome !== 'known') return disputes;
  const told = { refunds: refunds.value, disputes: disputes.value };
  for (const payment of await findPayments(deps, account, [intentId])) {
    await compare(deps, payment, told);
  }
  return { outcome: 'known', value: told };
}

/** Disputes that began before the audit looks, and were open as far as we know. */
async function checkOldDisputes(
  deps: AuditDeps,
  account: PaymentAccount,
  openedBefore: Date,
): Promise<void> {
  const open = await deps.db.dispute.findMany({
    where: { stripeAccount: account, closedAt: null, openedAt: { lt: openedBefore } },
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
  { refunds, disputes }: Told = { refunds: [], disputes: [] },
): Promise<void> {
  const unplaced = await inTransaction(deps.db, async (tx) => {
    const left = await applyRefunds(tx, payment, { listed: refunds });
    for (const dispute of disputes) await applyDispute(tx, payment, dispute);
    return left;
  });
  for (const refund of unplaced) await tellUnplaced(deps, payment, refund);
  deps.wakeJobs();
}

/** L13: each refund of the provider has a row. One that found no room in time needs a person. */
async function tellUnplaced(
  deps: AuditDeps,
  { account, intentId, orderId, paidCents }: RefundedPayment,
  { id, amountCents, createdAt }: Refund,
): Promise<void> {
  const ageMs = deps.clock().getTime() - createdAt.getTime();
  if (ageMs < EDGE_MINUTES * 60_000) return;
  await raiseAlert(deps, {
    event:
      'More went back of a payment than our rows leave room for: compare it with the dashboard',
    facts: { law: 'L13', providerRefundId: id, amountCents, paidCents, account, intentId, orderId },
    dedupe: `law:L13:${id}`,
    every: 'day',
  });
}

function groupByPayment(refunds: readonly Refund[], disputes: readonly Dispute[]) {
  const byPayment = new Map<string, Told>();
  const toldOf = (intentId: string) => {
    const told = byPayment.get(intentId) ?? { refunds: [], disputes: [] };
    byPayment.set(intentId, told);
    return told;
  };
  for (const refund of refunds) {
    if (refund.intentId !== null) toldOf(refund.intentId).refunds.push(refund);
  }
  for (const dispute of disputes) {
    if (dispute.intentId !== null) toldOf(dispute.intentId).disputes.push(dispute);
  }
  return byPayment;
}

async function collect<T>(answers: AsyncGenerator<Answer<T>>): Promise<Answer<T[]>> {
  const all: T[] = [];
  for await (const answer of answers) {
    if (answer.outcome !== 'known') return answer;
    all.push(answer.value);
  }
  return { outcome: 'known', value: all };
}

type Known = Omit<RefundedPayment, 'account' | 'paidCents'> & { paidCents: number | null };

/**
 * Those of the payments that an attempt, a subscription, a refund or a dispute of this database names,
 * and renewals of its subscriptions. What the original of a copy sold is not among them.
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
 * Those of the payments that are of invoices of our subscriptions. The provider is asked for each, until
 * a row names it; one that does not tell now is left for the next time.
 */
async function findRenewals(
  { db, payments }: AuditDeps,
  account: PaymentAccount,
  intentIds: readonly string[],
): Promise<Known[]> {
  const found: Known[] = [];
  for (const intentId of intentIds) {
    const paid = await payments.findPaidSubscription(account, intentId);
    if (paid.outcome !== 'known' || paid.value === null) continue;
    const [row] = await db.$queryRaw<{ id: number }[]>`
      SELECT id FROM subscription
      WHERE stripe_subscription_id = ${paid.value} AND stripe_account = ${account}
        AND created_at >= ${SINCE_COPIED}`;
    // guard: a renewal of another shop's subscription is left alone
    if (row !== undefined)
      found.push({ intentId, orderId: null, subscriptionId: row.id, paidCents: null });
  }
  return found;
}

/** SQL for the moment since which rows are of this installation. */
const SINCE_COPIED = Prisma.sql`coalesce((SELECT copied_at FROM installation), '-infinity')`;

async function findKnown(
  db: Db,
  account: PaymentAccount,
  intentIds: readonly string[],
): Promise<Known[]> {
  return db.$queryRaw<Known[]>`
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

/** L13: each refund of ours that the provider has made is in its list. */
async function tellUnlisted(
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
      event: 'A law of the shop does not hold: L13',
      facts: { law: 'L13', refundId: id, providerRefundId, amountCents, account },
      dedupe: `law:L13:${id}`,
      every: 'day',
    });
  }
}
