import { pathOf } from '@agres/domain/paths';
import { msg } from '@lingui/core/macro';

import { pageHead } from '../../lib/page-head.ts';
import { pagePreview } from '../../lib/preview-pictures.ts';
import type { RouterContext } from '../../lib/router-context.ts';

/** What search engines and previews read of the legal notices. */
export function legalNoticesHead(context: RouterContext) {
  return pageHead(context, {
    pathIn: (locale) => pathOf('legalNotices', locale),
    picture: pagePreview('legalNotices', context.locale),
    title: context.i18n._(msg`Legal notices`),
    description: context.i18n._(msg`Who we are, and what we do with your data.`),
  });
}

/** What search engines and previews read of the general terms. */
export function termsHead(context: RouterContext) {
  return pageHead(context, {
    pathIn: (locale) => pathOf('terms', locale),
    picture: pagePreview('terms', context.locale),
    title: context.i18n._(msg`General terms`),
    description: context.i18n._(
      msg`Orders, prices, delivery, returns, guarantees, subscription and referral.`,
    ),
  });
}

/** Terms that were once accepted are for who accepted them. */
export function acceptedTermsHead(context: RouterContext) {
  return pageHead(context, {
    title: context.i18n._(msg`General terms`),
    description: context.i18n._(msg`The general terms of an order, as they were accepted.`),
  });
}

/** What search engines and previews read of the accessibility statement. */
export function accessibilityHead(context: RouterContext) {
  return pageHead(context, {
    pathIn: (locale) => pathOf('accessibility', locale),
    title: context.i18n._(msg`Accessibility`),
    description: context.i18n._(
      msg`How accessible this site is, how we tested it, and how to report a problem.`,
    ),
  });
}
