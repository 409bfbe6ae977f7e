import type { MessageDescriptor } from '@lingui/core';
import { BRAND } from '@shop/domain/brand';
import type { Locale } from '@shop/domain/locale';
import { createI18n, type Catalog } from '@shop/i18n/create-i18n';
import { messages as englishLetters } from '@shop/i18n/locales/en/letters.ts';
import { messages as frenchLetters } from '@shop/i18n/locales/fr/letters.ts';

const LETTER_TEXTS: Catalog = { fr: frenchLetters, en: englishLetters };

/** One language in which a letter is written. */
export type Voice = {
  locale: Locale;
  /** A text of the catalogue with its values; `{brand}` is the brand's name in each. */
  say: (text: MessageDescriptor, values?: Record<string, string | number>) => string;
};

export function createVoice(locale: Locale): Voice {
  const i18n = createI18n(locale, LETTER_TEXTS);
  return { locale, say: ({ id }, values) => i18n._(id, { brand: BRAND.name, ...values }) };
}
