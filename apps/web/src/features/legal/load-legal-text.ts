import type { Locale } from '@agres/domain/locale';
import type { KeptData } from '@agres/legal/kept-data';
import { typesetText, type LegalText } from '@agres/legal/legal-text';

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

/** Loads a text in one language only; they are too long for the catalogues. */
export async function loadLegalText(
  name: keyof typeof LOADERS,
  locale: Locale,
): Promise<LegalText> {
  const text = LOADERS[name][locale]();
  if (locale !== 'fr') return text;
  // Every page loads this file, few need this.
  const { typesetFrench } = await import('@agres/i18n/typography');
  return typesetText(await text, typesetFrench);
}

/** The day on which the shop began to use the present terms; null while the data is away, which they do not need. */
export async function loadTermsDay({ data, locale }: RouterContext): Promise<string | null> {
  try {
    const { formatDate } = await import('@agres/i18n/formats');
    const { client } = await data.load();
    return formatDate(locale, (await client.contractTexts.current.query({ locale })).since);
  } catch {
    return null;
  }
}

/** Loads what is kept about people, why and until when, in one language. */
export async function loadKeptData(locale: Locale): Promise<readonly KeptData[]> {
  if (locale === 'en') return (await import('@agres/legal/kept-data.en')).keptData;
  const { keptData } = await import('@agres/legal/kept-data.fr');
  const { typesetFrench } = await import('@agres/i18n/typography');
  return keptData.map(({ part, what, why, until }) => ({
    part,
    what: typesetFrench(what),
    why: typesetFrench(why),
    until: typesetFrench(until),
  }));
}

/** Loads terms that were once accepted, by the beginning of their hash; null while the data is away. */
export async function loadAcceptedTerms(
  context: RouterContext,
  hash: string,
): Promise<AcceptedTerms | null> {
  const { readAcceptedTerms } = await import('./accepted-terms.ts');
  return readAcceptedTerms(context, hash);
}
