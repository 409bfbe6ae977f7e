import type { Deps } from '@agres/core/context';
import { ownershipOf } from '@agres/core/installation';
import { raiseAlert } from '@agres/core/jobs/alert';
import type { ProviderDeps } from '@agres/core/operations/operation';
import { secondsFromNow } from '@agres/db/database-clock';
import { Prisma, type Db, type Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { PAYMENT_ACCOUNTS, type PaymentAccount } from '@agres/domain/shapes';
import type { Intent } from '@agres/payments/shapes';
import { z } from 'zod';

import { IS_LEASED } from '../checkout/lease.ts';
import { mayRequestOrphanRefund, requestOrphanRefund } from '../refund/orphans.ts';
import { applyTransition, findAttempt, type Attempt } from './purchase-attempt.ts';
import { lockRebuilding, rebuildOrder } from './rebuild.ts';

/** How far back the audit looks: three times the maximum age of a backup. */
export const WINDOW_HOURS = 72;
/** Near the ends of the window, a purchase may be at the provider only, or in the database only. */
const EDGE_MINUTES = 15;

export type Finding =
  /** Money was taken, but our row shows that nothing is owed for it. */
  | 'orphan'
  /** Money was taken, but the rows of its purchase are lost or older than the payment. */
  | 'lost'
  /** Money was taken, but the attempt ended before it stored any payment: later commits are lost. */
  | 'ended'
  /** Money was taken, and the attempt has not recorded it yet. */
  | 'open'
  /** Money was taken, but the attempt has no payment: the commit that stored it is lost. */
  | 'forgotten'
  /** An order exists, but the payment did not succeed or has another amount. */
  | 'order_without_money'
  | 'in_order';

/**
 * Compares one payment with the attempt that its metadata names (invariants L4 and L5). A fully refunded
 * payment is in order, whether we refunded it or a person did in the provider's dashboard.
 */
export function findingOf(intent: Intent, attempt: Attempt | null): Finding {
  const isTheirs = attempt?.intentId === intent.id;
  if (intent.state !== 'succeeded') {
    return isTheirs && attempt.state === 'paid' ? 'order_without_money' : 'in_order';
  }
  if (intent.refundedCents >= intent.amountCents) return 'in_order';
  if (attempt === null) return 'lost';
  if (!isTheirs && generationOf(intent, attempt) > attempt.generation) return 'lost';
  if (attempt.state === 'reserved' && isAgreed(attempt, intent)) return 'forgotten';
  if (isEndedBefore(intent, attempt)) return 'ended';
  if (!isTheirs) return 'orphan';
  if (attempt.state === 'charging' || attempt.state === 'requires_action') return 'open';
  if (attempt.state !== 'paid') return 'orphan';
  return isAgreed(attempt, intent) ? 'in_order' : 'order_without_money';
}

function isAgreed(attempt: Attempt, intent: Intent): boolean {
  return attempt.amountCents === intent.amountCents && attempt.currency === intent.currency;
}

/**
 * Whether the attempt expired without a payment, in the generation of this payment. A card is charged
 * only after its attempt has stored the payment, so the row has lost commits.
 */
function isEndedBefore(intent: Intent, attempt: Attempt): boolean {
  const isSame = generationOf(intent, attempt) === attempt.generation;
  return attempt.state === 'expired' && attempt.intentId === null && isSame;
}

function generationOf({ metadata }: Intent, attempt: Attempt): number {
  const storedGeneration = metadata['generation'];
  return storedGeneration === undefined ? attempt.generation : Number(storedGeneration);
}

type AuditedPayment = { account: PaymentAccount; intent: Intent; attempt: Attempt | null };

/**
 * Returns the finding for a payment, and reads a payment that seems unpaid again: the list is older than our
 * rows, and the buyer may have paid since. Returns `in_order` if the provider does not answer.
 */
export async function findingNow(
  { payments }: Pick<Deps, 'payments'>,
  { account, intent, attempt }: AuditedPayment,
): Promise<Finding> {
  const finding = findingOf(intent, attempt);
  if (finding !== 'order_without_money') return finding;
  const now = await payments.readIntent(account, intent.id);
  // guard: an order counts as unpaid only after its payment is read again
  return now.outcome === 'known' ? findingOf(now.value, attempt) : 'in_order';
}

/** Sums in cents of the payments that may be ours (invariant L6). */
export type AuditSummary = {
  account: PaymentAccount;
  intents: number;
  takenCents: number;
  orderedCents: number;
  findings: number;
  /** Payments of another installation that uses the same keys. */
  foreign: number;
  rebuilt: number;
  /** Payments awaiting the owner's decision (`pnpm shop payments list`). */
  undecided: number;
};

/**
 * Compares the payments of both accounts in the last three days with our orders. Completes purchases where
 * possible, rebuilds a few lost orders, refunds payments for which our rows show that nothing is owed, and
 * leaves the rest to a person. Never touches payments of another installation (decision 018).
 */
export async function auditPayments(deps: ProviderDeps): Promise<AuditSummary[]> {
  const summaries: AuditSummary[] = [];
  for (const account of PAYMENT_ACCOUNTS) {
    const summary = await auditAccount(deps, account);
    if (summary !== null) summaries.push(summary);
  }
  return summaries;
}

/** Returns null if the provider's list is incomplete: a partial list proves nothing. */
async function auditAccount(
  deps: ProviderDeps,
  account: PaymentAccount,
): Promise<AuditSummary | null> {
  const createdAfter = new Date(deps.clock().getTime() - WINDOW_HOURS * 3_600_000);
  const intents = await readPayments(deps, account, createdAfter);
  if (intents === null) return null;

  const summary = emptySummary(account, intents.length);
  // Goes through the oldest first, so that the first of two identical purchases is rebuilt before the second.
  for (const intent of intents.toReversed()) {
    if (ownershipOf(deps.installation, intent) === 'another') {
      if (intent.state === 'succeeded') summary.foreign += 1;
      continue;
    }
    const attempt = await findAttemptOf(deps.db, intent);
    const finding = await findingNow(deps, { account, intent, attempt });
    if (intent.state === 'succeeded')
      summary.takenCents += intent.amountCents - intent.refundedCents;
    if (attempt?.state === 'paid' && attempt.intentId === intent.id) {
      summary.orderedCents += attempt.amountCents;
    }
    if (finding === 'in_order') continue;
    summary.findings += 1;
    const outcome = await applyFinding(deps, finding, { account, intent, attempt });
    if (outcome === 'rebuilt') summary.rebuilt += 1;
    if (outcome === 'undecided') summary.undecided += 1;
  }
  const seen = new Set(intents.map(({ id }) => id));
  summary.findings += await alertUnlistedOrders(deps, {
    account,
    createdAfter,
    now: deps.clock(),
    seen,
  });
  await alertOwner(deps, summary);
  deps.log.info(summary, 'payments audited');
  return summary;
}

const emptySummary = (account: PaymentAccount, intents: number): AuditSummary => ({
  account,
  intents,
  takenCents: 0,
  orderedCents: 0,
  findings: 0,
  foreign: 0,
  rebuilt: 0,
  undecided: 0,
});

/**
 * Lists the payments of purchases created at or after a given time, newest first; null if the provider's list
 * is incomplete. Leaves out payments of subscriptions, which name no attempt.
 */
export async function readPayments(
  { payments, log }: Pick<Deps, 'payments' | 'log'>,
  account: PaymentAccount,
  createdAfter: Date,
): Promise<Intent[] | null> {
  const answer = await payments.listIntents(account, { createdAfter });
  if (answer.outcome === 'known') return answer.value.filter(({ attemptId }) => attemptId !== null);
  log.warn({ account, fault: answer.cause.kind }, 'payments not audited');
  return null;
}

async function applyFinding(
  deps: ProviderDeps,
  finding: Exclude<Finding, 'in_order'>,
  { account, intent, attempt }: AuditedPayment,
): Promise<'rebuilt' | 'undecided' | 'done'> {
  const facts = {
    account,
    intentId: intent.id,
    attemptId: intent.attemptId,
    state: attempt?.state ?? null,
    amountCents: intent.amountCents,
  };
  switch (finding) {
    case 'open':
      await deps.db.$executeRaw`
        UPDATE purchase_attempt SET next_check_at = ${secondsFromNow(0)}
        WHERE payment_intent_id = ${intent.id} AND state IN ('charging', 'requires_action')`;
      return 'done';
    case 'forgotten':
      if (attempt !== null) await restorePayment(deps, attempt, intent);
      return 'done';
    case 'lost': {
      const made = await rebuildIfOurs(deps, account, intent);
      return made === 'waits' || made === 'impossible' ? 'undecided' : made;
    }
    case 'ended': {
      const made = await rebuildIfOurs(deps, account, intent);
      // The attempt expired, so nothing is owed.
      if (made === 'impossible') return applyFinding(deps, 'orphan', { account, intent, attempt });
      return made === 'waits' ? 'undecided' : made;
    }
    case 'orphan': {
      if (!isTrusted(deps, intent)) return 'undecided';
      const given = await refundOrphan(deps, account, intent);
      if (given !== 'requested') return given;
      await raiseAlert(deps, {
        event: 'Money without an order, refunding it',
        facts,
        dedupe: `orphan:${intent.id}`,
        every: 'day',
      });
      return 'done';
    }
    case 'order_without_money':
      await raiseAlert(deps, {
        event: 'An order whose payment is missing',
        facts,
        dedupe: `unpaid:${intent.id}`,
        every: 'day',
      });
      return 'done';
  }
}

/**
 * Requests the refund of a payment for which nothing is owed. `undecided`: the payment is disputed or the
 * daily limit is reached. `done`: its order was created in the meantime.
 */
async function refundOrphan(
  deps: ProviderDeps,
  account: PaymentAccount,
  intent: Intent,
): Promise<'requested' | 'undecided' | 'done'> {
  return inTransaction(deps.db, async (tx) => {
    await lockRebuilding(tx, deps.installation);
    const attempt = await findAttemptOf(tx, intent);
    // guard: a payment that got its order during the audit is not refunded
    if (attempt?.state === 'paid' && attempt.intentId === intent.id) return 'done';
    if (!(await mayRequestOrphanRefund(tx))) return 'undecided';
    const reason = 'paid for nothing';
    const { kind } = await requestOrphanRefund(tx, { account, intent, reason });
    return kind === 'requested' ? 'requested' : 'undecided';
  });
}

/** The provider's timestamps have a resolution of one second. */
const PROVIDER_TICK_MS = 1000;

/**
 * Whether our rows are conclusive for a payment. Rows of a restored backup do not include what
 * happened after it, so they prove nothing about payments from before the database was put into use.
 */
function isTrusted({ installation }: Pick<Deps, 'installation'>, { createdAt }: Intent): boolean {
  // guard: the audit reports a payment from before this database was in use, and never refunds it
  return createdAt.getTime() + PROVIDER_TICK_MS > installation.trustedFrom.getTime();
}

/**
 * Rebuilds the order of a payment whose metadata names this installation. The payment must be too old to be
 * in progress, and recent enough for our rows to be conclusive. `waits`: a later audit may rebuild it;
 * `impossible`: none can.
 */
async function rebuildIfOurs(
  deps: ProviderDeps,
  account: PaymentAccount,
  intent: Intent,
): Promise<'rebuilt' | 'done' | 'waits' | 'impossible'> {
  // guard: an order is rebuilt only from a payment marked by this installation
  if (ownershipOf(deps.installation, intent) !== 'ours' || !isTrusted(deps, intent))
    return 'impossible';
  const ageMs = deps.clock().getTime() - intent.createdAt.getTime();
  // The purchase may still be in progress; the next audit looks again.
  if (ageMs < EDGE_MINUTES * 60_000) return 'done';
  const rebuilt = await rebuildOrder(deps, { account, intent, actor: null });
  if (rebuilt.kind === 'rebuilt') return 'rebuilt';
  deps.log.warn({ account, intentId: intent.id, why: rebuilt.why }, 'order not rebuilt');
  switch (rebuilt.why) {
    case 'known':
    case 'being_refunded':
      return 'done';
    case 'enough':
    case 'buying':
      return 'waits';
    default:
      return 'impossible';
  }
}

/** Alerts the owner of payments that await a decision, once a day and account. */
async function alertOwner(
  deps: ProviderDeps,
  { account, foreign, undecided }: AuditSummary,
): Promise<void> {
  if (undecided > 0) {
    await raiseAlert(deps, {
      event: 'Payments without an order wait for your decision',
      facts: {
        account,
        payments: undecided,
        'in the office': 'All actions, Payments without an order',
      },
      dedupe: `undecided:${account}`,
      every: 'day',
    });
  }
  if (foreign > 0) {
    await raiseAlert(deps, {
      event: 'Another shop charges with the same keys of the payment provider: left alone',
      facts: { account, payments: foreign, installation: deps.installation.id },
      dedupe: `foreign:${account}`,
      every: 'day',
    });
  }
}

/** Restores the payment id that an attempt lost; the reconciler then writes its order. */
async function restorePayment(deps: ProviderDeps, attempt: Attempt, intent: Intent): Promise<void> {
  const isRestored = await applyTransition(
    deps.db,
    {
      attemptId: attempt.id,
      from: 'reserved',
      to: 'charging',
      by: 'audit',
      intentState: intent.state,
      // A lease holder creates the same payment again, under the same idempotency key, and finishes it.
      fence: Prisma.sql`payment_intent_id IS NULL AND NOT ${IS_LEASED}`,
      set: [
        Prisma.sql`payment_intent_id = ${intent.id}`,
        Prisma.sql`next_check_at = ${secondsFromNow(0)}`,
      ],
    },
    'kept',
  );
  if (!isRestored) return;
  await raiseAlert(deps, {
    event: 'Money for a purchase that had lost its payment, completing it',
    facts: { attemptId: attempt.id, intentId: intent.id, account: attempt.account },
    dedupe: `forgotten:${attempt.id}`,
  });
}

type ListedWindow = {
  account: PaymentAccount;
  createdAfter: Date;
  now: Date;
  seen: ReadonlySet<string>;
};

/** Finds the orders since a given time whose payment is missing from the provider's list. */
export async function findUnlistedOrders(
  db: Db,
  { account, createdAfter, now, seen }: ListedWindow,
) {
  const edgeMs = EDGE_MINUTES * 60_000;
  const gt = new Date(createdAfter.getTime() + edgeMs);
  const lt = new Date(now.getTime() - edgeMs);
  const orders = await db.order.findMany({
    where: {
      stripeAccount: account,
      cgvAt: { gt, lt },
      // No order is older than the acceptance of its terms, and this column is indexed.
      orderDate: { gte: createdAfter },
    },
    select: { attemptId: true, amountCents: true, attempt: { select: { paymentIntentId: true } } },
  });
  const paid = orders.map(({ attemptId, amountCents, attempt: { paymentIntentId } }) => ({
    id: attemptId,
    paymentIntentId,
    amountCents,
  }));
  return paid.filter(({ paymentIntentId }) => !seen.has(paymentIntentId ?? ''));
}

async function alertUnlistedOrders(deps: ProviderDeps, unseen: ListedWindow): Promise<number> {
  const { account } = unseen;
  const found = await findUnlistedOrders(deps.db, unseen);
  for (const { id, paymentIntentId, amountCents } of found) {
    await raiseAlert(deps, {
      event: 'An order whose payment is missing',
      facts: { account, attemptId: id, intentId: paymentIntentId, amountCents },
      dedupe: `unpaid:${id}`,
      every: 'day',
    });
  }
  return found.length;
}

/** Returns the attempt that a payment's metadata names, or null. */
export async function findAttemptOf(db: Db | Tx, { attemptId }: Intent): Promise<Attempt | null> {
  const id = z.uuid().safeParse(attemptId);
  return id.success ? findAttempt(db, id.data) : null;
}
