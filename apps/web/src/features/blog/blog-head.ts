import { msg } from '@lingui/core/macro';
import { pathOf } from '@shop/domain/paths';

import { pageHead } from '../../lib/page-head.ts';
import { pagePreview } from '../../lib/preview-pictures.ts';
import type { RouterContext } from '../../lib/router-context.ts';

/** What search engines and previews read of the blog. */
export function blogHead(context: RouterContext) {
  return pageHead(context, {
    pathIn: (locale) => pathOf('blog', locale),
    picture: pagePreview('blog', context.locale),
    title: context.i18n._(msg`Blog`),
    description: context.i18n._(
      msg`Articles by our coaches on strength, mobility, handstands and juggling.`,
    ),
  });
}
