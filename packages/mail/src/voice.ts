import type { MessageDescriptor } from '@lingui/core';
import { BRAND } from '@shop/domain/brand';
import type { Locale } from '@shop/domain/locale';
import { createI18n, type Catalog } from '@shop/i18n/create-i18n';
import { messages as englishEmails } from '@shop/i18n/locales/en/emails.ts';
import { messages as frenchEmails } from '@shop/i18n/locales/fr/emails.ts';

const EMAIL_TEXTS: Catalog = { fr: frenchEmails, en: englishEmails };

/** The texts of emails in one language. */
export type Voice = {
  locale: Locale;
  /** A text of the catalogue with its values; `{brand}` is always the brand's name. */
  say: (text: MessageDescriptor, values?: Record<string, string | number>) => string;
};

export function createVoice(locale: Locale): Voice {
  const i18n = createI18n(locale, EMAIL_TEXTS);
  return { locale, say: ({ id }, values) => i18n._(id, { brand: BRAND.name, ...values }) };
}
