import { Prisma, type Db, type Tx } from '@agres/db/db';
import type { PaymentAccount } from '@agres/domain/shapes';

import { IS_LEASED, type AttemptTable } from '../checkout/lease.ts';

/** The states in which an attempt holds a unit of stock and may still be charged. */
export const IN_FLIGHT = ['reserved', 'charging', 'requires_action'] as const;
export type InFlight = (typeof IN_FLIGHT)[number];

/**
 * `paid`, `refused` and `expired` are final; only an `expired` attempt can be restarted, with another
 * payment.
 */
export type AttemptState = InFlight | 'paid' | 'refused' | 'expired';

/** What the payment's metadata stores of an attempt, so that a lost order can be rebuilt (decision 020). */
export type PurchaseContent = {
  idempotencyKey: string;
  /** A keyed hash of the buyer's email address; null once the account is deleted. */
  buyerHash: string | null;
  /** The id of the request that last started the attempt. */
  requestId: string | null;
  priceCents: number;
  /** `title` and `chosenTitle` are in the buyer's language. */
  title: string;
  chosenTitle: string | null;
  locale: string;
  cgvAt: Date;
  /** The hash of the accepted terms; null if it was not stored. */
  contractText: string | null;
  /** Name and address are null once they are erased from a failed purchase. */
  firstName: string | null;
  lastName: string | null;
  shippingAddress: string | null;
};

export type Attempt = PurchaseContent & {
  id: string;
  userId: number | null;
  requestHash: Uint8Array;
  /** The hash of the card's token; null once its bank requested 3-D Secure. */
  cardHash: Uint8Array | null;
  state: AttemptState;
  optionId: number;
  itemId: number;
  area: number | null;
  amountCents: number;
  currency: string;
  /** The account that charges the card, even if the buyer's subscription later changes account. */
  account: PaymentAccount;
  intentId: string | null;
  /** The number of earlier payments of this attempt; part of each idempotency key at the provider. */
  generation: number;
  leaseHolder: string | null;
  isLeased: boolean;
  /** How long the unit stays held for 3-D Secure; 0 or less if it is not held. */
  holdSeconds: number;
  failureCode: string | null;
  tries: number;
  /** The time since the buyer last started the attempt. */
  ageSeconds: number;
};

export const ATTEMPT_COLUMNS = Prisma.sql`
  id::text AS "id", user_id AS "userId", request_hash AS "requestHash",
  card_hash AS "cardHash", state,
  option_id AS "optionId", (item_snapshot->>'itemId')::int AS "itemId", area,
  amount_cents AS "amountCents", currency, stripe_account AS "account",
  payment_intent_id AS "intentId", payment_generation AS "generation",
  lease_owner AS "leaseHolder", ${IS_LEASED} AS "isLeased",
  coalesce(extract(epoch FROM hold_until - clock_timestamp()), 0)::float8 AS "holdSeconds", failure_code AS "failureCode", tries,
  extract(epoch FROM clock_timestamp() - cgv_at)::float8 AS "ageSeconds",
  idempotency_key AS "idempotencyKey", buyer_hash AS "buyerHash",
  request_id AS "requestId",
  (item_snapshot->>'priceCents')::int AS "priceCents",
  item_snapshot->>(CASE locale WHEN 'en' THEN 'titleEn' ELSE 'titleFr' END) AS "title",
  item_snapshot->>(CASE locale WHEN 'en' THEN 'chosenTitleEn' ELSE 'chosenTitleFr' END)
    AS "chosenTitle",
  (SELECT t.hash FROM contract_text t WHERE t.id = contract_text_id) AS "contractText",
  locale, cgv_at AS "cgvAt", recipient->>'firstName' AS "firstName",
  recipient->>'lastName' AS "lastName", recipient->>'shippingAddress' AS "shippingAddress"`;

/** `IN_FLIGHT` as SQL. */
export const IS_IN_FLIGHT = Prisma.sql`state IN ('reserved', 'charging', 'requires_action')`;

export async function findAttempt(db: Db | Tx, id: string): Promise<Attempt | null> {
  return readAttempt(db, Prisma.sql`id = ${id}::uuid`);
}

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

export const PURCHASE_ATTEMPTS: AttemptTable = {
  table: Prisma.sql`purchase_attempt`,
  isOpen: IS_IN_FLIGHT,
};

/**
 * Records that the answer of an attempt was sent, so that a later purchase with the same content is a new
 * one.
 */
export async function markAnswerSent(db: Db, attemptId: string): Promise<void> {
  await db.$executeRaw`
    UPDATE purchase_attempt SET response_sent_at = clock_timestamp()
    WHERE id = ${attemptId}::uuid AND response_sent_at IS NULL`;
}

/**
 * The actor in the money audit: the buyer's own call, a newer call that the attempt blocks, background work,
 * or the shop owner.
 */
export type AttemptActor = 'request' | 'newer_request' | 'reconciler' | 'audit' | 'owner';

type Transition = {
  attemptId: string;
  from: AttemptState;
  to: AttemptState;
  by: AttemptActor;
  intentState: string | null;
  /** A further condition beside the state, on the lease holder or the payment id. */
  fence: Prisma.Sql;
  set: readonly Prisma.Sql[];
};

type Unit = 'kept' | 'returned';

/**
 * Moves an attempt to another state if it is still in the expected one; returns whether it did. One statement
 * also writes the row of the money audit and, if the unit is returned, updates the stock.
 */
export async function applyTransition(
  tx: Db | Tx,
  { attemptId, from, to, by, intentState, fence, set }: Transition,
  unit: Unit,
): Promise<boolean> {
  const assignments = Prisma.join([Prisma.sql`state = ${to}`, ...set], ', ');
  // guard: a refused purchase returns its unit to stock
  const stock =
    unit === 'returned'
      ? Prisma.sql`, stock AS (
          UPDATE item_option SET remaining = remaining + 1
          FROM moved WHERE item_option.id = moved.option_id)`
      : Prisma.empty;
  // guard: a purchase attempt changes only from the state that was read
  const moved = await tx.$queryRaw<{ id: string }[]>`
    WITH moved AS (
      UPDATE purchase_attempt SET ${assignments}
      WHERE id = ${attemptId}::uuid AND state = ${from} AND ${fence}
      RETURNING id, option_id),
    noted AS (
      INSERT INTO money_audit (attempt_id, from_state, to_state, by, pi_status)
      SELECT id, ${from}, ${to}, ${by}, ${intentState}::text FROM moved)
    ${stock}
    SELECT id::text FROM moved`;
  return moved.length === 1;
}
