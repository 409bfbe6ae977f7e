import { hash } from 'node:crypto';

import { fastifyCookie, type SerializeOptions } from '@fastify/cookie';
import {
  findSession,
  isSessionSecret,
  sessionIdOf,
  type Session,
  type StartedSession,
} from '@shop/api/users/session';
import type { Db } from '@shop/db/db';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { randomText } from './random-text.ts';
import { cookieEndOf, visitCookiesFor } from './session-cookie.ts';
import { createXsrfTokens } from './xsrf.ts';

type Cookies = Readonly<Record<string, string | undefined>>;
type NewCookie = { name: string; value: string; options: SerializeOptions };

/** Who the requests come from: their sessions and XSRF tokens, read from and written to cookies. */
export type Visits = {
  /** Takes a request in. Gives it an XSRF token where it brought no valid one. */
  begin: (request: FastifyRequest, reply: FastifyReply) => void;
  /** The `Set-Cookie` lines that `begin` would lead to for a request with this `Cookie` line. */
  missingCookieLinesOf: (cookieLine: string | undefined) => string[];
  /** The caller's session, looked up once; an ended one loses its cookie. Throws without database. */
  sessionOf: (request: FastifyRequest) => Promise<Session | null>;
  /** Signs the caller in: writes the cookie, and an XSRF token bound to it. */
  setSession: (request: FastifyRequest, started: StartedSession) => void;
  /** Signs the caller out: takes the cookie, and gives a visitor's XSRF token. */
  clearSession: (request: FastifyRequest) => void;
  /** Adds a header to the request's answer. */
  setHeader: (request: FastifyRequest, header: { name: string; value: string }) => void;
  /** Whether the request repeats its XSRF cookie in the header, and the token is its own. */
  hasValidToken: (request: FastifyRequest) => boolean;
};

/** Makes the keeper of sessions and tokens for one site. */
export function createVisits(options: { db: Db; publicUrl: string; appSecret: string }): Visits {
  const cookies = visitCookiesFor(options.publicUrl);
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

  /** What a token must be bound to: the session, else the visitor; undefined: neither is there yet. */
  const bindingOf = (sent: Cookies): string | undefined => {
    const secret = sent[cookies.session];
    if (secret !== undefined && isSessionSecret(secret)) return sessionIdOf(secret);
    const visitor = sent[cookies.pre];
    return visitor !== undefined && isVisitorId(visitor) ? visitorBindingOf(visitor) : undefined;
  };

  const newVisitor = (): NewCookie[] => {
    const visitor = randomText();
    const pre = { name: cookies.pre, value: visitor, options: cookies.hidden };
    return [pre, tokenFor(visitorBindingOf(visitor))];
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
    // Last, for curl 7.88: a cookie that follows it brings the ended one back.
    replies.get(request)?.clearCookie(cookies.session, cookies.hidden);
  };

  const lookUp = async (request: FastifyRequest): Promise<Session | null> => {
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

  const lineOf = createLineWriter();

  return {
    missingCookieLinesOf: (cookieLine) =>
      missingCookiesOf(cookieLine === undefined ? {} : fastifyCookie.parse(cookieLine)).map(lineOf),
    setSession,
    clearSession,
    begin: (request, reply) => {
      replies.set(request, reply);
      for (const cookie of missingCookiesOf(request.cookies)) set(request, cookie);
    },
    sessionOf: (request) => {
      const known = sessions.get(request);
      if (known !== undefined) return known;
      const found = lookUp(request);
      sessions.set(request, found);
      return found;
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

const isVisitorId = (value: string) => /^[\w-]{22}$/.test(value);

const visitorBindingOf = (visitor: string) => hash('sha256', `pre|${visitor}`);

/** Writes `Set-Cookie` lines. What stands behind the value is the same each time, and worked out once. */
function createLineWriter() {
  const attributes = new Map<SerializeOptions, string>();
  return ({ name, value, options }: NewCookie): string => {
    const known = attributes.get(options) ?? fastifyCookie.serialize('_', '', options).slice(2);
    attributes.set(options, known);
    return `${name}=${value}${known}`;
  };
}
