import { msg } from '@lingui/core/macro';
import { pathOf } from '@shop/domain/paths';

import { pageHead } from '../../lib/page-head.ts';
import type { RouterContext } from '../../lib/router-context.ts';

/** What search engines and previews read of the blog. */
export function blogHead(context: RouterContext) {
  return pageHead(context, {
    pathIn: (locale) => pathOf('blog', locale),
    title: context.i18n._(msg`Blog`),
    description: context.i18n._(
      msg`Articles by our coaches on strength, mobility, handstands and juggling.`,
    ),
  });
}
