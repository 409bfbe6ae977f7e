import type { Locale } from '@agres/domain/locale';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Stores the language for addresses without a language prefix. Call it when a person chooses a language: at the
 * language switch, the log-in and the sign-up. Viewing a page is not a choice.
 */
export function rememberLanguage(locale: Locale): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `locale=${locale}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`;
}
