import type { Deps } from '@agres/core/context';
import { raiseAlert } from '@agres/core/jobs/alert';
import type { Actor } from '@agres/core/operations/actor';
import { writeJournal } from '@agres/core/operations/journal';
import { isUniqueViolation } from '@agres/db/database-errors';
import { Prisma, type Db, type Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { DELIVERY_AREAS } from '@agres/domain/delivery';
import { DomainError } from '@agres/domain/errors';
import { displayedCents } from '@agres/domain/prices';
import type { PaymentAccount } from '@agres/domain/shapes';
import type { Intent } from '@agres/payments/shapes';

import { writeOrder } from '../orders/write-order.ts';
import { AUDIT, hasRefund } from '../refund/orphans.ts';
import { readOrderFromPayment, wordsOf, type OrderFromPayment } from './payment-metadata.ts';
import { IS_IN_FLIGHT } from './purchase-attempt.ts';
import { buyerHashOf } from './purchase-request.ts';
import { snapshotAt } from './reserve-unit.ts';

/** How many orders the audit rebuilds on its own in 24 hours; beyond that the owner decides. */
const MAX_REBUILDS_PER_DAY = 3;

/** Why no order was rebuilt from a payment, in the words shown to the owner. */
export const NOT_REBUILT = {
  not_carried: 'the payment holds no order data',
  not_taken: 'the payment did not succeed, was refunded or is disputed',
  other_sum: 'price and delivery fee do not add up to the amount paid',
  other_item: 'the item or option with this id is not the one that was bought',
  sold_out: 'the item is sold out',
  enough: 'the daily limit of automatic rebuilds is reached',
  buying: 'the buyer has a purchase in progress',
  bought_again: 'the buyer has bought the same again since',
  known: 'the payment already has a purchase',
  being_refunded: 'the payment is being refunded',
} as const;
export type NotRebuilt = keyof typeof NOT_REBUILT;

export type RebuildResult =
  | { kind: 'rebuilt'; orderId: number; isLinked: boolean }
  | { kind: 'left'; why: NotRebuilt };

export type RebuildDeps = Pick<
  Deps,
  'db' | 'log' | 'wakeJobs' | 'clock' | 'installation' | 'config'
>;

type LostPayment = {
  account: PaymentAccount;
  /** The payment's current state at the provider. */
  intent: Intent;
  /**
   * The person who decided. Null for the audit, which has a daily limit and skips possible duplicate
   * purchases.
   */
  actor: Actor | null;
};

const notRebuilt = (why: NotRebuilt): RebuildResult => ({ kind: 'left', why });

/**
 * Rebuilds the order of a payment whose rows are lost. Writes the attempt with its original id, key and
 * request hash, takes the unit of stock, and writes the order and its email, in one transaction; links the
 * account only if it still has the buyer's email address. Idempotent and safe under concurrent calls. The
 * caller must ensure that the payment is ours and recent enough.
 */
export async function rebuildOrder(deps: RebuildDeps, lost: LostPayment): Promise<RebuildResult> {
  const { intent, account } = lost;
  const carried = readOrderFromPayment(intent);
  if (carried === null) return notRebuilt('not_carried');
  const { state, refundedCents, isDisputed } = intent;
  if (state !== 'succeeded' || refundedCents > 0 || isDisputed) return notRebuilt('not_taken');
  if (!isWholeSum(carried, intent)) return notRebuilt('other_sum');
  if (!(await isSameItem(deps.db, carried, intent))) return notRebuilt('other_item');

  const rebuilt = await write(deps, lost, carried);
  if (rebuilt.kind !== 'rebuilt') return rebuilt;
  deps.wakeJobs();
  const { orderId, isLinked } = rebuilt;
  await raiseAlert(deps, {
    event: isLinked
      ? 'A lost order was rebuilt from its payment'
      : 'A lost order was rebuilt from its payment without its account: send no email',
    facts: { orderId, isLinked, account, intentId: intent.id, attemptId: carried.attemptId },
    dedupe: `rebuilt:${intent.id}`,
  });
  return rebuilt;
}

function isWholeSum({ priceCents, feeCents, area }: OrderFromPayment, intent: Intent): boolean {
  return (
    DELIVERY_AREAS.some((known) => known === area) &&
    intent.currency === 'eur' &&
    feeCents >= 0 &&
    // The current fee proves nothing, because the owner may have changed it since the purchase.
    displayedCents(priceCents) + feeCents === intent.amountCents
  );
}

/**
 * Whether the item is the one that was bought. A restore may reuse ids, so the item's title must
 * match the payment's description or, without one, its price.
 */
async function isSameItem(db: Db, carried: OrderFromPayment, intent: Intent): Promise<boolean> {
  const option = await db.itemOption.findFirst({
    where: { id: carried.optionId, itemId: carried.itemId },
    include: { item: true },
  });
  if (option === null) return false;
  const { item } = option;
  if (intent.description === null) return item.priceCents === carried.priceCents;
  const words =
    carried.locale === 'en'
      ? wordsOf({ title: item.titleEn, chosenTitle: option.titleEn })
      : wordsOf({ title: item.titleFr, chosenTitle: option.titleFr });
  return words === intent.description;
}

async function write(
  deps: RebuildDeps,
  lost: LostPayment,
  carried: OrderFromPayment,
): Promise<RebuildResult> {
  try {
    return await inTransaction(deps.db, (tx) => writeIn(tx, deps, { ...lost, carried }));
  } catch (error) {
    if (error instanceof DomainError && error.code === 'sold_out_item')
      return notRebuilt('sold_out');
    // A unique key is taken: the buyer's own call used it first.
    if (isUniqueViolation(error)) return notRebuilt('buying');
    throw error;
  }
}

/** Takes locks in the order of decision 073: users, attempts, orders, options. */
async function writeIn(
  tx: Tx,
  { config, installation }: RebuildDeps,
  { account, intent, actor, carried }: LostPayment & { carried: OrderFromPayment },
): Promise<RebuildResult> {
  const by = actor === null ? 'audit' : 'owner';
  await lockRebuilding(tx, installation);
  if (by === 'audit' && !(await mayRebuild(tx))) return notRebuilt('enough');
  // guard: no order is rebuilt from a payment that is being refunded
  if (await hasRefund(tx, intent.id)) return notRebuilt('being_refunded');
  const userId = await findBuyer(tx, carried, config.appSecret);
  const { attemptId, generation } = carried;
  const [before] = await tx.$queryRaw<{ state: string; isBehind: boolean }[]>`
    SELECT state, ${isBehind(generation)} AS "isBehind" FROM purchase_attempt
    WHERE id = ${attemptId}::uuid FOR UPDATE`;
  if (before?.isBehind === false) return notRebuilt('known');
  if (userId !== null) {
    const since = await findSince(tx, userId, carried);
    if (since.isBuying) return notRebuilt('buying');
    // guard: the audit rebuilds no order if its buyer bought the same again
    if (since.hasKey || (since.hasSame && by === 'audit')) return notRebuilt('bought_again');
    await freeKey(tx, userId, carried);
  }
  if (!(await writeAttempt(tx, { account, intent, carried, userId }))) return notRebuilt('known');
  await tx.$executeRaw`
    INSERT INTO money_audit (attempt_id, from_state, to_state, by, pi_status)
    VALUES (${attemptId}::uuid, ${before?.state ?? null}::text, 'paid', ${by}, ${intent.state})`;
  const order = await writeOrder(tx, attemptId, intent.createdAt);
  const taken = await tx.$executeRaw`
    UPDATE item_option SET remaining = remaining - 1
    WHERE id = ${carried.optionId}::int AND remaining >= 1`;
  // guard: an order is rebuilt only if a unit is in stock
  // Throwing rolls the transaction back.
  if (taken === 0) throw new DomainError('sold_out_item');
  await writeJournal(tx, {
    actor: actor ?? AUDIT,
    operation: 'payments.rebuild',
    subject: { kind: 'order', id: order.id },
    changes: { payment: [null, intent.id] },
  });
  return { kind: 'rebuilt', orderId: order.id, isLinked: userId !== null };
}

/** SQL for a row that expired before its purchase had the payment of this generation. */
const isBehind = (generation: number) => Prisma.sql`(purchase_attempt.state = 'expired'
  AND (purchase_attempt.payment_generation < ${generation}::int
    OR (purchase_attempt.payment_generation = ${generation}::int
      AND purchase_attempt.payment_intent_id IS NULL)))`;

/**
 * Serializes decisions about payments without an order across all processes. Call it before locking any other
 * row.
 */
export async function lockRebuilding(tx: Tx, { id }: RebuildDeps['installation']): Promise<void> {
  await tx.$executeRaw`SELECT FROM installation WHERE id = ${id}::uuid FOR UPDATE`;
}

async function mayRebuild(tx: Tx): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM money_audit
    WHERE by = 'audit' AND to_state = 'paid' AND at > now() - interval '24 hours'`;
  // guard: the audit rebuilds three orders a day at most
  return (row?.count ?? 0) < MAX_REBUILDS_PER_DAY;
}

/**
 * Returns the buyer's account if both id and email address match, because a restore may reuse the id. Takes
 * the same row lock as an account deletion, so the two cannot overlap.
 */
async function findBuyer(
  tx: Tx,
  { userId, buyerHash }: OrderFromPayment,
  appSecret: string,
): Promise<number | null> {
  if (userId === null || buyerHash === null) return null;
  const [user] = await tx.$queryRaw<{ emailKey: string }[]>`
    SELECT email_key AS "emailKey" FROM users WHERE id = ${userId}::int FOR NO KEY UPDATE`;
  // guard: a rebuilt order is linked only to an account with the same id and address
  const isSame = user !== undefined && buyerHashOf(appSecret, user.emailKey) === buyerHash;
  return isSame ? userId : null;
}

/** `hasKey`: a paid attempt with the same key; `hasSame`: a later paid attempt with the same content. */
type Since = Record<'isBuying' | 'hasKey' | 'hasSame', boolean>;

async function findSince(
  tx: Tx,
  userId: number,
  { attemptId, requestHash, idempotencyKey, cgvAt }: OrderFromPayment,
): Promise<Since> {
  const [since] = await tx.$queryRaw<Since[]>`
    SELECT coalesce(bool_or(${IS_IN_FLIGHT}), false) AS "isBuying",
      coalesce(bool_or(state = 'paid' AND idempotency_key = ${idempotencyKey}), false) AS "hasKey",
      coalesce(bool_or(state = 'paid' AND request_hash = ${requestHash}::bytea
        AND cgv_at > ${cgvAt}), false) AS "hasSame"
    FROM purchase_attempt WHERE user_id = ${userId}::int AND id <> ${attemptId}::uuid`;
  return since ?? { isBuying: false, hasKey: false, hasSame: false };
}

/**
 * Frees the key that a failed repetition of the buyer's call occupies, so that the next call with that key
 * gets this order. Increments that attempt's generation, so that no call restarts it in the meantime.
 */
async function freeKey(
  tx: Tx,
  userId: number,
  { attemptId, idempotencyKey }: OrderFromPayment,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE purchase_attempt
    SET idempotency_key = 'x:' || id, payment_generation = payment_generation + 1
    WHERE user_id = ${userId}::int AND idempotency_key = ${idempotencyKey}
      AND id <> ${attemptId}::uuid AND state IN ('refused', 'expired')`;
}

