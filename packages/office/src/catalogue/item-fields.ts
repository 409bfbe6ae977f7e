import { VAT_PERCENT_MAX } from '@agres/domain/owner-settings';
import { DISPLAYED_PRICE_CENTS } from '@agres/domain/prices';
import { ITEM_USES } from '@agres/domain/shapes';
import { z } from 'zod';

import { htmlValue, linesValue, lineValue, pictureSchema } from '../operations/values.ts';

const TITLE_LENGTH = 120;
const OPTION_TITLE_LENGTH = 60;
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

const { min, max } = DISPLAYED_PRICE_CENTS;

/** What can be changed of an item, from every interface. */
const itemFieldsSchema = z.object({
  titleFr: lineValue(TITLE_LENGTH),
  titleEn: lineValue(TITLE_LENGTH),
  /** HTML, which is cleaned before it is kept. */
  descriptionFr: htmlValue,
  descriptionEn: htmlValue,
  /** What people see and pay. */
  shownPriceCents: z.int().min(min).max(max),
  /** The VAT rate of its own; null: the shop's. Under franchise it is not read. */
  vatPercent: z.number().positive().max(VAT_PERCENT_MAX).nullable(),
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
      url: pictureSchema,
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
