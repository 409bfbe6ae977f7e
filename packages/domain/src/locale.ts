/** The display languages, the default first (S9.27). */
export const LOCALES = ['fr', 'en'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'fr';

export type Localized = Record<Locale, string>;

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/** Returns the display language of a text, such as a stored one; French for any other. */
export function localeOf(text: string): Locale {
  return isLocale(text) ? text : DEFAULT_LOCALE;
}

export function otherLocale(locale: Locale): Locale {
  return locale === 'fr' ? 'en' : 'fr';
}

/**
 * Returns the language of a request whose URL has none: the first valid `locale` cookie, otherwise the
 * display language that `Accept-Language` prefers, otherwise French.
 */
export function negotiateLocale(
  cookies: readonly string[],
  acceptLanguage: string | undefined,
): Locale {
  const chosen = cookies.find(isLocale);
  if (chosen !== undefined) return chosen;
  const preferred = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((entry, index) => {
      const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';');
      const quality = parameters.map((p) => /^\s*q=([\d.]+)\s*$/.exec(p)?.[1]).find(Boolean);
      const weight = Number(quality ?? 1);
      return { language: tag.split('-')[0], weight: Number.isNaN(weight) ? 0 : weight, index };
    })
    .filter((entry) => entry.weight > 0)
    .toSorted((a, b) => b.weight - a.weight || a.index - b.index)
    .find((entry) => isLocale(entry.language));
  return isLocale(preferred?.language) ? preferred.language : DEFAULT_LOCALE;
}
