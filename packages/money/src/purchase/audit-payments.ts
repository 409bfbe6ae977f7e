import type { Deps } from '@agres/core/context';
import { whoseIs } from '@agres/core/installation';
import { raiseAlert } from '@agres/core/jobs/alert';
import type { ProviderDeps } from '@agres/core/operations/operation';
import { secondsFromNow } from '@agres/db/database-clock';
import { Prisma, type Db, type Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { PAYMENT_ACCOUNTS, type PaymentAccount } from '@agres/domain/shapes';
import type { Intent } from '@agres/payments/shapes';

import { isLeased } from '../checkout/lease.ts';
import { mayRequestOrphan, requestOrphan } from '../refund/orphans.ts';
import { applyTransition, findAttempt, type Attempt } from './purchase-attempt.ts';
import { lockRebuilding, rebuildOrder } from './rebuild.ts';

/** How far back the audit looks: three times as far as a backup may be old. */
export const WINDOW_HOURS = 72;
/** Purchases near the ends of the window may be on one side alone. */
const EDGE_MINUTES = 15;

/** What is wrong between a payment of ours at the provider and our attempts, if anything. */
export type Finding =
  /** Money was taken, and our own row shows that nothing is owed for it. */
  | 'orphan'
  /** Money was taken, and the rows of its purchase are lost, or older than it. */
  | 'lost'
  /** Money was taken, and its attempt ended before it knew of any payment: the commits since are lost. */
  | 'ended'
  /** Money was taken and its attempt does not know yet. */
  | 'open'
  /** Money was taken and its attempt does not know of the payment at all: that commit is lost. */
  | 'forgotten'
  /** There is an order, and not this money for it. */
  | 'order_without_money'
  | 'in_order';

/**
 * Compares one payment with the attempt that it names (invariants L4 and L5). Payments that were
 * refunded in full are in order, whether by us or in the dashboard.
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

/** No card is charged before its attempt has stored the payment: one without any knows too little. */
function isEndedBefore(intent: Intent, attempt: Attempt): boolean {
  const isSame = generationOf(intent, attempt) === attempt.generation;
  return attempt.state === 'expired' && attempt.intentId === null && isSame;
}

function generationOf({ metadata }: Intent, attempt: Attempt): number {
  const told = metadata['generation'];
  return told === undefined ? attempt.generation : Number(told);
}

type Audited = { account: PaymentAccount; intent: Intent; attempt: Attempt | null };

/**
 * What is wrong once a payment that seems to be missing was read again: the list is older than our
 * rows, and what it calls unpaid may have been paid since. Where that is not answered, nothing is.
 */
export async function findingNow(
  { payments }: Pick<Deps, 'payments'>,
  { account, intent, attempt }: Audited,
): Promise<Finding> {
  const finding = findingOf(intent, attempt);
  if (finding !== 'order_without_money') return finding;
  const now = await payments.readIntent(account, intent.id);
  // guard: an order is without its money only where the payment is read after the order
  return now.outcome === 'known' ? findingOf(now.value, attempt) : 'in_order';
}

/** What the audit of one account saw: sums in cents (invariant L6), of payments that are ours to judge. */
export type AuditSummary = {
  account: PaymentAccount;
  intents: number;
  takenCents: number;
  orderedCents: number;
  findings: number;
  /** Payments of another shop with the same keys, which were left alone. */
  foreign: number;
  rebuilt: number;
  /** Payments that wait for the owner's decision (`pnpm shop payments list`). */
  undecided: number;
};

/**
 * Compares what both accounts took in the last three days with what we sold for it. Completes
 * purchases that can be, rebuilds a few orders that were lost, refunds what our own rows show to be
 * without a claim on goods, and leaves everything else to a person: what bears the name of another installation
 * is never touched here (decision 018).
 */
export async function auditPayments(deps: ProviderDeps): Promise<AuditSummary[]> {
  const summaries: AuditSummary[] = [];
  for (const account of PAYMENT_ACCOUNTS) {
    const summary = await auditAccount(deps, account);
    if (summary !== null) summaries.push(summary);
  }
  return summaries;
}

/** Null where the provider does not tell everything: half a list proves nothing. */
async function auditAccount(
  deps: ProviderDeps,
  account: PaymentAccount,
): Promise<AuditSummary | null> {
  const createdAfter = new Date(deps.clock().getTime() - WINDOW_HOURS * 3_600_000);
  const intents = await readPayments(deps, account, createdAfter);
  if (intents === null) return null;

  const summary = emptySummary(account, intents.length);
  // The oldest first: of two purchases of the same, the first is rebuilt before the second.
  for (const intent of intents.toReversed()) {
    if (whoseIs(deps.installation, intent) === 'another') {
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
    const outcome = await act(deps, finding, { account, intent, attempt });
    if (outcome === 'rebuilt') summary.rebuilt += 1;
    if (outcome === 'undecided') summary.undecided += 1;
  }
  const seen = new Set(intents.map(({ id }) => id));
  summary.findings += await tellUnseen(deps, { account, createdAfter, now: deps.clock(), seen });
  await tellOwner(deps, summary);
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
 * The payments of purchases made at or after a moment, newest first; null where the provider does not
 * list all of them. Payments of subscriptions belong to invoices and name no
 * attempt.
 */
export async function readPayments(
  { payments, log }: Pick<Deps, 'payments' | 'log'>,
  account: PaymentAccount,
  createdAfter: Date,
): Promise<Intent[] | null> {
  const intents: Intent[] = [];
  for await (const answer of payments.listIntents(account, { createdAfter })) {
    if (answer.outcome !== 'known') {
      log.warn({ account, fault: answer.cause.kind }, 'payments not audited');
      return null;
    }
    if (answer.value.attemptId !== null) intents.push(answer.value);
  }
  return intents;
}

async function act(
  deps: ProviderDeps,
  finding: Exclude<Finding, 'in_order'>,
  { account, intent, attempt }: Audited,
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
      // Our row owes nothing for it.
      if (made === 'impossible') return act(deps, 'orphan', { account, intent, attempt });
      return made === 'waits' ? 'undecided' : made;
    }
    case 'orphan': {
      if (!isTrusted(deps, intent)) return 'undecided';
      const given = await giveBack(deps, account, intent);
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
        event: 'An order whose payment is not there',
        facts,
        dedupe: `unpaid:${intent.id}`,
        every: 'day',
      });
      return 'done';
  }
}

