import { pathOf } from '@agres/domain/paths';
import { msg } from '@lingui/core/macro';

import { pageHead } from '../../lib/page-head.ts';
import type { RouterContext } from '../../lib/router-context.ts';

export function withdrawalHead(context: RouterContext) {
  return pageHead(context, {
    title: context.i18n._(msg`Withdraw from your contract`),
    listing: import.meta.env.SSR && {
      pathIn: (locale) => pathOf('withdrawal', locale),
      description: context.i18n._(
        msg`Change your mind within 14 days, online, without a log-in and without a reason; the receipt comes at once.`,
      ),
    },
  });
}

export function cancelContractHead(context: RouterContext) {
  return pageHead(context, {
    title: context.i18n._(msg`Cancel your contract`),
    listing: import.meta.env.SSR && {
      pathIn: (locale) => pathOf('cancelContract', locale),
      description: context.i18n._(
        msg`End your subscription online, at any time and free of charge; you keep access until the end of the paid period.`,
      ),
    },
  });
}
