import { Prisma, type Db } from '@shop/db/db';
import { PAYMENT_ACCOUNTS, type PaymentAccount } from '@shop/domain/shapes';
import type { Intent } from '@shop/payments/shapes';

import { raiseAlert } from '../jobs/alert.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { findAttempt, isLeased, type Attempt } from './attempt.ts';
import type { SweepDeps } from './sweep.ts';
import { moveAttempt } from './transition.ts';

/** How far back the audit looks: three times as far as it is apart. */
const WINDOW_HOURS = 72;
/** Purchases near the ends of the window may be on one side alone. */
const EDGE_MINUTES = 15;

/** What is wrong between a payment at the provider and our attempts, if anything. */
export type Finding =
  /** Money was taken and there is nothing for it. */
  | 'orphan'
  /** Money was taken and its attempt does not know yet. */
  | 'unsettled'
  /** Money was taken and its attempt does not know of the payment at all: that commit is lost. */
  | 'forgotten'
  /** There is an order, and not this money for it. */
  | 'order_without_money'
  | 'in_order';

/**
 * Compares one payment with the attempt that it names (laws L4 and L5). Payments that were given
 * back in full are in order, whoever did it.
 */
function findingOf(intent: Intent, attempt: Attempt | null): Finding {
  const isTheirs = attempt?.paymentIntentId === intent.id;
  if (intent.state !== 'succeeded') {
    return isTheirs && attempt.state === 'paid' ? 'order_without_money' : 'in_order';
  }
  if (intent.refundedCents >= intent.amountCents) return 'in_order';
  if (attempt?.state === 'reserved' && isAgreed(attempt, intent)) return 'forgotten';
  if (attempt === null || !isTheirs) return 'orphan';
  if (attempt.state === 'charging' || attempt.state === 'requires_action') return 'unsettled';
  if (attempt.state !== 'paid') return 'orphan';
  return isAgreed(attempt, intent) ? 'in_order' : 'order_without_money';
}

function isAgreed(attempt: Attempt, intent: Intent): boolean {
  return attempt.amountCents === intent.amountCents && attempt.currency === intent.currency;
}

/** What the audit of one account saw: sums in cents (law L6). */
export type AuditSummary = {
  account: PaymentAccount;
  intents: number;
  takenCents: number;
  orderedCents: number;
  findings: number;
};

/**
 * Compares what both accounts took in the last three days with what we sold for it, completes
 * purchases that can be, has orphans refunded, and tells somebody. It finds what only the loss of
 * committed rows can bring about: a restored backup, or the power going on an embedded database.
 */
export async function auditPayments(deps: SweepDeps): Promise<AuditSummary[]> {
  const summaries: AuditSummary[] = [];
  for (const account of PAYMENT_ACCOUNTS) {
    const summary = await auditAccount(deps, account);
    if (summary !== null) summaries.push(summary);
  }
  return summaries;
}

/** Null where the provider does not tell everything: half a list proves nothing. */
async function auditAccount(
  deps: SweepDeps,
  account: PaymentAccount,
): Promise<AuditSummary | null> {
  const createdAfter = new Date(deps.clock().getTime() - WINDOW_HOURS * 3_600_000);
  const intents: Intent[] = [];
  for await (const answer of deps.payments.listIntents(account, { createdAfter })) {
    if (answer.outcome !== 'known') {
      deps.log.warn({ account, fault: answer.cause.kind }, 'payments not audited');
      return null;
    }
    // Payments of subscriptions belong to invoices and name no attempt.
    if (answer.value.attemptId !== null) intents.push(answer.value);
  }

  const summary = { account, intents: intents.length, takenCents: 0, orderedCents: 0, findings: 0 };
  for (const intent of intents) {
    const attempt = await findAttemptOf(deps.db, intent);
    const finding = findingOf(intent, attempt);
    if (intent.state === 'succeeded')
      summary.takenCents += intent.amountCents - intent.refundedCents;
    if (attempt?.state === 'paid' && attempt.paymentIntentId === intent.id) {
      summary.orderedCents += attempt.amountCents;
    }
    if (finding === 'in_order') continue;
    summary.findings += 1;
    await act(deps, finding, { account, intent, attempt });
  }
  const seen = new Set(intents.map(({ id }) => id));
  summary.findings += await tellUnseen(deps, { account, createdAfter, seen });
  deps.log.info(summary, 'payments audited');
  return summary;
}

