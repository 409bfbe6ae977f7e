import { msg } from '@lingui/core/macro';

import { pageHead } from '../../../lib/page-head.ts';
import type { RouterContext } from '../../../lib/router-context.ts';

/** The title of the profile; search engines are kept out of it. */
export function profileHead(context: RouterContext) {
  return pageHead(context, {
    title: context.i18n._(msg`My profile`),
    description: context.i18n._(msg`Your account, your orders and your referral code.`),
  });
}
