import { changesBetween } from '@agres/core/operations/journal';
import { defineChange } from '@agres/core/operations/operation';
import { misuse, refuse } from '@agres/core/operations/refuse';
import { z } from 'zod';

import { defineOperationCommand } from '../operations/command.ts';
import { lines } from '../operations/report.ts';
import { countValue, idValue, lineValue } from '../operations/values.ts';
import { lockItem } from './list-items.ts';

const TITLE_LENGTH = 60;

const titleValue = lineValue(TITLE_LENGTH);

/** An option as it begins. */
export const newOptionSchema = z.object({
  titleFr: titleValue,
  titleEn: titleValue,
  stock: z.int().min(0),
});

/** Reads an option out of `FRENCH | ENGLISH | STOCK`. */
export function readNewOption(text: string): z.output<typeof newOptionSchema> {
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

const subjectOf = (id: number) => ({ kind: 'item_option', id });

/** Adds an option behind the others of an item. */
const addOption = defineChange({
  name: 'options.add',
  permission: 'items.write',
  kind: 'change',
  input: newOptionSchema.extend({ item: z.int().positive() }),
  output: z.object({ id: z.int(), item: z.object({ id: z.int(), titleFr: z.string() }) }),
  run: async ({ tx, journal }, { item: itemId, stock, ...titles }) => {
    const item = await lockItem(tx, itemId);
    if (item.options.length > 0 && item.optionTitleFr === null) {
      refuse({ code: 'item_options_unnamed', item: itemId });
    }
    const position = Math.max(-1, ...item.options.map((option) => option.position)) + 1;
    const { id } = await tx.itemOption.create({
      data: { itemId, position, ...titles, initialStock: stock, remaining: stock },
      select: { id: true },
    });
    await journal({
      subject: subjectOf(id),
      changes: {
        item: [null, itemId],
        titleFr: [null, titles.titleFr],
        titleEn: [null, titles.titleEn],
        remaining: [null, stock],
      },
    });
    return { id, item: { id: itemId, titleFr: item.titleFr } };
  },
});

export const addOptionCommand = defineOperationCommand({
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
  operation: addOption,
  read: ({ item, stock, ...typed }) => ({
    item,
    titleFr: typed['title-fr'],
    titleEn: typed['title-en'],
    stock,
  }),
  show: ({ id, item }, { typed }) => [
    lines(
      `Option ${id} of item ${item.id} (${item.titleFr}): ${typed['title-fr']}, ${typed.stock} in stock.`,
    ),
  ],
});

/** Renames an option. */
const setOption = defineChange({
  name: 'options.set',
  permission: 'items.write',
  kind: 'change',
  input: newOptionSchema.omit({ stock: true }).extend({ option: z.int().positive() }),
  output: z.object({ id: z.int(), titleFr: z.string(), titleEn: z.string() }),
  run: async ({ tx, journal }, { option: id, ...titles }) => {
    const [before] = await tx.$queryRaw<{ titleFr: string; titleEn: string }[]>`
      SELECT title_fr AS "titleFr", title_en AS "titleEn" FROM item_option
      WHERE id = ${id}::int FOR NO KEY UPDATE`;
    if (before === undefined) refuse({ code: 'option_unknown', option: id });
    await tx.itemOption.update({ where: { id }, data: titles, select: { id: true } });
    await journal({ subject: subjectOf(id), changes: changesBetween(before, titles) });
    return { id, ...titles };
  },
});

export const setOptionCommand = defineOperationCommand({
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
  operation: setOption,
  read: ({ option, ...typed }) => ({
    option,
    titleFr: typed['title-fr'],
    titleEn: typed['title-en'],
  }),
  show: ({ id, titleFr, titleEn }) => [lines(`Option ${id}: ${titleFr} / ${titleEn}.`)],
});
