import { defineChange } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import type { Tx } from '@agres/db/db';
import { isToSend } from '@agres/money/orders/order-state';
import { isInFlight } from '@agres/money/purchase/purchase-attempt';
import { z } from 'zod';

import {
  lockOption,
  moveUnits,
  nameOfOption,
  optionSchema,
  signed,
} from '../catalogue/adjust-stock.ts';
import { defineOperationCommand } from '../operations/command.ts';
import { lines } from '../operations/report.ts';
import { countValue, idValue, lineValue } from '../operations/values.ts';

/**
 * Sets the stock of an option from a physical count: units to sell, held by purchases under way, and of
 * parcels that have not left. The difference is taken under the option's lock, so that nothing that is
 * bought meanwhile is counted twice or not at all; it is recorded as an adjustment.
 */
const countStock = defineChange({
  name: 'stock.count',
  permission: 'stock.adjust',
  kind: 'change',
  input: z.object({
    option: z.int().positive(),
    /** How many lie there. */
    units: z.int().min(0),
    reason: z.string(),
  }),
  output: z.object({
    option: optionSchema,
    /** What is left to sell, and how many more or fewer those are than before. */
    remaining: z.int(),
    difference: z.int(),
    held: z.int(),
    toSend: z.int(),
  }),
  run: async (work, { option: id, units: lie, reason }) => {
    const { tx } = work;
    const option = await lockOption(tx, id);
    const { held, toSend } = await readTaken(tx, id);
    const taken = held + toSend;
    if (lie < taken) {
      const { item, title } = option;
      refuse({ code: 'stock_count_below_sold', option: id, item, title, lie, taken, held, toSend });
    }
    const difference = lie - taken - option.remaining;
    const movement = { units: difference, kind: 'count', order: null, reason } as const;
    const remaining = await moveUnits(work, option, movement);
    return { option, remaining, difference, held, toSend };
  },
});

type Taken = { held: number; toSend: number };

/** Units of an option that are sold or held, and lie there still. */
async function readTaken(tx: Tx, option: number): Promise<Taken> {
  const [taken] = await tx.$queryRaw<Taken[]>`
    SELECT
      (SELECT count(*)::int FROM purchase_attempt
        WHERE option_id = ${option}::int AND ${isInFlight}) AS held,
      (SELECT count(*)::int FROM (
          SELECT attempt_id FROM orders WHERE ${isToSend}
          UNION ALL SELECT attempt_id FROM orders WHERE held_for IS NOT NULL) unsent
        JOIN purchase_attempt a ON a.id = unsent.attempt_id
        WHERE a.option_id = ${option}::int) AS "toSend"`;
  return taken ?? { held: 0, toSend: 0 };
}

export const countStockCommand = defineOperationCommand({
  name: 'stock:count',
  summary: 'Sets what is left of an option by how many lie there',
  parameters: {
    option: { kind: 'word', value: 'OPTION', about: 'its number, as `pnpm shop stock` shows it' },
    units: { kind: 'word', value: 'UNITS', about: 'how many lie there, parcels to send included' },
    reason: { kind: 'option', value: 'TEXT', about: 'when and where it was counted' },
  },
  notes: [
    'Orders that are not marked as sent count as lying there, so mark first what has left. The difference',
    'stays on record (`stock:log`).',
  ],
  examples: ["12 40 --reason 'Inventory of 31 December'"],
  input: { option: idValue('an option'), units: countValue, reason: lineValue(200) },
  operation: countStock,
  read: (typed) => typed,
  show: ({ option, remaining, difference, held, toSend }) => [
    lines(
      `${difference === 0 ? 'It agrees' : signed(difference)} on ${nameOfOption(option)}: ${remaining} left to sell, ` +
        `${toSend} in orders to send, ${held} held by purchases under way.`,
    ),
  ],
});
