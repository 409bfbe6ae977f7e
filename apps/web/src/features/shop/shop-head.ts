import { pathOf } from '@agres/domain/paths';
import { msg } from '@lingui/core/macro';

import { pageHead } from '../../lib/page-head.ts';
import { pagePreview } from '../../lib/preview-pictures.ts';
import type { RouterContext } from '../../lib/router-context.ts';

export function shopHead(context: RouterContext) {
  return pageHead(context, {
    title: context.i18n._(msg`Shop`),
    listing: import.meta.env.SSR && {
      pathIn: (locale) => pathOf('shop', locale),
      picture: pagePreview('shop', context.locale),
      description: context.i18n._(msg`Equipment to train anywhere, delivered to a pickup point.`),
    },
  });
}
