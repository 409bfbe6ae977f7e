import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

import type { Deps } from '@agres/core/context';
import {
  findSession,
  isSessionSecret,
  SESSION_MAX_DAYS,
  sessionIdOf,
  type Session,
  type StartedSession,
} from '@agres/core/session/session';
import { negotiateLocale, type Locale } from '@agres/domain/locale';
import { findCaller, readCallers, type Caller } from '@agres/shop/users/callers';
import { fastifyCookie, type SerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { askTogether } from '../cache/ask-together.ts';
import { createXsrfTokens, hasTokenForm } from './csrf.ts';
import { randomText } from './random-text.ts';
import { isCall } from './request-kinds.ts';

const DAY_MS = 86_400_000;

/** How long a browser is known after its last log-in. */
const DEVICE_COOKIE_SECONDS = 180 * 24 * 3600;

/**
 * How many values of a cookie are tried: a browser also sends the cookies of other paths and of parent
 * domains.
 */
const MAX_VALUES = 5;

/** Returns the values of a name, in the header's order. The first may not be ours, so callers try each. */
function cookieValues(line: string | undefined, name: string): string[] {
  return (line ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at > 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : [];
  });
}

/** Returns the language of a request whose URL has none. */
export const preferredLocaleOf = ({
  cookie,
  'accept-language': acceptLanguage,
}: IncomingHttpHeaders): Locale => negotiateLocale(cookieValues(cookie, 'locale'), acceptLanguage);

/** The values in a request that have the form of ours. */
type SentCookies = { secrets: string[]; visitors: string[]; tokens: string[] };
type NewCookie = { name: string; value: string; options: SerializeOptions };

export type HttpSessions = {
  /**
   * Call it first for each request. A call without a valid XSRF token gets one, and so does a page of a
   * session; a page for visitors sets no cookie.
   */
  begin: (request: FastifyRequest, reply: FastifyReply) => void;
  /**
   * Returns the `Set-Cookie` lines of a prepared answer. They set an XSRF token if none has the right form;
   * the call that needs the token verifies its signature.
   */
  missingCookieLinesOf: (cookieLine: string | undefined) => string[];
  /** Whether a `Cookie` header names a session, valid or not. */
  bringsSession: (cookieLine: string | undefined) => boolean;
  /**
   * Returns the secret of the only session in a `Cookie` header; undefined if the answer must set an XSRF
   * token.
   */
  completeSessionOf: (cookieLine: string) => string | undefined;
  /**
   * Returns the caller's session, read once per request; clears the cookie of an ended one. Throws without a
   * database.
   */
  sessionOf: (request: FastifyRequest) => Promise<Session | null>;
  /** Returns the caller's session with its account. Throws without a database. */
  callerOf: (request: FastifyRequest) => Promise<Caller | null>;
  /** Sets the cookie of a session and an XSRF token bound to it. */
  setSession: (request: FastifyRequest, started: StartedSession) => void;
  /** Clears the session cookie and sets a visitor's XSRF token. */
  clearSession: (request: FastifyRequest) => void;
  devicesOf: (request: FastifyRequest) => string[];
  setDevice: (request: FastifyRequest, value: string) => void;
  setHeader: (request: FastifyRequest, header: { name: string; value: string }) => void;
  /** Whether the header repeats an XSRF cookie whose token is bound to this caller. */
  hasValidToken: (request: FastifyRequest) => Promise<boolean>;
};

