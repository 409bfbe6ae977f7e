import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
} from 'node:http';
import type { Socket } from 'node:net';

import type { FastifyServerFactory } from 'fastify';

import type { RunForRequest } from '../http/database-deadline.ts';
import { routeNameOf } from '../http/route-name.ts';
import type { AnswerFacts } from '../operator/metrics.ts';
import type { AnswerFirst } from './prepared-answer.ts';

const LIMITS = {
  head: 15_000,
  request: 30_000,
  /** How often `head` and `request` are checked. */
  checkEvery: 5_000,
  /** How long a connection may transfer no data. */
  silence: 60_000,
  /** How long a connection may stay open between two requests. */
  keepAlive: 72_000,
};

export type ServedAnswer = AnswerFacts & { request: IncomingMessage };

type AnswerObservers = {
  onAnswer?: ((answered: AnswerFacts) => void) | undefined;
  /** Only for answers from memory, which no hook of the framework sees. */
  onPreparedAnswer?: ((answered: ServedAnswer) => void) | undefined;
};

/**
 * Creates the HTTP server. It answers from memory where it can, because the framework's overhead costs more
 * than such an answer. All database statements of a request share one deadline.
 */
export function createHttpServer(
  answerers: readonly AnswerFirst[],
  runForRequest: RunForRequest,
  { onAnswer, onPreparedAnswer }: AnswerObservers = {},
): FastifyServerFactory {
  return (handle) => {
    const listen: RequestListener = (request, response) => {
      const startedMs = performance.now();
      const answered = (route: string): ServedAnswer => ({
        request,
        response,
        route,
        seconds: (performance.now() - startedMs) / 1000,
      });
      const reportPrepared = (route: string) => {
        const served = answered(route);
        onAnswer?.(served);
        onPreparedAnswer?.(served);
      };
      const pass = () => {
        // Runs also if the client disconnects before the answer.
        if (onAnswer !== undefined) {
          response.once('close', () => onAnswer(answered(routeNameOf(response))));
        }
        handle(request, response);
      };
      // While closing, the framework answers all requests with 503.
      if (!server.listening) return pass();
      // The framework refuses requests with these headers.
      if (request.headers['if-match'] !== undefined || hasManyHosts(request)) return pass();
      for (const answer of answerers) {
        const route = answer(request, response);
        if (route === null) continue;
        if (typeof route === 'string') return reportPrepared(route);
        const answerLate = (send: (() => string) | null) =>
          server.listening && send !== null ? reportPrepared(send()) : pass();
        return void route.then(answerLate, pass);
      }
      return pass();
    };
    const server = createServerWithLimits((request, response) => {
      request.url = originFormOf(request.url ?? '');
      runForRequest(request, () => listen(request, response));
    });
    server.on('connection', readAddressOnce);
    return server;
  };
}

/**
 * Returns the path and query of a request target. The absolute form means the same for any host, because this
 * is the only site here (RFC 9112, section 3.2.2).
 */
export function originFormOf(target: string): string {
  if (target.startsWith('/')) return target;
  const [, rest] = /^https?:\/\/[^/?#]*(.*)$/is.exec(target) ?? [];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Whether a request has several `Host` headers (RFC 9112, section 3.2); Node.js takes the first. */
export function hasManyHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/**
 * Rate limits and the log need the client's address later. Node.js caches it on first access, and cannot read
 * it once the client has disconnected.
 */
function readAddressOnce(socket: Socket): void {
  if (socket.remoteAddress === undefined) socket.destroy();
}

/** Creates an HTTP server with time limits, so that no client holds a connection forever. */
export function createServerWithLimits(
  listener: RequestListener,
  more: ServerOptions = {},
): Server {
  const limits = {
    headersTimeout: LIMITS.head,
    requestTimeout: LIMITS.request,
    connectionsCheckingInterval: LIMITS.checkEvery,
    keepAliveTimeout: LIMITS.keepAlive,
  };
  const server = createServer({ ...limits, ...more }, listener);
  server.setTimeout(LIMITS.silence);
  return server;
}

type ListenAddress = {
  host: string;
  port: number;
  settings?: readonly [host: string, port: string];
};

/** Returns an Error that says what to do, or the given error if its cause is unknown. */
export function explainListenFailure(
  error: unknown,
  { host, port, settings: [hostSetting, portSetting] = ['HOST', 'PORT'] }: ListenAddress,
): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new Error(
      `Port ${port} is taken by another program. End that program, or set ${portSetting} to a free one.`,
      { cause: error },
    );
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new Error(
      `${hostSetting} is ${host}, which is not an address of this machine. Set ${hostSetting} to 127.0.0.1, to another address of it, or to 0.0.0.0 for all of them.`,
      { cause: error },
    );
  }
  if (code === 'EACCES') {
    return new Error(
      `This user may not listen on port ${port}. Set ${portSetting} to one above 1023.`,
      {
        cause: error,
      },
    );
  }
  return error;
}
