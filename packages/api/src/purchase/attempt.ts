import { Prisma, type Db, type Tx } from '@shop/db/db';
import type { PaymentAccount } from '@shop/domain/shapes';

/** The states of an attempt that hold a unit of stock and may still take money. */
export const IN_FLIGHT = ['reserved', 'charging', 'requires_action'] as const;
export type InFlight = (typeof IN_FLIGHT)[number];

/** The states in which an attempt rests; `expired` alone can begin again, with another payment. */
export const ENDED = ['paid', 'refused', 'expired'] as const;

export type AttemptState = InFlight | (typeof ENDED)[number];

/** One purchase from click to end, as its row says now. */
export type Attempt = {
  id: string;
  userId: number | null;
  requestHash: Uint8Array;
  state: AttemptState;
  optionId: number;
  itemId: number;
  area: number | null;
  amountCents: number;
  currency: string;
  /** The account that charges, whatever becomes of the buyer's subscription. */
  stripeAccount: PaymentAccount;
  paymentIntentId: string | null;
  /** Counts the payments that this attempt went through, from 0; part of every key at the provider. */
  generation: number;
  leaseOwner: string | null;
  /** Somebody works on it. */
  isLeased: boolean;
  /** How much longer its unit waits for 3-D Secure; 0 or less: no longer. */
  holdSeconds: number;
  failureCode: string | null;
  /** How often the reconciler looked at it. */
  tries: number;
  /** How long ago the buyer asked for it, or for it again. */
  ageSeconds: number;
};

/** Longer than one call can take (`CALL_BUDGET_MS` and its transactions): a lease that ran out belongs to a process that died or froze. */
export const LEASE_SECONDS = 60;

/**
 * SQL for "somebody works on it". A lease that ends later than any can was written before the
 * database's clock was set back, and holds nobody up.
 */
export const isLeased = Prisma.sql`coalesce(lease_until > clock_timestamp()
  AND lease_until <= clock_timestamp() + make_interval(secs => ${2 * LEASE_SECONDS}::float8), false)`;

/** SQL for the columns of an `Attempt`. */
export const ATTEMPT_COLUMNS = Prisma.sql`
  id::text AS "id", user_id AS "userId", request_hash AS "requestHash", state,
  option_id AS "optionId", (item_snapshot->>'itemId')::int AS "itemId", area,
  amount_cents AS "amountCents", currency, stripe_account AS "stripeAccount",
  payment_intent_id AS "paymentIntentId", payment_generation AS "generation",
  lease_owner AS "leaseOwner", ${isLeased} AS "isLeased",
  coalesce(extract(epoch FROM hold_until - clock_timestamp()), 0)::float8 AS "holdSeconds", failure_code AS "failureCode", tries,
  extract(epoch FROM clock_timestamp() - cgv_at)::float8 AS "ageSeconds"`;

/** SQL for "in one of the states that are in flight". */
export const isInFlight = Prisma.sql`state IN ('reserved', 'charging', 'requires_action')`;

/** SQL for a moment that lies so far ahead by the database's own clock, the only one for leases. */
export function secondsFromNow(seconds: number): Prisma.Sql {
  return Prisma.sql`clock_timestamp() + make_interval(secs => ${seconds}::float8)`;
}

/** The attempt with this id. */
export async function findAttempt(db: Db | Tx, id: string): Promise<Attempt | null> {
  return readAttempt(db, Prisma.sql`id = ${id}::uuid`);
}

/** The attempt that a user began under this idempotency key. */
export async function findAttemptByKey(
  db: Db | Tx,
  { userId, key }: { userId: number; key: string },
): Promise<Attempt | null> {
  return readAttempt(db, Prisma.sql`user_id = ${userId}::int AND idempotency_key = ${key}`);
}

async function readAttempt(db: Db | Tx, condition: Prisma.Sql): Promise<Attempt | null> {
  const rows = await db.$queryRaw<Attempt[]>`
    SELECT ${ATTEMPT_COLUMNS} FROM purchase_attempt WHERE ${condition}`;
  return rows[0] ?? null;
}
