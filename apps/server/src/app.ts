import { randomUUID } from 'node:crypto';

import cookie from '@fastify/cookie';
import underPressure from '@fastify/under-pressure';
import { readContentVersion } from '@shop/api/content-version';
import type { Context, Deps } from '@shop/api/context';
import type { RateLimiter } from '@shop/api/rate-limit';
import { rateLimitFieldsOf } from '@shop/api/turns';
import type { Session } from '@shop/api/users/session';
import { DomainError } from '@shop/domain/errors';
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify';

import { createCallContexts } from './calls/call-context.ts';
import { requireJson } from './calls/json-bodies.ts';
import { registerRest } from './calls/rest.ts';
import { registerRpc } from './calls/rpc.ts';
import { handleClientError, handleServerError } from './calls/server-errors.ts';
import { createContentVersion, type ContentVersion } from './content/content-version.ts';
import { createFastAnswers } from './content/fast-answers.ts';
import { createPublicReads } from './content/public-reads.ts';
import { registerDocs } from './docs.ts';
import { createFront } from './front.ts';
import { loggedPath } from './log.ts';
import { registerProbes } from './probes.ts';
import { isByMachine, isCall, isVisit, mayChangeSomething } from './request-kinds.ts';
import { securityHeadersFor } from './security-headers.ts';
import { registerSecurityTxt } from './security-txt.ts';
import { createVisits } from './visits/visits.ts';
import { isFromThisSite } from './visits/xsrf.ts';
import { registerWebhooks, type WebhookHandler } from './webhooks.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const RSS_LIMIT_BYTES = 2 * 1024 ** 3;
const RETRY_AFTER_SECONDS = 5;

/** What the pages of the site need from the server. */
export type WebTools = {
  /** The caller's session; throws without database. */
  sessionOf: (request: FastifyRequest) => Promise<Session | null>;
  /** The context in which a page's rendering calls procedures. */
  contextOf: (request: FastifyRequest) => Promise<Context>;
  /** Names the content that a page was made from, for pages that are kept. */
  contentVersion: ContentVersion;
};

export type AppDeps = Deps & {
  logger: FastifyBaseLogger;
  handleWebhook: WebhookHandler;
  /** Adds the pages of the site. */
  registerWeb?: (app: FastifyInstance, tools: WebTools) => Promise<void>;
  http: {
    /** Networks of the proxies whose word about the caller's address counts. */
    trustedProxies: string[];
    /** Outside production the request's own host is this site too. */
    trustsOwnHost: 'yes' | 'no';
    stripeJsUrl: string;
  };
};

export type App = {
  server: FastifyInstance;
  /** Tells the probes that this process is about to end. */
  drain: () => void;
};

