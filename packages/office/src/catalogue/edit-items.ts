import { euros } from '@agres/core/operations/format';
import { changesBetween } from '@agres/core/operations/journal';
import { defineChange } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import type { Tx } from '@agres/db/db';
import { displayedCents, storedCentsOf } from '@agres/domain/prices';
import { z } from 'zod';

import { defineOperationCommand } from '../operations/command.ts';
import { lines } from '../operations/report.ts';
import { cleaned, cleaningNotes, dayValue, flagValue, idValue } from '../operations/values.ts';
import {
  changeSchema,
  changesOf,
  fieldParameters,
  FILE_NOTES,
  itemChangesSchema,
  newItemSchema,
  optionalFields,
  requiredFields,
  type ItemChanges,
} from './item-fields.ts';
import { lockItem } from './list-items.ts';
import { newOptionSchema, readNewOption } from './option-commands.ts';

/** After all items that have a position. */
const LAST_PLACE = 1000;

const subjectOf = (id: number) => ({ kind: 'item', id });

/** The columns of an item that its changes set. */
type ItemColumns = {
  titleFr: string;
  titleEn: string;
  descriptionFr: string;
  descriptionEn: string;
  priceCents: number;
  position: number;
  bestSellerRank: number | null;
  optionTitleFr: string | null;
  optionTitleEn: string | null;
  makerName: string | null;
  makerAddress: string | null;
  makerContact: string | null;
  modelReference: string | null;
  warningsFr: string | null;
  warningsEn: string | null;
  use: string | null;
};

