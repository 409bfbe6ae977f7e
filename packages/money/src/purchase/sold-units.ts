import type { Deps } from '@agres/core/context';
import { Prisma, type Db, type Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';

import { IS_IN_FLIGHT } from './purchase-attempt.ts';

/**
 * The age at which a sale is counted. A sale is dated by the start of its transaction, and no transaction
 * lasts nearly that long, so no older sale can become visible after the count.
 */
const SETTLED_SECONDS = 300;
/** How recently an option must have changed to be verified after each hourly count. */
const MENDED_SECONDS = 7200;

type CountDeps = Pick<Deps, 'db' | 'log' | 'clock'>;

const COUNTED_UNTIL = Prisma.sql`(SELECT coalesce(max(until), '-infinity') FROM sold_units)`;

/**
 * SQL for the option of a sale `m`. It is a subquery, because for a join the planner cannot know how few
 * sales are newer than the count, and would read all purchases.
 */
const OPTION_OF_SALE = Prisma.sql`
  (SELECT a.option_id FROM purchase_attempt a WHERE a.id = m.attempt_id)`;

/**
 * SQL for the units sold of each option (`option_id`, `units`), without reading every purchase: the last
 * count plus the sales since. Options without a sale have no row.
 */
export const SOLD_UNITS = Prisma.sql`(
  SELECT option_id, sum(units)::int AS units FROM (
    SELECT option_id, units FROM sold_units
    UNION ALL
    SELECT ${OPTION_OF_SALE}, 1 FROM money_audit m
    WHERE m.at >= ${COUNTED_UNTIL} AND m.to_state = 'paid') sales
  GROUP BY option_id)`;

export const HELD_UNITS = Prisma.sql`(
  SELECT option_id, count(*)::int AS units FROM purchase_attempt WHERE ${IS_IN_FLIGHT}
  GROUP BY option_id)`;

/** Adds the sales since the last count to `sold_units`, then recounts the options whose count is wrong. */
export async function countSoldUnits({ db, log, clock }: CountDeps): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockCount(tx);
    await tx.$executeRaw`
      INSERT INTO sold_units AS s (option_id, units, until)
      SELECT sale.option_id, count(*)::int, now() - make_interval(secs => ${SETTLED_SECONDS}::float8)
      FROM (SELECT ${OPTION_OF_SALE} AS option_id FROM money_audit m
        WHERE m.at >= ${COUNTED_UNTIL} AND m.to_state = 'paid'
          AND m.at < (now() - make_interval(secs => ${SETTLED_SECONDS}::float8))::timestamptz(3)) sale
      GROUP BY sale.option_id
      ON CONFLICT (option_id) DO UPDATE SET units = s.units + EXCLUDED.units, until = EXCLUDED.until`;
  });
  const lately = new Date(clock().getTime() - MENDED_SECONDS * 1000);
  const { miscounted } = await findStockDifferences(db, lately);
  for (const optionId of miscounted) {
    log.warn({ optionId }, 'sold units were miscounted; recounting');
    await countAnew(db, optionId);
  }
}

// guard: a sale is counted once
const lockCount = (tx: Tx) => tx.$executeRaw`LOCK TABLE sold_units IN SHARE ROW EXCLUSIVE MODE`;

export type StockDifference = {
  optionId: number;
  initial: number;
  adjusted: number;
  remaining: number;
  /** The units held and sold, which together with `remaining` must equal the initial and adjusted stock. */
  taken: number;
};

const STOCK_COLUMNS = Prisma.sql`
  o.id AS "optionId", o.initial_stock AS "initial", o.remaining,
  (SELECT coalesce(sum(delta), 0)::int FROM stock_adjustment s WHERE s.option_id = o.id) AS "adjusted"`;

/**
 * Finds options that changed since a given time and whose initial plus adjusted stock does not equal
 * remaining plus held plus sold. Checks each of them again with all of its purchases: `broken` if the stock
 * itself is wrong, `miscounted` if only the count in `sold_units` is.
 */
export async function findStockDifferences(
  db: Db,
  changedSince: Date,
): Promise<{ broken: StockDifference[]; miscounted: number[] }> {
  const suspects = await db.$queryRaw<StockDifference[]>`
    SELECT * FROM (
      SELECT ${STOCK_COLUMNS}, coalesce(sold.units, 0) + coalesce(held.units, 0) AS "taken"
      FROM item_option o
      LEFT JOIN ${SOLD_UNITS} sold ON sold.option_id = o.id
      LEFT JOIN ${HELD_UNITS} held ON held.option_id = o.id
      WHERE o.id IN (
        SELECT option_id FROM purchase_attempt WHERE updated_at >= ${changedSince}
        UNION SELECT option_id FROM stock_adjustment WHERE at >= ${changedSince})) stock
    WHERE "initial" + "adjusted" <> remaining + "taken"`;
  const suspected = suspects.map(({ optionId }) => optionId);
  const broken = suspected.length === 0 ? [] : await readEveryPurchase(db, suspected);
  const isBroken = new Set(broken.map(({ optionId }) => optionId));
  return { broken, miscounted: suspected.filter((id) => !isBroken.has(id)) };
}

/** Returns the options whose units do not add up, counted from all of their purchases. */
export async function readEveryPurchase(
  db: Db,
  optionIds: readonly number[],
): Promise<StockDifference[]> {
  return db.$queryRaw<StockDifference[]>`
    SELECT * FROM (
      SELECT ${STOCK_COLUMNS}, (
        SELECT count(*)::int FROM purchase_attempt a WHERE a.option_id = o.id
          AND a.state IN ('reserved', 'charging', 'requires_action', 'paid')) AS "taken"
      FROM item_option o WHERE o.id = ANY(${[...optionIds]}::int[])) stock
    WHERE "initial" + "adjusted" <> remaining + "taken"`;
}

/**
 * Adds the difference between an option's paid purchases and `SOLD_UNITS` to its count. Leaves `until`
 * unchanged, so the next count adds the later sales as usual.
 */
async function countAnew(db: Db, optionId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockCount(tx);
    await tx.$executeRaw`
      INSERT INTO sold_units AS s (option_id, units, until)
      SELECT ${optionId}::int, paid.units - coalesce(known.units, 0), ${COUNTED_UNTIL}
      FROM (SELECT count(*)::int AS units FROM purchase_attempt
        WHERE option_id = ${optionId}::int AND state = 'paid') paid
      LEFT JOIN ${SOLD_UNITS} known ON known.option_id = ${optionId}::int
      ON CONFLICT (option_id) DO UPDATE SET units = s.units + EXCLUDED.units`;
  });
}
