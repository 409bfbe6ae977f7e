import type { Locale } from '@agres/domain/locale';
import { typesetText, type LegalText } from '@agres/legal/legal-text';
import type { StoredData } from '@agres/legal/stored-data';

import type { RouterContext } from '../../lib/router-context.ts';
import type { AcceptedTerms } from './accepted-terms.ts';

const LOADERS = {
  notices: {
    fr: async () => (await import('@agres/legal/notices.fr')).notices(),
    en: async () => (await import('@agres/legal/notices.en')).notices(),
  },
  terms: {
    fr: async () => (await import('@agres/legal/terms.fr')).terms(),
    en: async () => (await import('@agres/legal/terms.en')).terms(),
  },
  accessibility: {
    fr: async () => (await import('@agres/legal/accessibility.fr')).accessibility(),
    en: async () => (await import('@agres/legal/accessibility.en')).accessibility(),
  },
} satisfies Record<string, Record<Locale, () => Promise<LegalText>>>;

/** Loads a legal text. The texts are too long for the catalogues. */
export async function loadLegalText(
  name: keyof typeof LOADERS,
  locale: Locale,
): Promise<LegalText> {
  const text = LOADERS[name][locale]();
  if (locale !== 'fr') return text;
  // Lazy, because every page loads this file and few pages need typography.
  const { typesetCatalogue } = await import('@agres/i18n/typography');
  return typesetText(await text, typesetCatalogue);
}

/**
 * Loads the first day of the current terms, formatted; null if the data is unavailable. The page works without
 * it.
 */
export async function loadTermsDay({ data, locale }: RouterContext): Promise<string | null> {
  try {
    const { formatDate } = await import('@agres/i18n/formats');
    const { client } = await data.load();
    return formatDate(locale, (await client.contractTexts.current.query({ locale })).since);
  } catch {
    return null;
  }
}

/** Loads the list of personal data with purposes and retention periods. */
export async function loadKeptData(locale: Locale): Promise<readonly StoredData[]> {
  if (locale === 'en') return (await import('@agres/legal/stored-data.en')).storedData;
  const { storedData } = await import('@agres/legal/stored-data.fr');
  const { typesetCatalogue } = await import('@agres/i18n/typography');
  return storedData.map(({ part, what, why, until }) => ({
    part,
    what: typesetCatalogue(what),
    why: typesetCatalogue(why),
    until: typesetCatalogue(until),
  }));
}

export async function loadAcceptedTerms(
  context: RouterContext,
  hash: string,
): Promise<AcceptedTerms | null> {
  const { readAcceptedTerms } = await import('./accepted-terms.ts');
  return readAcceptedTerms(context, hash);
}
