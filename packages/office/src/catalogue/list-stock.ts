import { defineRead } from '@agres/core/operations/operation';
import { LOW_STOCK } from '@agres/domain/stock';
import { HELD_UNITS, SOLD_UNITS } from '@agres/money/purchase/sold-units';
import { WAITING } from '@agres/shop/stock-requests/notify-of-stock';
import { z } from 'zod';

const MAX_STOCK = 2_147_483_647;

const stockSchema = z.object({
  id: z.int(),
  item: z.string(),
  option: z.string(),
  remaining: z.int(),
  held: z.int(),
  sold: z.int(),
  /** How many members and confirmed addresses have a stock alert. */
  waiting: z.int(),
  published: z.boolean(),
});

/** Lists the remaining, reserved and sold units of every option, or of those low in stock. */
export const listStock = defineRead({
  name: 'stock.list',
  permission: 'stock.read',
  input: z.object({ isLowOnly: z.boolean() }),
  output: z.object({ options: z.array(stockSchema) }),
  run: async ({ db }, { isLowOnly }) => {
    const options = await db.$queryRaw<z.output<typeof stockSchema>[]>`
      SELECT o.id, i.title_fr AS item, o.title_fr AS option, o.remaining,
        coalesce(i.published_at <= now(), false) AS published,
        coalesce(held.units, 0) AS held, coalesce(sold.units, 0) AS sold,
        (SELECT count(*)::int FROM ${WAITING} r WHERE r.option_id = o.id) AS waiting
      FROM item_option o JOIN item i ON i.id = o.item_id
      LEFT JOIN ${HELD_UNITS} held ON held.option_id = o.id
      LEFT JOIN ${SOLD_UNITS} sold ON sold.option_id = o.id
      WHERE o.remaining <= ${isLowOnly ? LOW_STOCK : MAX_STOCK}::int
      ORDER BY i.position, i.id, o.position`;
    return { options };
  },
});
