import { changesBetween } from '@agres/core/operations/journal';
import { defineChange } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import type { Prisma, Tx } from '@agres/db/db';
import { displayedCents, storedCentsOf } from '@agres/domain/prices';
import { z } from 'zod';

import { cleaned, hasTitle, NO_TITLE, withGiven } from '../operations/values.ts';
import { refuseStale } from '../operations/versions.ts';
import { setPublishedAt, wasShown } from '../publication.ts';
import { itemChangesSchema, newItemSchema, type ItemChanges } from './item-fields.ts';
import { editOf, lockItem } from './list-items.ts';
import { draftOptionSchema, isEmpty, requireBoth, requireOwnNames } from './options.ts';

/** A position after all items that have one. */
const LAST_PLACE = 1000;

const subjectOf = (id: number) => ({ kind: 'item', id });

type ItemColumns = Omit<
  Prisma.ItemModel,
  'id' | 'publishedAt' | 'relatedItemIds' | 'createdAt' | 'updatedAt'
>;

const NEW: ItemColumns = {
  titleFr: '',
  titleEn: '',
  descriptionFr: '',
  descriptionEn: '',
  priceCents: 0,
  vatPercent: null,
  position: LAST_PLACE,
  bestSellerRank: null,
  optionTitleFr: null,
  optionTitleEn: null,
  makerName: null,
  makerAddress: null,
  makerContact: null,
  modelReference: null,
  warningsFr: null,
  warningsEn: null,
  use: null,
};

/** The journal records only that these long fields changed. */
const LONG: ReadonlySet<string> = new Set([
  'descriptionFr',
  'descriptionEn',
  'warningsFr',
  'warningsEn',
]);

/** Returns the columns after the change, and the names of the elements that sanitizing removed. */
function applyChanges(
  before: ItemColumns,
  changes: ItemChanges,
): { after: ItemColumns; removed: string[] } {
  const { images: _, descriptionFr, descriptionEn, shownPriceCents, ...given } = changes;
  const french = descriptionFr === undefined ? undefined : cleaned(descriptionFr);
  const english = descriptionEn === undefined ? undefined : cleaned(descriptionEn);
  const changed = withGiven(before, {
    ...given,
    descriptionFr: french?.html,
    descriptionEn: english?.html,
    priceCents: shownPriceCents === undefined ? undefined : storedCentsOf(shownPriceCents),
  });
  const after = { ...changed, ...inPairs(changed) };
  requireWholeMaker(after);
  return { after, removed: [...(french?.removed ?? []), ...(english?.removed ?? [])] };
}

type Pairs = Pick<ItemColumns, 'optionTitleFr' | 'optionTitleEn' | 'warningsFr' | 'warningsEn'>;

/** Returns the texts as the database stores them: both null, or `''` for a language not written yet. */
function inPairs({ optionTitleFr, optionTitleEn, warningsFr, warningsEn }: Pairs): Pairs {
  const pairOf = (fr: string | null, en: string | null) =>
    isEmpty(fr) && isEmpty(en) ? ([null, null] as const) : ([fr ?? '', en ?? ''] as const);
  const titles = pairOf(optionTitleFr, optionTitleEn);
  const warnings = pairOf(warningsFr, warningsEn);
  return {
    optionTitleFr: titles[0],
    optionTitleEn: titles[1],
    warningsFr: warnings[0],
    warningsEn: warnings[1],
  };
}

/** Refuses an incomplete maker, or a reference without a maker. */
function requireWholeMaker({ makerName, modelReference, ...item }: ItemColumns): void {
  const maker = [makerName, item.makerAddress, item.makerContact];
  const known = maker.filter((value) => value !== null).length;
  if (known !== 0 && known !== maker.length) refuse({ code: 'item_maker_incomplete' });
  if (modelReference !== null && makerName === null) {
    refuse({ code: 'item_reference_without_maker' });
  }
}

