import { VAT_PERCENT_MAX } from '@agres/domain/owner-settings';
import { DISPLAYED_PRICE_CENTS } from '@agres/domain/prices';
import { ITEM_USES } from '@agres/domain/shape-values';
import { z } from 'zod';

import {
  draftHtml,
  draftLine,
  linesValue,
  lineValue,
  pictureSchema,
} from '../operations/values.ts';

const TITLE_LENGTH = 120;
const OPTION_TITLE_LENGTH = 60;
const MAKER_NAME_LENGTH = 120;
const MAKER_ADDRESS_LENGTH = 200;
const MAKER_CONTACT_LENGTH = 200;
const REFERENCE_LENGTH = 80;
const WARNINGS_LENGTH = 2000;

/** An email address or an https URL. */
const CONTACT = /^(?:[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+|https:\/\/[^\s"'<>\\]+)$/;

const contactValue = z
  .string()
  .refine(
    (text) => CONTACT.test(text) && text.length <= MAKER_CONTACT_LENGTH,
    'must be an e-mail address, or one such as https://maker.example/contact',
  );

const { min, max } = DISPLAYED_PRICE_CENTS;

/** A draft may leave the texts of one language empty. */
const itemFieldsSchema = z.object({
  titleFr: draftLine(TITLE_LENGTH),
  titleEn: draftLine(TITLE_LENGTH),
  /** The HTML is sanitized before it is stored. */
  descriptionFr: draftHtml,
  descriptionEn: draftHtml,
  /** The price shown and paid. */
  shownPriceCents: z.int().min(min).max(max),
  /** The VAT rate of the item. Null means the shop's rate. Ignored without VAT ("franchise"). */
  vatPercent: z.number().positive().max(VAT_PERCENT_MAX).nullable(),
  position: z.int().min(0),
  bestSellerRank: z.int().min(1).max(99).nullable(),
  optionTitleFr: draftLine(OPTION_TITLE_LENGTH),
  optionTitleEn: draftLine(OPTION_TITLE_LENGTH),
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

export const itemChangesSchema = itemFieldsSchema.partial();
export type ItemChanges = z.output<typeof itemChangesSchema>;

/** A new item needs a price; every other field is optional. */
export const newItemSchema = itemChangesSchema.extend(
  itemFieldsSchema.pick({ shownPriceCents: true }).shape,
);
