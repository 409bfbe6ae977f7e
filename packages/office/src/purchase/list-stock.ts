import { defineRead } from '@agres/core/operations/operation';
import type { Db } from '@agres/db/db';
import { LOW_STOCK } from '@agres/domain/stock';
import { HELD_UNITS, SOLD_UNITS } from '@agres/money/purchase/sold-units';
import { z } from 'zod';

import { defineOperationCommand } from '../operations/command.ts';
import { table } from '../operations/report.ts';
import { flagValue } from '../operations/values.ts';

/** Every option with what is left of it, what purchases under way hold, what was sold, and who waits for it. */
async function readStock(db: Db, { maxRemaining }: { maxRemaining: number }): Promise<StockRow[]> {
  return db.$queryRaw<StockRow[]>`
    SELECT o.id, i.title_fr AS item, o.title_fr AS option, o.remaining,
      coalesce(i.published_at <= now(), false) AS published,
      coalesce(held.units, 0) AS held, coalesce(sold.units, 0) AS sold,
      (SELECT count(*)::int FROM stock_request r
       WHERE r.option_id = o.id AND r.told_at IS NULL) AS waiting
    FROM item_option o JOIN item i ON i.id = o.item_id
    LEFT JOIN ${HELD_UNITS} held ON held.option_id = o.id
    LEFT JOIN ${SOLD_UNITS} sold ON sold.option_id = o.id
    WHERE o.remaining <= ${maxRemaining}::int
    ORDER BY i.position, i.id, o.position`;
}

const MAX_STOCK = 2_147_483_647;

const stockSchema = z.object({
  id: z.int(),
  item: z.string(),
  option: z.string(),
  remaining: z.int(),
  held: z.int(),
  sold: z.int(),
  /** Members with a stock alert. */
  waiting: z.int(),
  published: z.boolean(),
});

type StockRow = z.output<typeof stockSchema>;

/** What is left, held and sold of every option. */
const listStock = defineRead({
  name: 'stock.list',
  permission: 'stock.read',
  input: z.object({ isLowOnly: z.boolean() }),
  output: z.object({ options: z.array(stockSchema) }),
  run: async ({ db }, { isLowOnly }) => ({
    options: await readStock(db, { maxRemaining: isLowOnly ? LOW_STOCK : MAX_STOCK }),
  }),
});

export const stockCommand = defineOperationCommand({
  name: 'stock',
  summary: 'What is left of every option',
  parameters: { low: { kind: 'flag', about: `only where ${LOW_STOCK} or fewer are left` } },
  notes: [
    '"Held" is for purchases that are under way: it is sold or comes back by itself.',
    '"Waiting" are members who asked to be told of new stock.',
  ],
  examples: ['', '--low'],
  input: { low: flagValue.optional() },
  operation: listStock,
  read: ({ low }) => ({ isLowOnly: low !== undefined }),
  show: ({ options }, { typed: { low } }) => [
    table(
      ['#Option', 'Item', 'Of it', '#Left', '#Held', '#Sold', '#Waiting', 'In the shop'],
      options.map((row) => [
        String(row.id),
        row.item,
        row.option,
        String(row.remaining),
        String(row.held),
        String(row.sold),
        String(row.waiting),
        row.published ? 'yes' : 'no',
      ]),
      low ? 'Nothing is running out.' : 'The shop has no items.',
    ),
  ],
});
