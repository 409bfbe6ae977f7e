import type { Deps } from '@agres/core/context';
import { enqueue, type NewJob } from '@agres/core/jobs/job';
import { secondsFromNow } from '@agres/db/database-clock';
import { Prisma } from '@agres/db/db';
import type { PaymentAccount } from '@agres/domain/shapes';
import type { ProviderEvent } from '@agres/payments/shapes';

import { checkAccountRefunds, checkRefunds } from './payment-jobs.ts';

/** A webhook event of the payment provider as it came. */
export type WebhookDelivery = {
  account: PaymentAccount;
  rawBody: Buffer;
  signature: string | undefined;
};

/** Between two checks that webhook events ask for. */
const PAUSE_SECONDS = 2;
/** Between two looks at an account because of payments that no row names. */
const ACCOUNT_PAUSE_SECONDS = 60;

/**
 * SQL for when a row is checked because of a webhook event: now, or a moment after its last change
 * (each check changes it), so that replayed events do not flood the provider with calls. A last
 * change in the future was before the database's clock was set back, and counts as now.
 */
// guard: replayed webhook events do not flood the provider
const SOON = Prisma.sql`greatest(${secondsFromNow(0)},
  least(updated_at, clock_timestamp()) + make_interval(secs => ${PAUSE_SECONDS}::float8))`;
/** SQL for rows that would be checked later than that, or never. */
const isLater = Prisma.sql`(next_check_at IS NULL OR next_check_at > ${SOON})`;

/** What is checked because of an event: the round of that name (`background.ts`). */
type Reconciler = 'purchases' | 'subscriptions';

type WebhookDeps = Pick<Deps, 'db' | 'clock' | 'payments' | 'log' | 'wakeJobs'> & {
  /** Has a reconciler of this process look now what is due. */
  wakeReconciler: (name: Reconciler) => void;
};

/**
 * Receives a webhook event, its signature first. Nothing it says is believed: it only has what it is
 * about checked sooner, so that its order, its repetitions and its loss do not matter, and its id is
 * not kept. `accepted` only after the commits; throws where they failed, and the provider repeats
 * the event.
 */
export async function receiveWebhookEvent(
  { db, clock, payments, log, wakeJobs, wakeReconciler }: WebhookDeps,
  { account, rawBody, signature }: WebhookDelivery,
): Promise<'accepted' | 'refused'> {
  const reading = payments.readEvent(account, { rawBody, signature, now: clock() });
  // guard: a webhook event needs a signature
  if (reading.outcome !== 'known') return 'refused';
  const event = reading.value;
  if (event.livemode !== payments.isLive(account)) {
    log.error({ account, eventId: event.id }, 'webhook event of the other mode ignored');
    return 'accepted';
  }
  if (!event.isHint) return 'accepted';
  // A row that just changed is due only after the pause: without a second call it would wait
  // for the next round.
  const wakeNowAndLater = (name: Reconciler) => {
    wakeReconciler(name);
    setTimeout(() => wakeReconciler(name), PAUSE_SECONDS * 1000).unref();
  };
  const attemptId = attemptIdOf(event);
  const purchases = await db.$executeRaw`
    UPDATE purchase_attempt SET next_check_at = ${SOON}
    WHERE stripe_account = ${account} AND state IN ('charging', 'requires_action')
      AND (payment_intent_id = ${event.objectId} OR id = ${attemptId}::uuid) AND ${isLater}`;
  // The payment of an order is that of no subscription.
  const attempts =
    attemptId !== null
      ? 0
      : await db.$executeRaw`
    UPDATE subscription_attempt SET next_check_at = ${SOON}
    WHERE stripe_account = ${account} AND state IN ('started', 'requires_action')
      AND stripe_intent_id = ${event.objectId} AND ${isLater}`;
  const { subscriptionId, customerId } = event;
  // The payment of an order names neither.
  const isAboutSubscriber = subscriptionId !== null || customerId !== null;
  const subscriptions = !isAboutSubscriber
    ? 0
    : await db.$executeRaw`
    UPDATE subscription SET next_check_at = ${SOON}
    WHERE stripe_account = ${account} AND state <> 'ended' AND ${isLater} AND (
      stripe_subscription_id = ${subscriptionId}::text
      OR stripe_customer_id = ${customerId}::text)`;
  if (event.isMoneyBack) await enqueueMoneyBackCheck({ db, clock, wakeJobs }, account, event);
  if (purchases > 0) wakeNowAndLater('purchases');
  if (attempts + subscriptions > 0) wakeNowAndLater('subscriptions');
  return 'accepted';
}

/**
 * Has the refunds and disputes of a payment compared with our rows. Where no row names it, it may be the
 * renewal of a subscription, or another shop's with the same keys: then what is new in the account is
 * compared, once a minute at most.
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
  // guard: events about payments of another shop ask for one look a minute
  if (known?.isOurs !== true) {
    await enqueueOnceIn({ db, clock }, ACCOUNT_PAUSE_SECONDS, {
      job: checkAccountRefunds,
      payload: { account },
      dedupe: `check_account_refunds:${account}`,
    });
  } else {
    // guard: one check of a payment at a time, however many events there are about it
    await enqueueOnceIn({ db, clock }, PAUSE_SECONDS, {
      job: checkRefunds,
      payload: { account, intentId },
      dedupe: `check_refunds:${intentId}`,
    });
  }
  wakeJobs();
}

/** Enqueues a job once in a span of time. One of this span may have begun before: then once in the next. */
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

/** The purchase attempt that an event names, if any. */
function attemptIdOf({ metadata }: ProviderEvent): string | null {
  const id = metadata['attempt_id'] ?? '';
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(id) ? id : null;
}
