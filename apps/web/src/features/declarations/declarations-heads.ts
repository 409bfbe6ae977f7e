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
        msg`Changed your mind within 14 days? Withdraw online, with no log-in and no reason needed, and get your receipt immediately.`,
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
        msg`Cancel your subscription online, at any time and free of charge. You keep access until the end of the period you’ve paid for.`,
      ),
    },
  });
}
