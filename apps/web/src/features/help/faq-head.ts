import { escapeHtml } from '@agres/domain/escape-html';
import { pathOf } from '@agres/domain/paths';
import { msg } from '@lingui/core/macro';

import { pageHead } from '../../lib/page-head.ts';
import { pagePreview } from '../../lib/preview-pictures.ts';
import type { RouterContext } from '../../lib/router-context.ts';
import type { FaqEntries } from './own-entries.tsx';

/** Returns the head of the FAQ. It is part of the entry bundle, unlike the texts of the entries. */
export function faqHead(context: RouterContext, entries: FaqEntries | undefined) {
  return pageHead(context, {
    title: context.i18n._(msg`Frequently asked questions`),
    listing: import.meta.env.SSR && {
      pathIn: (locale) => pathOf('faq', locale),
      picture: pagePreview('faq', context.locale),
      description: context.i18n._(
        msg`Password recovery, activation email, understanding the instructions of a session.`,
      ),
      statements: entries
        ? [
            {
              '@type': 'FAQPage',
              // Search engines read an answer as HTML.
              mainEntity: [...Object.values(entries.site), ...entries.own].map(
                ({ question, answer }) => statementOf(question, escapeHtml(answer)),
              ),
            },
          ]
        : [],
    },
  });
}

const statementOf = (question: string, answer: string) => ({
  '@type': 'Question',
  name: question,
  acceptedAnswer: { '@type': 'Answer', text: answer },
});
