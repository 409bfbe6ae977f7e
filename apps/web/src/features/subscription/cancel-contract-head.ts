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
