import { ownershipOf } from '@agres/core/installation';
import { raiseAlert } from '@agres/core/jobs/alert';
import { enqueue } from '@agres/core/jobs/job';
import { Prisma, type Db } from '@agres/db/db';
import { PAYMENT_ACCOUNTS, type PaymentAccount } from '@agres/domain/shapes';
import type { Answer } from '@agres/payments/answer';
import type { ProviderSubscription, SubscriptionStatus } from '@agres/payments/shapes';
import { z } from 'zod';

import type { ReconcileDeps } from '../checkout/check-attempt.ts';
import { endSubscriptionsJob } from './end-after-account-deletion.ts';
import { askStatus } from './renewal.ts';
import {
  syncSubscription,
  stateAfter,
  type PaidSubscription,
  type Next,
} from './sync-subscription.ts';

type Finding =
  /** Our row has another state: the provider's state counts. */
  | 'differs'
  /** Its account was deleted, and no pending job ends it. */
  | 'left'
  /** It is charged, but has ended in our database. */
  | 'ended_here'
  /** It is charged, but our row still waits for an attempt that has ended. */
  | 'never_began'
  /** It is charged, but has no row. */
  | 'unknown'
  /** It is charged, and its person pays for another one. */
  | 'second'
  | 'in_order';

/** Nothing is charged in these statuses. */
const IDLE: ReadonlySet<SubscriptionStatus> = new Set([
  'incomplete',
  'incomplete_expired',
  'canceled',
]);

export type SubscriptionAudit = {
  account: PaymentAccount;
  /** The subscriptions at the provider that have not ended, without those of another installation. */
  subscriptions: number;
  /** The number of our rows that were corrected. */
  mended: number;
  alerts: number;
};

/**
 * Compares every subscription of both accounts with our rows. Stores the provider's state in a row that
 * missed a webhook event, ends subscriptions of deleted accounts, and raises an alert for charges without a
 * counterpart here, which only a person can judge. Leaves subscriptions of another installation with the same
 * keys alone, with an alert (decision 017).
 */
export async function auditSubscriptions(deps: ReconcileDeps): Promise<SubscriptionAudit[]> {
  const audits: SubscriptionAudit[] = [];
  for (const account of PAYMENT_ACCOUNTS) {
    const audit = await auditAccount(deps, account);
    if (audit !== null) audits.push(audit);
  }
  return audits;
}

/** Returns null if the list is incomplete: a partial list proves nothing. */
async function auditAccount(
  deps: ReconcileDeps,
  account: PaymentAccount,
): Promise<SubscriptionAudit | null> {
  const answer = await deps.payments.listSubscriptions(account);
  if (answer.outcome !== 'known') {
    deps.log.warn({ account, fault: answer.cause.kind }, 'subscriptions not audited');
    // guard: an incomplete list of subscriptions changes nothing
    return null;
  }
  const listed = answer.value;
  // guard: the audit ignores subscriptions of another installation
  const own = listed.filter((provider) => ownershipOf(deps.installation, provider) !== 'another');
  const audit = { account, subscriptions: own.length, mended: 0, alerts: 0 };
  for (const provider of own) {
    const outcome = await auditOne(deps, { account, provider });
    if (outcome === 'mended') audit.mended += 1;
    if (outcome === 'told') audit.alerts += 1;
  }
  if (own.length < listed.length) {
    await alertForeignSubscriptions(deps, account, listed.length - own.length);
    audit.alerts += 1;
  }
  const seen = new Set(listed.map(({ id }) => id));
  const unseen = await updateUnlisted(deps, account, seen);
  audit.mended += unseen.mended;
  audit.alerts += unseen.alerts;
  deps.log.info(audit, 'subscriptions audited');
  return audit;
}

async function alertForeignSubscriptions(
  deps: ReconcileDeps,
  account: PaymentAccount,
  subscriptions: number,
) {
  await raiseAlert(deps, {
    event: 'Another installation has subscriptions with the same keys, and they are left alone',
    facts: { account, subscriptions },
    dedupe: `subscription_audit:another:${account}`,
  });
}

