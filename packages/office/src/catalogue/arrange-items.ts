import { changesBetween } from '@agres/core/operations/journal';
import { defineChange, type ChangeContext } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import type { Tx } from '@agres/db/db';
import { z } from 'zod';

const MAX_ITEMS = 1000;
const MAX_BEST_SELLERS = 99;

type ItemPosition = { id: number; position: number; bestSellerRank: number | null };

/** Locks every item and returns them in the shop's order. Refuses an unknown or repeated id. */
async function lockItems(tx: Tx, named: readonly number[]): Promise<ItemPosition[]> {
  await tx.$queryRaw`SELECT id FROM item ORDER BY id FOR NO KEY UPDATE`;
  const items = await tx.item.findMany({
    select: { id: true, position: true, bestSellerRank: true },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  });
  const unknown = named.find((id) => !items.some((item) => item.id === id));
  if (unknown !== undefined) refuse({ code: 'item_unknown', item: unknown });
  const repeated = named.find((id, index) => named.indexOf(id) !== index);
  if (repeated !== undefined) refuse({ code: 'item_repeated', item: repeated });
  return items;
}

/** Writes the items that changed. Without changes, writes one journal entry that states it. */
async function write(
  { tx, journal }: ChangeContext,
  before: readonly ItemPosition[],
  after: readonly ItemPosition[],
): Promise<void> {
  const changes = after.map((item) => {
    const { id: _id, ...columns } = item;
    const was = before.find(({ id }) => id === item.id) ?? item;
    return { id: item.id, columns, changes: changesBetween({ ...was }, { ...item }) };
  });
  const differing = changes.filter((one) => Object.keys(one.changes).length > 0);
  for (const { id, columns } of differing) {
    await tx.item.update({ where: { id }, data: columns, select: { id: true } });
  }
  for (const one of differing.length > 0 ? differing : changes.slice(0, 1)) {
    await journal({ subject: { kind: 'item', id: one.id }, changes: one.changes });
  }
}

/** Sets the shop's order: the named items first, then the others in their previous order. */
export const arrangeItems = defineChange({
  name: 'items.arrange',
  permission: 'items.write',
  kind: 'change',
  input: z.object({ items: z.array(z.int().positive()).min(1).max(MAX_ITEMS) }),
  output: z.object({ items: z.array(z.int()) }),
  run: async (work, { items: named }) => {
    const before = await lockItems(work.tx, named);
    const others = before.map(({ id }) => id).filter((id) => !named.includes(id));
    const order = [...named, ...others];
    const after = before.map((item) => ({ ...item, position: order.indexOf(item.id) }));
    await write(work, before, after);
    return { items: order };
  },
});

/** Sets the best sellers of the home page in display order. Replaces the previous ones. */
export const setBestSellers = defineChange({
  name: 'items.setBestSellers',
  permission: 'items.write',
  kind: 'change',
  input: z.object({ items: z.array(z.int().positive()).max(MAX_BEST_SELLERS) }),
  output: z.object({ items: z.array(z.int()) }),
  run: async (work, { items: named }) => {
    const before = await lockItems(work.tx, named);
    const after = before.map((item) => {
      const place = named.indexOf(item.id);
      return { ...item, bestSellerRank: place === -1 ? null : place + 1 };
    });
    await write(work, before, after);
    return { items: [...named] };
  },
});
