import { brief, euros, publicationText } from '@agres/core/operations/format';
import { defineRead } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import type { Db, Tx } from '@agres/db/db';
import { displayedCents, eurosOf } from '@agres/domain/prices';
import { z } from 'zod';

import { defineOperationCommand } from '../operations/command.ts';
import { writeContentFile } from '../operations/content-file.ts';
import { document, lines, table } from '../operations/report.ts';
import { flagValue, idValue } from '../operations/values.ts';

const listedSchema = z.object({
  id: z.int(),
  titleFr: z.string(),
  titleEn: z.string(),
  /** What people see and pay, before delivery. */
  shownPriceCents: z.int(),
  remaining: z.int(),
  images: z.int(),
  position: z.int(),
  bestSellerRank: z.int().nullable(),
  publishedAt: z.iso.datetime().nullable(),
});

/** Every item, shown or not, in the order of the shop. */
const listEveryItem = defineRead({
  name: 'items.list',
  permission: 'items.read',
  input: z.object({}),
  output: z.object({ items: z.array(listedSchema) }),
  run: async ({ db }) => {
    const rows = await db.item.findMany({
      include: { options: { select: { remaining: true } }, _count: { select: { images: true } } },
      orderBy: [{ position: 'asc' }, { id: 'asc' }],
    });
    const items = rows.map(({ _count: has, options, priceCents, publishedAt, ...item }) => ({
      ...item,
      shownPriceCents: displayedCents(priceCents),
      remaining: options.reduce((sum, { remaining }) => sum + remaining, 0),
      images: has.images,
      publishedAt: publishedAt?.toISOString() ?? null,
    }));
    return { items };
  },
});

export const itemsCommand = defineOperationCommand({
  name: 'items',
  summary: 'Every item, shown or not, in the order of the shop',
  parameters: {},
  notes: ['"Price" is what people see and pay, before delivery.'],
  examples: [''],
  input: {},
  operation: listEveryItem,
  read: () => ({}),
  show: ({ items }, { now }) => [
    table(
      [
        '#Item',
        'French title',
        'English title',
        '#Price',
        '#Left',
        '#Pictures',
        '#Place',
        '#Best',
        'In the shop',
      ],
      items.map((item) => [
        String(item.id),
        brief(item.titleFr),
        brief(item.titleEn),
        euros(item.shownPriceCents),
        String(item.remaining),
        String(item.images),
        String(item.position),
        item.bestSellerRank === null ? '' : String(item.bestSellerRank),
        publicationText(item.publishedAt, now),
      ]),
      'There is no item yet: `pnpm shop item:create --help`.',
    ),
  ],
});

const shownSchema = listedSchema.omit({ remaining: true, images: true }).extend({
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
  /** What its page shows beside it, in this order. */
  relatedItemIds: z.array(z.int()),
  options: z.array(
    z.object({ id: z.int(), titleFr: z.string(), titleEn: z.string(), remaining: z.int() }),
  ),
  /** A picture with the French title of the option that it shows. */
  images: z.array(z.object({ url: z.string(), optionTitle: z.string().nullable() })),
});
type Shown = z.output<typeof shownSchema>;

/** One item with its options and pictures. */
const getItem = defineRead({
  name: 'items.get',
  permission: 'items.read',
  input: z.object({ item: z.int().positive() }),
  output: shownSchema,
  run: async ({ db }, { item: id }) => {
    const { images, priceCents, publishedAt, ...item } = await readItem(db, id);
    return {
      ...item,
      shownPriceCents: displayedCents(priceCents),
      publishedAt: publishedAt?.toISOString() ?? null,
      images: images.map(({ url, option }) => ({ url, optionTitle: option?.titleFr ?? null })),
    };
  },
});

