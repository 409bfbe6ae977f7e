import { parseReturnTo, type ReturnTo } from './return-to.ts';

/* What the browser stores for a visitor until the log-in. */

/** The key in `localStorage`. Do not rename it: browsers have entries under this name. */
const STORED_AT = 'wanted-page';

const EMAIL_AT = 'log-in-email';

/** As long as an activation link is valid. A visitor who opens the link later starts again. */
const NOTES_TTL_MS = 72 * 60 * 60 * 1000;

/**
 * Stores the page to return to during a sign-up or a password reset, because the link of the email often opens in
 * another tab. Without one, deletes the entry of an earlier visitor.
 */
export function rememberReturnTo({ redirect }: ReturnTo): void {
  try {
    if (redirect === undefined) localStorage.removeItem(STORED_AT);
    else localStorage.setItem(STORED_AT, JSON.stringify({ redirect, keptAt: Date.now() }));
  } catch {
    // Storage is unavailable: the log-in leads to the profile.
  }
}

/** Returns the stored page and deletes it; `{}` if it is missing or too old. */
export function takeReturnTo(): ReturnTo {
  try {
    const kept = JSON.parse(localStorage.getItem(STORED_AT) ?? 'null');
    localStorage.removeItem(STORED_AT);
    return Date.now() - kept?.keptAt < NOTES_TTL_MS ? parseReturnTo(kept) : {};
  } catch {
    return {};
  }
}

/** Passes an email address to the log-in page in this tab, without exposing it in a URL or a log. */
export function storeLogInEmail(email: string): void {
  try {
    sessionStorage.setItem(EMAIL_AT, email);
  } catch {
    // Storage is unavailable: the person enters the address again.
  }
}

/** Returns the address and deletes it; null if there is none. */
export function takeLogInEmail(): string | null {
  try {
    const email = sessionStorage.getItem(EMAIL_AT);
    sessionStorage.removeItem(EMAIL_AT);
    return email;
  } catch {
    return null;
  }
}
