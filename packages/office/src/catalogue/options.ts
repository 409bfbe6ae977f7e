import { changesBetween } from '@agres/core/operations/journal';
import { defineChange } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import { SINGLE_OPTION } from '@agres/domain/item-options';
import { z } from 'zod';

import { draftLine, hasTitle, lineValue, NO_TITLE } from '../operations/values.ts';
import { MAX_UNITS } from './adjust-stock.ts';
import { lockItem } from './list-items.ts';

const TITLE_LENGTH = 60;

const titleValue = lineValue(TITLE_LENGTH);

const newOptionSchema = z.object({
  titleFr: titleValue,
  titleEn: titleValue,
  stock: z.int().min(0).max(MAX_UNITS),
});

/** A draft may have the option's title in one language. */
export const draftOptionSchema = newOptionSchema
  .extend({ titleFr: draftLine(TITLE_LENGTH), titleEn: draftLine(TITLE_LENGTH) })
  .refine(hasTitle, NO_TITLE);

/** The title of the choice between an item's options, such as 'Size', in both languages. */
type OptionTitles = { optionTitleFr: string | null; optionTitleEn: string | null };

/** Refuses this title if only one language is given. */
export function requireBoth({ optionTitleFr: fr, optionTitleEn: en }: OptionTitles): void {
  if (isEmpty(fr) && !isEmpty(en)) refuse({ code: 'item_option_title_without_french' });
  if (!isEmpty(fr) && isEmpty(en)) refuse({ code: 'item_option_title_without_english' });
}

/** `One model` is the name that earlier releases stored. */
const SINGLE_NAMES: ReadonlySet<string> = new Set([...Object.values(SINGLE_OPTION), 'One model']);

type OptionNames = { titleFr: string; titleEn: string };

/** Refuses the name of an only option on one of several: shoppers read it beside the others. */
export function requireOwnNames(options: readonly OptionNames[]): void {
  if (options.length < 2) return;
  const titles = options.flatMap(({ titleFr, titleEn }) => [titleFr, titleEn]);
  const title = titles.find((one) => SINGLE_NAMES.has(one));
  if (title !== undefined) refuse({ code: 'item_option_called_single', title });
}

/** Whether a text is null, or empty because a draft has it in the other language only. */
export const isEmpty = (text: string | null): boolean => text === null || text === '';

const subjectOf = (id: number) => ({ kind: 'item_option', id });

/** Adds an option after the others of an item. */
export const addOption = defineChange({
  name: 'options.add',
  permission: 'items.write',
  kind: 'change',
  input: z.object({
    item: z.int().positive(),
    ...newOptionSchema.shape,
    /**
     * What the options differ in, such as 'Size'. It is required with the second option unless the item has
     * it already.
     */
    optionTitleFr: titleValue.optional(),
    optionTitleEn: titleValue.optional(),
  }),
  output: z.object({ id: z.int(), item: z.object({ id: z.int(), titleFr: z.string() }) }),
  run: async ({ tx, journal }, { item: itemId, stock, titleFr, titleEn, ...given }) => {
    const item = await lockItem(tx, itemId);
    const titles = { titleFr, titleEn };
    const { optionTitleFr = item.optionTitleFr, optionTitleEn = item.optionTitleEn } = given;
    const differ = { optionTitleFr, optionTitleEn };
    requireBoth(differ);
    if (item.options.length > 0 && optionTitleFr === null) {
      refuse({ code: 'item_options_unnamed', item: itemId });
    }
    if (item.publishedAt !== null) requireOwnNames([...item.options, titles]);
    await tx.item.update({ where: { id: itemId }, data: differ, select: { id: true } });
    const position = Math.max(-1, ...item.options.map((option) => option.position)) + 1;
    const { id } = await tx.itemOption.create({
      data: { itemId, position, ...titles, initialStock: stock, remaining: stock },
      select: { id: true },
    });
    await journal({
      subject: subjectOf(id),
      changes: {
        item: [null, itemId],
        titleFr: [null, titleFr],
        titleEn: [null, titleEn],
        remaining: [null, stock],
        ...changesBetween<OptionTitles>(item, differ),
      },
    });
    return { id, item: { id: itemId, titleFr: item.titleFr } };
  },
});

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
