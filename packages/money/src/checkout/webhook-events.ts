import type { Deps } from '@agres/core/context';
import { enqueue, type NewJob } from '@agres/core/jobs/job';
import { secondsFromNow } from '@agres/db/database-clock';
import { Prisma } from '@agres/db/db';
import type { PaymentAccount } from '@agres/domain/shapes';
import type { ProviderEvent } from '@agres/payments/shapes';
import { z } from 'zod';

import { checkAccountRefunds, checkRefunds } from './payment-jobs.ts';

export type WebhookDelivery = {
  account: PaymentAccount;
  rawBody: Buffer;
  signature: string | undefined;
};

/** The minimum time between two checks that webhook events request. */
const PAUSE_SECONDS = 2;
/** The minimum time between two checks of an account that events about unknown payments request. */
const ACCOUNT_PAUSE_SECONDS = 60;

/**
 * SQL for the next check of a row after a webhook event: now, or shortly after its last change. Each check
 * changes the row, so replayed events do not flood the provider with calls. A last change in the future dates
 * from before the database's clock was set back, and counts as now.
 */
// guard: replayed webhook events do not flood the provider
const CHECK_SOON = Prisma.sql`greatest(${secondsFromNow(0)},
  least(updated_at, clock_timestamp()) + make_interval(secs => ${PAUSE_SECONDS}::float8))`;
const IS_LATER = Prisma.sql`(next_check_at IS NULL OR next_check_at > ${CHECK_SOON})`;

/** The reconcilers have these names in `packages/shop/src/background-schedule.ts`. */
type Reconciler = 'purchases' | 'subscriptions';

type WebhookDeps = Pick<Deps, 'db' | 'clock' | 'payments' | 'log' | 'wakeJobs'> & {
  wakeReconciler: (name: Reconciler) => void;
};

/**
 * Verifies the signature of a webhook event and schedules a check of its object. An event is only a hint, so
 * its order, repetition and loss do not matter, and its id is not stored. Returns `accepted` only after the
 * commits; throws if they fail, so that the provider sends the event again.
 */
export async function receiveWebhookEvent(
  { db, clock, payments, log, wakeJobs, wakeReconciler }: WebhookDeps,
  { account, rawBody, signature }: WebhookDelivery,
): Promise<'accepted' | 'refused'> {
  const event = payments.readEvent(account, { rawBody, signature, now: clock() });
  // guard: a webhook event without a valid signature is refused
  if (event === null) return 'refused';
  if (event.livemode !== payments.isLive(account)) {
    log.error({ account, eventId: event.id }, 'webhook event of the other mode ignored');
    return 'accepted';
  }
  if (!event.isHint) return 'accepted';
  // A row that has just changed is due only after the pause, and would otherwise wait for the next round.
  const wakeNowAndLater = (name: Reconciler) => {
    wakeReconciler(name);
    setTimeout(() => wakeReconciler(name), PAUSE_SECONDS * 1000).unref();
  };
  const attemptId = attemptIdOf(event);
  const purchases = await db.$executeRaw`
    UPDATE purchase_attempt SET next_check_at = ${CHECK_SOON}
    WHERE stripe_account = ${account} AND state IN ('charging', 'requires_action')
      AND (payment_intent_id = ${event.objectId} OR id = ${attemptId}::uuid) AND ${IS_LATER}`;
  // The payment of an order belongs to no subscription.
  const attempts =
    attemptId !== null
      ? 0
      : await db.$executeRaw`
    UPDATE subscription_attempt SET next_check_at = ${CHECK_SOON}
    WHERE stripe_account = ${account} AND state IN ('started', 'requires_action')
      AND stripe_intent_id = ${event.objectId} AND ${IS_LATER}`;
  const { subscriptionId, customerId } = event;
  // The payment of an order names neither a subscription nor a customer.
  const isAboutSubscriber = subscriptionId !== null || customerId !== null;
  const subscriptions = !isAboutSubscriber
    ? 0
    : await db.$executeRaw`
    UPDATE subscription SET next_check_at = ${CHECK_SOON}
    WHERE stripe_account = ${account} AND state <> 'ended' AND ${IS_LATER} AND (
      stripe_subscription_id = ${subscriptionId}::text
      OR stripe_customer_id = ${customerId}::text)`;
  if (event.isMoneyBack) await enqueueMoneyBackCheck({ db, clock, wakeJobs }, account, event);
  if (purchases > 0) wakeNowAndLater('purchases');
  if (attempts + subscriptions > 0) wakeNowAndLater('subscriptions');
  return 'accepted';
}

/**
 * Enqueues the comparison of a payment's refunds and disputes with our rows. A payment that no row names may
 * be the renewal of a subscription, or belong to another shop with the same keys; then the account's new
 * refunds and disputes are compared, at most once a minute.
 */
async function enqueueMoneyBackCheck(
  { db, clock, wakeJobs }: Pick<Deps, 'db' | 'clock' | 'wakeJobs'>,
  account: PaymentAccount,
  { paymentIntentId: intentId }: ProviderEvent,
): Promise<void> {
  if (intentId === null) return;
  const [known] = await db.$queryRaw<{ isOurs: boolean }[]>`
    SELECT EXISTS (SELECT FROM purchase_attempt
        WHERE payment_intent_id = ${intentId} AND stripe_account = ${account})
      OR EXISTS (SELECT FROM subscription_attempt
        WHERE stripe_intent_id = ${intentId} AND stripe_account = ${account})
      OR EXISTS (SELECT FROM refund
        WHERE payment_intent_id = ${intentId} AND stripe_account = ${account})
      OR EXISTS (SELECT FROM dispute
        WHERE payment_intent_id = ${intentId} AND stripe_account = ${account}) AS "isOurs"`;
  // guard: webhook events about unknown payments start one check a minute per account
  if (known?.isOurs !== true) {
    await enqueueOnceIn({ db, clock }, ACCOUNT_PAUSE_SECONDS, {
      job: checkAccountRefunds,
      payload: { account },
      dedupe: `check_account_refunds:${account}`,
    });
  } else {
    // guard: webhook events about one payment share one pending check
    await enqueueOnceIn({ db, clock }, PAUSE_SECONDS, {
      job: checkRefunds,
      payload: { account, intentId },
      dedupe: `check_refunds:${intentId}`,
    });
  }
  wakeJobs();
}

/**
 * Enqueues a job, at most once per time span. If this span already has one, which may have read the provider
 * before this event, enqueues one for the next span.
 */
async function enqueueOnceIn<Payload>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  spanSeconds: number,
  job: NewJob<Payload> & { dedupe: string },
): Promise<void> {
  const span = Math.floor(clock().getTime() / (spanSeconds * 1000));
  const add = (inSpan: number, inSeconds: number) =>
    enqueue(db, { ...job, dedupe: `${job.dedupe}:${inSpan}`, inSeconds });
  if (!(await add(span, 0))) await add(span + 1, spanSeconds);
}

function attemptIdOf({ metadata }: ProviderEvent): string | null {
  const id = z.uuid().safeParse(metadata['attempt_id']);
  return id.success ? id.data : null;
}
