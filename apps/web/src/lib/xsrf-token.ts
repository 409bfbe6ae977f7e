import type { ErrorCode } from '@shop/domain/errors';

/** What a call is answered that wanted a session and found none. */
export const NOT_LOGGED_IN = 'not_logged_in' satisfies ErrorCode;

/**
 * The token against forged requests, as its cookie has it. It differs from session to session, and is no
 * secret of one. A visitor has none before the first call (decision 061).
 */
export const xsrfToken = (): string | undefined =>
  /(?:^|;\s*)XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1];

let asked: Promise<boolean> | undefined;

/**
 * Asks whether somebody is signed in; the answer also sets the token where there is no valid one. Who asks
 * meanwhile shares the answer; no answer at all counts as nobody.
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
