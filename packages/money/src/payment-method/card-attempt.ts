import type { Deps } from '@agres/core/context';
import { markOf } from '@agres/core/installation';
import { enqueueEmail } from '@agres/core/jobs/email';
import { defineJob, DONE, enqueue, outcomeOf } from '@agres/core/jobs/job';
import { currentRequestId } from '@agres/core/request-id';
import type { Db, Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { localeOf, type Locale } from '@agres/domain/locale';
import { paymentAccountOfName, type PaymentAccount } from '@agres/domain/shapes';
import type { CardFailure } from '@agres/payments/shapes';
import { z } from 'zod';

import { currentSubscription } from '../subscription/access.ts';
import { cardUpdatedEmail } from './emails.ts';

export type CardHolder = {
  id: number;
  account: PaymentAccount;
  customerId: string;
  stripeSubscriptionId: string;
};

export type CardAttempt = {
  id: string;
  state: string;
  subscriptionId: number | null;
  requestHash: Uint8Array;
  failureCode: string | null;
};

/** Returns a user's current subscription; null without one, or while it has no id at the provider. */
export async function findCardHolder(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
): Promise<CardHolder | null> {
  const row = await db.subscription.findFirst({
    where: { userId, ...currentSubscription(clock()) },
    select: {
      id: true,
      stripeAccount: true,
      stripeCustomerId: true,
      stripeSubscriptionId: true,
    },
  });
  if (!row || row.stripeSubscriptionId === null) return null;
  const { id, stripeAccount, stripeCustomerId: customerId, stripeSubscriptionId } = row;
  return { id, account: paymentAccountOfName(stripeAccount), customerId, stripeSubscriptionId };
}

const OPEN = ['started', 'requires_action'];

const attemptSelect = {
  id: true,
  state: true,
  subscriptionId: true,
  requestHash: true,
  failureCode: true,
} as const;

export type CardCall = {
  userId: number;
  idempotencyKey: string;
  /** SHA-256 of the card's token. */
  requestHash: Uint8Array<ArrayBuffer>;
  locale: Locale;
};

export async function findCardAttempt(
  db: Db,
  { userId, idempotencyKey }: CardCall,
): Promise<CardAttempt | null> {
  return db.subscriptionAttempt.findUnique({
    where: {
      userId_kind_idempotencyKey: { userId, kind: 'card_update', idempotencyKey },
    },
    select: attemptSelect,
  });
}

/**
 * The delay before the job finishes an abandoned attempt. No call and no cardholder's 3-D Secure takes as
 * long.
 */
const FINISH_AFTER_SECONDS = 900;

/**
 * Stores an attempt before the provider is called, with the job that finishes an abandoned one. Concurrent
 * calls get the same attempt; null if the account was deleted in the meantime.
 */
export async function beginCardAttempt(
  db: Db,
  call: CardCall,
  { id: subscriptionId, account }: CardHolder,
): Promise<CardAttempt | null> {
  await inTransaction(db, async (tx) => {
    const [begun] = await tx.subscriptionAttempt.createManyAndReturn({
      data: [
        {
          ...call,
          kind: 'card_update',
          state: 'started',
          stripeAccount: account,
          subscriptionId,
          requestId: currentRequestId(),
        },
      ],
      skipDuplicates: true,
      select: { id: true },
    });
    if (begun === undefined) return;
    await enqueue(tx, {
      job: finishCardJob,
      payload: { attemptId: begun.id },
      dedupe: `settle_card:${begun.id}`,
      inSeconds: FINISH_AFTER_SECONDS,
    });
  });
  return findCardAttempt(db, call);
}

export async function markCardChallenged(db: Db, attemptId: string): Promise<void> {
  await changeOpen(db, attemptId, { state: 'requires_action' });
}

export async function markCardRefused(
  db: Db,
  attemptId: string,
  failure: CardFailure,
): Promise<void> {
  await changeOpen(db, attemptId, { state: 'refused', failureCode: failure });
}

export async function markCardExpired(db: Db, attemptId: string): Promise<void> {
  await changeOpen(db, attemptId, { state: 'expired' });
}

/**
 * Expires an attempt whose subscription has ended at the provider, and schedules a check to update our row.
 */
export async function endForSubscription(
  db: Db,
  attemptId: string,
  { id }: CardHolder,
): Promise<void> {
  await markCardExpired(db, attemptId);
  await db.$executeRaw`
    UPDATE subscription SET next_check_at = clock_timestamp()
    WHERE id = ${id}::int AND state <> 'ended'`;
}

/** Completes an open attempt and enqueues the subscriber's email in the same transaction. */
export async function endCardAttempt(
  db: Db,
  { attemptId, userId, locale }: { attemptId: string; userId: number; locale: Locale },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if ((await changeOpen(tx, attemptId, { state: 'done' })) !== 1) return;
    await enqueueEmail(tx, {
      email: cardUpdatedEmail,
      request: { userId, locale },
      dedupe: `card_updated:${attemptId}`,
    });
  });
}

async function changeOpen(
  db: Db | Tx,
  id: string,
  { state, failureCode = null }: { state: string; failureCode?: CardFailure | null },
): Promise<number> {
  return db.$executeRaw`
    UPDATE subscription_attempt SET state = ${state}, failure_code = ${failureCode},
      updated_at = clock_timestamp()
    WHERE id = ${id}::uuid AND state = ANY(${OPEN}::text[])`;
}

/**
 * Finishes an abandoned card update. A card that was set up becomes the paying card; if a later update
 * succeeded, or the subscription has ended, the job removes the card.
 */
export const finishCardJob = defineJob({
  kind: 'settle_card',
  payload: z.object({ attemptId: z.uuid() }),
  run: async ({ db, payments, wakeJobs, installation }, { attemptId }) => {
    const attempt = await db.subscriptionAttempt.findUnique({
      where: { id: attemptId },
      include: { subscription: true },
    });
    const subscription = attempt?.subscription;
    const isOpen = attempt?.state === 'started' || attempt?.state === 'requires_action';
    if (!isOpen || subscription?.stripeSubscriptionId == null) return DONE;
    const { userId, subscriptionId, idempotencyKey, createdAt } = attempt;
    const later = await db.subscriptionAttempt.findFirst({
      where: { kind: 'card_update', subscriptionId, state: 'done', createdAt: { gt: createdAt } },
      select: { id: true },
    });
    const isWanted = later === null && subscription.state !== 'ended' && userId !== null;
    const account = paymentAccountOfName(attempt.stripeAccount);
    const finished = await payments.finishCardUpdate(account, {
      customerId: subscription.stripeCustomerId,
      subscriptionId: subscription.stripeSubscriptionId,
      idempotencyKey,
      ...markOf(installation),
      ending: isWanted ? 'set_default' : 'remove',
    });
    if (finished.outcome !== 'known') return outcomeOf(finished);
    if (finished.value === 'kept' && userId !== null) {
      await endCardAttempt(db, { attemptId, userId, locale: localeOf(attempt.locale) });
    } else {
      await markCardExpired(db, attemptId);
    }
    wakeJobs();
    return DONE;
  },
});
