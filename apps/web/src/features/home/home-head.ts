import { msg } from '@lingui/core/macro';
import { pathOf } from '@shop/domain/paths';

import { pageHead } from '../../lib/page-head.ts';
import type { RouterContext } from '../../lib/router-context.ts';

/** What search engines and previews read of the home page. */
export function homeHead(context: RouterContext) {
  return pageHead(context, {
    pathIn: (locale) => pathOf('home', locale),
    title: context.i18n._(msg`Agrès: strength, bodyweight, mobility`),
    description: context.i18n._(
      msg`Personalised strength, bodyweight and mobility programmes in an app, and the equipment that goes with them.`,
    ),
  });
}
