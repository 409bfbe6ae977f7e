import { changesBetween } from '@agres/core/operations/journal';
import { defineChange } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import { MAX_RELATED_ITEMS } from '@agres/domain/related-items';
import { z } from 'zod';

import { lockItem } from './list-items.ts';

const namedSchema = z.object({ id: z.int(), titleFr: z.string() });

/** Joins the ids, because the journal holds no lists. */
const keptOf = (ids: readonly number[]) => ({ relatedItemIds: ids.join(', ') });

/**
 * Sets the related items on an item's page, in this order. Without any, the page shows items of the same use,
 * else the others.
 */
export const relateItems = defineChange({
  name: 'items.relate',
  permission: 'items.write',
  kind: 'change',
  input: z.object({
    item: z.int().positive(),
    related: z.array(z.int().positive()).max(MAX_RELATED_ITEMS),
  }),
  output: z.object({ item: namedSchema, related: z.array(namedSchema) }),
  run: async ({ tx, journal }, { item: id, related }) => {
    const item = await lockItem(tx, id);
    if (related.includes(id)) refuse({ code: 'item_related_to_itself', item: id });
    const known = await tx.item.findMany({
      where: { id: { in: related } },
      select: { id: true, titleFr: true },
    });
    const titles = new Map(known.map((other) => [other.id, other.titleFr]));
    const named = related.map((other) => ({
      id: other,
      titleFr: titles.get(other) ?? refuse({ code: 'item_unknown', item: other }),
    }));
    await tx.item.update({
      where: { id },
      data: { relatedItemIds: related },
      select: { id: true },
    });
    await journal({
      subject: { kind: 'item', id },
      changes: changesBetween(keptOf(item.relatedItemIds), keptOf(related)),
    });
    return { item: { id, titleFr: item.titleFr }, related: named };
  },
});
