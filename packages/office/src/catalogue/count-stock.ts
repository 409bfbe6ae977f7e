import { defineChange } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import type { Tx } from '@agres/db/db';
import { IS_REPLACEMENT_TO_SEND, IS_TO_SEND } from '@agres/money/orders/order-state';
import { IS_IN_FLIGHT } from '@agres/money/purchase/purchase-attempt';
import { z } from 'zod';

import { lineValue } from '../operations/values.ts';
import { MAX_UNITS, lockOption, moveUnits, optionSchema } from './adjust-stock.ts';

/**
 * Sets an option's stock from a physical count: units for sale, reserved by purchases in progress, and in
 * unsent parcels. Computes the difference under the option's lock, so that a concurrent purchase counts once.
 */
export const countStock = defineChange({
  name: 'stock.count',
  permission: 'stock.adjust',
  kind: 'change',
  input: z.object({
    option: z.int().positive(),
    units: z.int().min(0).max(MAX_UNITS),
    reason: lineValue(200),
  }),
  output: z.object({
    option: optionSchema,
    /** The units for sale after the count; `difference` is the change. */
    remaining: z.int(),
    difference: z.int(),
    held: z.int(),
    toSend: z.int(),
  }),
  run: async (work, { option: id, units: counted, reason }) => {
    const { tx } = work;
    const option = await lockOption(tx, id);
    const { held, toSend } = await readUnitCounts(tx, id);
    const taken = held + toSend;
    if (counted < taken) {
      const { item, title } = option;
      refuse({
        code: 'stock_count_below_sold',
        option: id,
        item,
        title,
        counted,
        taken,
        held,
        toSend,
      });
    }
    const difference = counted - taken - option.remaining;
    const movement = { units: difference, kind: 'count', order: null, reason } as const;
    const remaining = await moveUnits(work, option, movement);
    return { option, remaining, difference, held, toSend };
  },
});

type UnitCounts = { held: number; toSend: number };

/** Returns the units of an option that are sold or reserved, but still in stock. */
async function readUnitCounts(tx: Tx, option: number): Promise<UnitCounts> {
  const [taken] = await tx.$queryRaw<UnitCounts[]>`
    SELECT
      (SELECT count(*)::int FROM purchase_attempt
        WHERE option_id = ${option}::int AND ${IS_IN_FLIGHT}) AS held,
      (SELECT count(*)::int FROM (
          SELECT attempt_id FROM orders WHERE ${IS_TO_SEND}
          UNION ALL SELECT attempt_id FROM orders WHERE held_for IS NOT NULL) unsent
        JOIN purchase_attempt a ON a.id = unsent.attempt_id
        WHERE a.option_id = ${option}::int)
        + (SELECT count(*)::int FROM replacement
          WHERE option_id = ${option}::int AND ${IS_REPLACEMENT_TO_SEND}) AS "toSend"`;
  return taken ?? { held: 0, toSend: 0 };
}
