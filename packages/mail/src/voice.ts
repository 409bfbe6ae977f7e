import { BRAND } from '@agres/domain/brand';
import type { Locale } from '@agres/domain/locale';
import { createI18n, type Catalog } from '@agres/i18n/create-i18n';
import { messages as englishEmails } from '@agres/i18n/locales/en/emails.ts';
import { messages as frenchEmails } from '@agres/i18n/locales/fr/emails.ts';
import type { MessageDescriptor } from '@lingui/core';

const EMAIL_TEXTS: Catalog = { fr: frenchEmails, en: englishEmails };

/** The texts of emails in one language. */
export type Voice = {
  locale: Locale;
  /** Returns a text of the catalogue with its values; `{brand}` is always the brand's name. */
  say: (text: MessageDescriptor, values?: Record<string, string | number>) => string;
};

export function createVoice(locale: Locale): Voice {
  const i18n = createI18n(locale, EMAIL_TEXTS);
  return {
    locale,
    // Replaces non-breaking hyphens, which pages use: a search in a mailbox finds `e-mail` only with the plain
    // hyphen.
    say: ({ id }, values) => i18n._(id, { brand: BRAND.name, ...values }).replaceAll('\u2011', '-'),
  };
}
