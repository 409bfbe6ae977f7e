import { msg } from '@lingui/core/macro';
import { pathOf } from '@shop/domain/paths';

import { pageHead } from '../../../lib/page-head.ts';
import type { RouterContext } from '../../../lib/router-context.ts';

/** The log-in page for previews; search engines are kept out of it. */
export function logInHead(context: RouterContext) {
  return pageHead(context, {
    pathIn: (locale) => pathOf('logIn', locale),
    isHidden: true,
    title: context.i18n._(msg`Log in`),
    description: context.i18n._(msg`Log in to follow your orders and your programme.`),
  });
}
