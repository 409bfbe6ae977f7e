import { BRAND } from '@agres/domain/brand';
import type { Locale } from '@agres/domain/locale';
import { createI18n, type Catalog } from '@agres/i18n/create-i18n';
import { messages as englishEmails } from '@agres/i18n/locales/en/emails.ts';
import { messages as frenchEmails } from '@agres/i18n/locales/fr/emails.ts';
import type { MessageDescriptor } from '@lingui/core';

const EMAIL_TEXTS: Catalog = { fr: frenchEmails, en: englishEmails };

export type Voice = {
  locale: Locale;
  /** Returns a text of the catalogue. `{brand}` is always available. */
  say: (text: MessageDescriptor, values?: Record<string, string | number>) => string;
};

export function createVoice(locale: Locale): Voice {
  const i18n = createI18n(locale, EMAIL_TEXTS);
  return {
    locale,
    // Pages use non-breaking hyphens; a mailbox search finds `e-mail` only with the plain hyphen.
    say: ({ id }, values) => i18n._(id, { brand: BRAND.name, ...values }).replaceAll('\u2011', '-'),
  };
}
