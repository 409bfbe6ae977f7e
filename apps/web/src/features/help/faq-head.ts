import { isOfSite } from '@agres/domain/owner-settings';
import { pathOf } from '@agres/domain/paths';
import { FAQ_TEXTS } from '@agres/i18n/faq-texts';
import { msg } from '@lingui/core/macro';

import { pageHead } from '../../lib/page-head.ts';
import { pagePreview } from '../../lib/preview-pictures.ts';
import type { RouterContext } from '../../lib/router-context.ts';
import { siteEntry, type OwnEntry } from './own-entries.tsx';

/** The head of the FAQ page. */
export function faqHead(context: RouterContext, own: readonly OwnEntry[]) {
  return pageHead(context, {
    pathIn: (locale) => pathOf('faq', locale),
    picture: pagePreview('faq', context.locale),
    title: context.i18n._(msg`Frequently asked questions`),
    description: context.i18n._(
      msg`Password recovery, activation email, understanding the instructions of a session.`,
    ),
    statements: import.meta.env.SSR
      ? [
          {
            '@type': 'FAQPage',
            mainEntity: [
              ...Object.values(FAQ_TEXTS).map((text) => siteEntry(context.i18n, own, text)),
              ...own.filter((entry) => !isOfSite(entry)),
              // Search engines read an answer as HTML.
            ].map(({ question, answer }) => statementOf(question, escaped(answer))),
          },
        ]
      : [],
  });
}

const statementOf = (question: string, answer: string) => ({
  '@type': 'Question',
  name: question,
  acceptedAnswer: { '@type': 'Answer', text: answer },
});

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
