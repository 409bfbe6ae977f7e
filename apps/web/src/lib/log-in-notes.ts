import { returnToOf, type ReturnTo } from './return-to.ts';

/* What a browser keeps of a visitor on the way to a log-in. */

/** The key of `localStorage`; it stays, for browsers that keep a page under it. */
const STORED_AT = 'wanted-page';

/** The key of the tab's `sessionStorage`. */
const EMAIL_AT = 'log-in-email';

/** As long as an activation link works; who opens it later begins anew. */
const REMEMBERED_MS = 72 * 60 * 60 * 1000;

/**
 * Keeps the page to return to during a sign-up or a password reset, until the
 * email's link is opened, which often is in another tab. Without one, an earlier visitor's entry
 * is deleted.
 */
export function rememberReturnTo({ redirect }: ReturnTo): void {
  try {
    if (redirect === undefined) localStorage.removeItem(STORED_AT);
    else localStorage.setItem(STORED_AT, JSON.stringify({ redirect, keptAt: Date.now() }));
  } catch {
    // A browser that keeps nothing: log-in leads to the profile then.
  }
}

/** The page that was kept in this browser, once. */
export function takeReturnTo(): ReturnTo {
  try {
    const kept = JSON.parse(localStorage.getItem(STORED_AT) ?? 'null');
    localStorage.removeItem(STORED_AT);
    return Date.now() - kept?.keptAt < REMEMBERED_MS ? returnToOf(kept) : {};
  } catch {
    return {};
  }
}

/** Hands an address on to the log-in page of this tab, in no address of a page and no log. */
export function carryEmail(email: string): void {
  try {
    sessionStorage.setItem(EMAIL_AT, email);
  } catch {
    // A browser that keeps nothing: it is typed once more.
  }
}

/** The address that was handed on, once. */
export function takeCarriedEmail(): string | null {
  try {
    const email = sessionStorage.getItem(EMAIL_AT);
    sessionStorage.removeItem(EMAIL_AT);
    return email;
  } catch {
    return null;
  }
}
