import { z } from 'zod';

import type { Parameter } from './command.ts';
import { countValue, htmlValue, isPicture, lineValue, priceValue } from './values.ts';

const TITLE_LENGTH = 120;
const OPTION_TITLE_LENGTH = 60;
/** A picture as the owner gives it: its address, and the title of the option that it shows. */
export type GivenPicture = { url: string; optionTitle: string | null };

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

const rankValue = z.string().transform((text, context) => {
  if (text === 'no') return null;
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  context.addIssue({ code: 'custom', message: 'must be a rank from 1 to 99, or no' });
  return z.NEVER;
});

/** What every item has. */
export const requiredFields = {
  'title-fr': lineValue(TITLE_LENGTH),
  'title-en': lineValue(TITLE_LENGTH),
  'text-fr': htmlValue,
  'text-en': htmlValue,
  price: priceValue,
};
/** What an item may have. */
export const optionalFields = {
  place: countValue.optional(),
  'best-seller': rankValue.optional(),
  'option-title-fr': lineValue(OPTION_TITLE_LENGTH).optional(),
  'option-title-en': lineValue(OPTION_TITLE_LENGTH).optional(),
  picture: picturesValue.optional(),
};
/** Any of them, but for the pictures. */
export const changeSchema = z
  .object({ ...requiredFields, ...optionalFields })
  .partial()
  .omit({ picture: true });

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
];