type AuditedSubscription = { account: PaymentAccount; provider: ProviderSubscription };
type Outcome = 'in_order' | 'mended' | 'told';

async function auditOne(
  deps: ReconcileDeps,
  { account, provider }: AuditedSubscription,
): Promise<Outcome> {
  const row = await findRow(deps.db, provider);
  const finding = await compareSubscription(deps, { account, provider }, row);
  if (finding === 'in_order') return 'in_order';
  if (finding === 'differs') {
    const updated = row === null ? null : await updateFromProvider(deps, row.id);
    return updated?.outcome === 'known' && updated.value !== null ? 'mended' : 'in_order';
  }
  // The subscription may have ended since the list was read.
  const now = await deps.payments.readSubscription(account, provider.id);
  if (now.outcome !== 'known' || now.value === null || IDLE.has(now.value.status))
    return 'in_order';
  await alertFinding(deps, finding, { account, provider: now.value, row });
  return 'told';
}

type Row = Pick<PaidSubscription, 'paidUntil' | 'accessEndsOn' | 'withdrawnAt'> & {
  id: number;
  userId: number | null;
  state: string;
  /** Whether it waits for its first payment: the reconciler then gives access or ends its attempt. */
  isBeginning: boolean;
};

async function findRow(db: Db, { id }: ProviderSubscription): Promise<Row | null> {
  const [row] = await db.$queryRaw<Row[]>`
    SELECT id, user_id AS "userId", state, paid_until AS "paidUntil",
      access_ends_on AS "accessEndsOn", withdrawn_at AS "withdrawnAt", ${IS_BEGINNING} AS "isBeginning"
    FROM subscription s WHERE stripe_subscription_id = ${id}`;
  return row ?? null;
}

async function compareSubscription(
  deps: ReconcileDeps,
  { account, provider }: AuditedSubscription,
  row: Row | null,
): Promise<Finding> {
  const { db } = deps;
  if (IDLE.has(provider.status)) return 'in_order';
  if (row?.isBeginning ?? (await hasNoIdYet(db, provider))) return 'in_order';
  if (row?.userId === null) return (await isBeingEnded(db, provider)) ? 'in_order' : 'left';
  if (row !== null && row.state !== 'ended' && row.state !== 'pending') {
    return isAgreed(row, stateAfter(row, provider, deps.clock())) ? 'in_order' : 'differs';
  }
  if (await paysForAnother(db, { account, provider }, row)) return 'second';
  if (row === null) return 'unknown';
  return row.state === 'pending' ? 'never_began' : 'ended_here';
}

function isAgreed(row: Row, next: Next): boolean {
  return (
    row.state === next.state &&
    row.paidUntil?.getTime() === next.paidUntil?.getTime() &&
    row.accessEndsOn?.getTime() === next.accessEndsOn?.getTime()
  );
}

/** SQL for a subscription `s` that an open attempt may still start. */
// guard: the audit skips a pending subscription only while its attempt is open
const IS_BEGINNING = Prisma.sql`(s.state = 'pending' AND EXISTS (SELECT FROM subscription_attempt a
  WHERE a.subscription_id = s.id AND a.state IN ('started', 'requires_action')))`;

/** Whether an open attempt created the subscription and has not stored its id yet. */
async function hasNoIdYet(db: Db, { metadata }: ProviderSubscription): Promise<boolean> {
  const rowId = metadata['subscription_row'] ?? '';
  const found = await db.$queryRaw<unknown[]>`
    SELECT FROM subscription s WHERE s.id::text = ${rowId} AND ${IS_BEGINNING}`;
  return found.length > 0;
}

async function isBeingEnded(db: Db, { customerId }: ProviderSubscription): Promise<boolean> {
  const promised = await db.job.count({
    where: {
      kind: endSubscriptionsJob.kind,
      payload: { path: ['customerId'], equals: customerId },
      doneAt: null,
      deadAt: null,
    },
  });
  return promised > 0;
}

