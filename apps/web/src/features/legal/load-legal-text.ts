import type { Locale } from '@shop/domain/locale';

import type { LegalText } from './legal-text.ts';

const LOADERS = {
  notices: {
    fr: async () => (await import('./notices.fr.ts')).notices,
    en: async () => (await import('./notices.en.ts')).notices,
  },
  terms: {
    fr: async () => (await import('./terms.fr.ts')).terms,
    en: async () => (await import('./terms.en.ts')).terms,
  },
  accessibility: {
    fr: async () => (await import('./accessibility.fr.ts')).accessibility,
    en: async () => (await import('./accessibility.en.ts')).accessibility,
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
  const { typesetFrench } = await import('@shop/i18n/typography');
  return typeset(await text, typesetFrench);
}

type Typeset = (text: string) => string;

function typeset({ title, sections }: LegalText, asFrench: Typeset): LegalText {
  return {
    title: asFrench(title),
    sections: sections.map(({ heading, paragraphs }) => ({
      heading: asFrench(heading),
      paragraphs: paragraphs.map((paragraph) =>
        typeof paragraph === 'string' ? asFrench(paragraph) : paragraph.map(asFrench),
      ),
    })),
  };
}
