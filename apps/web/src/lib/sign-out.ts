import { pathOf } from '@agres/domain/paths';
import { isSuccessCode, type SuccessCode } from '@agres/domain/success-codes';

import { pageLocale } from './page-locale.ts';
import { askForSession, NOT_LOGGED_IN, xsrfTokens } from './xsrf-token.ts';

const SIGN_OUT_MESSAGE_KEY = 'farewell';

/** Module state is safe here: only the browser sets it, and a document has one user. */
let isEnding = false;

/** Tells the other tabs that the session has ended. Undefined on the server. */
let tabs: BroadcastChannel | undefined;

/**
 * Ends the session with `end`, then loads the home page in the same language as a new document
 * (docs/spec-coverage.md, section 2). The home page shows `message`. Pending loaders check `isSessionEnding`, so
 * that none of them redirects in the meantime. Rejects with the error of `end`.
 */
export async function endSession(
  end: () => Promise<unknown>,
  message?: SuccessCode,
): Promise<void> {
  isEnding = true;
  try {
    await end();
    clearTabData();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel stays in its origin
    tabs?.postMessage('ended');
    if (message) keepSignOutMessage(message);
    window.location.assign(pathOf('home', pageLocale()));
  } catch (error) {
    isEnding = false;
    if (error instanceof Error && error.message === NOT_LOGGED_IN) reloadAfterSessionEnd();
    throw error;
  }
}

export const isSessionEnding = (): boolean => isEnding;

/**
 * Reloads pages that outlive their session. `isSignedIn` says whether this page was rendered for a member. If
 * another tab ends the session, this tab deletes its stored data. When the back/forward cache restores a member's
 * page, the page reloads; a visitor's page reloads only after a log-in.
 */
export function watchSession(isSignedIn: () => boolean): void {
  tabs = new BroadcastChannel('session');
  tabs.addEventListener('message', () => {
    clearTabData();
    if (isSignedIn()) window.location.reload();
  });

  // Compare all tokens: any of them may be ours, and ours changes with the session.
  const markNow = () => xsrfTokens().join(' ');
  let mark = markNow();
  const comeBack = async () => {
    const isOther = markNow() !== mark;
    // Hide the page until the server has answered, so that going back never shows another session's data.
    document.documentElement.hidden = isOther;
    // A visitor's first call sets a token without a log-in, so check the session before a reload.
    if (isSignedIn() || (isOther && (await askForSession()))) window.location.reload();
    else document.documentElement.hidden = false;
    mark = markNow();
  };
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void comeBack();
  });
}

/** Reloads the document after the session has ended elsewhere, for example by expiry. */
export function reloadAfterSessionEnd(): void {
  if (!isEnding) window.location.reload();
}

function keepSignOutMessage(code: SuccessCode): void {
  try {
    sessionStorage.setItem(SIGN_OUT_MESSAGE_KEY, code);
  } catch {
    // Storage is unavailable: the home page shows no message.
  }
}

export function takeSignOutMessage(): SuccessCode | undefined {
  try {
    const code = sessionStorage.getItem(SIGN_OUT_MESSAGE_KEY);
    sessionStorage.removeItem(SIGN_OUT_MESSAGE_KEY);
    return isSuccessCode(code) ? code : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Deletes a person's data from the tab: drafts (draft-store.ts) and pending calls (pending-call.ts), which the
 * server completes anyway. Uses the prefixes of their keys, because importing those modules would add them to
 * every page.
 */
export function clearTabData(): void {
  try {
    const keys = Array.from(
      { length: sessionStorage.length },
      (_, at) => sessionStorage.key(at) ?? '',
    );
    for (const key of keys) if (/^(?:pending|typed)-/.test(key)) sessionStorage.removeItem(key);
  } catch {
    // Storage is unavailable, so there is nothing to delete.
  }
}
