import { pathOf } from '@agres/domain/paths';
import { msg } from '@lingui/core/macro';

import { pageHead } from '../../lib/page-head.ts';
import type { RouterContext } from '../../lib/router-context.ts';

/** Returns the head of the sign-up page, for link previews only. */
export function signUpHead(context: RouterContext) {
  return pageHead(context, {
    title: context.i18n._(msg`Create my account`),
    listing: import.meta.env.SSR && {
      pathIn: (locale) => pathOf('signUp', locale),
      isHidden: true,
      description: context.i18n._(msg`It’s free. We’ll email you a link to activate your account.`),
    },
  });
}

/**
 * Returns the head of the pages behind links in emails. Without a `pathIn`, search engines do not index them.
 */
export function linkHead(context: RouterContext) {
  return pageHead(context, {
    title: context.i18n._(msg`My account`),
    listing: import.meta.env.SSR && {
      description: context.i18n._(msg`This page opens from a link in one of our emails.`),
    },
  });
}

export function editAccountHead(context: RouterContext) {
  return pageHead(context, {
    title: context.i18n._(msg`Edit my account`),
    listing: import.meta.env.SSR && {
      description: context.i18n._(msg`Enter your password to save any changes.`),
    },
  });
}

export function myDataHead(context: RouterContext) {
  return pageHead(context, {
    title: context.i18n._(msg`My data`),
    listing: import.meta.env.SSR && {
      description: context.i18n._(msg`What we keep, why and for how long`),
    },
  });
}

/** Returns the head of the log-in page, for link previews only. */
export function logInHead(context: RouterContext) {
  return pageHead(context, {
    title: context.i18n._(msg`Log in`),
    listing: import.meta.env.SSR && {
      pathIn: (locale) => pathOf('logIn', locale),
      isHidden: true,
      description: context.i18n._(msg`Log in to follow your orders and your programme.`),
    },
  });
}

export function profileHead(context: RouterContext) {
  return pageHead(context, {
    title: context.i18n._(msg`My profile`),
    listing: import.meta.env.SSR && {
      description: context.i18n._(msg`Log in to follow your orders and your programme.`),
    },
  });
}
