import { msg } from '@lingui/core/macro';
import { pathOf } from '@shop/domain/paths';

import { pageHead } from '../../lib/page-head.ts';
import type { RouterContext } from '../../lib/router-context.ts';

/** What search engines and previews read of the page that ends a subscription. */
export function cancelContractHead(context: RouterContext) {
  return pageHead(context, {
    pathIn: (locale) => pathOf('cancelContract', locale),
    title: context.i18n._(msg`Cancel your contract`),
    description: context.i18n._(
      msg`End your subscription online, at any time and free of charge; your access lasts to the end of the paid period.`,
    ),
  });
}

/** The title of the page that begins a subscription; search engines are kept out of it. */
export function subscribeHead(context: RouterContext) {
  return pageHead(context, {
    title: context.i18n._(msg`Subscribe`),
    description: context.i18n._(msg`Your personal programme, by the month or by the year.`),
  });
}

/** The title of the page that changes a subscription's card; search engines are kept out of it. */
export function cardUpdateHead(context: RouterContext) {
  return pageHead(context, {
    title: context.i18n._(msg`Update payment method`),
    description: context.i18n._(msg`The card your subscription is charged to.`),
  });
}
