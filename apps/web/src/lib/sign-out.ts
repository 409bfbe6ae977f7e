import { localeOf } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import { isSuccessCode, type SuccessCode } from '@agres/domain/success-codes';

import { askForSession, NOT_LOGGED_IN, xsrfTokens } from './xsrf-token.ts';

/** The key of `sessionStorage` under which good news waits for the root. */
const FAREWELL = 'farewell';

/** Module state, in the browser alone, where a document is one person's. */
let isEnding = false;

/** On which a browser's tabs tell each other that the session has ended; absent on the server. */
let tabs: BroadcastChannel | undefined;

/**
 * Ends the session by `end`, then opens the root of the page's language as a new document
 * (specification, section 2). What was still loading must not lead elsewhere meanwhile: it asks
 * `isSessionEnding`. The root says `farewell`.
 * Rejects as `end` does.
 */
export async function endSession(
  end: () => Promise<unknown>,
  farewell?: SuccessCode,
): Promise<void> {
  isEnding = true;
  try {
    await end();
    forgetKeptInTab();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel stays in its origin
    tabs?.postMessage('ended');
    if (farewell) keepFarewell(farewell);
    window.location.assign(pathOf('home', localeOf(document.documentElement.lang)));
  } catch (error) {
    isEnding = false;
    if (error instanceof Error && error.message === NOT_LOGGED_IN) leaveEndedSession();
    throw error;
  }
}

/** Whether the session ends because its person wants it to. */
export const isSessionEnding = (): boolean => isEnding;

/**
 * Lets no page outlive the session that it was made for. `isSignedIn` says whether this one was made for
 * a member. Another tab that ends the session makes this one delete what it keeps; and a page that the
 * browser had put aside for the way back is requested again, a visitor's only if a
 * log-in has happened since.
 */
export function watchSession(isSignedIn: () => boolean): void {
  tabs = new BroadcastChannel('session');
  tabs.addEventListener('message', () => {
    forgetKeptInTab();
    if (isSignedIn()) window.location.reload();
  });

  // All of them: whichever is ours, it changes with the session.
  const markNow = () => xsrfTokens().join(' ');
  let mark = markNow();
  const comeBack = async () => {
    const isOther = markNow() !== mark;
    // The back button never shows another session's data, not even for the moment that the
    // server takes.
    document.documentElement.hidden = isOther;
    // A visitor's first call brings a token, and is no other visitor.
    if (isSignedIn() || (isOther && (await askForSession()))) window.location.reload();
    else document.documentElement.hidden = false;
    mark = markNow();
  };
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void comeBack();
  });
}

/** The session has ended without this browser's doing: a new document knows that, this one does not. */
export function leaveEndedSession(): void {
  if (!isEnding) window.location.reload();
}

function keepFarewell(farewell: SuccessCode): void {
  try {
    sessionStorage.setItem(FAREWELL, farewell);
  } catch {
    // A browser that keeps nothing: the root says nothing then.
  }
}

/** The good news that the end of a session left for this page, once. */
export function takeFarewell(): SuccessCode | undefined {
  try {
    const farewell = sessionStorage.getItem(FAREWELL);
    sessionStorage.removeItem(FAREWELL);
    return isSuccessCode(farewell) ? farewell : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Forgets what the tab keeps of a person: calls under way (pending-call.ts), which the server finishes by
 * itself, and typed values (kept-values.ts). By the beginnings of their keys, so that the frame of every
 * page does not carry what keeps them.
 */
export function forgetKeptInTab(): void {
  try {
    const keys = Array.from(
      { length: sessionStorage.length },
      (_, at) => sessionStorage.key(at) ?? '',
    );
    for (const key of keys) if (/^(?:pending|typed)-/.test(key)) sessionStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing: there is nothing to forget.
  }
}
