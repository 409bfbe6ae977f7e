import { setTimeout as sleep } from 'node:timers/promises';

import type { Deps } from '@agres/core/context';
import { enqueueEmail } from '@agres/core/jobs/email';
import type { Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import type { DeclarationKind } from '@agres/domain/declaration';
import { localeOf } from '@agres/domain/locale';
import type { PaymentAccount } from '@agres/domain/shapes';
import type { Answer } from '@agres/payments/answer';
import type { ProviderSubscription } from '@agres/payments/shapes';

import { findOpenTermination } from '../declarations/record-termination.ts';
import { paymentFailedEmail, subscriptionEndedEmail, subscriptionStoppedEmail } from './emails.ts';

export type PaidSubscriptionState = 'active' | 'past_due' | 'ended';

export type PaidSubscription = {
  id: number;
  userId: number | null;
  account: PaymentAccount;
  stripeSubscriptionId: string;
  state: PaidSubscriptionState;
  paidUntil: Date | null;
  accessEndsOn: Date | null;
  /** When a withdrawal ended access; the provider may learn of it later. */
  withdrawnAt: Date | null;
  /** The invoice of the last failed renewal for which an email was sent. */
  failedInvoiceId: string | null;
  /** Counts the provider answers stored so far. */
  revision: number;
  /** Text formatted by PostgreSQL, for an exact comparison. */
  nextCheckAt: string | null;
};

export type SyncDeps = Pick<Deps, 'db' | 'payments' | 'log' | 'wakeJobs' | 'clock'>;

/** The part of our row that a call to the provider may use, without the subscription's state. */
export type SubscriptionRef = Pick<
  PaidSubscription,
  'account' | 'stripeSubscriptionId' | 'accessEndsOn'
>;

/** Reads, ends or resumes a subscription at the provider. Must be idempotent. */
export type SubscriptionCall = (
  row: SubscriptionRef,
) => Promise<Answer<ProviderSubscription | null>>;

export type ChangeOrigin =
  /** A declaration of withdrawal (which has its own emails) or of termination. */
  | { by: 'declaration'; declarationId: number; kind: DeclarationKind; locale: string }
  | { by: 'provider' };

export type SyncRequest = { ask: SubscriptionCall; wanted: ChangeOrigin };

/** How often a row may change during the call to the provider: webhook events arrive in bursts. */
const ROUNDS = 10;
/** The first pause. It grows each round, to about three seconds in total. */
const PAUSE_MS = 60;
/** The provider charges a renewal an hour after its period starts, so check after two. */
const RENEWAL_CHECK_MS = 2 * 3_600_000;
const END_CHECK_MS = 60_000;
/**
 * The pause after a failure that an immediate retry would not fix: a declined debit, or a call refused
 * because of a fault of ours.
 */
export const RETRY_CHECK_MS = 6 * 3_600_000;

/**
 * Calls the provider and stores its answer in one transaction, with the emails that follow from a change.
 * Optimistic locking: stores the answer only if the row has not changed since before the call, and otherwise
 * calls again. Returns null if there is no such subscription.
 */
export async function syncSubscription(
  deps: SyncDeps,
  subscriptionId: number,
  { ask, wanted }: SyncRequest,
): Promise<Answer<PaidSubscription | null>> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const row = await findPaidSubscription(deps, subscriptionId);
    if (row === null || row.state === 'ended') return { outcome: 'known', value: row };
    const answer = await ask(row);
    if (answer.outcome !== 'known') return answer;
    const now = deps.clock();
    const next = stateAfter(row, answer.value, now);
    const isApplied = await inTransaction(deps.db, (tx) =>
      apply(tx, row, { next, provider: answer.value, wanted, now }),
    );
    if (!isApplied) {
      await sleep((round + 1) * PAUSE_MS);
      continue;
    }
    if (next.state !== row.state) {
      deps.log.info({ subscriptionId, from: row.state, to: next.state }, 'subscription changed');
    }
    deps.wakeJobs();
    return { outcome: 'known', value: { ...row, ...next } };
  }
  throw new Error(`subscription ${subscriptionId} changes faster than the provider answers`);
}

async function findPaidSubscription(
  { db }: SyncDeps,
  id: number,
): Promise<PaidSubscription | null> {
  const [row] = await db.$queryRaw<PaidSubscription[]>`
    SELECT id, user_id AS "userId", stripe_account AS "account",
      stripe_subscription_id AS "stripeSubscriptionId", state, paid_until AS "paidUntil",
      access_ends_on AS "accessEndsOn", withdrawn_at AS "withdrawnAt", failed_invoice_id AS "failedInvoiceId", revision,
      next_check_at::text AS "nextCheckAt"
    FROM subscription
    WHERE id = ${id}::int AND state <> 'pending' AND stripe_subscription_id IS NOT NULL`;
  return row ?? null;
}

export type Next = Pick<PaidSubscription, 'state' | 'paidUntil' | 'accessEndsOn'>;