/** An item of which nothing is known yet. */
const NEW: ItemColumns = {
  titleFr: '',
  titleEn: '',
  descriptionFr: '',
  descriptionEn: '',
  priceCents: 0,
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

/** The journal records of these only that they changed. */
const LONG: ReadonlySet<string> = new Set([
  'descriptionFr',
  'descriptionEn',
  'warningsFr',
  'warningsEn',
]);

/** All columns of an item after the change, and the elements that were removed from its texts. */
function changed(
  before: ItemColumns,
  changes: ItemChanges,
): { after: ItemColumns; removed: string[] } {
  const { descriptionFr, descriptionEn, shownPriceCents } = changes;
  const french = descriptionFr === undefined ? undefined : cleaned(descriptionFr);
  const english = descriptionEn === undefined ? undefined : cleaned(descriptionEn);
  const after: ItemColumns = {
    titleFr: changes.titleFr ?? before.titleFr,
    titleEn: changes.titleEn ?? before.titleEn,
    descriptionFr: french?.html ?? before.descriptionFr,
    descriptionEn: english?.html ?? before.descriptionEn,
    priceCents: shownPriceCents === undefined ? before.priceCents : storedCentsOf(shownPriceCents),
    position: changes.position ?? before.position,
    bestSellerRank: afterwards(changes.bestSellerRank, before.bestSellerRank),
    optionTitleFr: changes.optionTitleFr ?? before.optionTitleFr,
    optionTitleEn: changes.optionTitleEn ?? before.optionTitleEn,
    makerName: afterwards(changes.makerName, before.makerName),
    makerAddress: afterwards(changes.makerAddress, before.makerAddress),
    makerContact: afterwards(changes.makerContact, before.makerContact),
    modelReference: afterwards(changes.modelReference, before.modelReference),
    warningsFr: afterwards(changes.warningsFr, before.warningsFr),
    warningsEn: afterwards(changes.warningsEn, before.warningsEn),
    use: afterwards(changes.use, before.use),
  };
  requireWhole(after);
  return { after, removed: [...(french?.removed ?? []), ...(english?.removed ?? [])] };
}

/** Null takes a value away, undefined leaves it. */
const afterwards = <Value>(given: Value | null | undefined, before: Value | null) =>
  given === undefined ? before : given;

/** Refuses an item with a text in one language only, and an incomplete maker or reference. */
function requireWhole(item: ItemColumns): void {
  const { optionTitleFr, optionTitleEn, makerName, modelReference, warningsFr, warningsEn } = item;
  if (optionTitleFr === null && optionTitleEn !== null) {
    refuse({ code: 'item_option_title_without_french' });
  }
  if (optionTitleFr !== null && optionTitleEn === null) {
    refuse({ code: 'item_option_title_without_english' });
  }
  const maker = [makerName, item.makerAddress, item.makerContact];
  const known = maker.filter((value) => value !== null).length;
  if (known !== 0 && known !== maker.length) refuse({ code: 'item_maker_incomplete' });
  if (modelReference !== null && makerName === null) {
    refuse({ code: 'item_reference_without_maker' });
  }
  if (warningsFr !== null && warningsEn === null) refuse({ code: 'item_warnings_without_english' });
  if (warningsEn !== null && warningsFr === null) refuse({ code: 'item_warnings_without_french' });
}

/** A new price further from the old one than this share of it is a likely slip. */
const FAR_PRICE = 0.3;

/** Refuses what is probably a slip: a price far from the old one, the best-seller rank of another item. */
async function refuseSlips(
  tx: Tx,
  { id, before, after }: { id: number | null; before: ItemColumns; after: ItemColumns },
): Promise<void> {
  const [beforeCents, afterCents] = [before.priceCents, after.priceCents].map(displayedCents);
  if (
    id !== null &&
    beforeCents !== undefined &&
    afterCents !== undefined &&
    Math.abs(afterCents - beforeCents) > beforeCents * FAR_PRICE
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

const sureParameter = {
  yes: {
    kind: 'flag',
    about: 'even if the price changes by more than 30 %, or another item has that rank',
  },
} as const;

type Pictured = {
  id: number;
  options: readonly { id: number; titleFr: string; titleEn: string }[];
};

/** Sets the pictures of an item. Refuses a picture of an option that the item does not have. */
async function setImages(
  tx: Tx,
  { id: itemId, options }: Pictured,
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
  /** What people see and pay. */
  shownPriceCents: z.int(),
  /** Names of the elements that were removed from its texts. */
  removed: z.array(z.string()),
});

/** Creates an item with its options. Hidden until it is published. */
const createItem = defineChange({
  name: 'items.create',
  permission: 'items.write',
  kind: 'change',
  input: newItemSchema.extend({
    options: z.array(newOptionSchema).min(1),
    isSure: z.boolean(),
  }),
  output: writtenSchema,
  run: async ({ tx, journal }, { options, isSure, ...given }) => {
    const { after, removed } = changed(NEW, given);
    if (!isSure) await refuseSlips(tx, { id: null, before: NEW, after });
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

export const createItemCommand = defineOperationCommand({
  name: 'item:create',
  summary: 'Adds an item, not shown until item:publish',
  parameters: {
    ...fieldParameters,
    option: {
      kind: 'option',
      value: "'FR | EN | STOCK'",
      about: 'an option in both languages with its stock; again for each',
    },
    ...sureParameter,
  },
  notes: ['Titles, texts, price and an option are required, in both languages.', ...FILE_NOTES],
  examples: ["--file rope.txt --option '200 g | 200 g | 12' --option '400 g | 400 g | 8'"],
  input: { ...requiredFields, ...optionalFields, option: z.string(), yes: flagValue.optional() },
  operation: createItem,
  read: ({ option, yes, ...typed }) => ({
    ...changesOf(typed),
    titleFr: typed['title-fr'],
    titleEn: typed['title-en'],
    descriptionFr: typed['text-fr'],
    descriptionEn: typed['text-en'],
    shownPriceCents: typed.price,
    options: option.split('\n').map(readNewOption),
    isSure: yes !== undefined,
  }),
  show: ({ id, titleFr, shownPriceCents, removed }) => [
    lines(
      `Item ${id}: ${titleFr} at ${euros(shownPriceCents)}, not shown yet.`,
      ...cleaningNotes(removed),
      `\`pnpm shop item:publish ${id}\` shows it.`,
    ),
  ],
});

/** Changes the given fields of an item. */
const setItem = defineChange({
  name: 'items.set',
  permission: 'items.write',
  kind: 'change',
  input: z.object({
    item: z.int().positive(),
    changes: itemChangesSchema,
    isSure: z.boolean(),
  }),
  output: writtenSchema,
  run: async ({ tx, journal }, { item: id, changes, isSure }) => {
    if (Object.keys(changes).length === 0) refuse({ code: 'item_change_empty' });
    const before = await lockItem(tx, id);
    const { after, removed } = changed(before, changes);
    if (!isSure) await refuseSlips(tx, { id, before, after });
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

export const setItemCommand = defineOperationCommand({
  name: 'item:set',
  summary: 'Changes fields of an item; what is not named stays',
  parameters: {
    item: { kind: 'word', value: 'ITEM', about: 'its number' },
    ...fieldParameters,
    ...sureParameter,
  },
  notes: [
    'Orders keep the item as it was when it was bought.',
    '`pnpm shop item ITEM --as-file` writes the present state as such a FILE.',
    ...FILE_NOTES,
  ],
  examples: [
    '3 --price 29,99',
    "3 --title-fr 'Corde lestée' --title-en 'Weighted rope'",
    '3 --best-seller 1 --place 10',
    '3 --file rope.txt',
  ],
  input: { item: idValue('an item'), ...changeSchema.shape, yes: flagValue.optional() },
  operation: setItem,
  read: ({ item, yes, ...typed }) => ({
    item,
    changes: changesOf(typed),
    isSure: yes !== undefined,
  }),
  show: ({ id, titleFr, titleEn, shownPriceCents, removed }) => [
    lines(
      `Item ${id}: ${titleFr} / ${titleEn}, shown at ${euros(shownPriceCents)}.`,
      ...cleaningNotes(removed),
    ),
  ],
});

const shownItemSchema = z.object({ id: z.int(), titleFr: z.string() });

/** Shows an item in the shop, from a day on or now. */
const publishItem = defineChange({
  name: 'items.publish',
  permission: 'items.write',
  kind: 'change',
  input: z.object({
    item: z.int().positive(),
    /** From this moment on; null: now. */
    from: z.iso.datetime().nullable(),
  }),
  output: shownItemSchema,
  run: async ({ tx, clock, journal }, { item: id, from }) => {
    const item = await lockItem(tx, id);
    if (item.options.length === 0) refuse({ code: 'item_without_option', item: id });
    const publishedAt = from === null ? clock() : new Date(from);
    await tx.item.update({ where: { id }, data: { publishedAt }, select: { id: true } });
    const changes = changesBetween<Published>(item, { publishedAt });
    await journal({ subject: subjectOf(id), changes });
    return { id, titleFr: item.titleFr };
  },
});

type Published = { publishedAt: Date | null };

export const publishItemCommand = defineOperationCommand({
  name: 'item:publish',
  summary: 'Shows an item and puts it on sale',
  parameters: {
    item: { kind: 'word', value: 'ITEM', about: 'its number' },
    on: {
      kind: 'option',
      value: 'DAY',
      about: 'from the beginning of this day in Paris; now else',
    },
  },
  examples: ['3', '3 --on 2026-12-01'],
  input: { item: idValue('an item'), on: dayValue.optional() },
  operation: publishItem,
  read: ({ item, on }) => ({ item, from: on?.toISOString() ?? null }),
  show: ({ id, titleFr }, { typed: { on } }) => [
    lines(`Item ${id}, ${titleFr}, is in the shop${on === undefined ? '' : ' from that day'}.`),
  ],
});

/** Takes an item out of the shop. */
const unpublishItem = defineChange({
  name: 'items.unpublish',
  permission: 'items.write',
  kind: 'change',
  input: z.object({ item: z.int().positive() }),
  output: shownItemSchema,
  run: async ({ tx, journal }, { item: id }) => {
    const item = await lockItem(tx, id);
    await tx.item.update({ where: { id }, data: { publishedAt: null }, select: { id: true } });
    const changes = changesBetween<Published>(item, { publishedAt: null });
    await journal({ subject: subjectOf(id), changes });
    return { id, titleFr: item.titleFr };
  },
});

export const unpublishItemCommand = defineOperationCommand({
  name: 'item:unpublish',
  summary: 'Takes an item out of the shop; its orders stay',
  parameters: { item: { kind: 'word', value: 'ITEM', about: 'its number' } },
  notes: ['A purchase that has begun still ends.'],
  examples: ['3'],
  input: { item: idValue('an item') },
  operation: unpublishItem,
  read: (typed) => typed,
  show: ({ id, titleFr }) => [lines(`Item ${id}, ${titleFr}, is no longer in the shop.`)],
});
