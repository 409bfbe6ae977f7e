import type { Locale } from '@agres/domain/locale';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Remembers a language for addresses that name none (contract, section 1). Called where a person shows
 * which one is theirs: at the language switch, a log-in and a sign-up. Seeing a page shows nothing.
 */
export function rememberLanguage(locale: Locale): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `locale=${locale}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`;
}
