import { msg } from '@lingui/core/macro';

import { pageHead } from '../../lib/page-head.ts';
import type { RouterContext } from '../../lib/router-context.ts';

/**
 * Returns the head of the pages behind the links in stock alert emails. Without a `pathIn`, search engines do
 * not index them.
 */
export function stockRequestLinkHead(context: RouterContext) {
  return pageHead(context, {
    title: context.i18n._(msg`Back in stock`),
    listing: import.meta.env.SSR && {
      description: context.i18n._(msg`This page opens from a link in one of our emails.`),
    },
  });
}
