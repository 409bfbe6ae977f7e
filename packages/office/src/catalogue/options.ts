import { changesBetween } from '@agres/core/operations/journal';
import { defineChange } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import { z } from 'zod';

import { lineValue } from '../operations/values.ts';
import { MAX_UNITS } from './adjust-stock.ts';
import { lockItem } from './list-items.ts';

const TITLE_LENGTH = 60;

const titleValue = lineValue(TITLE_LENGTH);

/** An option as it begins. */
export const newOptionSchema = z.object({
  titleFr: titleValue,
  titleEn: titleValue,
  stock: z.int().min(0).max(MAX_UNITS),
});

const subjectOf = (id: number) => ({ kind: 'item_option', id });

/** Adds an option behind the others of an item. */
export const addOption = defineChange({
  name: 'options.add',
  permission: 'items.write',
  kind: 'change',
  input: z.object({ item: z.int().positive(), ...newOptionSchema.shape }),
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

/** Renames an option. */
export const setOption = defineChange({
  name: 'options.set',
  permission: 'items.write',
  kind: 'change',
  input: z.object({ option: z.int().positive(), titleFr: titleValue, titleEn: titleValue }),
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
