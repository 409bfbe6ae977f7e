import { msg } from '@lingui/core/macro';
import { pathOf } from '@shop/domain/paths';

import { pageHead } from '../../lib/page-head.ts';
import type { RouterContext } from '../../lib/router-context.ts';

/** What search engines and previews read of the questions. */
export function faqHead(context: RouterContext) {
  return pageHead(context, {
    pathIn: (locale) => pathOf('faq', locale),
    title: context.i18n._(msg`Frequently asked questions`),
    description: context.i18n._(
      msg`Password recovery, activation e-mail, understanding the instructions of a session.`,
    ),
  });
}
