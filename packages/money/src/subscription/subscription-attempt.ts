import { Prisma, type Db, type Tx } from '@agres/db/db';
import type { Locale } from '@agres/domain/locale';
import type { Plan } from '@agres/domain/shape-values';
import type { PaymentAccount } from '@agres/domain/shapes';

import { IS_LEASED, type AttemptTable } from '../checkout/lease.ts';

/** The states in which an attempt to subscribe may still be charged. */
export const OPEN = ['started', 'requires_action'] as const;

/** Only an `expired` attempt can be restarted. */
export type SubscriptionAttemptState = (typeof OPEN)[number] | 'done' | 'refused' | 'expired';

export type SubscriptionAttempt = {
  id: string;
  /** Null once the account is deleted. */
  userId: number | null;
  requestHash: Uint8Array;
  /** The hash of the card's token; null once its bank requested 3-D Secure or its payment was refunded. */
  cardHash: Uint8Array | null;
  state: SubscriptionAttemptState;
  account: PaymentAccount;
  plan: Plan;
  locale: Locale;
  leaseHolder: string | null;
  isLeased: boolean;
  /** The time left for 3-D Secure; 0 or less if the attempt does not wait for it. */
  holdSeconds: number;
  failureCode: string | null;
  /** The payment of the first invoice; null if nothing was due. */
  intentId: string | null;
  tries: number;
  /** The time since the attempt was last started. */
  ageSeconds: number;
  /** The id of the request that last started the attempt. */
  requestId: string | null;
  /**
   * When the attempt was last started, in epoch milliseconds. With the id it identifies one run in
   * idempotency keys.
   */
  beginning: string;
  /** Null until the person has a customer at the provider. */
  subscriptionId: number | null;
  /** The n in the provider's key `sub_<user>_<n>_<installation>`, counted per person. */
  generation: number | null;
  customerId: string | null;
  /** Null until the provider has created the subscription. */
  stripeSubscriptionId: string | null;
};

const isOpen = Prisma.sql`a.kind = 'subscribe' AND a.state IN ('started', 'requires_action')`;

/**
 * SQL for an attempt that is still open in the run that was read. A late answer may concern an earlier run
 * with another subscription, because an expired attempt can be restarted (decision 014). Only the lease
 * holder knows that nothing was created at the provider.
 */
export function isOpenInRun({
  id,
  subscriptionId,
  stripeSubscriptionId,
  leaseHolder,
}: SubscriptionAttempt): Prisma.Sql {
  // guard: a result of an earlier run does not end a subscription attempt
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

/** SQL that reads attempts as `a`, joined with their subscriptions; a WHERE follows. */
const SELECT = Prisma.sql`
  SELECT a.id::text AS "id", a.user_id AS "userId", a.request_hash AS "requestHash",
    a.card_hash AS "cardHash", a.state,
    a.stripe_account AS "account", a.plan, a.locale, a.lease_owner AS "leaseHolder",
    ${IS_LEASED} AS "isLeased",
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

/** Returns the person's open attempt, or null; there is at most one. */
export function findOpenAttempt(db: Db | Tx, userId: number): Promise<SubscriptionAttempt | null> {
  return findOne(db, Prisma.sql`a.user_id = ${userId}::int AND ${isOpen}`);
}
