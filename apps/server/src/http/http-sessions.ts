import { hash } from 'node:crypto';

import { fastifyCookie, type SerializeOptions } from '@fastify/cookie';
import {
  findSession,
  isSessionSecret,
  SESSION_MAX_DAYS,
  sessionIdOf,
  type Session,
  type StartedSession,
} from '@shop/api/session/session';
import type { Db } from '@shop/db/db';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { createXsrfTokens, hasTokenForm } from './csrf.ts';
import { randomText } from './random-text.ts';
import { isCall } from './request-kinds.ts';

const DAY_MS = 86_400_000;

/** A browser is known for so long after the last log-in. */
const DEVICE_COOKIE_SECONDS = 180 * 24 * 3600;

type Cookies = Readonly<Record<string, string | undefined>>;
type NewCookie = { name: string; value: string; options: SerializeOptions };

/** Sessions and XSRF tokens of requests, read from and written to cookies. */
export type HttpSessions = {
  /**
   * Called first for each request. Sets an XSRF token where a call has no valid one, and on a page where a
   * session has none: a page for visitors sets nothing.
   */
  begin: (request: FastifyRequest, reply: FastifyReply) => void;
  /**
   * The `Set-Cookie` lines of a prepared answer to a request with this `Cookie` line. They give an XSRF
   * token where there is none of the right form; its signature is looked at by the call that needs it.
   */
  missingCookieLinesOf: (cookieLine: string | undefined) => string[];
  /** Whether a `Cookie` line names a session, valid or not. */
  bringsSession: (cookieLine: string | undefined) => boolean;
  /**
   * The secret of the session that a `Cookie` line names, if an answer to it has no cookie to set: its XSRF
   * token is there and belongs to it.
   */
  completeSessionOf: (cookieLine: string) => string | undefined;
  /** The secret that the caller's session cookie holds, if it can be one. */
  sessionSecretOf: (request: FastifyRequest) => string | undefined;
  /** The caller's session, read once; the cookie of an ended one is cleared. Throws without database. */
  sessionOf: (request: FastifyRequest) => Promise<Session | null>;
  /** Sets the cookie of a session, and an XSRF token bound to it. */
  setSession: (request: FastifyRequest, started: StartedSession) => void;
  /** Clears the session cookie, and sets a visitor's XSRF token. */
  clearSession: (request: FastifyRequest) => void;
  /** The device cookie, as sent. */
  deviceOf: (request: FastifyRequest) => string | undefined;
  setDevice: (request: FastifyRequest, value: string) => void;
  setHeader: (request: FastifyRequest, header: { name: string; value: string }) => void;
  /** Whether the header repeats the XSRF cookie, and the token is bound to this caller. */
  hasValidToken: (request: FastifyRequest) => boolean;
};