function requireBothLanguages(
  item: ItemColumns & { options: readonly { titleFr: string; titleEn: string }[] },
): void {
  const texts = [item, ...item.options].flatMap(({ titleFr, titleEn }) => [titleFr, titleEn]);
  if ([...texts, item.descriptionFr, item.descriptionEn].some(isEmpty)) {
    refuse({ code: 'item_in_one_language' });
  }
  requireBoth(item);
  const { warningsFr, warningsEn } = item;
  if (!isEmpty(warningsFr) && isEmpty(warningsEn))
    refuse({ code: 'item_warnings_without_english' });
  if (isEmpty(warningsFr) && !isEmpty(warningsEn)) refuse({ code: 'item_warnings_without_french' });
}

/** A new price that differs by more than this share of the old one is a likely mistake. */
const SUSPICIOUS_PRICE_CHANGE = 0.3;

/** Refuses likely mistakes: a price far from the old one, or the best-seller rank of another item. */
async function refuseLikelyMistakes(
  tx: Tx,
  { id, before, after }: { id: number | null; before: ItemColumns; after: ItemColumns },
): Promise<void> {
  const [beforeCents, afterCents] = [before.priceCents, after.priceCents].map(displayedCents);
  if (
    id !== null &&
    beforeCents !== undefined &&
    afterCents !== undefined &&
    Math.abs(afterCents - beforeCents) > beforeCents * SUSPICIOUS_PRICE_CHANGE
  ) {
    refuse({ code: 'item_price_far', item: id, beforeCents, afterCents });
  }
  const rank = after.bestSellerRank;
  if (rank === null || rank === before.bestSellerRank) return;
  const other = await tx.item.findFirst({
    where: { bestSellerRank: rank, ...(id === null ? {} : { id: { not: id } }) },
    select: { id: true },
  });
  if (other !== null) refuse({ code: 'item_rank_taken', rank, other: other.id });
}

type ItemPictures = {
  id: number;
  options: readonly { id: number; titleFr: string; titleEn: string }[];
};

/** Refuses a picture of an option that the item does not have. */
async function setImages(
  tx: Tx,
  { id: itemId, options }: ItemPictures,
  images: NonNullable<ItemChanges['images']>,
): Promise<void> {
  const data = images.map(({ url, optionTitle: title }, position) => {
    if (title === null) return { itemId, position, url };
    const option = options.find(({ titleFr, titleEn }) => [titleFr, titleEn].includes(title));
    if (option) return { itemId, position, url, optionId: option.id };
    const known = options.map(({ titleFr }) => titleFr).join(', ');
    return refuse({ code: 'item_picture_option_unknown', title, options: known });
  });
  await tx.itemImage.deleteMany({ where: { itemId } });
  await tx.itemImage.createMany({ data });
}

const writtenSchema = z.object({
  id: z.int(),
  titleFr: z.string(),
  titleEn: z.string(),
  shownPriceCents: z.int(),
  /** The names of the elements that sanitizing removed. */
  removed: z.array(z.string()),
});

/** Creates a draft with its options. It may have its texts in one language until it is published. */
export const createItem = defineChange({
  name: 'items.create',
  permission: 'items.write',
  kind: 'change',
  input: newItemSchema
    .extend({ options: z.array(draftOptionSchema).min(1), isSure: z.boolean() })
    .refine(hasTitle, NO_TITLE),
  output: writtenSchema,
  run: async ({ tx, journal }, { options, isSure, ...given }) => {
    const { after, removed } = applyChanges(NEW, given);
    if (!isSure) await refuseLikelyMistakes(tx, { id: null, before: NEW, after });
    if (options.length > 1 && after.optionTitleFr === null) {
      refuse({ code: 'item_option_titles_missing' });
    }
    const { id, options: made } = await tx.item.create({
      data: {
        ...after,
        options: {
          create: options.map(({ titleFr, titleEn, stock }, position) => {
            return { position, titleFr, titleEn, initialStock: stock, remaining: stock };
          }),
        },
      },
      select: { id: true, options: { select: { id: true, titleFr: true, titleEn: true } } },
    });
    await setImages(tx, { id, options: made }, given.images ?? []);
    await journal({ subject: subjectOf(id), changes: changesBetween(NEW, after, LONG) });
    const { titleFr, titleEn, priceCents } = after;
    return { id, titleFr, titleEn, shownPriceCents: displayedCents(priceCents), removed };
  },
});

