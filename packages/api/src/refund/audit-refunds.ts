import { Prisma, type Db } from '@shop/db/db';
import { inTransaction } from '@shop/db/transaction';
import { PAYMENT_ACCOUNTS, type PaymentAccount } from '@shop/domain/shapes';
import type { Answer } from '@shop/payments/answer';
import type { Dispute, Refund } from '@shop/payments/shapes';

import { checkRefunds } from '../checkout/payment-jobs.ts';
import type { Deps } from '../context.ts';
import { raiseAlert } from '../jobs/alert.ts';
import { defineJob, DONE, outcomeOf } from '../jobs/job.ts';
import { applyDispute } from './apply-dispute.ts';
import { applyRefunds, type RefundedPayment } from './apply-refunds.ts';

/** How far back the audit looks for refunds and disputes, of payments of any age. */
const WINDOW_DAYS = 35;
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
    const createdAfter = new Date(deps.clock().getTime() - WINDOW_DAYS * 86_400_000);
    const refunds = await collect(deps.payments.listRefunds(account, { createdAfter }));
    const disputes = await collect(deps.payments.listDisputes(account, { createdAfter }));
    if (refunds.outcome !== 'known' || disputes.outcome !== 'known') {
      deps.log.warn({ account }, 'refunds not audited');
      continue;
    }
    const byPayment = groupByPayment(refunds.value, disputes.value);
    const payments = await findPayments(deps, account, [...byPayment.keys()]);
    for (const payment of payments) await compare(deps, payment, byPayment.get(payment.intentId));
    await tellUnlisted(deps, { account, createdAfter, listed: refunds.value });
    const audit = {
      account,
      refunds: refunds.value.length,
      disputes: disputes.value.length,
      ours: payments.length,
    };
    deps.log.info(audit, 'refunds audited');
    audits.push(audit);
  }
  return audits;
}

/** Compares one payment: a webhook event said that something changed. */
export const checkRefundsJob = defineJob({
  ...checkRefunds,
  run: async (deps, { account, intentId }) => {
    const refunds = await collect(deps.payments.listRefunds(account, { intentId }));
    if (refunds.outcome !== 'known') return outcomeOf(refunds);
    const disputes = await collect(deps.payments.listDisputes(account, { intentId }));
    if (disputes.outcome !== 'known') return outcomeOf(disputes);
    for (const payment of await findPayments(deps, account, [intentId])) {
      await compare(deps, payment, { refunds: refunds.value, disputes: disputes.value });
    }
    return DONE;
  },
});

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
 * Those of the payments that an attempt, a subscription or a refund of this database names. What the
 * original of a copy sold is not among them.
 */
async function findPayments(
  { db, payments }: AuditDeps,
  account: PaymentAccount,
  intentIds: readonly string[],
): Promise<RefundedPayment[]> {
  if (intentIds.length === 0) return [];
  const found: RefundedPayment[] = [];
  for (const known of await findKnown(db, account, intentIds)) {
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

async function findKnown(
  db: Db,
  account: PaymentAccount,
  intentIds: readonly string[],
): Promise<Known[]> {
  const since = Prisma.sql`coalesce((SELECT copied_at FROM installation), '-infinity')`;
  return db.$queryRaw<Known[]>`
    SELECT DISTINCT ON (intent_id) intent_id AS "intentId", order_id AS "orderId",
      subscription_id AS "subscriptionId", paid_cents AS "paidCents"
    FROM (
      SELECT r.payment_intent_id AS intent_id, r.order_id, r.subscription_id, r.paid_cents, 1 AS rank
      FROM refund r
      WHERE r.payment_intent_id = ANY(${[...intentIds]}::text[]) AND r.stripe_account = ${account}
        AND r.at >= ${since}
      UNION ALL
      SELECT a.payment_intent_id, o.id, NULL, o.amount_cents, 2
      FROM purchase_attempt a LEFT JOIN orders o ON o.attempt_id = a.id
      WHERE a.payment_intent_id = ANY(${[...intentIds]}::text[]) AND a.stripe_account = ${account}
        AND a.created_at >= ${since}
      UNION ALL
      SELECT s.stripe_intent_id, NULL, s.subscription_id, NULL, 3
      FROM subscription_attempt s
      WHERE s.stripe_intent_id = ANY(${[...intentIds]}::text[]) AND s.stripe_account = ${account}
        AND s.created_at >= ${since}) named
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