/** Builds the whole server, without a port: `server.listen` and `server.inject` do the rest. */
export async function createApp(deps: AppDeps): Promise<App> {
  const { db, config, http } = deps;
  const headers = securityHeadersFor({ ...config, ...http });
  const visits = createVisits({ db, publicUrl: config.publicUrl, appSecret: config.appSecret });
  const contentVersion = createContentVersion(() => readContentVersion(db));
  const reads = createPublicReads(deps);
  const fastAnswers = createFastAnswers({ reads, contentVersion, visits, headers });

  const server = fastify({
    serverFactory: createFront(fastAnswers),
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: http.trustedProxies.length > 0 ? http.trustedProxies : false,
    bodyLimit: BODY_LIMIT_BYTES,
    // Ten procedures in one batch are a long last segment.
    routerOptions: { maxParamLength: 1000 },
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => {
      // No hook runs for an address that cannot be read.
      reply.headers({ ...headers, 'x-request-id': request.id });
      void handleServerError(new DomainError('not_found'), request, reply);
    },
    clientErrorHandler: handleClientError,
  });
  server.setErrorHandler(handleServerError);
  server.removeAllContentTypeParsers();

  fastAnswers.register(server);
  server.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...headers, 'x-request-id': request.id });
    if (isCall(request)) reply.header('cache-control', 'no-store');
  });
  refuseWhenBusy(server);
  refuseSearching(server, deps.rateLimiter);
  await server.register(cookie);
  server.addHook('onRequest', async (request, reply) => {
    if (isVisit(request)) visits.begin(request, reply);
  });
  server.addHook('preParsing', async (request) => {
    if (request.is404 || !mayChangeSomething(request) || isByMachine(request)) return;
    const isOwn = isFromThisSite(request.headers, { ...config, ...http });
    if (!isOwn || !visits.hasValidToken(request)) throw new DomainError('invalid_xsrf_token');
    requireJson(request);
  });
  server.addHook('onSend', async (request, reply) => {
    if (mayChangeSomething(request) && reply.raw.statusCode < 400) contentVersion.doubt();
  });
  logRequests(server);

  const contexts = createCallContexts(server, { deps, visits });
  const { drain } = registerProbes(server, db);
  await registerWebhooks(server, deps.handleWebhook);
  await registerDocs(server, config.publicUrl);
  registerSecurityTxt(server, { ...config, clock: deps.clock });
  await registerRest(server, contexts);
  await registerRpc(server, contexts);
  await deps.registerWeb?.(server, {
    sessionOf: visits.sessionOf,
    contextOf: (request) => contexts({ request, transport: 'page' }),
    contentVersion,
  });
  server.setNotFoundHandler(() => {
    throw new DomainError('not_found');
  });
  return { server, drain };
}

const busy = () =>
  new DomainError('error_message', { status: 503, retryAfterSeconds: RETRY_AFTER_SECONDS });

/** Refuses with 503 while the process cannot keep up or is about to end; probes and the provider pass. */
function refuseWhenBusy(server: FastifyInstance): void {
  let isClosing = false;

  server.addHook('preClose', async () => {
    isClosing = true;
  });
  server.addHook('onRequest', async () => {
    if (isClosing) throw busy();
  });
  // Also after what was under way: a connection that is kept open would keep the process alive.
  server.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
  void server.register(underPressure, {
    maxEventLoopDelay: 500,
    // Long enough that one pause, of the collector or of a busy machine, is no overload.
    sampleInterval: RETRY_AFTER_SECONDS * 1000,
    maxRssBytes: RSS_LIMIT_BYTES,
    pressureHandler: async (request: FastifyRequest) => {
      // Files cost nothing to send, and a page without them is worse than a slow one.
      if (isVisit(request)) throw busy();
    },
  });
}

/** Refuses for a while whoever asks for hundreds of addresses that do not exist. */
function refuseSearching(server: FastifyInstance, limiter: RateLimiter): void {
  server.addHook('onRequest', async ({ ip }, reply) => {
    const retryAfterSeconds = limiter.waitOf('notFoundByIp', ip);
    if (retryAfterSeconds === null) return;
    const exhausted = { remaining: 0, resetSeconds: retryAfterSeconds };
    reply.headers(rateLimitFieldsOf(limiter, [{ limit: 'notFoundByIp', ...exhausted }]));
    throw new DomainError('error_message', { status: 429, retryAfterSeconds });
  });
  server.addHook('onResponse', ({ ip, log }, reply, done) => {
    if (reply.raw.statusCode === 404) {
      limiter.take('notFoundByIp', ip).catch((error: unknown) => {
        log.warn({ err: error }, 'not counted');
      });
    }
    done();
  });
}

/** One line a request; those that only read and succeed at level debug. */
function logRequests(server: FastifyInstance): void {
  server.addHook('onResponse', (request, reply, done) => {
    const status = reply.raw.statusCode;
    const isQuiet = !mayChangeSomething(request) && status < 400;
    if (!isQuiet || request.log.level === 'debug' || request.log.level === 'trace') {
      const { method, originalUrl } = request;
      const line = {
        method,
        path: loggedPath(originalUrl),
        status,
        ms: Math.round(reply.elapsedTime),
      };
      request.log[isQuiet ? 'debug' : 'info'](line, 'request');
    }
    done();
  });
}
