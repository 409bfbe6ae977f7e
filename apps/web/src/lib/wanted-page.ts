import { safeRedirect } from '@shop/domain/redirect';

/** Where somebody wanted to go before logging in, carried in addresses as `?redirect=PATH`. */
export type WantedPage = { redirect?: string | undefined };

const STORED_AT = 'wanted-page';

/** As long as an activation link works; who opens it later begins anew. */
const REMEMBERED_MS = 72 * 60 * 60 * 1000;

/** Reads the wanted page of an address; what is no page of this site is dropped (security, F6). */
export function wantedPageOf(search: Record<string, unknown>): WantedPage {
  const redirect = safeRedirect(search['redirect'], '');
  return { redirect: redirect === '' ? undefined : redirect };
}

/**
 * Keeps the wanted page of somebody who signs up, or has forgotten the password, until the letter's
 * link is opened, which often is in another tab. Without one, that of whoever was here before is
 * forgotten.
 */
export function rememberWantedPage({ redirect }: WantedPage): void {
  try {
    if (redirect === undefined) localStorage.removeItem(STORED_AT);
    else localStorage.setItem(STORED_AT, JSON.stringify({ redirect, keptAt: Date.now() }));
  } catch {
    // A browser that keeps nothing: log-in leads to the profile then.
  }
}

/** The page that was kept in this browser, once. */
export function takeWantedPage(): WantedPage {
  try {
    const kept = JSON.parse(localStorage.getItem(STORED_AT) ?? 'null');
    localStorage.removeItem(STORED_AT);
    return Date.now() - kept?.keptAt < REMEMBERED_MS ? wantedPageOf(kept) : {};
  } catch {
    return {};
  }
}