export function createHttpSessions(options: {
  db: Db;
  publicUrl: string;
  appSecret: string;
}): HttpSessions {
  const cookies = sessionCookiesFor(options.publicUrl);
  const tokens = createXsrfTokens(options.appSecret);
  const replies = new WeakMap<FastifyRequest, FastifyReply>();
  const sessions = new WeakMap<FastifyRequest, Promise<Session | null>>();

  const set = (request: FastifyRequest, { name, value, options: attributes }: NewCookie) =>
    replies.get(request)?.setCookie(name, value, attributes);

  const tokenFor = (binding: string): NewCookie => ({
    name: cookies.xsrf,
    value: tokens.mint(binding),
    options: cookies.readable,
  });

  const sessionSecretOf = ({ [cookies.session]: secret }: Cookies): string | undefined =>
    secret !== undefined && isSessionSecret(secret) ? secret : undefined;
  const visitorOf = ({ [cookies.pre]: visitor }: Cookies): string | undefined =>
    visitor !== undefined && isPreSessionId(visitor) ? visitor : undefined;

  /** What a token must be bound to: the session, else the visitor; undefined: neither exists yet. */
  const bindingOf = (sent: Cookies): string | undefined => {
    const secret = sessionSecretOf(sent);
    if (secret !== undefined) return sessionIdOf(secret);
    const visitor = visitorOf(sent);
    return visitor === undefined ? undefined : preSessionBindingOf(visitor);
  };

  const looksComplete = (sent: Cookies): boolean =>
    hasTokenForm(sent[cookies.xsrf]) && (sessionSecretOf(sent) ?? visitorOf(sent)) !== undefined;

  const newVisitor = (): NewCookie[] => {
    const visitor = randomText();
    const pre = { name: cookies.pre, value: visitor, options: cookies.hidden };
    return [pre, tokenFor(preSessionBindingOf(visitor))];
  };

  const missingCookiesOf = (sent: Cookies): NewCookie[] => {
    const binding = bindingOf(sent);
    if (binding === undefined) return newVisitor();
    return tokens.isValid(sent[cookies.xsrf], binding) ? [] : [tokenFor(binding)];
  };

  const setSession = (request: FastifyRequest, { secret, session }: StartedSession) => {
    const expires = cookieEndOf(session);
    set(request, { name: cookies.session, value: secret, options: { ...cookies.hidden, expires } });
    set(request, tokenFor(session.id));
    sessions.set(request, Promise.resolve(session));
  };

  const clearSession = (request: FastifyRequest) => {
    sessions.set(request, Promise.resolve(null));
    if (request.cookies[cookies.session] === undefined) return;
    for (const cookie of newVisitor()) set(request, cookie);
    // Last, because curl 7.88 restores the cleared cookie when another one follows it.
    replies.get(request)?.clearCookie(cookies.session, cookies.hidden);
  };

  const readSession = async (request: FastifyRequest): Promise<Session | null> => {
    const secret = request.cookies[cookies.session];
    if (secret === undefined) return null;
    const found = await findSession(options.db, secret);
    if (found === null) {
      clearSession(request);
      return null;
    }
    const { session, isExtended } = found;
    if (isExtended) {
      const expires = cookieEndOf(session);
      set(request, {
        name: cookies.session,
        value: secret,
        options: { ...cookies.hidden, expires },
      });
    }
    return session;
  };

  return {
    missingCookieLinesOf: (cookieLine) => {
      const sent = cookieLine === undefined ? {} : fastifyCookie.parse(cookieLine);
      return looksComplete(sent) ? [] : missingCookiesOf(sent).map(lineOf);
    },
    bringsSession: (cookieLine) => cookieLine?.includes(`${cookies.session}=`) ?? false,
    completeSessionOf: (cookieLine) => {
      const sent = fastifyCookie.parse(cookieLine);
      const secret = sessionSecretOf(sent);
      if (secret === undefined) return undefined;
      return tokens.isValid(sent[cookies.xsrf], sessionIdOf(secret)) ? secret : undefined;
    },
    sessionSecretOf: (request) => sessionSecretOf(request.cookies),
    setSession,
    clearSession,
    begin: (request, reply) => {
      replies.set(request, reply);
      // guard: a page, which may be kept for all visitors, carries no cookie of one
      if (!isCall(request) && request.cookies[cookies.session] === undefined) return;
      for (const cookie of missingCookiesOf(request.cookies)) set(request, cookie);
    },
    sessionOf: (request) => {
      const known = sessions.get(request);
      if (known !== undefined) return known;
      const found = readSession(request);
      sessions.set(request, found);
      return found;
    },
    deviceOf: (request) => request.cookies[cookies.device],
    setDevice: (request, value) => {
      const lasting = { ...cookies.hidden, maxAge: DEVICE_COOKIE_SECONDS };
      set(request, { name: cookies.device, value, options: lasting });
    },
    setHeader: (request, { name, value }) => void replies.get(request)?.header(name, value),
    hasValidToken: (request) => {
      const sent = request.cookies[cookies.xsrf];
      const binding = bindingOf(request.cookies);
      const isRepeated = sent !== undefined && request.headers['x-xsrf-token'] === sent;
      return isRepeated && binding !== undefined && tokens.isValid(sent, binding);
    },
  };
}

const isPreSessionId = (value: string) => /^[\w-]{22}$/.test(value);

const preSessionBindingOf = (visitor: string) => hash('sha256', `pre|${visitor}`);

const lineOf = ({ name, value, options }: NewCookie): string =>
  fastifyCookie.serialize(name, value, options);

/** The names of the cookies that identify a caller, and their common attributes. */
type SessionCookies = {
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
function sessionCookiesFor(publicUrl: string): SessionCookies {
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
function cookieEndOf({ createdAt, expiresAt }: Session): Date {
  const lastMs = createdAt.getTime() + SESSION_MAX_DAYS * DAY_MS;
  return new Date(Math.min(expiresAt.getTime(), lastMs));
}
