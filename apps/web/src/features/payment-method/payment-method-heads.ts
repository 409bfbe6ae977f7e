import { msg } from '@lingui/core/macro';

import { pageHead } from '../../lib/page-head.ts';
import type { RouterContext } from '../../lib/router-context.ts';

/** Returns the head of the card update page. Without a `pathIn`, search engines do not index it. */
export function cardUpdateHead(context: RouterContext) {
  return pageHead(context, {
    title: context.i18n._(msg`Change my card`),
    listing: import.meta.env.SSR && {
      description: context.i18n._(msg`The card your subscription is charged to.`),
    },
  });
}