/**
 * Returns when the account of a customer was deleted, from the given-up job that should have ended its
 * subscriptions, so that the new job refunds renewals charged since.
 */
async function readDeletionMoment(
  db: Db,
  customerId: string,
): Promise<{ since?: string | undefined }> {
  const job = await db.job.findFirst({
    where: {
      kind: endSubscriptionsJob.kind,
      payload: { path: ['customerId'], equals: customerId },
      deadAt: { not: null },
    },
    orderBy: { id: 'desc' },
    select: { payload: true },
  });
  return z.object({ since: z.iso.datetime().optional() }).catch({}).parse(job?.payload);
}

async function paysForAnother(
  db: Db,
  { account, provider: { id, customerId } }: AuditedSubscription,
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
  left: 'The subscription of a deleted account is still active, ending it',
  ended_here: 'A subscription that is over takes money',
  never_began: 'A paid subscription gives no access',
  unknown: 'An unknown subscription takes money',
  second: 'A member pays for two subscriptions',
} as const satisfies Record<Exclude<Finding, 'in_order' | 'differs'>, string>;

async function alertFinding(
  deps: ReconcileDeps,
  finding: keyof typeof EVENTS,
  { account, provider, row }: AuditedSubscription & { row: Row | null },
): Promise<void> {
  const { id, customerId, status, plan } = provider;
  if (finding === 'left') {
    const since = await readDeletionMoment(deps.db, customerId);
    await enqueue(deps.db, {
      job: endSubscriptionsJob,
      payload: { account, customerId, ...since },
    });
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

/** Returns null if the row could not be updated. */
async function updateFromProvider(
  deps: ReconcileDeps,
  subscriptionId: number,
): Promise<Answer<PaidSubscription | null> | null> {
  try {
    const answer = await syncSubscription(deps, subscriptionId, askStatus(deps));
    if (answer.outcome !== 'known') {
      deps.log.warn({ subscriptionId, fault: answer.cause.kind }, 'subscription not repaired');
    }
    return answer;
  } catch (error) {
    deps.log.warn({ subscriptionId, err: error }, 'subscription not repaired');
    return null;
  }
}

/**
 * Updates the subscriptions that give access here but were not listed: ended at the provider, or unknown to
 * it. Raises an alert about the unknown ones.
 */
async function updateUnlisted(
  deps: ReconcileDeps,
  account: PaymentAccount,
  seen: ReadonlySet<string>,
): Promise<Pick<SubscriptionAudit, 'mended' | 'alerts'>> {
  let paidCount = 0;
  let mended = 0;
  let refused = 0;
  let page = await readPaidPage(deps.db, { account, afterId: 0 });
  while (page.length > 0) {
    paidCount += page.length;
    for (const { id, stripeSubscriptionId } of page) {
      if (seen.has(stripeSubscriptionId ?? '')) continue;
      const answer = await updateFromProvider(deps, id);
      if (answer?.outcome === 'known' && answer.value?.state === 'ended') mended += 1;
      if (answer?.outcome === 'misconfigured') refused += 1;
    }
    page = await readPaidPage(deps.db, { account, afterId: page.at(-1)?.id ?? 0 });
  }
  if (refused === 0) return { mended, alerts: 0 };
  await raiseAlert(deps, {
    event: 'Subscriptions are not there at the provider: is it the right account?',
    facts: { account, living: paidCount, refused },
    dedupe: `subscription_audit:gone:${account}`,
  });
  return { mended, alerts: 1 };
}

const PAGE = 1000;

function readPaidPage(
  db: Db,
  { account, afterId }: { account: PaymentAccount; afterId: number },
): Promise<{ id: number; stripeSubscriptionId: string | null }[]> {
  return db.subscription.findMany({
    where: {
      id: { gt: afterId },
      stripeAccount: account,
      state: { in: ['active', 'past_due'] },
      stripeSubscriptionId: { not: null },
    },
    select: { id: true, stripeSubscriptionId: true },
    orderBy: { id: 'asc' },
    take: PAGE,
  });
}
