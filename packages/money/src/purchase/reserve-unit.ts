import type { Deps } from '@agres/core/context';
import { agreeOnText } from '@agres/core/contract-texts';
import { currentRequestId } from '@agres/core/request-id';
import { liftDatabaseDeadline } from '@agres/db/database-deadline';
import {
  databaseFault,
  isCheckViolation,
  isNullViolation,
  isUniqueViolation,
} from '@agres/db/database-errors';
import { Prisma } from '@agres/db/db';
import { retryOnConflict } from '@agres/db/transaction';
import { DomainError } from '@agres/domain/errors';
import { chargedCents } from '@agres/domain/prices';

import { leaseEnd } from '../checkout/lease.ts';
import { ATTEMPT_COLUMNS, findAttemptByKey, type Attempt } from './purchase-attempt.ts';
import type { PurchaseRequest } from './purchase-request.ts';

type PricedRequest = PurchaseRequest & { feeCents: number };

type ReserveDeps = Pick<Deps, 'db' | 'leaseTimes' | 'contractTexts'>;

/** The check constraint that keeps stock from going negative; violating it also rolls back the attempt. */
const NO_UNIT_LEFT = 'item_option_remaining_not_negative';

/**
 * The stock column is NOT NULL. The statement sets it to null, and so fails, if the amount was not agreed.
 */
const STOCK = 'remaining';

/**
 * Creates an attempt and takes a unit of stock for it, both or neither. Returns null if this key already has
 * an attempt or the buyer has another one in flight. Throws `sold_out_item`, `invalid_fields` if the item or
 * option is not for sale, `terms_changed` if the terms shown to the buyer are no longer offered, and
 * `price_changed` if the amount shown is not the current one.
 */
export async function reserve(deps: ReserveDeps, request: PricedRequest): Promise<Attempt | null> {
  const { db, contractTexts } = deps;
  const { locale, input } = request;
  const textId = await agreeOnText(db, contractTexts, { locale, shown: input.contractText });
  return takeUnit(deps, request, {
    begun: insertAttemptSql(deps, request, textId),
    agreedCents: input.shownAmountCents ?? null,
  });
}

/**
 * Restarts an expired attempt with the current item and the next payment generation, which the previous
 * payment does not affect. Returns null if it is no longer expired, or the buyer has another attempt in
 * flight. The terms agreed under its key stay valid; if the call states no amount, the first call's amount
 * holds. Otherwise throws as `reserve` does.
 */
export async function reserveAgain(
  deps: ReserveDeps,
  request: PricedRequest,
  expired: Attempt,
): Promise<Attempt | null> {
  try {
    return await takeUnit(deps, request, {
      begun: restartAttemptSql(deps, request, expired),
      // guard: a restarted purchase charges another amount only if the buyer confirms it
      agreedCents: request.input.shownAmountCents ?? expired.amountCents,
    });
  } catch (error) {
    if (isUniqueViolation(error, 'one_in_flight')) return null;
    throw error;
  }
}

/** `begun` is the SQL that starts an attempt. An `agreedCents` of null accepts the current amount. */
type UnitStatement = { begun: Prisma.Sql; agreedCents: number | null };

async function takeUnit(
  { db }: ReserveDeps,
  request: PricedRequest,
  taking: UnitStatement,
): Promise<Attempt | null> {
  // If the statement were cut off, the caller would not learn of its reservation, and the buyer would wait
  // for the lease to end.
  liftDatabaseDeadline();
  try {
    const [row] = await retryOnConflict(() =>
      db.$queryRaw<TakenRow[]>(takeUnitSql(request, taking)),
    );
    if (row?.chosenOptionId == null) throw notForSale(row?.isForSale ? 'optionIndex' : 'id');
    return row.id === null ? null : row;
  } catch (error) {
    if (isNullViolation(error, STOCK)) throw new DomainError('price_changed');
    // guard: a purchase that the stock constraint rejects gets the error sold_out_item
    if (isCheckViolation(error, NO_UNIT_LEFT)) throw new DomainError('sold_out_item');
    if (databaseFault(error) !== 'unknown') throw error;
    const found = await findAttemptByKey(db, request);
    if (found?.leaseHolder === request.leaseHolder) return found;
    throw error;
  }
}

type TakenRow = {
  isForSale: boolean;
  chosenOptionId: number | null;
} & (Attempt | { id: null });

const notForSale = (path: 'id' | 'optionIndex') =>
  new DomainError('invalid_fields', { issues: [{ path, message: 'invalid_fields' }] });

/**
 * Builds the statement that takes a unit in its own transaction. The attempt is inserted first, so a repeated
 * call stops at its unique key, before stock and price. If another amount was agreed, the stock becomes null,
 * which the database refuses.
 */
