import { msg } from '@lingui/core/macro';

import { pageHead } from '../../lib/page-head.ts';
import type { RouterContext } from '../../lib/router-context.ts';

/** Returns the head of an order's page. Without a `pathIn`, search engines do not index it. */
export function orderHead(context: RouterContext, id: string) {
  return pageHead(context, {
    title: context.i18n._(msg`Order no. ${id}`),
    listing: import.meta.env.SSR && {
      description: context.i18n._(msg`Your order: item, progress, pickup point and price.`),
    },
  });
}
