import { DISPLAYED_PRICE_CENTS, eurosOf, typedCents } from '@agres/domain/prices';
import { ITEM_USES } from '@agres/domain/shapes';
import { z } from 'zod';

import type { Parameter } from '../operations/command.ts';
import { countValue, htmlValue, isPicture, linesValue, lineValue } from '../operations/values.ts';

const TITLE_LENGTH = 120;
const OPTION_TITLE_LENGTH = 60;
/** A picture as the owner gives it: its address, and the title of the option that it shows. */
type GivenPicture = { url: string; optionTitle: string | null };

const picturesValue = z
  .string()
  .transform((text) => (text === 'none' ? [] : text.split('\n').map(readPicture)))
  .refine(
    (pictures) => pictures.every(({ url }) => isPicture(url)),
    'must be addresses such as /pictures/items/rope-1.webp or https://…, or none',
  );

function readPicture(line: string): GivenPicture {
  const cut = line.indexOf('|');
  if (cut === -1) return { url: line.trim(), optionTitle: null };
  return { url: line.slice(0, cut).trim(), optionTitle: line.slice(cut + 1).trim() };
}

/** A value that `none` takes away. */
function orNone<Value extends string>(value: z.ZodType<Value>) {
  return z.string().transform((text, context): Value | null => {
    if (text === 'none') return null;
    const parsed = value.safeParse(text);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    context.addIssue({ code: 'custom', message: issue?.message ?? 'cannot be read' });
    return z.NEVER;
  });
}

const MAKER_NAME_LENGTH = 120;
const MAKER_ADDRESS_LENGTH = 200;
const MAKER_CONTACT_LENGTH = 200;
const REFERENCE_LENGTH = 80;
const WARNINGS_LENGTH = 2000;