function takeUnitSql(
  { input, feeCents }: PricedRequest,
  { begun, agreedCents }: UnitStatement,
): Prisma.Sql {
  // guard: a purchase at another price than the page showed is refused
  const isAgreed = Prisma.sql`begun."amountCents" = coalesce(${agreedCents}::int, begun."amountCents")`;
  // guard: a purchase attempt takes one unit from stock
  return Prisma.sql`
    WITH wanted AS (
      SELECT * FROM item WHERE id = ${input.id}::int AND published_at <= clock_timestamp()),
    chosen AS (
      SELECT o.id AS chosen_id, i.price_cents + ${chargedCents(0, feeCents)}::int AS cents,
        ${snapshotAt(Prisma.sql`i.price_cents`)} AS snapshot
      FROM wanted i
      JOIN LATERAL (
        SELECT id, title_fr, title_en FROM item_option WHERE item_id = i.id
        ORDER BY position LIMIT 1 OFFSET ${input.optionIndex}::int) o ON true),
    begun AS (${begun}),
    noted AS (
      INSERT INTO money_audit (attempt_id, from_state, to_state, by)
      SELECT id::uuid, "fromState", 'reserved', 'request' FROM begun),
    unit AS (
      UPDATE item_option SET remaining = CASE WHEN ${isAgreed} THEN remaining - 1 END FROM begun
      WHERE item_option.id = begun."optionId")
    SELECT EXISTS (SELECT FROM wanted) AS "isForSale",
      (SELECT chosen_id FROM chosen) AS "chosenOptionId", begun.*
    FROM (SELECT) once LEFT JOIN begun ON true`;
}

/**
 * SQL for the snapshot that an order is made from, of an item `i` and its option `o`. Its VAT rate is 0 under
 * franchise, and null while the owner has not stated whether the shop charges VAT.
 */
export function snapshotAt(priceCents: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`jsonb_build_object(
    'itemId', i.id, 'priceCents', ${priceCents},
    'vatPercent', (SELECT CASE value->>'regime' WHEN 'franchise' THEN 0
        WHEN 'charged' THEN coalesce(i.vat_percent, (value->>'ratePercent')::float8) END
      FROM setting WHERE name = 'vat'),
    'titleFr', i.title_fr, 'titleEn', i.title_en,
    'descriptionFr', i.description_fr, 'descriptionEn', i.description_en,
    'optionTitleFr', i.option_title_fr, 'optionTitleEn', i.option_title_en,
    'chosenTitleFr', o.title_fr, 'chosenTitleEn', o.title_en)`;
}

function insertAttemptSql(deps: ReserveDeps, request: PurchaseRequest, textId: number): Prisma.Sql {
  const { userId, key, requestHash, cardHash, buyerHash, locale, account, leaseHolder, input } =
    request;
  // guard: a repeated call creates no second purchase attempt
  return Prisma.sql`
    INSERT INTO purchase_attempt (
      user_id, idempotency_key, request_hash, card_hash, state, option_id, item_snapshot, recipient, area,
      cgv_at, contract_text_id, locale, amount_cents, stripe_account, buyer_hash, request_id, lease_owner,
      lease_until, next_check_at)
    SELECT ${userId}::int, ${key}, ${requestHash}::bytea, ${cardHash}::bytea, 'reserved', chosen_id, snapshot,
      ${recipientOf(request)}::jsonb, ${input.area}::smallint, clock_timestamp(), ${textId}::int, ${locale},
      cents, ${account}, ${buyerHash}, ${currentRequestId()}::text, ${leaseHolder}, ${leaseEnd(deps)}, ${leaseEnd(deps)}
    FROM chosen
    ON CONFLICT DO NOTHING
    RETURNING ${ATTEMPT_COLUMNS}, NULL::text AS "fromState"`;
}

function restartAttemptSql(
  deps: ReserveDeps,
  request: PurchaseRequest,
  expired: Attempt,
): Prisma.Sql {
  return Prisma.sql`
    UPDATE purchase_attempt SET state = 'reserved', payment_generation = payment_generation + 1,
      payment_intent_id = NULL, hold_until = NULL, failure_code = NULL, tries = 0,
      card_hash = ${request.cardHash}::bytea, option_id = chosen_id, item_snapshot = snapshot,
      amount_cents = cents, cgv_at = clock_timestamp(), locale = ${request.locale},
      contract_text_id = coalesce(contract_text_id, ${deps.contractTexts.own[request.locale].id}::int),
      recipient = ${recipientOf(request)}::jsonb, buyer_hash = ${request.buyerHash},
      request_id = ${currentRequestId()}::text, lease_owner = ${request.leaseHolder},
      lease_until = ${leaseEnd(deps)}, next_check_at = ${leaseEnd(deps)}
    FROM chosen
    WHERE id = ${expired.id}::uuid AND state = 'expired'
      AND payment_generation = ${expired.generation}::int
    RETURNING ${ATTEMPT_COLUMNS}, 'expired'::text AS "fromState"`;
}

function recipientOf({ input }: PurchaseRequest): string {
  const { firstName, lastName, shippingAddress, relayId, delivery } = input;
  return JSON.stringify({ firstName, lastName, shippingAddress, relayId, delivery });
}
