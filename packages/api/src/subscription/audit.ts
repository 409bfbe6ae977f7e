import type { Db } from '@shop/db/db';
import { PAYMENT_ACCOUNTS, type PaymentAccount } from '@shop/domain/shapes';
import type { Answer } from '@shop/payments/answer';
import type { ProviderSubscription, SubscriptionStatus } from '@shop/payments/shapes';

import { raiseAlert } from '../jobs/alert.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { reflect, stateAfter, type LivingSubscription, type Next } from './reflection.ts';
import { asItStands } from './renewal.ts';
import type { SweepDeps } from './sweep-attempts.ts';

/** What is wrong between a subscription at the provider and our row of it, if anything. */
type Finding =
  /** Ours is another: the provider's word counts. */
  | 'differs'
  /** Whoever had it deleted the account, and nobody is about to end it. */
  | 'left'
  /** It takes money, and here it is over. */
  | 'ended_here'
  /** It takes money, and here is nothing of it. */
  | 'unknown'
  /** It takes money, and its person pays for another one. */
  | 'second'
  | 'in_order';

/** Those that take no money, or no more. */
const IDLE: ReadonlySet<SubscriptionStatus> = new Set([
  'incomplete',
  'incomplete_expired',
  'canceled',
]);

/** What the audit of one account saw. */
export type SubscriptionAudit = {
  account: PaymentAccount;
  /** How many the provider has that have not ended. */
  subscriptions: number;
  /** How many of ours were made to say what the provider says. */
  mended: number;
  /** How many need a person, who was told. */
  alerts: number;
};

/**
 * Compares every subscription that both accounts have with ours. Where ours only missed a notice, the
 * provider's word is written down; what goes on after its person has left is ended; and somebody is
 * told of money that is taken for nothing here, which no machine can judge (decision 074).
 */
export async function auditSubscriptions(deps: SweepDeps): Promise<SubscriptionAudit[]> {
  const audits: SubscriptionAudit[] = [];
  for (const account of PAYMENT_ACCOUNTS) {
    const audit = await auditAccount(deps, account);
    if (audit !== null) audits.push(audit);
  }
  return audits;
}

/** Null where the provider does not tell everything: half a list proves nothing. */
async function auditAccount(
  deps: SweepDeps,
  account: PaymentAccount,
): Promise<SubscriptionAudit | null> {
  const listed: ProviderSubscription[] = [];
  for await (const answer of deps.payments.listSubscriptions(account)) {
    if (answer.outcome !== 'known') {
      deps.log.warn({ account, fault: answer.cause.kind }, 'subscriptions not audited');
      return null;
    }
    listed.push(answer.value);
  }
  const audit = { account, subscriptions: listed.length, mended: 0, alerts: 0 };
  for (const provider of listed) {
    const outcome = await auditOne(deps, { account, provider });
    if (outcome === 'mended') audit.mended += 1;
    if (outcome === 'told') audit.alerts += 1;
  }
  const seen = new Set(listed.map(({ id }) => id));
  const unseen = await mendUnseen(deps, account, seen);
  audit.mended += unseen.mended;
  audit.alerts += unseen.alerts;
  deps.log.info(audit, 'subscriptions audited');
  return audit;
}

type Audited = { account: PaymentAccount; provider: ProviderSubscription };
type Outcome = 'in_order' | 'mended' | 'told';

async function auditOne(deps: SweepDeps, { account, provider }: Audited): Promise<Outcome> {
  const row = await findRow(deps.db, provider);
  const finding = await findingOf(deps, { account, provider }, row);
  if (finding === 'in_order') return 'in_order';
  if (finding === 'differs') {
    const mended = row === null ? null : await mend(deps, row.id);
    return mended?.outcome === 'known' && mended.value !== null ? 'mended' : 'in_order';
  }
  // It may have ended while it was looked at.
  const now = await deps.payments.readSubscription(account, provider.id);
  if (now.outcome !== 'known' || now.value === null || IDLE.has(now.value.status))
    return 'in_order';
  await tell(deps, finding, { account, provider: now.value, row });
  return 'told';
}

type Row = Pick<Next, 'paidUntil' | 'accessEndsOn'> & {
  id: number;
  userId: number | null;
  state: string;
};

async function findRow(db: Db, { id }: ProviderSubscription): Promise<Row | null> {
  return db.subscription.findUnique({
    where: { stripeSubscriptionId: id },
    select: { id: true, userId: true, state: true, paidUntil: true, accessEndsOn: true },
  });
}

