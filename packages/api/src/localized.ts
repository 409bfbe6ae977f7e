import { DEFAULT_LOCALE, isLocale, type Locale, type Localized } from '@shop/domain/locale';

/** A text that is there in both languages or in none. */
export function localizedOrNull(fr: string | null, en: string | null): Localized | null {
  return fr === null || en === null ? null : { fr, en };
}

/** The language that a row keeps. */
export function localeOf(stored: string): Locale {
  return isLocale(stored) ? stored : DEFAULT_LOCALE;
}