/** Derives access, and the end of the paid period, from the provider's state (S1.17). */
export function stateAfter(
  row: Pick<PaidSubscription, 'paidUntil' | 'withdrawnAt'>,
  provider: ProviderSubscription | null,
  now: Date,
): Next {
  const paidUntil = provider?.isPeriodPaid ? provider.periodEnd : row.paidUntil;
  // guard: a withdrawn subscription gives no access while its cancellation is pending
  const endsAt = row.withdrawnAt ?? provider?.endsAt ?? null;
  switch (provider?.status) {
    case 'active':
    case 'trialing':
      return { state: 'active', paidUntil, accessEndsOn: endsAt };
    // Access continues while the provider retries.
    case 'past_due':
      return { state: 'past_due', paidUntil, accessEndsOn: endsAt };
    default:
      return { state: 'ended', paidUntil, accessEndsOn: endsAt ?? now };
  }
}

/** Returns when to check a subscription if no webhook event arrives; null for never. */
export function nextCheckTime(
  state: PaidSubscriptionState,
  provider: ProviderSubscription | null,
  now: Date,
): Date | null {
  if (state === 'ended' || provider === null) return null;
  const { endsAt, periodEnd, isPeriodPaid } = provider;
  if (endsAt !== null) return new Date(endsAt.getTime() + END_CHECK_MS);
  if (state === 'past_due') return new Date(now.getTime() + RETRY_CHECK_MS);
  return new Date((isPeriodPaid ? periodEnd : now).getTime() + RENEWAL_CHECK_MS);
}

type SyncResult = {
  next: Next;
  provider: ProviderSubscription | null;
  wanted: ChangeOrigin;
  now: Date;
};

async function apply(
  tx: Tx,
  row: PaidSubscription,
  { now, ...news }: SyncResult,
): Promise<boolean> {
  const { next, provider } = news;
  const failedInvoiceId = next.state === 'past_due' ? (provider?.latestInvoiceId ?? null) : null;
  // guard: an older answer about a subscription does not overwrite a newer one
  const written = await tx.$executeRaw`
    UPDATE subscription
    SET state = ${next.state}, paid_until = ${next.paidUntil},
      access_ends_on = ${next.accessEndsOn},
      next_check_at = CASE WHEN next_check_at::text IS NOT DISTINCT FROM ${row.nextCheckAt}::text
        THEN ${nextCheckTime(next.state, provider, now)} ELSE next_check_at END,
      failed_invoice_id = coalesce(${failedInvoiceId}::text, failed_invoice_id),
      revision = revision + 1
    WHERE id = ${row.id}::int AND revision = ${row.revision}::int AND state = ${row.state}`;
  if (written === 0) return false;
  await emailSubscriber(tx, row, { ...news, failedInvoiceId });
  return true;
}

type StateChange = Omit<SyncResult, 'now'> & { failedInvoiceId: string | null };

async function emailSubscriber(
  tx: Tx,
  row: PaidSubscription,
  { next, provider, wanted, failedInvoiceId }: StateChange,
): Promise<void> {
  const { userId, accessEndsOn: before } = row;
  const user =
    userId === null
      ? null
      : await tx.user.findUnique({
          where: { id: userId },
          select: { id: true, locale: true },
        });
  if (user === null) return;
  const locale = localeOf(wanted.by === 'provider' ? user.locale : wanted.locale);
  const reader = { userId: user.id, locale };
  const { state, accessEndsOn } = next;
  const isWithdrawn = wanted.by === 'declaration' && wanted.kind === 'withdrawal';
  if (before === null && accessEndsOn !== null && !isWithdrawn) {
    const isUnpaid = wanted.by === 'provider' && state === 'ended' && provider?.openPayment != null;
    if (isUnpaid) {
      await enqueueEmail(tx, { email: subscriptionStoppedEmail, request: reader });
    } else {
      // Another call or the provider may report the end of a declared termination first.
      const declarationId =
        wanted.by === 'declaration' ? wanted.declarationId : await findOpenTermination(tx, row.id);
      const request = { ...reader, accessEndsOn: accessEndsOn.toISOString(), declarationId };
      await enqueueEmail(tx, { email: subscriptionEndedEmail, request });
    }
  }
  if (failedInvoiceId !== null && isNewFailure(row, failedInvoiceId)) {
    await enqueueEmail(tx, {
      email: paymentFailedEmail,
      request: { ...reader },
      dedupe: `payment_failed:${failedInvoiceId}`,
    });
  }
}

/** Whether a failed renewal still needs its one email, however long the provider retries. */
function isNewFailure(before: PaidSubscription, failedInvoiceId: string): boolean {
  // A row without a failed invoice became `past_due` before the column `failed_invoice_id` existed, when its
  // email was sent.
  if (before.state === 'past_due' && before.failedInvoiceId === null) return false;
  // guard: a failed renewal sends one email
  return before.failedInvoiceId !== failedInvoiceId;
}
