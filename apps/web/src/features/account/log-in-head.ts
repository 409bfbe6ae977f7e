import { msg } from '@lingui/core/macro';
import { pathOf } from '@shop/domain/paths';

import { pageHead } from '../../lib/page-head.ts';
import type { RouterContext } from '../../lib/router-context.ts';

/** What search engines and previews read of the log-in page. */
export function logInHead(context: RouterContext) {
  return pageHead(context, {
    pathIn: (locale) => pathOf('logIn', locale),
    title: context.i18n._(msg`Log in`),
    description: context.i18n._(msg`Log in to follow your orders and your programme.`),
  });
}