type Audited = { account: PaymentAccount; intent: Intent; attempt: Attempt | null };

async function act(
  deps: SweepDeps,
  finding: Exclude<Finding, 'in_order'>,
  { account, intent, attempt }: Audited,
): Promise<void> {
  const facts = {
    account,
    intentId: intent.id,
    attemptId: intent.attemptId,
    state: attempt?.state ?? null,
    amountCents: intent.amountCents,
  };
  switch (finding) {
    case 'unsettled':
      await deps.db.$executeRaw`
        UPDATE purchase_attempt SET next_check_at = clock_timestamp()
        WHERE payment_intent_id = ${intent.id} AND state IN ('charging', 'requires_action')`;
      return;
    case 'forgotten':
      if (attempt !== null) await remind(deps, attempt, intent);
      return;
    case 'orphan':
      await enqueue(deps.db, {
        kind: 'refund_intent',
        payload: { account, intentId: intent.id },
        dedupe: `refund:${intent.id}`,
      });
      await raiseAlert(deps, {
        event: 'Money without an order, refunding it',
        facts,
        dedupe: `orphan:${intent.id}`,
      });
      return;
    case 'order_without_money':
      await raiseAlert(deps, {
        event: 'An order whose payment is not there',
        facts,
        dedupe: `unpaid:${intent.id}`,
      });
  }
}

/** Gives an attempt the payment that it forgot; the sweep writes its order. */
async function remind(deps: SweepDeps, attempt: Attempt, intent: Intent): Promise<void> {
  const isReminded = await moveAttempt(
    deps.db,
    {
      attemptId: attempt.id,
      from: 'reserved',
      to: 'charging',
      by: 'audit',
      intentState: intent.state,
      // Whoever holds it makes the same payment again and comes to its end without us.
      fence: Prisma.sql`payment_intent_id IS NULL AND NOT ${isLeased}`,
      set: [
        Prisma.sql`payment_intent_id = ${intent.id}`,
        Prisma.sql`next_check_at = clock_timestamp()`,
      ],
    },
    'kept',
  );
  if (!isReminded) return;
  await raiseAlert(deps, {
    event: 'Money for a purchase that had lost its payment, completing it',
    facts: { attemptId: attempt.id, intentId: intent.id, account: attempt.stripeAccount },
    dedupe: `forgotten:${attempt.id}`,
  });
}

type Unseen = { account: PaymentAccount; createdAfter: Date; seen: ReadonlySet<string> };

/** Orders of these days whose payment the provider does not know at all. */
async function tellUnseen(
  deps: SweepDeps,
  { account, createdAfter, seen }: Unseen,
): Promise<number> {
  const edgeMs = EDGE_MINUTES * 60_000;
  const gt = new Date(createdAfter.getTime() + edgeMs);
  const lt = new Date(deps.clock().getTime() - edgeMs);
  const paid = await deps.db.purchaseAttempt.findMany({
    where: { state: 'paid', stripeAccount: account, cgvAt: { gt, lt } },
    select: { id: true, paymentIntentId: true, amountCents: true },
  });
  const unseen = paid.filter(({ paymentIntentId }) => !seen.has(paymentIntentId ?? ''));
  for (const { id, paymentIntentId, amountCents } of unseen) {
    await raiseAlert(deps, {
      event: 'An order whose payment is not there',
      facts: { account, attemptId: id, intentId: paymentIntentId, amountCents },
      dedupe: `unpaid:${id}`,
    });
  }
  return unseen.length;
}

async function findAttemptOf(db: Db, { attemptId }: Intent): Promise<Attempt | null> {
  const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(attemptId ?? '');
  return attemptId !== null && isUuid ? findAttempt(db, attemptId) : null;
}
