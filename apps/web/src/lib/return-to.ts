import { safeRedirect } from '@agres/domain/safe-redirect';

/** The page to return to after the log-in, in addresses as `?redirect=PATH`. */
export type ReturnTo = { redirect?: string | undefined };

/** Reads the page to return to. Drops addresses outside this site, to prevent open redirects. */
export function parseReturnTo(search: Record<string, unknown>): ReturnTo {
  const redirect = safeRedirect(search['redirect'], '');
  return { redirect: redirect === '' ? undefined : redirect };
}