type AttemptContent = {
  account: PaymentAccount;
  intent: Intent;
  carried: OrderFromPayment;
  userId: number | null;
};

/**
 * Writes the original attempt as paid, or updates a row that is older than the payment; returns whether it
 * did.
 */
async function writeAttempt(
  tx: Tx,
  { account, intent, carried, userId }: AttemptContent,
): Promise<boolean> {
  const written = await tx.$executeRaw`
    INSERT INTO purchase_attempt (
      id, user_id, idempotency_key, request_hash, buyer_hash, state, option_id, item_snapshot,
      recipient, area, cgv_at, contract_text_id, locale, amount_cents, currency, stripe_account,
      payment_intent_id, payment_generation, created_at)
    SELECT ${carried.attemptId}::uuid, ${userId}::int, ${carried.idempotencyKey},
      ${carried.requestHash}::bytea, ${userId === null ? null : carried.buyerHash}::text, 'paid',
      o.id, ${snapshotAt(Prisma.sql`${carried.priceCents}::int`)},
      ${JSON.stringify(carried.recipient)}::jsonb, ${carried.area}::smallint, ${carried.cgvAt},
      (SELECT t.id FROM contract_text t
        WHERE t.locale = ${carried.locale} AND t.hash = ${carried.contractText}::text),
      ${carried.locale}, ${intent.amountCents}::int, ${intent.currency}, ${account}, ${intent.id},
      ${carried.generation}::int, clock_timestamp()
    FROM item_option o JOIN item i ON i.id = o.item_id WHERE o.id = ${carried.optionId}::int
    ON CONFLICT (id) DO UPDATE SET
      state = 'paid', option_id = EXCLUDED.option_id, item_snapshot = EXCLUDED.item_snapshot,
      recipient = EXCLUDED.recipient, area = EXCLUDED.area, cgv_at = EXCLUDED.cgv_at,
      contract_text_id = EXCLUDED.contract_text_id,
      locale = EXCLUDED.locale, amount_cents = EXCLUDED.amount_cents,
      payment_intent_id = EXCLUDED.payment_intent_id,
      payment_generation = EXCLUDED.payment_generation, failure_code = NULL,
      created_at = EXCLUDED.created_at
    WHERE ${isBehind(carried.generation)}`;
  return written === 1;
}
