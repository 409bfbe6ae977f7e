import type { Db } from '@shop/db/db';
import { LOW_STOCK } from '@shop/domain/stock';

import { HELD_UNITS, SOLD_UNITS } from '../purchase/sold-units.ts';
import { defineCommand, type OwnerDeps } from './command.ts';
import { minuteOf } from './days.ts';
import { counted } from './format.ts';
import { refuse } from './refuse.ts';
import { lines, table } from './report.ts';
import { flagValue, idValue, lineValue, unitsValue } from './values.ts';

type StockRow = {
  id: number;
  item: string;
  option: string;
  remaining: number;
  held: number;
  sold: number;
  published: boolean;
};

/** Every option with what is left of it, what purchases under way hold, and what was sold. */
async function readStock(db: Db, { maxRemaining }: { maxRemaining: number }): Promise<StockRow[]> {
  return db.$queryRaw<StockRow[]>`
    SELECT o.id, i.title_fr AS item, o.title_fr AS option, o.remaining,
      coalesce(i.published_at <= now(), false) AS published,
      coalesce(held.units, 0) AS held, coalesce(sold.units, 0) AS sold
    FROM item_option o JOIN item i ON i.id = o.item_id
    LEFT JOIN ${HELD_UNITS} held ON held.option_id = o.id
    LEFT JOIN ${SOLD_UNITS} sold ON sold.option_id = o.id
    WHERE o.remaining <= ${maxRemaining}::int
    ORDER BY i.position, i.id, o.position`;
}

const MAX_STOCK = 2_147_483_647;

export const stockCommand = defineCommand({
  name: 'stock',
  summary: 'What is left of every option',
  parameters: { low: { kind: 'flag', about: `only where ${LOW_STOCK} or fewer are left` } },
  notes: ['"Held" is for purchases that are under way: it is sold or comes back by itself.'],
  examples: ['', '--low'],
  input: { low: flagValue.optional() },
  run: async ({ db }, { low }) => {
    const rows = await readStock(db, { maxRemaining: low ? LOW_STOCK : MAX_STOCK });
    return [
      table(
        ['#Option', 'Item', 'Of it', '#Left', '#Held', '#Sold', 'In the shop'],
        rows.map((row) => [
          String(row.id),
          row.item,
          row.option,
          String(row.remaining),
          String(row.held),
          String(row.sold),
          row.published ? 'yes' : 'no',
        ]),
        low ? 'Nothing is running out.' : 'The shop has no items.',
      ),
    ];
  },
});

type Adjustment = { option: number; units: number; reason: string };

/**
 * Counts units in or out and records why and by whom: one statement, so both or neither, and safe
 * beside concurrent purchases (invariants L1 and L2). Answers what is left; null if there is no such
 * option, or fewer than are to go out.
 */
async function adjustStock(
  { db, by }: Pick<OwnerDeps, 'db' | 'by'>,
  { option, units, reason }: Adjustment,
): Promise<number | null> {
  const [row] = await db.$queryRaw<{ remaining: number }[]>`
    WITH moved AS (
      UPDATE item_option SET remaining = remaining + ${units}::int
      WHERE id = ${option}::int AND remaining + ${units}::int >= 0
      RETURNING id, remaining),
    noted AS (
      INSERT INTO stock_adjustment (option_id, delta, reason, by)
      SELECT id, ${units}::int, ${reason}, ${by} FROM moved)
    SELECT remaining FROM moved`;
  return row?.remaining ?? null;
}

export const adjustStockCommand = defineCommand({
  name: 'stock:adjust',
  summary: 'Counts units of an option in or out, with the reason',
  parameters: {
    option: { kind: 'word', value: 'OPTION', about: 'its number, as `pnpm shop stock` shows it' },
    units: { kind: 'word', value: '±UNITS', about: 'how many come in (+20) or go out (-2)' },
    reason: { kind: 'option', value: 'TEXT', about: 'why: a delivery, a return, a loss' },
  },
  notes: ['Stock never falls below 0, and every change stays on record (`stock:log`).'],
  examples: [
    "12 +20 --reason 'Delivery of 21 November'",
    "12 -1 --reason 'Damaged in the warehouse'",
  ],
  input: { option: idValue('an option'), units: unitsValue, reason: lineValue(200) },
  run: async (deps, adjustment) => {
    const { option, units } = adjustment;
    const remaining = await adjustStock(deps, adjustment);
    const known = await deps.db.itemOption.findUnique({
      where: { id: option },
      select: { titleFr: true, remaining: true, item: { select: { titleFr: true } } },
    });
    if (known === null) {
      refuse(`There is no option ${option}. \`pnpm shop stock\` lists them.`);
    }
    const name = `option ${option} (${known.item.titleFr}, ${known.titleFr})`;
    if (remaining === null) {
      refuse(
        `${counted(-units, 'unit')} cannot go out of ${name}: ${known.remaining} left. Nothing was changed.`,
      );
    }
    const change = units > 0 ? `+${units}` : String(units);
    return [lines(`${change} on ${name}: ${remaining} left.`)];
  },
});

const LOG_LENGTH = 100;

export const stockLogCommand = defineCommand({
  name: 'stock:log',
  summary: 'Who changed the stock, when and why',
  parameters: {
    option: { kind: 'option', value: 'OPTION', about: 'of this option only' },
  },
  notes: [`The last ${LOG_LENGTH} changes, the newest first. Purchases are not among them.`],
  examples: ['', '--option 12'],
  input: { option: idValue('an option').optional() },
  run: async ({ db }, { option }) => {
    const rows = await db.stockAdjustment.findMany({
      where: option === undefined ? {} : { optionId: option },
      select: {
        at: true,
        delta: true,
        reason: true,
        by: true,
        option: { select: { id: true, titleFr: true, item: { select: { titleFr: true } } } },
      },
      orderBy: { id: 'desc' },
      take: LOG_LENGTH,
    });
    return [
      table(
        ['When', '#Option', 'Item', 'Of it', '#Units', 'Reason', 'By'],
        rows.map(({ at, delta, reason, by, option: of }) => [
          minuteOf(at),
          String(of.id),
          of.item.titleFr,
          of.titleFr,
          delta > 0 ? `+${delta}` : String(delta),
          reason,
          by,
        ]),
        'The stock was never changed by hand.',
      ),
    ];
  },
});
