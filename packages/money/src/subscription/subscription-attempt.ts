import { Prisma, type Db, type Tx } from '@agres/db/db';
import type { Locale } from '@agres/domain/locale';
import type { PaymentAccount, Plan } from '@agres/domain/shapes';

import { isLeased, type AttemptTable } from '../checkout/lease.ts';

/** The states of an attempt to subscribe that may still take money. */
export const OPEN = ['started', 'requires_action'] as const;

/** `expired` alone can begin again. */
export type SubscriptionAttemptState = (typeof OPEN)[number] | 'done' | 'refused' | 'expired';

/** One attempt to subscribe from its beginning to its end, with the subscription it makes. */
export type SubscriptionAttempt = {
  id: string;
  /** Null once the account is deleted. */
  userId: number | null;
  requestHash: Uint8Array;
  /** Of the card that it was begun with, until its bank asks for 3-D Secure or its money is given back. */
  cardHash: Uint8Array | null;
  state: SubscriptionAttemptState;
  account: PaymentAccount;
  plan: Plan;
  locale: Locale;
  leaseHolder: string | null;
  /** A process works on it. */
  isLeased: boolean;
  /** How much longer it waits for 3-D Secure; 0 or less: no longer. */
  holdSeconds: number;
  failureCode: string | null;
  /** The payment of the first invoice; null where nothing was due. */
  intentId: string | null;
  /** How often it was reconciled. */
  tries: number;
  /** How long ago it began. */
  ageSeconds: number;
  /** Of the request that began it, or began it again; null where that is not known. */
  requestId: string | null;
  /** When it began, or began again: what names it once more where its id has been used. */
  beginning: string;
  /** Null until the person has a customer at the provider. */
  subscriptionId: number | null;
  /** Counts the person's subscriptions: the n of the provider's key `sub_<user>_<n>`. */
  generation: number | null;
  customerId: string | null;
  /** Null until the provider has made it. */
  stripeSubscriptionId: string | null;
};

/** SQL for an attempt that is not over. */
const isOpen = Prisma.sql`a.kind = 'subscribe' AND a.state IN ('started', 'requires_action')`;

/**
 * SQL for an attempt that is open in the run that was read: an expired one may have begun again
 * meanwhile, with another subscription, and a late answer is about the former (decision 014). That
 * nothing was made at the provider is true for the lease holder alone.
 */
export function isOpenInRun({
  id,
  subscriptionId,
  stripeSubscriptionId,
  leaseHolder,
}: SubscriptionAttempt): Prisma.Sql {
  // guard: an attempt to subscribe is ended in the run that was read
  const isRun =
    stripeSubscriptionId === null
      ? Prisma.sql`lease_owner = ${leaseHolder}`
      : Prisma.sql`subscription_id = ${subscriptionId}::int`;
  return Prisma.sql`id = ${id}::uuid AND state IN ('started', 'requires_action') AND ${isRun}`;
}

export const SUBSCRIPTION_ATTEMPTS: AttemptTable = {
  table: Prisma.sql`subscription_attempt`,
  isOpen,
};

/** SQL that reads attempts as `a`, with the subscription of each; a WHERE follows. */
const SELECT = Prisma.sql`
  SELECT a.id::text AS "id", a.user_id AS "userId", a.request_hash AS "requestHash",
    a.card_hash AS "cardHash", a.state,
    a.stripe_account AS "account", a.plan, a.locale, a.lease_owner AS "leaseHolder",
    ${isLeased} AS "isLeased",
    coalesce(extract(epoch FROM a.hold_until - clock_timestamp()), 0)::float8 AS "holdSeconds",
    a.failure_code AS "failureCode", a.stripe_intent_id AS "intentId", a.tries,
    extract(epoch FROM clock_timestamp() - a.created_at)::float8 AS "ageSeconds",
    (extract(epoch FROM a.created_at) * 1000)::bigint::text AS "beginning",
    a.request_id AS "requestId", s.id AS "subscriptionId", s.generation, s.stripe_customer_id AS "customerId",
    s.stripe_subscription_id AS "stripeSubscriptionId"
  FROM subscription_attempt a LEFT JOIN subscription s ON s.id = a.subscription_id`;

async function findOne(db: Db | Tx, where: Prisma.Sql): Promise<SubscriptionAttempt | null> {
  const [row] = await db.$queryRaw<SubscriptionAttempt[]>`${SELECT} WHERE ${where}`;
  return row ?? null;
}

export function findAttempt(db: Db | Tx, attemptId: string): Promise<SubscriptionAttempt | null> {
  return findOne(db, Prisma.sql`a.id = ${attemptId}::uuid AND a.kind = 'subscribe'`);
}

export function findAttemptByKey(
  db: Db | Tx,
  { userId, key }: { userId: number; key: string },
): Promise<SubscriptionAttempt | null> {
  return findOne(
    db,
    Prisma.sql`a.user_id = ${userId}::int AND a.kind = 'subscribe' AND a.idempotency_key = ${key}`,
  );
}

/** The one attempt of a person that is not over, if there is one. */
export function findOpenAttempt(db: Db | Tx, userId: number): Promise<SubscriptionAttempt | null> {
  return findOne(db, Prisma.sql`a.user_id = ${userId}::int AND ${isOpen}`);
}
