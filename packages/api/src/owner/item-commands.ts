import type { Db } from '@shop/db/db';
import { displayedCents, eurosOf } from '@shop/domain/shop';

import { defineCommand } from './command.ts';
import { writeContentFile } from './content-file.ts';
import { dayOf } from './days.ts';
import { brief, euros } from './format.ts';
import { refuse } from './refuse.ts';
import { document, lines, table } from './report.ts';
import { flagValue, idValue } from './values.ts';

export const itemsCommand = defineCommand({
  name: 'items',
  summary: 'Every item, shown or not, in the order of the shop',
  parameters: {},
  notes: ['"Price" is what people see and pay, before delivery.'],
  examples: [''],
  input: {},
  run: async ({ db, clock }) => {
    const items = await db.item.findMany({
      include: { options: { select: { remaining: true } }, _count: { select: { images: true } } },
      orderBy: [{ position: 'asc' }, { id: 'asc' }],
    });
    return [
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
        items.map(({ _count: has, ...item }) => [
          String(item.id),
          brief(item.titleFr),
          brief(item.titleEn),
          euros(displayedCents(item.priceCents)),
          String(item.options.reduce((sum, { remaining }) => sum + remaining, 0)),
          String(has.images),
          String(item.position),
          item.bestSellerRank === null ? '' : String(item.bestSellerRank),
          publicationOf(item.publishedAt, clock()),
        ]),
        'There is no item yet: `pnpm shop item:create --help`.',
      ),
    ];
  },
});

/** Whether something is shown: `yes`, `no`, or from when. */
export function publicationOf(publishedAt: Date | null, now: Date): string {
  if (publishedAt === null) return 'no';
  return publishedAt <= now ? 'yes' : `from ${dayOf(publishedAt)}`;
}

export const itemCommand = defineCommand({
  name: 'item',
  summary: 'One item with its options and pictures, or as a file to edit',
  parameters: {
    item: { kind: 'word', value: 'ITEM', about: 'its number' },
    'as-file': { kind: 'flag', about: 'as the file that item:set reads' },
  },
  examples: ['3', '3 --as-file --out item.txt'],
  input: { item: idValue('an item'), 'as-file': flagValue.optional() },
  run: async ({ db, clock }, { item: id, 'as-file': asFile }) => {
    const item = await findItem(db, id);
    if (asFile) return [document(fileOf(item))];
    return [
      lines(
        `Item ${item.id}: ${item.titleFr} / ${item.titleEn}`,
        `Price ${euros(displayedCents(item.priceCents))}, place ${item.position} in the shop, ${
          item.bestSellerRank === null ? 'no best seller' : `best seller ${item.bestSellerRank}`
        }, in the shop: ${publicationOf(item.publishedAt, clock())}`,
        ...(item.optionTitleFr === null
          ? []
          : [`Options differ in: ${item.optionTitleFr} / ${item.optionTitleEn}`]),
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
export async function findItem(db: Db, id: number) {
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
  return item ?? refuse(`There is no item ${id}. \`pnpm shop items\` lists them.`);
}

/** A picture as `--picture` reads it. */
function pictureText({ url, option }: FoundItem['images'][number]): string {
  return option === null ? url : `${url} | ${option.titleFr}`;
}

type FoundItem = Awaited<ReturnType<typeof findItem>>;

function fileOf(item: FoundItem): string {
  return writeContentFile(
    {
      'title-fr': item.titleFr,
      'title-en': item.titleEn,
      price: eurosOf(displayedCents(item.priceCents)).toFixed(2),
      place: String(item.position),
      'best-seller': item.bestSellerRank === null ? 'no' : String(item.bestSellerRank),
      'option-title-fr': item.optionTitleFr,
      'option-title-en': item.optionTitleEn,
      picture: item.images.length === 0 ? null : item.images.map(pictureText).join('\n'),
    },
    { fr: item.descriptionFr, en: item.descriptionEn },
  );
}
