import type { ErrorCode } from '@shop/domain/errors';

/** What a call is answered that wanted a session and found none. */
export const NOT_LOGGED_IN = 'not_logged_in' satisfies ErrorCode;

/**
 * The token against forged requests, as its cookie has it. It differs from session to session, and is no
 * secret of one.
 */
export const sessionMark = (): string | undefined =>
  /(?:^|;\s*)XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1];
