import { msg } from '@lingui/core/macro';
import { pathOf } from '@shop/domain/paths';

import { pageHead } from '../../lib/page-head.ts';
import type { RouterContext } from '../../lib/router-context.ts';

/** What search engines and previews read of the legal notices. */
export function noticesHead(context: RouterContext) {
  return pageHead(context, {
    pathIn: (locale) => pathOf('legalNotices', locale),
    title: context.i18n._(msg`Legal notices`),
    description: context.i18n._(msg`Who publishes this site, and what becomes of your data.`),
  });
}

/** What search engines and previews read of the general terms. */
export function termsHead(context: RouterContext) {
  return pageHead(context, {
    pathIn: (locale) => pathOf('terms', locale),
    title: context.i18n._(msg`General terms`),
    description: context.i18n._(
      msg`Orders, prices, delivery, returns, guarantees, subscription and referral.`,
    ),
  });
}
