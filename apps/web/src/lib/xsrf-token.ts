import type { ErrorCode } from '@agres/domain/errors';

/** What a call is answered that wanted a session and found none. */
export const NOT_LOGGED_IN = 'not_logged_in' satisfies ErrorCode;

/**
 * The tokens against forged requests, as the cookies of that name have them: a parent domain or another path may
 * have one as well, which the server refuses. Ours differs from session to session, and is no secret of one. A
 * visitor has none before the first call (decision 061).
 */
export const xsrfTokens = (): string[] =>
  Array.from(
    document.cookie.matchAll(/(?:^|;\s*)XSRF-TOKEN=([\w.-]+)(?=;|$)/g),
    ([, token = '']) => token,
  );

let asked: Promise<boolean> | undefined;

/**
 * Asks whether a member is signed in; the answer also sets the token where there is no valid one. Calls
 * in the meantime share the answer; no answer at all counts as signed out.
 */
export function askForSession(): Promise<boolean> {
  asked ??= readSession().finally(() => {
    asked = undefined;
  });
  return asked;
}

async function readSession(): Promise<boolean> {
  try {
    const answer = await fetch('/api/users/status');
    const status = await answer.json();
    return status.isConnected === true;
  } catch {
    return false;
  }
}
