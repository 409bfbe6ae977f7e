import { Prisma, type Db, type Tx } from '@agres/db/db';
import type { PaymentAccount } from '@agres/domain/shapes';

import { isLeased, type AttemptTable } from '../checkout/lease.ts';

/** The states of an attempt that hold a unit of stock and may still take money. */
export const IN_FLIGHT = ['reserved', 'charging', 'requires_action'] as const;
export type InFlight = (typeof IN_FLIGHT)[number];

/** `paid`, `refused` and `expired` are final; only an `expired` attempt can begin again, with another payment. */
export type AttemptState = InFlight | 'paid' | 'refused' | 'expired';

/** What an attempt is to buy, and for whom: what its payment carries. */
export type Bought = {
  idempotencyKey: string;
  /** Null once the account is gone. */
  buyerHash: string | null;
  /** Of the request that asked for it, or for it again; null where that is not known. */
  requestId: string | null;
  priceCents: number;
  /** Of item and option, in the buyer's language. */
  title: string;
  chosenTitle: string | null;
  locale: string;
  cgvAt: Date;
  /** The hash of the terms that were accepted; null: not kept. */
  contractText: string | null;
  /** These are null once the account of a failed purchase is gone. */
  firstName: string | null;
  lastName: string | null;
  shippingAddress: string | null;
};

/** One purchase from its first call to its end, as its row says now. */
export type Attempt = Bought & {
  id: string;
  userId: number | null;
  requestHash: Uint8Array;
  /** Of the card that it was begun with, until its bank asks for 3-D Secure. */
  cardHash: Uint8Array | null;
  state: AttemptState;
  optionId: number;
  itemId: number;
  area: number | null;
  amountCents: number;
  currency: string;
  /** The account that charges, also after the buyer's subscription changes. */
  account: PaymentAccount;
  intentId: string | null;
  /** Counts the payments that this attempt went through, from 0; part of every key at the provider. */
  generation: number;
  leaseHolder: string | null;
  /** A process works on it. */
  isLeased: boolean;
  /** How much longer its unit waits for 3-D Secure; 0 or less: no longer. */
  holdSeconds: number;
  failureCode: string | null;
  /** How often the reconciler checked it. */
  tries: number;
  /** How long ago the buyer asked for it, or for it again. */
  ageSeconds: number;
};

/** SQL for the columns of an `Attempt`. */
export const ATTEMPT_COLUMNS = Prisma.sql`
  id::text AS "id", user_id AS "userId", request_hash AS "requestHash",
  card_hash AS "cardHash", state,
  option_id AS "optionId", (item_snapshot->>'itemId')::int AS "itemId", area,
  amount_cents AS "amountCents", currency, stripe_account AS "account",
  payment_intent_id AS "intentId", payment_generation AS "generation",
  lease_owner AS "leaseHolder", ${isLeased} AS "isLeased",
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

/** SQL for "in one of the states that are in flight". */
export const isInFlight = Prisma.sql`state IN ('reserved', 'charging', 'requires_action')`;

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

/** The attempts to buy. */
export const PURCHASE_ATTEMPTS: AttemptTable = {
  table: Prisma.sql`purchase_attempt`,
  isOpen: isInFlight,
};

/** Records that the answer of an attempt was sent to the buyer. */
export async function markAnswerSent(db: Db, attemptId: string): Promise<void> {
  await db.$executeRaw`
    UPDATE purchase_attempt SET response_sent_at = clock_timestamp()
    WHERE id = ${attemptId}::uuid AND response_sent_at IS NULL`;
}

/** Who changes an attempt, as the money audit records it: the buyer's own call, a newer one that it stands in the way of, background work, the shop owner. */
export type ChangedBy = 'request' | 'newer_request' | 'reconciler' | 'audit' | 'owner';

type Transition = {
  attemptId: string;
  from: AttemptState;
  to: AttemptState;
  by: ChangedBy;
  /** What the provider says of the payment, where it was asked. */
  intentState: string | null;
  /** What must hold beside the state: whose lease, or which payment. */
  fence: Prisma.Sql;
  /** What else changes, as assignments. */
  set: readonly Prisma.Sql[];
};

/** What becomes of the unit of stock that an attempt holds. */
type Unit = 'kept' | 'returned';

/**
 * Takes an attempt from one state to another if it is still as expected, with the line in the money
 * audit and, where it gives up its unit, the stock: one statement, so all or nothing. Answers
 * whether it happened.
 */
export async function applyTransition(
  tx: Db | Tx,
  { attemptId, from, to, by, intentState, fence, set }: Transition,
  unit: Unit,
): Promise<boolean> {
  const assignments = Prisma.join([Prisma.sql`state = ${to}`, ...set], ', ');
  // guard: a unit goes back with a refused card
  const stock =
    unit === 'returned'
      ? Prisma.sql`, stock AS (
          UPDATE item_option SET remaining = remaining + 1
          FROM moved WHERE item_option.id = moved.option_id)`
      : Prisma.empty;
  // guard: an attempt changes only from the state it was read in
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
