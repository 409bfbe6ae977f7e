import { ERROR_CODES } from '@agres/domain/errors';
import type { ErrorTexts } from '@agres/domain/shapes';
import { errorTextsSchema } from '@agres/domain/shapes.schema';
import { SUCCESS_CODES } from '@agres/domain/success-codes';

import { createI18n, type Catalog } from './create-i18n.ts';
import { messages as englishCodes } from './locales/en/codes.ts';
import { messages as frenchCodes } from './locales/fr/codes.ts';
import { messageOf } from './message-of.ts';

/** The catalogue of codes for Node. Pages load it themselves. */
export const CODES: Catalog = { fr: frenchCodes, en: englishCodes };

/** Returns all codes with their texts in every display language: the response of GET /api/errors. */
export function errorTexts(): ErrorTexts {
  const french = createI18n('fr', CODES);
  const english = createI18n('en', CODES);
  const texts = [...ERROR_CODES, ...SUCCESS_CODES].map((code) => [
    code,
    { fr: messageOf(french, code), en: messageOf(english, code) },
  ]);
  return errorTextsSchema.parse(Object.fromEntries(texts));
}
