import type { Prisma } from '@shop/db/db';
import type { Item } from '@shop/domain/shapes';

import type { Deps } from '../context.ts';
import { cleanHtml } from '../html.ts';
import { localizedOrNull } from '../localized.ts';

/** What of an item may leave the server. */
const itemSelect = {
  id: true,
  priceCents: true,
  titleFr: true,
  titleEn: true,
  descriptionFr: true,
  descriptionEn: true,
  optionTitleFr: true,
  optionTitleEn: true,
  images: { select: { url: true }, orderBy: { position: 'asc' } },
  options: {
    select: { titleFr: true, titleEn: true, remaining: true },
    orderBy: { position: 'asc' },
  },
} satisfies Prisma.ItemSelect;

type ItemRow = Prisma.ItemGetPayload<{ select: typeof itemSelect }>;

/** An item as callers see it; its price in euros, its stock the sum of its options' (contract, section 3). */
function itemOf(row: ItemRow): Item {
  return {
    id: row.id,
    title: { fr: row.titleFr, en: row.titleEn },
    description: { fr: cleanHtml(row.descriptionFr), en: cleanHtml(row.descriptionEn) },
    price: row.priceCents / 100,
    images: row.images.map(({ url }) => ({ url })),
    optionTitle: localizedOrNull(row.optionTitleFr, row.optionTitleEn),
    options: row.options.map(({ titleFr, titleEn, remaining }) => ({
      title: { fr: titleFr, en: titleEn },
      remainingStock: remaining,
    })),
    remainingStock: row.options.reduce((sum, { remaining }) => sum + remaining, 0),
  };
}

/** The items of the shop, in its order. */
export async function listItems({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Item[]> {
  const rows = await db.item.findMany({
    where: { publishedAt: { lte: clock() } },
    select: itemSelect,
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  });
  return rows.map(itemOf);
}

/** The items of the home page's strip, best first. */
export async function listBestSellers({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Item[]> {
  const rows = await db.item.findMany({
    where: { publishedAt: { lte: clock() }, bestSellerRank: { not: null } },
    select: itemSelect,
    orderBy: [{ bestSellerRank: 'asc' }, { id: 'asc' }],
  });
  return rows.map(itemOf);
}
