import { pathOf } from '@agres/domain/paths';
import { msg } from '@lingui/core/macro';

import { pageHead } from '../../lib/page-head.ts';
import { pagePreview } from '../../lib/preview-pictures.ts';
import type { RouterContext } from '../../lib/router-context.ts';
import { FAQ_ENTRIES } from './faq-entries.ts';

/** What search engines and previews read of the questions. */
export function faqHead(context: RouterContext) {
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
            mainEntity: Object.values(FAQ_ENTRIES).map(({ question, answer }) => ({
              '@type': 'Question',
              name: context.i18n._(question),
              acceptedAnswer: { '@type': 'Answer', text: context.i18n._(answer) },
            })),
          },
        ]
      : [],
  });
}