async function findingOf(
  deps: SweepDeps,
  { account, provider }: Audited,
  row: Row | null,
): Promise<Finding> {
  const { db } = deps;
  if (IDLE.has(provider.status)) return 'in_order';
  if (row === null && (await isBeginning(db, provider))) return 'in_order';
  // The click that is to begin it will be looked at, and ends it or gives access.
  if (row?.state === 'pending') return 'in_order';
  if (row?.userId === null) return (await isBeingEnded(db, provider)) ? 'in_order' : 'left';
  if (row !== null && row.state !== 'ended') {
    return isAgreed(row, stateAfter(row, provider, deps.clock())) ? 'in_order' : 'differs';
  }
  if (await paysForAnother(db, { account, provider }, row)) return 'second';
  return row === null ? 'unknown' : 'ended_here';
}

function isAgreed(row: Row, next: Next): boolean {
  return (
    row.state === next.state &&
    row.paidUntil?.getTime() === next.paidUntil?.getTime() &&
    row.accessEndsOn?.getTime() === next.accessEndsOn?.getTime()
  );
}

/** Whether a click has made it, and has not come to write its id down. */
async function isBeginning(db: Db, { metadata }: ProviderSubscription): Promise<boolean> {
  const id = Number(metadata['subscription_row']);
  if (!Number.isInteger(id)) return false;
  const row = await db.subscription.findUnique({ where: { id }, select: { state: true } });
  return row?.state === 'pending';
}

async function isBeingEnded(db: Db, { customerId }: ProviderSubscription): Promise<boolean> {
  const promised = await db.job.count({
    where: {
      kind: 'end_subscriptions',
      payload: { path: ['customerId'], equals: customerId },
      doneAt: null,
      deadAt: null,
    },
  });
  return promised > 0;
}

async function paysForAnother(
  db: Db,
  { account, provider: { id, customerId } }: Audited,
  row: Row | null,
): Promise<boolean> {
  const customer = await db.paymentCustomer.findFirst({
    where: { stripeAccount: account, stripeCustomerId: customerId },
    select: { userId: true },
  });
  const userId = row?.userId ?? customer?.userId;
  if (userId === undefined) return false;
  const others = await db.subscription.count({
    where: {
      userId,
      state: { in: ['active', 'past_due'] },
      NOT: { stripeSubscriptionId: id },
    },
  });
  return others > 0;
}

const EVENTS = {
  left: 'A subscription of somebody who left goes on, ending it',
  ended_here: 'A subscription that is over takes money',
  unknown: 'A subscription that nobody knows takes money',
  second: 'Somebody pays for two subscriptions',
} as const satisfies Record<Exclude<Finding, 'in_order' | 'differs'>, string>;

async function tell(
  deps: SweepDeps,
  finding: keyof typeof EVENTS,
  { account, provider, row }: Audited & { row: Row | null },
): Promise<void> {
  const { id, customerId, status, plan } = provider;
  if (finding === 'left') {
    await enqueue(deps.db, { kind: 'end_subscriptions', payload: { account, customerId } });
  }
  await raiseAlert(deps, {
    event: EVENTS[finding],
    facts: {
      account,
      stripeSubscriptionId: id,
      customerId,
      status,
      plan,
      subscriptionId: row?.id ?? null,
      userId: row?.userId ?? null,
    },
    dedupe: `subscription_audit:${finding}:${id}`,
  });
}

/** Has a row say what the provider answers; null where that could not be written. */
async function mend(
  deps: SweepDeps,
  subscriptionId: number,
): Promise<Answer<LivingSubscription | null> | null> {
  try {
    const answer = await reflect(deps, subscriptionId, asItStands(deps));
    if (answer.outcome !== 'known') {
      deps.log.warn({ subscriptionId, fault: answer.cause.kind }, 'subscription not mended');
    }
    return answer;
  } catch (error) {
    deps.log.warn({ subscriptionId, err: error }, 'subscription not mended');
    return null;
  }
}

/** What gives access here, and the provider has not listed: it has ended there, or is not there. */
async function mendUnseen(
  deps: SweepDeps,
  account: PaymentAccount,
  seen: ReadonlySet<string>,
): Promise<Pick<SubscriptionAudit, 'mended' | 'alerts'>> {
  const living = await deps.db.subscription.findMany({
    where: {
      stripeAccount: account,
      state: { in: ['active', 'past_due'] },
      stripeSubscriptionId: { not: null },
    },
    select: { id: true, stripeSubscriptionId: true },
  });
  const unseen = living.filter(({ stripeSubscriptionId: id }) => !seen.has(id ?? ''));
  let mended = 0;
  let refused = 0;
  for (const { id } of unseen) {
    const answer = await mend(deps, id);
    if (answer?.outcome === 'known' && answer.value?.state === 'ended') mended += 1;
    if (answer?.outcome === 'misconfigured') refused += 1;
  }
  if (refused === 0) return { mended, alerts: 0 };
  await raiseAlert(deps, {
    event: 'Subscriptions are not there at the provider: is it the right account?',
    facts: { account, living: living.length, refused },
    dedupe: `subscription_audit:gone:${account}`,
  });
  return { mended, alerts: 1 };
}
