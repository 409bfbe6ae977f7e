import { pathOf } from '@agres/domain/paths';
import { msg } from '@lingui/core/macro';

import { pageHead } from '../../lib/page-head.ts';
import { pagePreview } from '../../lib/preview-pictures.ts';
import type { RouterContext } from '../../lib/router-context.ts';

export function contactHead(context: RouterContext) {
  return pageHead(context, {
    title: context.i18n._(msg`Contact us`),
    listing: import.meta.env.SSR && {
      pathIn: (locale) => pathOf('contact', locale),
      picture: pagePreview('contact', context.locale),
      description: context.i18n._(
        msg`A question about an order, a session or your subscription? Write to us: we reply within 48 hours.`,
      ),
    },
  });
}
