import type { ErrorCode } from '@agres/domain/errors';

export const NOT_LOGGED_IN = 'not_logged_in' satisfies ErrorCode;

/**
 * Returns the XSRF tokens in the cookies. There may be several: a parent domain or another path can set the same
 * cookie, and the server rejects its value. Our token changes with each session and is not secret. A visitor has
 * none before the first call (docs/decisions/061-no-cookies-for-visitors.md).
 */
export const xsrfTokens = (): string[] =>
  Array.from(
    document.cookie.matchAll(/(?:^|;\s*)XSRF-TOKEN=([\w.-]+)(?=;|$)/g),
    ([, token = '']) => token,
  );

let asked: Promise<boolean> | undefined;

/**
 * Asks the server whether a member is signed in. The response also sets a token if there is no valid one.
 * Concurrent calls share one request. A failed request counts as signed out.
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
