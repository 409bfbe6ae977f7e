import { msg } from '@lingui/core/macro';

import { pageHead } from '../../lib/page-head.ts';
import type { RouterContext } from '../../lib/router-context.ts';

/** The head of the page of an order. Search engines must not index it. */
export function orderHead(context: RouterContext, id: string) {
  return pageHead(context, {
    title: context.i18n._(msg`Order no. ${id}`),
    listing: import.meta.env.SSR && {
      description: context.i18n._(
        msg`What you ordered, how far it is, where it goes and what you paid.`,
      ),
    },
  });
}
