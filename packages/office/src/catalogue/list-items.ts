import { cleanHtml } from '@agres/core/html';
import { defineRead } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import type { Db, Tx } from '@agres/db/db';
import { displayedCents } from '@agres/domain/prices';
import { z } from 'zod';

import { readVersion } from '../operations/versions.ts';

const optionSchema = z.object({
  id: z.int(),
  titleFr: z.string(),
  titleEn: z.string(),
  remaining: z.int(),
});

const listedSchema = z.object({
  id: z.int(),
  titleFr: z.string(),
  titleEn: z.string(),
  /** The price shown and paid, before delivery. */
  shownPriceCents: z.int(),
  remaining: z.int(),
  /** The number of pictures; `picture` is the first. */
  images: z.int(),
  picture: z.string().nullable(),
  position: z.int(),
  bestSellerRank: z.int().nullable(),
  publishedAt: z.iso.datetime().nullable(),
  options: z.array(optionSchema),
});

/** Lists every item, published or not, in the shop's order. */
export const listEveryItem = defineRead({
  name: 'items.list',
  permission: 'items.read',
  input: z.object({}),
  output: z.object({ items: z.array(listedSchema) }),
  run: async ({ db }) => {
    const rows = await db.item.findMany({
      include: {
        options: { orderBy: { position: 'asc' } },
        images: { select: { url: true }, orderBy: { position: 'asc' } },
      },
      orderBy: [{ position: 'asc' }, { id: 'asc' }],
    });
    const items = rows.map(({ images, priceCents, publishedAt, ...item }) => ({
      ...item,
      shownPriceCents: displayedCents(priceCents),
      remaining: item.options.reduce((sum, { remaining }) => sum + remaining, 0),
      images: images.length,
      picture: images[0]?.url ?? null,
      publishedAt: publishedAt?.toISOString() ?? null,
    }));
    return { items };
  },
});

const shownSchema = listedSchema.omit({ remaining: true, images: true, picture: true }).extend({
  /** Pass it to `items.set`, which refuses a stale version. */
  version: z.int(),
  vatPercent: z.number().nullable(),
  descriptionFr: z.string(),
  descriptionEn: z.string(),
  optionTitleFr: z.string().nullable(),
  optionTitleEn: z.string().nullable(),
  makerName: z.string().nullable(),
  makerAddress: z.string().nullable(),
  makerContact: z.string().nullable(),
  modelReference: z.string().nullable(),
  warningsFr: z.string().nullable(),
  warningsEn: z.string().nullable(),
  use: z.string().nullable(),
  /** The items shown on its page, in this order. */
  relatedItemIds: z.array(z.int()),
  /** `optionTitle` is in French, or in English if a draft has no French title. */
  images: z.array(z.object({ url: z.string(), optionTitle: z.string().nullable() })),
});

/** Identifies the journal entries of an item's own fields. */
export const editOf = (id: number) => ({ kind: 'item', id, operation: 'items.set' });

export const getItem = defineRead({
  name: 'items.get',
  permission: 'items.read',
  input: z.object({ item: z.int().positive() }),
  output: shownSchema,
  run: async ({ db }, { item: id }) => {
    const version = await readVersion(db, editOf(id));
    const { images, priceCents, publishedAt, ...item } = await readItem(db, id);
    return {
      ...item,
      // Sanitizes again, because the office renders it: text stored by other means must not run there.
      descriptionFr: cleanHtml(item.descriptionFr),
      descriptionEn: cleanHtml(item.descriptionEn),
      version,
      shownPriceCents: displayedCents(priceCents),
      publishedAt: publishedAt?.toISOString() ?? null,
      images: images.map(({ url, option }) => ({
        url,
        optionTitle: option === null ? null : option.titleFr || option.titleEn,
      })),
    };
  },
});

/** Reads an item with its options and pictures in their order. Refuses an unknown id. */
async function readItem(db: Db | Tx, id: number) {
  const item = await db.item.findUnique({
    where: { id },
    include: {
      options: { orderBy: { position: 'asc' } },
      images: {
        select: { url: true, option: { select: { titleFr: true, titleEn: true } } },
        orderBy: { position: 'asc' },
      },
    },
  });
  return item ?? refuse({ code: 'item_unknown', item: id });
}

/** Reads an item under its row lock, which serializes changes. */
export async function lockItem(tx: Tx, id: number): Promise<FoundItem> {
  await tx.$queryRaw`SELECT id FROM item WHERE id = ${id}::int FOR NO KEY UPDATE`;
  return readItem(tx, id);
}

type FoundItem = Awaited<ReturnType<typeof readItem>>;
