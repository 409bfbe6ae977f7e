import type { Db, Tx } from '@shop/db/db';
import { inTransaction } from '@shop/db/transaction';
import type { Locale } from '@shop/domain/locale';
import { PAYMENT_ACCOUNTS, type PaymentAccount } from '@shop/domain/shapes';
import type { CardFailure } from '@shop/payments/shapes';

import type { Deps } from '../context.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { currentSubscription } from '../users/current-subscription.ts';

/** The subscription whose card is changed, and where the provider keeps it. */
export type CardHolder = {
  id: number;
  account: PaymentAccount;
  customerId: string;
  stripeSubscriptionId: string;
};

/** One new card with its key: what is known of it when the call is made again. */
export type CardAttempt = {
  id: string;
  state: string;
  subscriptionId: number | null;
  requestHash: Uint8Array;
  failureCode: string | null;
};

/** The subscription that a user has now, or null. */
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
  const account = PAYMENT_ACCOUNTS.find((known) => known === row?.stripeAccount);
  if (!row || row.stripeSubscriptionId === null || account === undefined) return null;
  const { id, stripeCustomerId: customerId, stripeSubscriptionId } = row;
  return { id, account, customerId, stripeSubscriptionId };
}

const OPEN = ['started', 'requires_action'];

const attemptSelect = {
  id: true,
  state: true,
  subscriptionId: true,
  requestHash: true,
  failureCode: true,
} as const;

/** The key of one call, and whose it is. */
export type CardCall = {
  userId: number;
  idempotencyKey: string;
  /** SHA-256 of the card's token. */
  requestHash: Uint8Array<ArrayBuffer>;
  /** The language of the letter. */
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

/** Longer than a call, and than a person takes for 3-D Secure. */
const SETTLED_AFTER_SECONDS = 900;

/**
 * Writes an attempt down before the provider is asked, with the job that ends it should nobody go on;
 * the same one for two calls at a time.
 */
export async function beginCardAttempt(
  db: Db,
  call: CardCall,
  { id: subscriptionId, account }: CardHolder,
): Promise<CardAttempt | null> {
  await inTransaction(db, async (tx) => {
    const [begun] = await tx.subscriptionAttempt.createManyAndReturn({
      data: [
        { ...call, kind: 'card_update', state: 'started', stripeAccount: account, subscriptionId },
      ],
      skipDuplicates: true,
      select: { id: true },
    });
    if (begun === undefined) return;
    await enqueue(tx, {
      kind: 'settle_card',
      payload: { attemptId: begun.id },
      dedupe: `settle_card:${begun.id}`,
      inSeconds: SETTLED_AFTER_SECONDS,
    });
  });
  return findCardAttempt(db, call);
}

/** The provider waits for the card's owner. */
export async function markCardChallenged(db: Db, attemptId: string): Promise<void> {
  await moveOpen(db, attemptId, { state: 'requires_action' });
}

export async function markCardRefused(
  db: Db,
  attemptId: string,
  failure: CardFailure,
): Promise<void> {
  await moveOpen(db, attemptId, { state: 'refused', failureCode: failure });
}

/** Nobody went on with it, and no card was changed. */
export async function markCardExpired(db: Db, attemptId: string): Promise<void> {
  await moveOpen(db, attemptId, { state: 'expired' });
}

/** Ends the attempt, and has its owner told by a letter, once. */
export async function endCardAttempt(
  db: Db,
  { attemptId, userId, locale }: { attemptId: string; userId: number; locale: Locale },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if ((await moveOpen(tx, attemptId, { state: 'done' })) !== 1) return;
    await enqueue(tx, {
      kind: 'mail',
      payload: { letter: 'cardUpdated', userId, locale },
      dedupe: `card_updated:${attemptId}`,
    });
  });
}

async function moveOpen(
  db: Db | Tx,
  id: string,
  change: { state: string; failureCode?: CardFailure },
): Promise<number> {
  const { count } = await db.subscriptionAttempt.updateMany({
    where: { id, state: { in: OPEN } },
    data: { ...change, updatedAt: new Date() },
  });
  return count;
}
