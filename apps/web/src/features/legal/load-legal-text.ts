import type { Locale } from '@shop/domain/locale';
import { typesetFrench } from '@shop/i18n/typography';

import type { LegalText } from './legal-text.ts';

const LEGAL_TEXTS = ['notices', 'terms', 'accessibility'] as const;
type LegalTextName = (typeof LEGAL_TEXTS)[number];

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
} satisfies Record<LegalTextName, Record<Locale, () => Promise<LegalText>>>;

/** Loads a text in one language only; they are too long for the catalogues. */
export async function loadLegalText(name: LegalTextName, locale: Locale): Promise<LegalText> {
  const text = await LOADERS[name][locale]();
  return locale === 'fr' ? typeset(text) : text;
}

function typeset({ title, sections }: LegalText): LegalText {
  return {
    title: typesetFrench(title),
    sections: sections.map(({ heading, paragraphs }) => ({
      heading: typesetFrench(heading),
      paragraphs: paragraphs.map((paragraph) =>
        typeof paragraph === 'string' ? typesetFrench(paragraph) : paragraph.map(typesetFrench),
      ),
    })),
  };
}
