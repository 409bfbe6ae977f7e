import type { Prisma } from '@shop/db/db';
import { inTransaction } from '@shop/db/transaction';
import { displayedCents, storedCentsOf } from '@shop/domain/shop';
import { z } from 'zod';

import { defineCommand } from './command.ts';
import { euros } from './format.ts';
import { findItem } from './item-commands.ts';
import {
  changeSchema,
  fieldParameters,
  FILE_NOTES,
  type GivenPicture,
  optionalFields,
  requiredFields,
} from './item-fields.ts';
import { readNewOption } from './options.ts';
import { misuse, refuse } from './refuse.ts';
import { lines } from './report.ts';
import { cleaningNotes, dayValue, idValue } from './values.ts';

/** Behind everything that has a place already. */
const LAST_PLACE = 1000;

export const createItemCommand = defineCommand({
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
  run: async ({ db }, { option, ...fields }) => {
    const options = option.split('\n').map(readNewOption);
    const optionTitles = bothOrNeither(fields['option-title-fr'], fields['option-title-en']);
    if (options.length > 1 && optionTitles === null) {
      misuse(
        '--option-title-fr and --option-title-en are missing: say what the options differ in.',
      );
    }
    const data = {
      titleFr: fields['title-fr'],
      titleEn: fields['title-en'],
      descriptionFr: fields['text-fr'].html,
      descriptionEn: fields['text-en'].html,
      priceCents: storedCentsOf(fields.price),
      position: fields.place ?? LAST_PLACE,
      bestSellerRank: fields['best-seller'] ?? null,
      optionTitleFr: optionTitles?.fr ?? null,
      optionTitleEn: optionTitles?.en ?? null,
      options: {
        create: options.map(({ titleFr, titleEn, stock }, position) => {
          return { position, titleFr, titleEn, initialStock: stock, remaining: stock };
        }),
      },
    };
    const id = await inTransaction(db, async (tx) => {
      const item = await tx.item.create({ data, select: { id: true, options: true } });
      await tx.itemImage.createMany({ data: imagesOf(fields.picture ?? [], item) });
      return item.id;
    });
    return [
      lines(
        `Item ${id}: ${fields['title-fr']} at ${euros(fields.price)}, not shown yet.`,
        ...cleaningNotes(fields['text-fr'], fields['text-en']),
        `\`pnpm shop item:publish ${id}\` shows it.`,
      ),
    ];
  },
});

export const setItemCommand = defineCommand({
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
  input: {
    item: idValue('an item'),
    ...changeSchema.shape,
    picture: optionalFields.picture,
  },
  run: async ({ db }, { item: id, picture, ...fields }) => {
    const data = changesOf(fields);
    if (Object.keys(data).length === 0 && picture === undefined) {
      misuse('There is nothing to change: name a field, such as --price 29,99.');
    }
    const before = await findItem(db, id);
    bothOrNeither(
      fields['option-title-fr'] ?? before.optionTitleFr,
      fields['option-title-en'] ?? before.optionTitleEn,
    );
    await inTransaction(db, async (tx) => {
      await tx.item.update({ where: { id }, data, select: { id: true } });
      if (picture === undefined) return;
      await tx.itemImage.deleteMany({ where: { itemId: id } });
      await tx.itemImage.createMany({ data: imagesOf(picture, before) });
    });
    const after = await findItem(db, id);
    return [
      lines(
        `Item ${id}: ${after.titleFr} / ${after.titleEn}, shown at ${euros(displayedCents(after.priceCents))}.`,
        ...cleaningNotes(fields['text-fr'], fields['text-en']),
      ),
    ];
  },
});

function changesOf(fields: z.output<typeof changeSchema>): Prisma.ItemUpdateInput {
  const changes = {
    titleFr: fields['title-fr'],
    titleEn: fields['title-en'],
    descriptionFr: fields['text-fr']?.html,
    descriptionEn: fields['text-en']?.html,
    priceCents: fields.price === undefined ? undefined : storedCentsOf(fields.price),
    position: fields.place,
    bestSellerRank: fields['best-seller'],
    optionTitleFr: fields['option-title-fr'],
    optionTitleEn: fields['option-title-en'],
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

type ItemWithOptions = {
  id: number;
  options: readonly { id: number; titleFr: string; titleEn: string }[];
};

/** The rows of an item's pictures. Refuses a picture of an option that the item has not. */
function imagesOf(pictures: readonly GivenPicture[], { id: itemId, options }: ItemWithOptions) {
  return pictures.map(({ url, optionTitle }, position) => {
    if (optionTitle === null) return { itemId, position, url };
    const option = options.find(({ titleFr, titleEn }) => [titleFr, titleEn].includes(optionTitle));
    if (option) return { itemId, position, url, optionId: option.id };
    return misuse(
      `--picture: there is no option "${optionTitle}". The item has: ${options.map(({ titleFr }) => titleFr).join(', ')}.`,
    );
  });
}

/** A title in both languages, or null for none. */
function bothOrNeither(
  fr: string | null | undefined,
  en: string | null | undefined,
): { fr: string; en: string } | null {
  if (fr == null && en == null) return null;
  if (fr == null) misuse('--option-title-fr is missing: give it in both languages.');
  if (en == null) misuse('--option-title-en is missing: give it in both languages.');
  return { fr, en };
}

export const publishItemCommand = defineCommand({
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
  run: async ({ db, clock }, { item: id, on }) => {
    const item = await findItem(db, id);
    if (item.options.length === 0) {
      refuse(`Item ${id} has no option, so nobody could buy it: \`pnpm shop option:add --help\`.`);
    }
    await db.item.update({ where: { id }, data: { publishedAt: on ?? clock() } });
    return [
      lines(
        `Item ${id}, ${item.titleFr}, is in the shop${on === undefined ? '' : ' from that day'}.`,
      ),
    ];
  },
});

export const unpublishItemCommand = defineCommand({
  name: 'item:unpublish',
  summary: 'Takes an item out of the shop; its orders stay',
  parameters: { item: { kind: 'word', value: 'ITEM', about: 'its number' } },
  notes: ['A purchase that has begun still ends.'],
  examples: ['3'],
  input: { item: idValue('an item') },
  run: async ({ db }, { item: id }) => {
    const item = await findItem(db, id);
    await db.item.update({ where: { id }, data: { publishedAt: null } });
    return [lines(`Item ${id}, ${item.titleFr}, is no longer in the shop.`)];
  },
});
