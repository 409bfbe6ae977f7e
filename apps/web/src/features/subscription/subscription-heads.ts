import { pathOf } from '@agres/domain/paths';
import { msg } from '@lingui/core/macro';

import { pageHead } from '../../lib/page-head.ts';
import type { RouterContext } from '../../lib/router-context.ts';

export function subscribeHead(context: RouterContext) {
  return pageHead(context, {
    title: context.i18n._(msg`Subscribe`),
    listing: import.meta.env.SSR && {
      description: context.i18n._(msg`Your personal programme, by the month or by the year.`),
      pathIn: (locale) => pathOf('subscribe', locale),
    },
  });
}
