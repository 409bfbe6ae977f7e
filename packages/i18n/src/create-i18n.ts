import type { Locale } from '@agres/domain/locale';
import { setupI18n, type I18n, type Messages } from '@lingui/core';

export type Catalog = Record<Locale, Messages>;

/** Creates an instance for one language. Create one per email, request or call, and never share it. */
export function createI18n(locale: Locale, ...catalogs: readonly Catalog[]): I18n {
  const messages: Messages = Object.assign({}, ...catalogs.map((catalog) => catalog[locale]));
  return setupI18n({ locale, messages: { [locale]: messages } });
}