export const itemCommand = defineOperationCommand({
  name: 'item',
  summary: 'One item with its options and pictures, or as a file to edit',
  parameters: {
    item: { kind: 'word', value: 'ITEM', about: 'its number' },
    'as-file': { kind: 'flag', about: 'as the file that item:set reads' },
  },
  examples: ['3', '3 --as-file --out item.txt'],
  input: { item: idValue('an item'), 'as-file': flagValue.optional() },
  operation: getItem,
  read: ({ item }) => ({ item }),
  show: (item, { typed, now }) => {
    if (typed['as-file'] !== undefined) return [document(fileOf(item))];
    return [
      lines(
        `Item ${item.id}: ${item.titleFr} / ${item.titleEn}`,
        `Price ${euros(item.shownPriceCents)}, place ${item.position} in the shop, ${
          item.bestSellerRank === null ? 'no best seller' : `best seller ${item.bestSellerRank}`
        }, in the shop: ${publicationText(item.publishedAt, now)}`,
        ...(item.optionTitleFr === null
          ? []
          : [`Options differ in: ${item.optionTitleFr} / ${item.optionTitleEn}`]),
        ...factsOf(item),
        item.use === null ? 'What it is for is not told: `--use`.' : `For: ${item.use}`,
        item.relatedItemIds.length === 0
          ? 'Beside it: items of the same use, else the others.'
          : `Beside it: items ${item.relatedItemIds.join(', ')}.`,
      ),
      table(
        ['#Option', 'French', 'English', '#Left'],
        item.options.map((option) => [
          String(option.id),
          option.titleFr,
          option.titleEn,
          String(option.remaining),
        ]),
        'It has no option: `pnpm shop option:add --help`.',
      ),
      lines(
        ...(item.images.length === 0
          ? ['No picture: the default one is shown.']
          : item.images.map((image) => `Picture ${pictureText(image)}`)),
      ),
    ];
  },
});

/** An item with its options and pictures in their order. Refuses an unknown id. */
async function readItem(db: Db | Tx, id: number) {
  const item = await db.item.findUnique({
    where: { id },
    include: {
      options: { orderBy: { position: 'asc' } },
      images: {
        select: { url: true, option: { select: { titleFr: true } } },
        orderBy: { position: 'asc' },
      },
    },
  });
  return item ?? refuse({ code: 'item_unknown', item: id });
}

/** The same under its lock, so that changes of an item are made one after the other. */
export async function lockItem(tx: Tx, id: number): Promise<FoundItem> {
  await tx.$queryRaw`SELECT id FROM item WHERE id = ${id}::int FOR NO KEY UPDATE`;
  return readItem(tx, id);
}

type FoundItem = Awaited<ReturnType<typeof readItem>>;

/** A picture as `--picture` reads it. */
function pictureText({ url, optionTitle }: Shown['images'][number]): string {
  return optionTitle === null ? url : `${url} | ${optionTitle}`;
}

/** What the shop knows of a product's maker and dangers, in sentences. */
function factsOf(item: Shown): string[] {
  const { makerName, makerAddress, makerContact, modelReference, warningsFr, warningsEn } = item;
  return [
    makerName === null
      ? `No maker is named: \`pnpm shop item:set ${item.id} --maker-name … --maker-address … --maker-contact …\`.`
      : `Maker: ${makerName}, ${makerAddress}, ${makerContact}${modelReference === null ? '' : `; reference ${modelReference}`}`,
    ...(warningsFr === null
      ? ['No warnings.']
      : [`Warnings: ${[warningsFr, warningsEn].join(' / ').replaceAll('\n', ' · ')}`]),
  ];
}

function fileOf(item: Shown): string {
  return writeContentFile(
    {
      'title-fr': item.titleFr,
      'title-en': item.titleEn,
      price: eurosOf(item.shownPriceCents).toFixed(2),
      place: String(item.position),
      'best-seller': item.bestSellerRank === null ? 'no' : String(item.bestSellerRank),
      'option-title-fr': item.optionTitleFr,
      'option-title-en': item.optionTitleEn,
      'maker-name': item.makerName,
      'maker-address': item.makerAddress,
      'maker-contact': item.makerContact,
      'model-reference': item.modelReference,
      'warnings-fr': item.warningsFr,
      'warnings-en': item.warningsEn,
      use: item.use ?? 'none',
      picture: item.images.length === 0 ? null : item.images.map(pictureText).join('\n'),
    },
    { fr: item.descriptionFr, en: item.descriptionEn },
  );
}