export const setItem = defineChange({
  name: 'items.set',
  permission: 'items.write',
  kind: 'change',
  input: z.object({
    item: z.int().positive(),
    changes: itemChangesSchema,
    /** The version from `items.get`; null overwrites concurrent changes. */
    version: z.int().min(0).nullable().optional(),
    isSure: z.boolean(),
  }),
  output: writtenSchema,
  run: async ({ tx, journal }, { item: id, changes, version, isSure }) => {
    if (Object.keys(changes).length === 0) refuse({ code: 'item_change_empty' });
    const before = await lockItem(tx, id);
    await refuseStale(tx, editOf(id), version);
    const { after, removed } = applyChanges(withGiven(NEW, before), changes);
    if (!hasTitle(after)) refuse({ code: 'title_missing' });
    if (before.publishedAt !== null) requireBothLanguages({ ...after, options: before.options });
    if (!isSure) await refuseLikelyMistakes(tx, { id, before, after });
    await tx.item.update({ where: { id }, data: after, select: { id: true } });
    if (changes.images !== undefined) await setImages(tx, before, changes.images);
    await journal({
      subject: subjectOf(id),
      changes: {
        ...changesBetween<ItemColumns>(before, after, LONG),
        ...(changes.images === undefined ? {} : { images: true }),
      },
    });
    const { titleFr, titleEn, priceCents } = after;
    return { id, titleFr, titleEn, shownPriceCents: displayedCents(priceCents), removed };
  },
});

const shownItemSchema = z.object({ id: z.int(), titleFr: z.string() });

/** Publishes an item. Refuses one without options, with a text in one language only, or with an unnamed option. */
export const publishItem = defineChange({
  name: 'items.publish',
  permission: 'items.write',
  kind: 'change',
  input: z.object({
    item: z.int().positive(),
    /** Null means now. */
    from: z.iso.datetime().nullable(),
  }),
  output: shownItemSchema,
  run: async (work, { item: id, from }) => {
    const item = await lockItem(work.tx, id);
    if (item.options.length === 0) refuse({ code: 'item_without_option', item: id });
    requireBothLanguages(item);
    requireOwnNames(item.options);
    const publishedAt = from === null ? work.clock() : new Date(from);
    await setPublishedAt(work, { ...item, kind: 'item' }, publishedAt);
    return { id, titleFr: item.titleFr };
  },
});

export const unpublishItem = defineChange({
  name: 'items.unpublish',
  permission: 'items.write',
  kind: 'change',
  input: z.object({ item: z.int().positive() }),
  output: shownItemSchema,
  run: async (work, { item: id }) => {
    const item = await lockItem(work.tx, id);
    await setPublishedAt(work, { ...item, kind: 'item' }, null);
    return { id, titleFr: item.titleFr };
  },
});

/**
 * Deletes a draft with its options and pictures. Refuses an item that was ever on the site, because orders,
 * reviews and links may name it.
 */
export const deleteItem = defineChange({
  name: 'items.delete',
  permission: 'items.write',
  kind: 'change',
  input: z.object({ item: z.int().positive() }),
  output: shownItemSchema,
  run: async ({ tx, journal }, { item: id }) => {
    const item = await lockItem(tx, id);
    const ofItem = { option: { itemId: id } };
    const isOrdered =
      (await tx.purchaseAttempt.count({ where: ofItem })) +
        (await tx.replacement.count({ where: ofItem })) >
      0;
    if (item.publishedAt !== null || isOrdered || (await wasShown(tx, 'item', id))) {
      refuse({ code: 'item_shown', item: id });
    }
    await tx.stockAdjustment.deleteMany({ where: ofItem });
    await tx.item.delete({ where: { id }, select: { id: true } });
    await journal({
      subject: subjectOf(id),
      changes: changesBetween<ItemColumns>(item, { ...NEW, position: item.position }, LONG),
    });
    return { id, titleFr: item.titleFr };
  },
});
