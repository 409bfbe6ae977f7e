import type { SerializeOptions } from '@fastify/cookie';
import { SESSION_MAX_DAYS, type Session } from '@shop/api/users/session';

const DAY_MS = 86_400_000;

/** The names of the three cookies that tell who a request comes from, and their common attributes. */
export type VisitCookies = {
  /** Holds the session's secret. */
  session: string;
  /** Names a visitor who is not signed in, for the XSRF token to be bound to. */
  pre: string;
  /** Readable: the token that mutations repeat in a header. Its name is the specification's. */
  xsrf: 'XSRF-TOKEN';
  hidden: SerializeOptions;
  readable: SerializeOptions;
};

/** Over https the hidden cookies carry the prefix that no other host of the domain can plant. */
export function visitCookiesFor(publicUrl: string): VisitCookies {
  const isHttps = publicUrl.startsWith('https:');
  const prefix = isHttps ? '__Host-' : '';
  const readable = { path: '/', sameSite: 'lax', secure: isHttps } as const;
  return {
    session: `${prefix}session`,
    pre: `${prefix}pre`,
    xsrf: 'XSRF-TOKEN',
    hidden: { ...readable, httpOnly: true },
    readable,
  };
}

/** When the cookie of a session ends: with the session, and never later than 60 days after the log-in. */
export function cookieEndOf({ createdAt, expiresAt }: Session): Date {
  const lastMs = createdAt.getTime() + SESSION_MAX_DAYS * DAY_MS;
  return new Date(Math.min(expiresAt.getTime(), lastMs));
}
