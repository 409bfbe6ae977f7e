import type { Deps } from '@agres/core/context';
import { cleanHtml } from '@agres/core/html';
import { localizedOrNull } from '@agres/core/localized';
import type { Db, Prisma } from '@agres/db/db';
import { thumbnailOf } from '@agres/domain/item-options';
import { eurosOf } from '@agres/domain/prices';
import { isItemUse } from '@agres/domain/shape-values';
import type { Item, Maker, Rating } from '@agres/domain/shapes';

const itemSelect = {
  id: true,
  priceCents: true,
  titleFr: true,
  titleEn: true,
  descriptionFr: true,
  descriptionEn: true,
  optionTitleFr: true,
  optionTitleEn: true,
  makerName: true,
  makerAddress: true,
  makerContact: true,
  modelReference: true,
  warningsFr: true,
  warningsEn: true,
  use: true,
  relatedItemIds: true,
  images: { select: { url: true, optionId: true }, orderBy: { position: 'asc' } },
  options: {
    select: { id: true, titleFr: true, titleEn: true, remaining: true },
    orderBy: { position: 'asc' },
  },
} satisfies Prisma.ItemSelect;

type ItemRow = Prisma.ItemGetPayload<{ select: typeof itemSelect }>;

/** The stock of an item is the sum of its options' stock (S3.02). */
function itemOf(row: ItemRow, rating: Rating | null): Item {
  return {
    id: row.id,
    title: { fr: row.titleFr, en: row.titleEn },
    description: { fr: cleanHtml(row.descriptionFr), en: cleanHtml(row.descriptionEn) },
    price: eurosOf(row.priceCents),
    images: row.images.map(({ url, optionId }) => {
      const optionIndex = row.options.findIndex(({ id }) => id === optionId);
      return { url, optionIndex: optionIndex === -1 ? null : optionIndex };
    }),
    optionTitle: localizedOrNull(row.optionTitleFr, row.optionTitleEn),
    maker: makerOf(row),
    warnings: localizedOrNull(row.warningsFr, row.warningsEn),
    use: isItemUse(row.use) ? row.use : null,
    relatedItemIds: row.relatedItemIds,
    options: row.options.map(({ titleFr, titleEn, remaining }) => ({
      title: { fr: titleFr, en: titleEn },
      remainingStock: remaining,
    })),
    remainingStock: row.options.reduce((sum, { remaining }) => sum + remaining, 0),
    rating,
  };
}

function makerOf({ makerName, makerAddress, makerContact, modelReference }: ItemRow): Maker | null {
  if (makerName === null || makerAddress === null || makerContact === null) return null;
  return {
    name: makerName,
    address: makerAddress,
    contact: makerContact,
    reference: modelReference,
  };
}

/**
 * Aggregates the ratings from the published reviews on each call, by an index-only scan. Demonstration
 * reviews count only where there are no others.
 */
async function addRatings(db: Db, rows: readonly ItemRow[]): Promise<Item[]> {
  if (rows.length === 0) return [];
  const ratings = await db.$queryRaw<({ itemId: number } & Rating)[]>`
    SELECT DISTINCT ON (item_id) item_id AS "itemId", round(avg(rating), 1)::float8 AS average,
      count(*)::int AS count, is_demonstration AS "isDemonstration"
    FROM review WHERE state = 'published' AND item_id = ANY(${rows.map(({ id }) => id)}::int[])
    GROUP BY item_id, is_demonstration ORDER BY item_id, is_demonstration`;
  const byItem = new Map(ratings.map(({ itemId, ...rating }) => [itemId, rating]));
  return rows.map((row) => itemOf(row, byItem.get(row.id) ?? null));
}

/** Lists the published items in display order. */
export async function listItems({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Item[]> {
  const rows = await db.item.findMany({
    where: { publishedAt: { lte: clock() } },
    select: itemSelect,
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  });
  return addRatings(db, rows);
}

/** Returns the published item with this id, or null. */
export async function findItem(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: number,
): Promise<Item | null> {
  const row = await db.item.findFirst({
    where: { id, publishedAt: { lte: clock() } },
    select: itemSelect,
  });
  const [item = null] = await addRatings(db, row === null ? [] : [row]);
  return item;
}

/** Lists the best sellers for the home page, best first. */
export async function listBestSellers({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Item[]> {
  const rows = await db.item.findMany({
    where: { publishedAt: { lte: clock() }, bestSellerRank: { not: null } },
    select: itemSelect,
    orderBy: [{ bestSellerRank: 'asc' }, { id: 'asc' }],
  });
  return addRatings(db, rows);
}

/**
 * Returns the URL of the thumbnail for an option, or of another picture of its item; null if there is none.
 */
export async function findOptionPicture(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { id, itemId }: { id: number; itemId: number },
): Promise<string | null> {
  const images = await db.itemImage.findMany({
    where: { itemId },
    select: { url: true, optionId: true },
    orderBy: { position: 'asc' },
  });
  const image =
    images.find(({ optionId }) => optionId === id) ??
    images.find(({ optionId }) => optionId === null) ??
    images[0];
  if (image === undefined) return null;
  return new URL(thumbnailOf(image.url), config.publicUrl).href;
}
