import { inTransaction } from '@shop/db/transaction';

import { defineCommand } from './command.ts';
import { findItem } from './item-commands.ts';
import { misuse, refuse } from './refuse.ts';
import { lines } from './report.ts';
import { countValue, idValue, lineValue } from './values.ts';

const TITLE_LENGTH = 60;

const titleValue = lineValue(TITLE_LENGTH);

export type NewOption = { titleFr: string; titleEn: string; stock: number };

/** Reads an option out of `FRENCH | ENGLISH | STOCK`. */
export function readNewOption(text: string): NewOption {
  const [titleFr, titleEn, stock, ...rest] = text.split('|').map((part) => part.trim());
  const french = titleValue.safeParse(titleFr);
  const english = titleValue.safeParse(titleEn);
  const units = countValue.safeParse(stock);
  if (!french.success || !english.success || !units.success || rest.length > 0) {
    misuse(
      `--option must be 'FRENCH | ENGLISH | STOCK', such as 'Rouge | Red | 12', not '${text}'.`,
    );
  }
  return { titleFr: french.data, titleEn: english.data, stock: units.data };
}

const NOTES = [
  'An option is never removed or moved: whoever is buying names it by its place among the others.',
  'To end one, count its stock out (`stock:adjust`).',
];

export const addOptionCommand = defineCommand({
  name: 'option:add',
  summary: 'Adds an option behind the others of an item',
  parameters: {
    item: { kind: 'word', value: 'ITEM', about: 'its number' },
    'title-fr': { kind: 'option', value: 'TEXT', about: 'the French title' },
    'title-en': { kind: 'option', value: 'TEXT', about: 'the English title' },
    stock: { kind: 'option', value: 'N', about: 'how many there are' },
  },
  notes: NOTES,
  examples: ["3 --title-fr 'Rouge' --title-en 'Red' --stock 12"],
  input: {
    item: idValue('an item'),
    'title-fr': titleValue,
    'title-en': titleValue,
    stock: countValue,
  },
  run: async ({ db }, { item: itemId, 'title-fr': titleFr, 'title-en': titleEn, stock }) => {
    const item = await findItem(db, itemId);
    if (item.options.length > 0 && item.optionTitleFr === null) {
      refuse(
        `Say first what the options of item ${itemId} differ in: ` +
          `pnpm shop item:set ${itemId} --option-title-fr 'Taille' --option-title-en 'Size'`,
      );
    }
    const id = await inTransaction(db, async (tx) => {
      const { _max } = await tx.itemOption.aggregate({
        where: { itemId },
        _max: { position: true },
      });
      const position = (_max.position ?? -1) + 1;
      const titles = { titleFr, titleEn };
      const option = await tx.itemOption.create({
        data: { itemId, position, ...titles, initialStock: stock, remaining: stock },
        select: { id: true },
      });
      return option.id;
    });
    return [
      lines(`Option ${id} of item ${itemId} (${item.titleFr}): ${titleFr}, ${stock} in stock.`),
    ];
  },
});

export const setOptionCommand = defineCommand({
  name: 'option:set',
  summary: 'Renames an option',
  parameters: {
    option: { kind: 'word', value: 'OPTION', about: 'its number' },
    'title-fr': { kind: 'option', value: 'TEXT', about: 'the French title' },
    'title-en': { kind: 'option', value: 'TEXT', about: 'the English title' },
  },
  notes: NOTES,
  examples: ["12 --title-fr 'Rouge vif' --title-en 'Bright red'"],
  input: { option: idValue('an option'), 'title-fr': titleValue, 'title-en': titleValue },
  run: async ({ db }, { option: id, 'title-fr': titleFr, 'title-en': titleEn }) => {
    const { count } = await db.itemOption.updateMany({ where: { id }, data: { titleFr, titleEn } });
    if (count === 0) refuse(`There is no option ${id}. \`pnpm shop stock\` lists them.`);
    return [lines(`Option ${id}: ${titleFr} / ${titleEn}.`)];
  },
});
