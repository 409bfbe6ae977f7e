import { maxHeaderSize } from 'node:http';

import type { Context, Deps } from '@agres/core/context';
import type { RateLimiter } from '@agres/core/limits/rate-limit';
import { rateLimitFieldsOf, requireRateLimit } from '@agres/core/limits/require-rate-limit';
import { createLogHashes } from '@agres/core/log-hashes';
import type { Session } from '@agres/core/session/session';
import { DomainError } from '@agres/domain/errors';
import { findInvoice } from '@agres/money/invoices/invoice';
import { findSubscriptionInvoice } from '@agres/money/subscription/subscription-payments';
import { readContentVersion } from '@agres/shop/catalogue/content-version';
import { createOpenApiDocument } from '@agres/shop/rest/openapi';
import type { Caller } from '@agres/shop/users/callers';
import cookie from '@fastify/cookie';
import underPressure from '@fastify/under-pressure';
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';

import { readGuides } from './api-docs/guides.ts';
import { registerDocs } from './api-docs/register-api-docs.ts';
import { createContentVersion, type ContentVersion } from './cache/content-version.ts';
import { createFastAnswers } from './cache/fast-answers.ts';
import { createHttpServer, hasManyHosts } from './cache/http-server.ts';
import type { AnswerFirst } from './cache/prepared-answer.ts';
import {
  createPublicReads,
  createPublicReadsById,
  anonymousContext,
} from './cache/public-reads.ts';
import { createCallContexts } from './calls/call-context.ts';
import { requireJson } from './calls/json-bodies.ts';
import { registerOneClick } from './calls/one-click.ts';
import { REST_PREFIX } from './calls/prefixes.ts';
import { createMethodsTable } from './calls/rest-addresses.ts';
import { registerRest } from './calls/rest.ts';
import { registerRpc } from './calls/rpc.ts';
import { createClientErrorHandler, handleServerError } from './calls/server-errors.ts';
import { registerWebhooks, type WebhookHandler } from './calls/webhooks.ts';
import { createAccessLog, type AccessLogMode } from './http/access-log.ts';
import { refuseForgedCalls } from './http/csrf.ts';
import { createRequestDeadlines } from './http/database-deadline.ts';
import { createHttpSessions } from './http/http-sessions.ts';
import { registerProbes } from './http/probes.ts';
import { requestIdOf } from './http/request-id.ts';
import {
  isCall,
  isChangingCall,
  isMachineCall,
  isPageRequest,
  isTextAddress,
  mayChangeSomething,
  routedUrlOf,
  usesSession,
} from './http/request-kinds.ts';
import { nameRoute, routeOf } from './http/route-name.ts';
import { securityHeadersFor } from './http/security-headers.ts';
import { registerSecurityTxt } from './http/security-txt.ts';
import type { Metrics } from './operator/metrics.ts';
import { registerInvoices, registerSubscriptionInvoices } from './pages/invoice-page.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const RETRY_AFTER_SECONDS = 5;

export type WebTools = {
  /** Returns the caller's session. Throws without a database. */
  sessionOf: (request: FastifyRequest) => Promise<Session | null>;
  /** Returns the caller's session with its account. Throws without a database. */
  callerOf: (request: FastifyRequest) => Promise<Caller | null>;
  contextOf: (request: FastifyRequest) => Promise<Context>;
  /** Creates the context for pages that are rendered once for all visitors. */
  anonymousContext: () => Context;
  /** The version on which cached pages depend. */
  contentVersion: ContentVersion;
  /** Whether a `Cookie` header names a session, valid or not. */
  bringsSession: (cookieLine: string | undefined) => boolean;
  /**
   * Returns the secret of the only session in a `Cookie` header; undefined if the answer must set a cookie.
   */
  completeSessionOf: (cookieLine: string) => string | undefined;
  headers: Record<string, string>;
  edgeSeconds: number;
  /** Registers a function that answers from memory, before the framework. */
  answerFirst: (answer: AnswerFirst) => void;
  /** Registers the 404 page that browsers get for an unknown address. */
  showNotFound: (send: NotFoundPage) => void;
  onCacheRead: Metrics['countCacheRead'] | undefined;
};

export type NotFoundPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export type AppDeps = Deps & {
  logger: FastifyBaseLogger;
  handleWebhook: WebhookHandler;
  metrics?: Pick<Metrics, 'countAnswer' | 'countMalformed' | 'countCacheRead'> | undefined;
  registerWeb?: (app: FastifyInstance, tools: WebTools) => Promise<void>;
  http: {
    /** The networks of the proxies that may report the client's address. */
    trustedProxies: string[];
    /** Whether to accept an `Origin` equal to the request's `Host`; only outside production. */
    trustsOwnHost: 'yes' | 'no';
    stripeJsUrl: string;
    /** How long a CDN in front of the site may serve shared answers; 0 if there is none. */
    edgeSeconds: number;
    accessLog?: AccessLogMode;
    /** The load from which the process answers 503: `OVERLOAD` by default, 0 for never. */
    overload?: Overload;
    /** The total time for all database statements of a request; decision 118 by default. */
    databaseDeadlineMs?: number | undefined;
  };
};

