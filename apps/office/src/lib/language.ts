import { isLocale, localeOf, type Locale } from '@agres/domain/locale';
import { setupI18n, type I18n, type Messages } from '@lingui/core';

import { setCallLocale } from './api.ts';

const KEY = 'office-locale';
const LOADERS: Record<Locale, () => Promise<{ messages: Messages }>> = {
  fr: () => import('@agres/i18n/locales/fr/office-pages.po'),
  en: () => import('@agres/i18n/locales/en/office-pages.po'),
};

/** Until a language is chosen, that of the browser; French for another one. */
export const chosenLocale = (): Locale =>
  localeOf(
    localStorage.getItem(KEY) ??
      navigator.languages.map((tag) => tag.slice(0, 2)).find(isLocale) ??
      'fr',
  );

export const hasChosenLocale = (): boolean => localStorage.getItem(KEY) !== null;

/** Activates a language and remembers it in this browser. */
export async function chooseLocale(locale: Locale): Promise<void> {
  localStorage.setItem(KEY, locale);
  await speak(i18n, locale);
}

export async function speak(i18n: I18n, locale: Locale): Promise<void> {
  const { messages } = await LOADERS[locale]();
  document.documentElement.lang = locale;
  setCallLocale(locale);
  i18n.loadAndActivate({ locale, messages });
}

export const i18n = setupI18n();
