import type { SerializeOptions } from '@fastify/cookie';
import { SESSION_MAX_DAYS, type Session } from '@shop/api/session/session';

const DAY_MS = 86_400_000;

/** A browser is known for so long after the last log-in. */
export const DEVICE_COOKIE_SECONDS = 180 * 24 * 3600;

/** The names of the cookies that identify a caller, and their common attributes. */
export type SessionCookies = {
  /** Holds the session's secret. */
  session: string;
  /** Identifies a visitor who is not signed in; the XSRF token is bound to it. */
  pre: string;
  /** Says that somebody has signed in from this browser before, and not who. */
  device: string;
  /** Readable: the token that mutations repeat in a header. The specification names it. */
  xsrf: 'XSRF-TOKEN';
  hidden: SerializeOptions;
  readable: SerializeOptions;
};

/** Over https the hidden cookies have the prefix that no other host of the domain can set. */
export function sessionCookiesFor(publicUrl: string): SessionCookies {
  const isHttps = publicUrl.startsWith('https:');
  const prefix = isHttps ? '__Host-' : '';
  const readable = { path: '/', sameSite: 'lax', secure: isHttps } as const;
  return {
    session: `${prefix}session`,
    pre: `${prefix}pre`,
    device: `${prefix}device`,
    xsrf: 'XSRF-TOKEN',
    hidden: { ...readable, httpOnly: true },
    readable,
  };
}

/** The cookie ends with the session, and never later than 60 days after the log-in. */
export function cookieEndOf({ createdAt, expiresAt }: Session): Date {
  const lastMs = createdAt.getTime() + SESSION_MAX_DAYS * DAY_MS;
  return new Date(Math.min(expiresAt.getTime(), lastMs));
}