type Overload = { eventLoopDelayMs: number; memoryBytes: number };

/** The limits of a process that only serves the site. */
export const OVERLOAD: Overload = { eventLoopDelayMs: 500, memoryBytes: 2 * 1024 ** 3 };

export type App = {
  server: FastifyInstance;
  /**
   * Listens without being ready, until `open`: the process answers pages and reads, and calls that may change
   * something get 503, so that clients retry.
   */
  hold: () => void;
  open: () => void;
  /** Fails the readiness probe before the process ends. */
  drain: () => void;
  /** The age of the known content version; undefined if no version is known. */
  contentVersionAgeMs: () => number | undefined;
};

/** Creates the whole server; the caller makes it listen. */
export async function createApp(deps: AppDeps): Promise<App> {
  const { db, config, http, metrics } = deps;
  const headers = securityHeadersFor({ ...config, ...http });
  const httpSessions = createHttpSessions(deps, config);
  const contentVersion = createContentVersion(() => readContentVersion(deps));
  const fastAnswers = createFastAnswers({
    reads: createPublicReads(deps),
    readsById: createPublicReadsById(deps),
    contentVersion,
    httpSessions,
    headers,
    edgeSeconds: http.edgeSeconds,
    onCacheRead: metrics?.countCacheRead,
  });

  const answerers: AnswerFirst[] = [fastAnswers.answerFirst];
  const runForRequest = createRequestDeadlines(http.databaseDeadlineMs);
  const logHashes = createLogHashes(deps);
  const accessLog = createAccessLog({ ...http, log: deps.logger, logHashes });

  const server = fastify({
    serverFactory: createHttpServer(answerers, runForRequest, {
      onAnswer: metrics?.countAnswer,
      onPreparedAnswer: accessLog.logPrepared,
    }),
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    requestIdHeader: false,
    trustProxy: http.trustedProxies.length > 0 ? http.trustedProxies : false,
    bodyLimit: BODY_LIMIT_BYTES,
    // No URL has a longer parameter. The router would answer a longer one without running the hooks.
    routerOptions: { maxParamLength: maxHeaderSize },
    rewriteUrl: routedUrlOf,
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => {
      // Hooks do not run for a malformed URL.
      reply.headers({ ...headers, 'x-request-id': request.id });
      const code = isCall(request) && !isTextAddress(request.url) ? 'invalid_fields' : 'not_found';
      void handleServerError(new DomainError(code), request, reply);
    },
    clientErrorHandler: createClientErrorHandler((url) => methodsOf(url), metrics?.countMalformed),
  });
  const ownPaths = new Set<string>();
  server.addHook('onRoute', ({ url }) => void ownPaths.add(url));
  const methodsOf = createMethodsTable((path) => ownPaths.has(path));
  let sendNotFoundPage: NotFoundPage | undefined;
  let isStarting = false;
  let openSinceMs = Number.NEGATIVE_INFINITY;
  server.setErrorHandler(handleServerError);
  server.removeAllContentTypeParsers();

  if (metrics !== undefined) {
    server.addHook('onRequest', async (request, reply) => {
      nameRoute(reply.raw, routeOf(request));
    });
  }
  server.addHook('onRequest', async (request, reply) => {
    if (!hasManyHosts(request.raw)) return;
    reply.headers({ ...headers, 'x-request-id': request.id, connection: 'close' });
    throw new DomainError('invalid_fields');
  });
  fastAnswers.register(server);
  server.addHook('onRequest', async (request, reply) => {
    // The default forbids storing, because an answer may contain personal data. A route may override it.
    reply.headers({ ...headers, 'x-request-id': request.id, 'cache-control': 'no-store' });
    if (isCall(request) && !request.is404 && !isTextAddress(request.url)) {
      throw new DomainError('invalid_fields');
    }
  });
  shedLoad(server, deps.http.overload ?? OVERLOAD, () => openSinceMs);
  server.addHook('onRequest', async (request) => {
    if (isStarting && mayChangeSomething(request) && !isMachineCall(request)) throw busy();
  });
  limitNotFound(server, deps.rateLimiter);
  // This plugin only sets cookies. `cookieValues` reads them, because the plugin keeps only the first cookie
  // of a name.
  await server.register(cookie, { hook: false });
  server.addHook('onRequest', async (request, reply) => {
    if (usesSession(request)) httpSessions.begin(request, reply);
  });
  // Registered after the rate-limit and overload hooks, which must run first.
  fastAnswers.registerById(server);
  refuseForgedCalls(server, { ...config, ...http, hasValidToken: httpSessions.hasValidToken });
  server.addHook('preParsing', async (request) => {
    if (isChangingCall(request)) requireJson(request);
  });
  await logHashes.ready();
  accessLog.register(server);

  const contexts = createCallContexts(server, {
    deps,
    httpSessions,
    contentChanged: contentVersion.invalidate,
    runForRequest,
  });
  const document = createOpenApiDocument({ baseUrl: config.publicUrl + REST_PREFIX });
  const { drain } = registerProbes(server, {
    db,
    clock: deps.clock,
    isStarting: () => isStarting,
    appSecret: config.appSecret,
  });
  await registerWebhooks(server, deps.handleWebhook);
  await registerOneClick(server, deps);
  registerInvoices(server, async (request, id) => {
    const session = await httpSessions.sessionOf(request);
    return session === null ? null : findInvoice(db, { id, userId: session.userId });
  });
  registerSubscriptionInvoices(server, async (request, id, reply) => {
    const session = await httpSessions.sessionOf(request);
    if (session === null) return null;
    const { userId } = session;
    const setHeader = (name: string, value: string) => void reply.header(name, value);
    // This call is limited, because each read calls the payment provider.
    await requireRateLimit({ deps, setHeader }, { limit: 'cardReadByUser', key: String(userId) });
    return findSubscriptionInvoice(deps, { id, userId });
  });
  await registerDocs(server, { document, guidesWith: await readGuides(config.publicUrl) });
  registerSecurityTxt(server, { ...config, clock: deps.clock });
  await registerRest(server, { contexts, document });
  await registerRpc(server, contexts);
  await deps.registerWeb?.(server, {
    sessionOf: httpSessions.sessionOf,
    callerOf: httpSessions.callerOf,
    contextOf: (request) => contexts({ request, transport: 'page' }),
    anonymousContext: () => anonymousContext(deps),
    contentVersion,
    bringsSession: httpSessions.bringsSession,
    completeSessionOf: httpSessions.completeSessionOf,
    headers,
    edgeSeconds: http.edgeSeconds,
    answerFirst: (answer) => void answerers.push(answer),
    showNotFound: (send) => {
      sendNotFoundPage = send;
    },
    onCacheRead: metrics?.countCacheRead,
  });
  server.setNotFoundHandler(async (request, reply) => {
    if (isPageRequest(request) && sendNotFoundPage) return sendNotFoundPage(request, reply);
    const methods = mayChangeSomething(request) ? methodsOf(request.url) : undefined;
    if (methods === undefined) throw new DomainError('not_found');
    reply.header('allow', methods.join(', '));
    throw new DomainError('error_message', { status: 405 });
  });
  return {
    server,
    hold: () => {
      isStarting = true;
      openSinceMs = Number.POSITIVE_INFINITY;
    },
    open: () => {
      isStarting = false;
      openSinceMs = performance.now();
    },
    drain,
    contentVersionAgeMs: contentVersion.ageMs,
  };
}

