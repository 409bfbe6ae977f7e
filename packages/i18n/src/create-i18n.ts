import type { Locale } from '@agres/domain/locale';
import { setupI18n, type I18n, type Messages } from '@lingui/core';

/** A compiled catalogue in every display language. */
export type Catalog = Record<Locale, Messages>;

/** A new instance for one language: one for each email, request or call, never shared. */
export function createI18n(locale: Locale, ...catalogs: readonly Catalog[]): I18n {
  const messages: Messages = Object.assign({}, ...catalogs.map((catalog) => catalog[locale]));
  return setupI18n({ locale, messages: { [locale]: messages } });
}