export function createHttpSessions(
  deps: Pick<Deps, 'db' | 'clock' | 'contractTexts'>,
  options: { publicUrl: string; appSecret: string },
): HttpSessions {
  const cookies = sessionCookiesFor(options.publicUrl);
  const tokens = createXsrfTokens(options.appSecret);
  const callerBySecret = askTogether((secrets: readonly string[]) => readCallers(deps, secrets));
  const replies = new WeakMap<FastifyRequest, FastifyReply>();
  const sentBy = new WeakMap<FastifyRequest, SentCookies>();
  const sessions = new WeakMap<FastifyRequest, Promise<Session | null>>();
  const callers = new WeakMap<Session, Promise<Caller | null>>();

  const set = (request: FastifyRequest, { name, value, options: attributes }: NewCookie) =>
    replies.get(request)?.setCookie(name, value, attributes);

  const tokenFor = (binding: string): NewCookie => ({
    name: cookies.xsrf,
    value: tokens.mint(binding),
    options: cookies.readable,
  });

  const read = (line: string | undefined): SentCookies => {
    const valuesOf = (name: string, hasForm: (value: string) => boolean) =>
      Array.from(new Set(cookieValues(line, name).filter(hasForm))).slice(0, MAX_VALUES);
    return {
      secrets: valuesOf(cookies.session, isSessionSecret),
      visitors: valuesOf(cookies.pre, isPreSessionId),
      tokens: valuesOf(cookies.xsrf, hasTokenForm),
    };
  };
  const readFrom = (request: FastifyRequest) => {
    const sent = sentBy.get(request) ?? read(request.headers.cookie);
    sentBy.set(request, sent);
    return sent;
  };
  const hasSessionCookie = (request: FastifyRequest) =>
    cookieValues(request.headers.cookie, cookies.session).length > 0;

  /**
   * Returns what a token may be bound to: the sessions, otherwise the visitors. Empty if there is neither.
   */
  const bindingsOf = ({ secrets, visitors }: SentCookies): string[] =>
    secrets.length > 0 ? secrets.map(sessionIdOf) : visitors.map(preSessionBindingOf);

  const onlySecretOf = ({ secrets }: SentCookies): string | undefined =>
    secrets.length === 1 ? secrets[0] : undefined;

  const looksComplete = ({ secrets, visitors, tokens: sent }: SentCookies): boolean =>
    sent.length > 0 && secrets.length + visitors.length > 0;

  const newVisitor = (): NewCookie[] => {
    const visitor = randomText();
    const pre = { name: cookies.pre, value: visitor, options: cookies.hidden };
    return [pre, tokenFor(preSessionBindingOf(visitor))];
  };

  const missingCookiesOf = (sent: SentCookies): NewCookie[] => {
    const bindings = bindingsOf(sent);
    const [binding] = bindings;
    if (binding === undefined) return newVisitor();
    const isBound = (one: string) => sent.tokens.some((token) => tokens.isValid(token, one));
    return bindings.some(isBound) ? [] : [tokenFor(binding)];
  };

  const setSession = (request: FastifyRequest, { secret, session }: StartedSession) => {
    const expires = cookieEndOf(session);
    set(request, { name: cookies.session, value: secret, options: { ...cookies.hidden, expires } });
    set(request, tokenFor(session.id));
    sessions.set(request, Promise.resolve(session));
  };

  const clearSession = (request: FastifyRequest) => {
    sessions.set(request, Promise.resolve(null));
    if (!hasSessionCookie(request)) return;
    for (const cookie of newVisitor()) set(request, cookie);
    // The session cookie is cleared last, because curl 7.88 restores it when another cookie follows.
    replies.get(request)?.clearCookie(cookies.session, cookies.hidden);
  };

  const readSession = async (request: FastifyRequest): Promise<Session | null> => {
    const { secrets, tokens: sent } = readFrom(request);
    for (const secret of secrets) {
      const caller = await callerBySecret(secret);
      const found =
        caller === undefined
          ? await findSession(deps.db, secret)
          : { session: caller.session, isExtended: false };
      if (found === null) continue;
      const { session, isExtended } = found;
      if (caller !== undefined) callers.set(session, Promise.resolve(caller));
      if (isExtended) {
        const expires = cookieEndOf(session);
        const lasting = { ...cookies.hidden, expires };
        set(request, { name: cookies.session, value: secret, options: lasting });
      }
      // `begin` has checked the token of a single session; with several sessions it may belong to another.
      if (secrets.length > 1 && !sent.some((token) => tokens.isValid(token, session.id))) {
        set(request, tokenFor(session.id));
      }
      return session;
    }
    if (hasSessionCookie(request)) clearSession(request);
    return null;
  };

  const sessionOf = (request: FastifyRequest): Promise<Session | null> => {
    const known = sessions.get(request);
    if (known !== undefined) return known;
    const found = readSession(request);
    sessions.set(request, found);
    return found;
  };

  return {
    missingCookieLinesOf: (cookieLine) => {
      const sent = read(cookieLine);
      return looksComplete(sent) ? [] : missingCookiesOf(sent).map(lineOf);
    },
    bringsSession: (cookieLine) => cookieLine?.includes(`${cookies.session}=`) ?? false,
    completeSessionOf: (cookieLine) => {
      const sent = read(cookieLine);
      return missingCookiesOf(sent).length === 0 ? onlySecretOf(sent) : undefined;
    },
    setSession,
    clearSession,
    begin: (request, reply) => {
      replies.set(request, reply);
      // guard: a page sets no cookie on a request without a session cookie
      if (!isCall(request) && !hasSessionCookie(request)) return;
      for (const cookie of missingCookiesOf(readFrom(request))) set(request, cookie);
    },
    sessionOf,
    callerOf: async (request) => {
      const session = await sessionOf(request);
      if (session === null) return null;
      const caller = callers.get(session) ?? findCaller(deps, session);
      callers.set(session, caller);
      return caller;
    },
    devicesOf: (request) =>
      cookieValues(request.headers.cookie, cookies.device).slice(0, MAX_VALUES),
    setDevice: (request, value) => {
      const lasting = { ...cookies.hidden, maxAge: DEVICE_COOKIE_SECONDS };
      set(request, { name: cookies.device, value, options: lasting });
    },
    setHeader: (request, { name, value }) => void replies.get(request)?.header(name, value),
    hasValidToken: async (request) => {
      const sent = readFrom(request);
      const token = sent.tokens.find((one) => one === request.headers['x-xsrf-token']);
      if (token === undefined) return false;
      // Only the database knows which of several sessions is valid.
      const acting = sent.secrets.length > 1 ? await sessionOf(request) : null;
      const bindings = acting === null ? bindingsOf(sent) : [acting.id];
      return bindings.some((binding) => tokens.isValid(token, binding));
    },
  };
}

const isPreSessionId = (value: string) => /^[\w-]{22}$/.test(value);

const preSessionBindingOf = (visitor: string) => hash('sha256', `pre|${visitor}`);

const lineOf = ({ name, value, options }: NewCookie): string =>
  fastifyCookie.serialize(name, value, options);

type SessionCookies = {
  session: string;
  /** Identifies a visitor who is not logged in; the XSRF token is bound to it. */
  pre: string;
  /** Marks a browser that has logged in before, without naming the account. */
  device: string;
  /** The token that changing calls repeat in a header (S9.28). Scripts can read this cookie. */
  xsrf: 'XSRF-TOKEN';
  hidden: SerializeOptions;
  readable: SerializeOptions;
};

/**
 * Over https the hidden cookies have the `__Host-` prefix, so that no other host of the domain can set them.
 */
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

/** The cookie expires with the session, at the latest `SESSION_MAX_DAYS` after the log-in. */
function cookieEndOf({ createdAt, expiresAt }: Session): Date {
  const lastMs = createdAt.getTime() + SESSION_MAX_DAYS * DAY_MS;
  return new Date(Math.min(expiresAt.getTime(), lastMs));
}
