import { pathOf } from '@agres/domain/paths';
import { msg } from '@lingui/core/macro';

import { pageHead } from '../../lib/page-head.ts';
import { pagePreview } from '../../lib/preview-pictures.ts';
import type { RouterContext } from '../../lib/router-context.ts';

export function legalNoticesHead(context: RouterContext) {
  return pageHead(context, {
    title: context.i18n._(msg`Legal notices`),
    listing: import.meta.env.SSR && {
      pathIn: (locale) => pathOf('legalNotices', locale),
      picture: pagePreview('legalNotices', context.locale),
      description: context.i18n._(msg`Who we are, and what we do with your data.`),
    },
  });
}

export function termsHead(context: RouterContext) {
  return pageHead(context, {
    title: context.i18n._(msg`General terms`),
    listing: import.meta.env.SSR && {
      pathIn: (locale) => pathOf('terms', locale),
      picture: pagePreview('terms', context.locale),
      description: context.i18n._(
        msg`Orders, prices, delivery, returns, guarantees, subscription and referral.`,
      ),
    },
  });
}

/** Returns the head of an accepted version of the terms. Without a `pathIn`, search engines do not index it. */
export function acceptedTermsHead(context: RouterContext) {
  return pageHead(context, {
    title: context.i18n._(msg`General terms`),
    listing: import.meta.env.SSR && {
      description: context.i18n._(msg`The general terms of an order, as they were accepted.`),
    },
  });
}

export function accessibilityHead(context: RouterContext) {
  return pageHead(context, {
    title: context.i18n._(msg`Accessibility`),
    listing: import.meta.env.SSR && {
      pathIn: (locale) => pathOf('accessibility', locale),
      description: context.i18n._(
        msg`How accessible this site is, how we tested it, and how to report a problem.`,
      ),
    },
  });
}