/** Where a maker is reached over the network. */
const CONTACT = /^(?:[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+|https:\/\/[^\s"'<>\\]+)$/;

const contactValue = z
  .string()
  .refine(
    (text) => CONTACT.test(text) && text.length <= MAKER_CONTACT_LENGTH,
    'must be an e-mail address, or one such as https://maker.example/contact',
  );

const rankValue = z.string().transform((text, context) => {
  if (text === 'no') return null;
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  context.addIssue({ code: 'custom', message: 'must be a rank from 1 to 99, or no' });
  return z.NEVER;
});

const { min, max } = DISPLAYED_PRICE_CENTS;

/** A price that people see and the payment provider charges, in cents. */
const itemPriceValue = z.string().transform((text, context) => {
  const cents = typedCents(text);
  if (cents !== undefined && cents >= min && cents <= max) return cents;
  const bounds = `from ${eurosOf(min).toFixed(2)} to ${eurosOf(max).toFixed(2)}`;
  context.addIssue({
    code: 'custom',
    message: `must be a price in euros ${bounds}, such as 19,99 or 19.99`,
  });
  return z.NEVER;
});

/** What every item has. */
export const requiredFields = {
  'title-fr': lineValue(TITLE_LENGTH),
  'title-en': lineValue(TITLE_LENGTH),
  'text-fr': htmlValue,
  'text-en': htmlValue,
  price: itemPriceValue,
};
/** What an item may have. */
export const optionalFields = {
  place: countValue.optional(),
  'best-seller': rankValue.optional(),
  'option-title-fr': lineValue(OPTION_TITLE_LENGTH).optional(),
  'option-title-en': lineValue(OPTION_TITLE_LENGTH).optional(),
  'maker-name': orNone(lineValue(MAKER_NAME_LENGTH)).optional(),
  'maker-address': orNone(lineValue(MAKER_ADDRESS_LENGTH)).optional(),
  'maker-contact': orNone(contactValue).optional(),
  'model-reference': orNone(lineValue(REFERENCE_LENGTH)).optional(),
  'warnings-fr': orNone(linesValue(WARNINGS_LENGTH)).optional(),
  'warnings-en': orNone(linesValue(WARNINGS_LENGTH)).optional(),
  use: orNone(z.enum(ITEM_USES, `must be one of: ${ITEM_USES.join(', ')}, or none`)).optional(),
  picture: picturesValue.optional(),
};
/** Any of them. */
export const changeSchema = z.object({ ...requiredFields, ...optionalFields }).partial();

/** What can be changed of an item, from every interface. */
const itemFieldsSchema = z.object({
  titleFr: lineValue(TITLE_LENGTH),
  titleEn: lineValue(TITLE_LENGTH),
  /** HTML, which is cleaned before it is kept. */
  descriptionFr: htmlValue,
  descriptionEn: htmlValue,
  /** What people see and pay. */
  shownPriceCents: z.int().min(min).max(max),
  position: z.int().min(0),
  bestSellerRank: z.int().min(1).max(99).nullable(),
  optionTitleFr: lineValue(OPTION_TITLE_LENGTH),
  optionTitleEn: lineValue(OPTION_TITLE_LENGTH),
  makerName: lineValue(MAKER_NAME_LENGTH).nullable(),
  makerAddress: lineValue(MAKER_ADDRESS_LENGTH).nullable(),
  makerContact: contactValue.nullable(),
  modelReference: lineValue(REFERENCE_LENGTH).nullable(),
  warningsFr: linesValue(WARNINGS_LENGTH).nullable(),
  warningsEn: linesValue(WARNINGS_LENGTH).nullable(),
  use: z.enum(ITEM_USES).nullable(),
  images: z.array(
    z.object({
      url: z.string().refine(isPicture),
      /** The title of the option that it shows, in either language. */
      optionTitle: z.string().nullable(),
    }),
  ),
});

/** What may be left out of a new item, or left as it is. */
export const itemChangesSchema = itemFieldsSchema.partial();
export type ItemChanges = z.output<typeof itemChangesSchema>;

/** What every new item has. */
export const newItemSchema = itemChangesSchema.extend(
  itemFieldsSchema.pick({
    titleFr: true,
    titleEn: true,
    descriptionFr: true,
    descriptionEn: true,
    shownPriceCents: true,
  }).shape,
);

/** The typed values, by the operation's names; missing ones are left out. */
export function changesOf(typed: z.output<typeof changeSchema>): ItemChanges {
  const changes: ItemChanges = {
    titleFr: typed['title-fr'],
    titleEn: typed['title-en'],
    descriptionFr: typed['text-fr'],
    descriptionEn: typed['text-en'],
    shownPriceCents: typed.price,
    position: typed.place,
    bestSellerRank: typed['best-seller'],
    optionTitleFr: typed['option-title-fr'],
    optionTitleEn: typed['option-title-en'],
    makerName: typed['maker-name'],
    makerAddress: typed['maker-address'],
    makerContact: typed['maker-contact'],
    modelReference: typed['model-reference'],
    warningsFr: typed['warnings-fr'],
    warningsEn: typed['warnings-en'],
    use: typed.use,
    images: typed.picture,
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

/** The same for the help. */
export const fieldParameters = {
  file: { kind: 'file', value: 'FILE', about: 'fields and texts in both languages; see below' },
  'title-fr': { kind: 'option', value: 'TEXT', about: 'the French title' },
  'title-en': { kind: 'option', value: 'TEXT', about: 'the English title' },
  'text-fr': { kind: 'option', value: 'HTML', about: 'the French description' },
  'text-en': { kind: 'option', value: 'HTML', about: 'the English description' },
  price: { kind: 'option', value: 'EUROS', about: 'what people see and pay: 19,99 or 19.99' },
  place: { kind: 'option', value: 'N', about: 'its place in the shop, the lowest first' },
  'best-seller': { kind: 'option', value: 'N', about: 'its rank on the home page, or no' },
  'option-title-fr': { kind: 'option', value: 'TEXT', about: 'what the options differ in: Taille' },
  'option-title-en': { kind: 'option', value: 'TEXT', about: 'the same in English: Size' },
  'maker-name': { kind: 'option', value: 'NAME', about: 'who made it; see below' },
  'maker-address': { kind: 'option', value: 'ADDRESS', about: 'where a letter reaches them' },
  'maker-contact': {
    kind: 'option',
    value: 'ADDRESS',
    about: 'their e-mail address, or https://…',
  },
  'model-reference': { kind: 'option', value: 'TEXT', about: 'what its maker calls it' },
  'warnings-fr': { kind: 'option', value: 'TEXT', about: 'a warning in French; again for each' },
  'warnings-en': { kind: 'option', value: 'TEXT', about: 'the same in English' },
  use: { kind: 'option', value: 'USE', about: `${ITEM_USES.join(', ')}, or none` },
  picture: {
    kind: 'option',
    value: "'URL [| OPTION]'",
    about: 'a picture, and the option that it shows; again for each, or none',
  },
} as const satisfies Record<string, Parameter>;

/** How a file with these fields looks. */
export const FILE_NOTES = [
  'A FILE has fields named like the options, then the HTML of each language:',
  '  title-fr: Corde lestée',
  '  title-en: Weighted rope',
  '  price: 34,99',
  '  --- fr',
  '  <p>Une corde qui se fait entendre.</p>',
  '  --- en',
  '  <p>A rope that makes itself heard.</p>',
  'A maker has name, address and contact; `none` takes one away. Warnings are in both languages.',
];