const busy = () =>
  new DomainError('error_message', { status: 503, retryAfterSeconds: RETRY_AFTER_SECONDS });

/**
 * Answers 503 while the process is overloaded or closing; probes and the payment provider are exempt from
 * overload. Samples of the event loop that began before `open` are ignored, so that startup pauses do not
 * count as overload.
 */
function shedLoad(
  server: FastifyInstance,
  { eventLoopDelayMs, memoryBytes }: Overload,
  openSinceMs: () => number,
): void {
  const sampleMs = RETRY_AFTER_SECONDS * 1000;
  let isClosing = false;

  server.addHook('preClose', async () => {
    isClosing = true;
  });
  server.addHook('onRequest', async () => {
    if (isClosing) throw busy();
  });
  // Requests in flight close their connection too: a keep-alive connection would keep the process running.
  server.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
  void server.register(underPressure, {
    maxEventLoopDelay: eventLoopDelayMs,
    // Samples are long, because a single pause, by garbage collection or a busy machine, is not overload.
    sampleInterval: sampleMs,
    maxRssBytes: memoryBytes,
    pressureHandler: async (request: FastifyRequest, _reply: FastifyReply, sign: string) => {
      const isOfStart = performance.now() < openSinceMs() + 2 * sampleMs;
      if (sign === underPressure.TYPE_EVENT_LOOP_DELAY && isOfStart) return;
      // Files pass, because they are cheap to send, and a page without them is worse than a slow one.
      if (usesSession(request)) throw busy();
    },
  });
}

/**
 * Answers 429 to a client that requests hundreds of unknown URLs. Probes and webhooks do not count and are
 * not limited, even through the same proxy.
 */
function limitNotFound(server: FastifyInstance, limiter: RateLimiter): void {
  server.addHook('onRequest', async (request, reply) => {
    if (isMachineCall(request)) return;
    const { ip } = request;
    const retryAfterSeconds = limiter.waitOf('notFoundByIp', ip);
    if (retryAfterSeconds === null) return;
    const exhausted = { remaining: 0, resetSeconds: retryAfterSeconds };
    reply.headers(rateLimitFieldsOf(limiter, [{ limit: 'notFoundByIp', ...exhausted }]));
    throw new DomainError('error_message', { status: 429, retryAfterSeconds });
  });
  server.addHook('onResponse', (request, reply, done) => {
    if (reply.raw.statusCode === 404 && !isMachineCall(request)) {
      const { ip, log } = request;
      limiter.take('notFoundByIp', ip).catch((error: unknown) => {
        log.warn({ err: error }, 'could not count a 404 response');
      });
    }
    done();
  });
}
