import { actorNameOf } from '@agres/core/operations/actor';
import { defineChange, defineRead, type ChangeContext } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import type { Tx } from '@agres/db/db';
import { parisMinuteOf } from '@agres/domain/days';
import { IS_UNSENT } from '@agres/money/orders/order-state';
import { BUYER_OPTION } from '@agres/money/refund/request-refund';
import { z } from 'zod';

import { lineValue } from '../operations/values.ts';

const KINDS = ['delivery', 'return', 'loss', 'count', 'other'] as const;

const kindSchema = z.enum(KINDS, `must be one of: ${KINDS.join(', ')}`);

export const optionSchema = z.object({ id: z.int(), item: z.string(), title: z.string() });
type Option = z.output<typeof optionSchema> & { remaining: number };

export const MAX_UNITS = 99_999;

/**
 * Adds or removes units of stock. Safe beside concurrent purchases (invariants L1 and L2); the unit of an
 * order can be returned only once (L15).
 */
export const adjustStock = defineChange({
  name: 'stock.adjust',
  permission: 'stock.adjust',
  kind: 'change',
  input: z
    .object({
      option: z.int().positive(),
      units: z
        .int()
        .min(-MAX_UNITS)
        .max(MAX_UNITS)
        .refine((units) => units !== 0),
      kind: kindSchema,
      /** The returned order. Required for a returned unit, null otherwise. */
      order: z.int().positive().nullable(),
      reason: lineValue(200),
    })
    .refine(({ kind, order, units }) => (kind === 'return') === (order !== null && units === 1), {
      path: ['kind'],
      message: 'must be “return” exactly when an order is named and one unit comes in',
      params: { problem: 'return' },
    }),
  output: z.object({ option: optionSchema, units: z.int(), remaining: z.int() }),
  run: async (work, { option: id, units, kind, order, reason }) => {
    const { tx } = work;
    if (order !== null) await lockReturned(tx, { order, option: id });
    const option = await lockOption(tx, id);
    // guard: a stock adjustment never makes the stock negative
    if (option.remaining + units < 0) {
      const { item, title, remaining } = option;
      refuse({ code: 'stock_not_enough', option: id, item, title, units: -units, remaining });
    }
    const remaining = await moveUnits(work, option, { units, kind, order, reason });
    return { option, units, remaining };
  },
});

/** Orders are locked before options (decision 073). */
async function lockReturned(
  tx: Tx,
  { order, option }: { order: number; option: number },
): Promise<void> {
  const [row] = await tx.$queryRaw<{ optionId: number; isUnsent: boolean }[]>`
    SELECT ${BUYER_OPTION} AS "optionId", ${IS_UNSENT} AS "isUnsent" FROM orders o JOIN purchase_attempt a ON a.id = o.attempt_id
    WHERE o.id = ${order}::int FOR UPDATE OF o`;
  if (row === undefined) refuse({ code: 'return_order_unknown', order });
  // A unit that has not left does not return to stock.
  if (row.isUnsent) refuse({ code: 'goods_not_sent', order });
  if (row.optionId !== option) {
    refuse({ code: 'return_of_other_option', order, option: row.optionId });
  }
  const returned = await tx.stockAdjustment.findFirst({
    where: { orderId: order, kind: 'return' },
    select: { at: true },
  });
  if (returned !== null) refuse({ code: 'return_repeated', order, at: parisMinuteOf(returned.at) });
}

/** Locks an option (`FOR UPDATE`) and returns it. Refuses an unknown one. */
export async function lockOption(tx: Tx, id: number): Promise<Option> {
  const [option] = await tx.$queryRaw<Option[]>`
    SELECT o.id, i.title_fr AS item, o.title_fr AS title, o.remaining
    FROM item_option o JOIN item i ON i.id = o.item_id WHERE o.id = ${id}::int FOR UPDATE OF o`;
  return option ?? refuse({ code: 'option_unknown', option: id });
}

type Movement = {
  units: number;
  kind: (typeof KINDS)[number] | 'replacement';
  order: number | null;
  reason: string;
};

/**
 * Moves units of a locked option and journals it; zero units record only a count. Returns the remaining
 * units.
 */
export async function moveUnits(
  { tx, actor, journal }: Pick<ChangeContext, 'tx' | 'actor' | 'journal'>,
  { id, remaining: before }: Option,
  { units, kind, order, reason }: Movement,
): Promise<number> {
  if (units !== 0) {
    await tx.$executeRaw`
      UPDATE item_option SET remaining = remaining + ${units}::int WHERE id = ${id}::int`;
    await tx.$executeRaw`
      INSERT INTO stock_adjustment (option_id, delta, kind, order_id, reason, by)
      VALUES (${id}::int, ${units}::int, ${kind}, ${order}::int, ${reason}, ${actorNameOf(actor)})`;
  }
  const remaining = before + units;
  const changes = { remaining: [before, remaining] } as const;
  await journal({ subject: { kind: 'item_option', id }, changes });
  return remaining;
}

const LOG_LENGTH = 100;

/** Lists the latest manual stock changes, of one option or of all. */
export const logStock = defineRead({
  name: 'stock.log',
  permission: 'stock.read',
  input: z.object({ option: z.int().positive().nullable() }),
  output: z.object({
    adjustments: z.array(
      z.object({
        at: z.iso.datetime(),
        option: optionSchema,
        units: z.int(),
        kind: z.string(),
        order: z.int().nullable(),
        reason: z.string(),
        by: z.string(),
      }),
    ),
  }),
  run: async ({ db }, { option: optionId }) => {
    const rows = await db.stockAdjustment.findMany({
      where: optionId === null ? {} : { optionId },
      select: {
        at: true,
        delta: true,
        kind: true,
        orderId: true,
        reason: true,
        by: true,
        option: { select: { id: true, titleFr: true, item: { select: { titleFr: true } } } },
      },
      orderBy: { id: 'desc' },
      take: LOG_LENGTH,
    });
    const adjustments = rows.map(({ at, delta, orderId, option, ...row }) => ({
      ...row,
      at: at.toISOString(),
      option: { id: option.id, item: option.item.titleFr, title: option.titleFr },
      units: delta,
      order: orderId,
    }));
    return { adjustments };
  },
});
