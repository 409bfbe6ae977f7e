import type { Tx } from '@shop/db/db';
import { displayedCents, storedCentsOf } from '@shop/domain/prices';
import { z } from 'zod';

import { defineOperationCommand } from '../operations/command.ts';
import { euros } from '../operations/format.ts';
import { changesBetween } from '../operations/journal.ts';
import { defineChange } from '../operations/operation.ts';
import { refuse } from '../operations/refuse.ts';
import { lines } from '../operations/report.ts';
import { cleaned, cleaningNotes, dayValue, idValue } from '../operations/values.ts';
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

/** Creates an item with its options. Nobody sees it before it is shown. */
const createItem = defineChange({
  name: 'items.create',
  permission: 'items.write',
  kind: 'change',
  input: newItemSchema.extend({ options: z.array(newOptionSchema).min(1) }),
  output: writtenSchema,
  run: async ({ tx, journal }, { options, ...given }) => {
    const { after, removed } = changed(NEW, given);
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
  },
  notes: ['Titles, texts, price and an option are required, in both languages.', ...FILE_NOTES],
  examples: ["--file rope.txt --option '200 g | 200 g | 12' --option '400 g | 400 g | 8'"],
  input: { ...requiredFields, ...optionalFields, option: z.string() },
  operation: createItem,
  read: ({ option, ...typed }) => ({
    ...changesOf(typed),
    titleFr: typed['title-fr'],
    titleEn: typed['title-en'],
    descriptionFr: typed['text-fr'],
    descriptionEn: typed['text-en'],
    shownPriceCents: typed.price,
    options: option.split('\n').map(readNewOption),
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
  input: z.object({ item: z.int().positive(), changes: itemChangesSchema }),
  output: writtenSchema,
  run: async ({ tx, journal }, { item: id, changes }) => {
    if (Object.keys(changes).length === 0) refuse({ code: 'item_change_empty' });
    const before = await lockItem(tx, id);
    const { after, removed } = changed(before, changes);
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
  parameters: { item: { kind: 'word', value: 'ITEM', about: 'its number' }, ...fieldParameters },
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
  input: { item: idValue('an item'), ...changeSchema.shape },
  operation: setItem,
  read: ({ item, ...typed }) => ({ item, changes: changesOf(typed) }),
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
