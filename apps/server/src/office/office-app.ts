import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { RateLimiter } from '@agres/core/limits/rate-limit';
import type { OperationDeps } from '@agres/core/operations/operation';
import { hasPermission } from '@agres/core/operations/permissions';
import { localeOf } from '@agres/domain/locale';
import { RETENTION } from '@agres/domain/retention';
import { findInvoice } from '@agres/money/invoices/invoice';
import { findSubscriptionInvoice } from '@agres/money/subscription/subscription-payments';
import { isArchived } from '@agres/office/orders/read-archive';
import { officeRouter } from '@agres/office/router';
import { CHALLENGE_SECONDS } from '@agres/office/staff/passkeys';
import { findStaffSession } from '@agres/office/staff/staff-sessions';
import type { OfficeContext, OfficeCookies } from '@agres/office/trpc';
import { fastifyCookie, type CookieSerializeOptions } from '@fastify/cookie';
import fastifyStatic from '@fastify/static';
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import { fastify, LogController, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

import { acceptJson } from '../calls/json-bodies.ts';
import { createXsrfTokens } from '../http/csrf.ts';
import { requestIdOf } from '../http/request-id.ts';
import { registerInvoices, registerSubscriptionInvoices } from '../pages/invoice-page.ts';
import { registerStoredPictures } from '../pages/stored-pictures.ts';
import { failureBody, headerText, statusOf } from './failures.ts';
import { acceptPictures } from './picture-uploads.ts';

export type OfficeOptions = {
  deps: OperationDeps;
  rateLimiter: RateLimiter;
  logger: Logger;
  /** The origin of the office, without a trailing slash. */
  officeUrl: string;
  siteUrl: string;
  appSecret: string;
  trustedProxies: readonly string[];
  mode: 'production' | 'development';
  /** The built application: `index.html` and `assets/`. */
  filesFolder: string;
  pictureFolders: readonly string[];
};

/**
 * A file of pickup points has up to 2,000,000 characters (`relays.import`) of at most three bytes. Pictures have
 * their own route and limit.
 */
const BODY_BYTES = 6_000_000;
const DAY_MS = 86_400_000;
const SESSION_SECONDS = RETENTION.officeSessionHours * 3600;
/** What a visitor's XSRF token is bound to. */
const VISITOR = 'office-visitor';

const NOT_BUILT = 'The office is not built. Run `pnpm build` first.';

/**
 * Creates the HTTP server of the owner's office: the built application, and its calls under /trpc. It has its
 * own origin, cookies and sessions, and answers no other host.
 */
export async function createOfficeApp(options: OfficeOptions) {
  const { officeUrl, trustedProxies, logger, filesFolder } = options;
  const { host, hostname, protocol } = new URL(officeUrl);
  const isSecure = protocol === 'https:';
  const tokens = createXsrfTokens(`office|${options.appSecret}`);
  const names = cookieNames(isSecure);
  const server = fastify({
    loggerInstance: logger,
    bodyLimit: BODY_BYTES,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: requestIdOf,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
  });
  await server.register(fastifyCookie);
  const headers = officeHeaders(isSecure);
  server.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...headers, 'x-request-id': request.id });
    if (request.host !== host) return reply.code(421).send('Misdirected request');
  });

  const bindingOf = async (request: FastifyRequest) =>
    (await sessionOf(request))?.sessionId ?? VISITOR;
  const sessions = new WeakMap<FastifyRequest, ReturnType<typeof findStaffSession>>();
  const sessionOf = async (request: FastifyRequest) => {
    const secret = request.cookies[names.session];
    if (secret === undefined) return null;
    const isAttended = request.headers['x-office-unattended'] === undefined;
    const known = sessions.get(request) ?? findStaffSession(options.deps, secret, { isAttended });
    sessions.set(request, known);
    return known;
  };
  const setToken = (reply: FastifyReply, binding: string) => {
    reply.setCookie(names.xsrf, tokens.mint(binding), {
      ...cookieOptions(isSecure),
      httpOnly: false,
    });
  };
  /** Sets an XSRF token for the current session, unless the request has one. */
  const refreshToken = async (request: FastifyRequest, reply: FastifyReply) => {
    const binding = await bindingOf(request);
    if (!tokens.isValid(request.cookies[names.xsrf], binding)) setToken(reply, binding);
  };

  const refuseForged = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store');
    if (request.method === 'GET') return refreshToken(request, reply);
    const token = request.headers['x-office-xsrf'];
    if (
      request.headers.origin !== officeUrl ||
      typeof token !== 'string' ||
      !tokens.isValid(token, await bindingOf(request))
    ) {
      await refreshToken(request, reply);
      return reply.code(403).send(failureBody('token_refused'));
    }
    return undefined;
  };

  await server.register(async (scope) => {
    registerStoredPictures(scope, options.deps);
    const mayRead = async (request: FastifyRequest) => {
      const staff = await sessionOf(request);
      return staff !== null && hasPermission(staff.actor, 'books.read');
    };
    registerInvoices(scope, async (request, id) => {
      const { db } = options.deps;
      const invoice = (await mayRead(request)) ? await findInvoice(db, { id }) : null;
      if (invoice === null) return null;
      // The archive opens with a reason, a fresh proof and an entry in the journal (decision 078).
      const isBuyerArchived = await isArchived(db, invoice.orderId);
      return { ...invoice, isBuyerArchived };
    });
    registerSubscriptionInvoices(scope, async (request, id) =>
      (await mayRead(request))
        ? findSubscriptionInvoice(await options.deps.provider(), { id })
        : null,
    );
    acceptPictures(scope, { deps: options.deps, refuseForged, sessionOf });
  });
  await server.register(
    async (scope) => {
      acceptJson(scope);
      scope.setErrorHandler((error, request, reply) => {
        const status = statusOf(error);
        if (status >= 500) request.log.error({ err: error }, 'call failed');
        return reply.code(status).send(failureBody(status < 500 ? 'invalid_input' : 'failed'));
      });
      scope.addHook('onRequest', refuseForged);
      scope.all<{ Params: { path: string } }>('/:path', async (request, reply) => {
        await fastifyRequestHandler({
          router: officeRouter,
          req: request,
          res: reply,
          path: request.params.path,
          maxBatchSize: 1,
          createContext: async (): Promise<OfficeContext> => ({
            deps: options.deps,
            log: request.log,
            locale: localeOf(headerText(request.headers['x-office-locale'])),
            staff: await sessionOf(request),
            clientIp: request.ip,
            rateLimiter: options.rateLimiter,
            relyingParty: { id: hostname, origin: officeUrl },
            siteUrl: options.siteUrl,
            isDevelopment: options.mode === 'development',
            cookies: cookiesOf(request, reply),
          }),
        });
        return reply;
      });
    },
    { prefix: '/trpc' },
  );

  function cookiesOf(request: FastifyRequest, reply: FastifyReply): OfficeCookies {
    const hidden = { ...cookieOptions(isSecure), httpOnly: true };
    return {
      challenge: request.cookies[names.challenge],
      setChallenge: (secret) => {
        reply.setCookie(names.challenge, secret, { ...hidden, maxAge: CHALLENGE_SECONDS });
      },
      setSession: ({ secret, sessionId }) => {
        reply.clearCookie(names.challenge, hidden);
        reply.setCookie(names.session, secret, { ...hidden, maxAge: SESSION_SECONDS });
        setToken(reply, sessionId);
      },
      clearSession: () => {
        reply.clearCookie(names.session, hidden);
        setToken(reply, VISITOR);
      },
    };
  }

  const root = options.pictureFolders.filter((folder) => existsSync(folder));
  if (root.length > 0) {
    await server.register(fastifyStatic, {
      root,
      prefix: '/pictures/',
      decorateReply: false,
      maxAge: DAY_MS,
    });
  }
  const page = join(filesFolder, 'index.html');
  if (existsSync(page)) {
    await server.register(fastifyStatic, {
      root: join(filesFolder, 'assets'),
      prefix: '/assets/',
      cacheControl: false,
      setHeaders: (reply) => {
        reply.header('cache-control', 'public, max-age=31536000, immutable');
      },
    });
    const html = readFileSync(page);
    server.setNotFoundHandler(async (request, reply) => {
      if (request.method !== 'GET' || /^\/(?:trpc|assets|pictures)\//.test(request.url)) {
        return reply.code(404).send(failureBody('failed'));
      }
      await refreshToken(request, reply);
      return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);
    });
  } else {
    server.setNotFoundHandler(async (_request, reply) => reply.code(503).send(NOT_BUILT));
  }
  return server;
}

/**
 * Cookie names differ from the site's, because cookies are shared across the ports of a host. The `__Host-`
 * prefix requires https.
 */
function cookieNames(isSecure: boolean) {
  const prefix = isSecure ? '__Host-' : '';
  return {
    session: `${prefix}office`,
    challenge: `${prefix}office-challenge`,
    xsrf: 'office-xsrf',
  };
}

const cookieOptions = (isSecure: boolean) =>
  ({ path: '/', sameSite: 'strict', secure: isSecure }) as const satisfies CookieSerializeOptions;

function officeHeaders(isSecure: boolean): Record<string, string> {
  return {
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; " +
      "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex',
    ...(isSecure ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}