/**
 * Refunds a payment without a claim on goods; not more than a few a day, nor what is disputed. `done`:
 * its order was created meanwhile.
 */
async function giveBack(
  deps: ProviderDeps,
  account: PaymentAccount,
  intent: Intent,
): Promise<'requested' | 'undecided' | 'done'> {
  return inTransaction(deps.db, async (tx) => {
    await lockRebuilding(tx, deps.installation);
    const attempt = await findAttemptOf(tx, intent);
    // guard: what has its order since the audit looked is not given back
    if (attempt?.state === 'paid' && attempt.intentId === intent.id) return 'done';
    if (!(await mayRequestOrphan(tx))) return 'undecided';
    const reason = 'paid for nothing';
    const { kind } = await requestOrphan(tx, { account, intent, reason });
    return kind === 'requested' ? 'requested' : 'undecided';
  });
}

/** The provider tells whole seconds. */
const PROVIDER_TICK_MS = 1000;

/**
 * Whether our rows may judge a payment: those of a restored backup know nothing of what came after
 * it, and so of nothing before the moment they were taken into use.
 */
function isTrusted({ installation }: Pick<Deps, 'installation'>, { createdAt }: Intent): boolean {
  // guard: rows judge nothing that is older than their use
  return createdAt.getTime() + PROVIDER_TICK_MS > installation.trustedFrom.getTime();
}

/**
 * Only what bears our own name, is too old to be under way and not too old to be trusted. `waits`: a later
 * audit may make the order; `impossible`: none can.
 */
async function rebuildIfOurs(
  deps: ProviderDeps,
  account: PaymentAccount,
  intent: Intent,
): Promise<'rebuilt' | 'done' | 'waits' | 'impossible'> {
  // guard: an order is made only of a payment that bears our own name
  if (whoseIs(deps.installation, intent) !== 'ours' || !isTrusted(deps, intent))
    return 'impossible';
  const ageMs = deps.clock().getTime() - intent.createdAt.getTime();
  // The next audit comes by.
  if (ageMs < EDGE_MINUTES * 60_000) return 'done';
  const rebuilt = await rebuildOrder(deps, { account, intent, by: 'audit' });
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

/** Alerts the owner once a day and account of what waits for a decision, however much it is. */
async function tellOwner(
  deps: ProviderDeps,
  { account, foreign, undecided }: AuditSummary,
): Promise<void> {
  if (undecided > 0) {
    await raiseAlert(deps, {
      event: 'Payments without an order wait for your decision',
      facts: {
        account,
        payments: undecided,
        'in the office': 'Everything, Payments without an order',
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

/** Gives an attempt the payment that it lost; the reconciler writes its order. */
async function restorePayment(deps: ProviderDeps, attempt: Attempt, intent: Intent): Promise<void> {
  const isRestored = await applyTransition(
    deps.db,
    {
      attemptId: attempt.id,
      from: 'reserved',
      to: 'charging',
      by: 'audit',
      intentState: intent.state,
      // A lease holder makes the same payment again and finishes it without us.
      fence: Prisma.sql`payment_intent_id IS NULL AND NOT ${isLeased}`,
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

type Unseen = {
  account: PaymentAccount;
  createdAfter: Date;
  now: Date;
  seen: ReadonlySet<string>;
};

/** Purchases that have an order, since a moment, whose payment the provider did not list. */
export async function findUnseen(db: Db, { account, createdAfter, now, seen }: Unseen) {
  const edgeMs = EDGE_MINUTES * 60_000;
  const gt = new Date(createdAfter.getTime() + edgeMs);
  const lt = new Date(now.getTime() - edgeMs);
  const orders = await db.order.findMany({
    where: {
      stripeAccount: account,
      cgvAt: { gt, lt },
      // None is older than the acceptance of its terms; by this they are found.
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

/** Orders of these days whose payment the provider does not know at all. */
async function tellUnseen(deps: ProviderDeps, unseen: Unseen): Promise<number> {
  const { account } = unseen;
  const found = await findUnseen(deps.db, unseen);
  for (const { id, paymentIntentId, amountCents } of found) {
    await raiseAlert(deps, {
      event: 'An order whose payment is not there',
      facts: { account, attemptId: id, intentId: paymentIntentId, amountCents },
      dedupe: `unpaid:${id}`,
      every: 'day',
    });
  }
  return found.length;
}

/** The attempt that a payment names. */
export async function findAttemptOf(db: Db | Tx, { attemptId }: Intent): Promise<Attempt | null> {
  const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(attemptId ?? '');
  return attemptId !== null && isUuid ? findAttempt(db, attemptId) : null;
}
