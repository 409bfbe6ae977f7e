import { safeRedirect } from '@agres/domain/safe-redirect';

/** The page to return to after log-in, carried in addresses as `?redirect=PATH`. */
export type ReturnTo = { redirect?: string | undefined };

/** Reads the page to return to from an address; what is no page of this site is dropped (security, F6). */
export function returnToOf(search: Record<string, unknown>): ReturnTo {
  const redirect = safeRedirect(search['redirect'], '');
  return { redirect: redirect === '' ? undefined : redirect };
}
