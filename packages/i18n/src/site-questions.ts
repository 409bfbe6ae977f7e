import type { Localized } from '@agres/domain/locale';
import type { MessageDescriptor } from '@lingui/core';

import { createI18n } from './create-i18n.ts';
import { FAQ_TEXTS } from './faq-texts.ts';
import { messages as english } from './locales/en/help.ts';
import { messages as french } from './locales/fr/help.ts';

/** Returns the FAQ entries of the site in its own words, in the order of the page. */
export function siteQuestions(): { id: number; question: Localized; answer: Localized }[] {
  const catalog = { fr: french, en: english };
  const [fr, en] = [createI18n('fr', catalog), createI18n('en', catalog)];
  const inBoth = ({ id }: MessageDescriptor) => ({ fr: fr._(id), en: en._(id) });
  return Object.values(FAQ_TEXTS).map(({ id, question, answer }) => ({
    id,
    question: inBoth(question),
    answer: inBoth(answer),
  }));
}
