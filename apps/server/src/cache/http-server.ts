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
import type { Answered } from '../operator/metrics.ts';
import type { AnswerFirst } from './prepared-answer.ts';

/** How long a client may take, in ms. */
const LIMITS = {
  /** To send the head of a request. */
  head: 15_000,
  /** To send a whole request. */
  request: 30_000,
  /** How often both are checked. */
  checkEvery: 5_000,
  /** To say anything at all. */
  silence: 60_000,
  /** Between one request and the next on a connection. */
  keepAlive: 72_000,
};

/** An answer of the server. */
export type ServedAnswer = Answered & { request: IncomingMessage };

type AnswerObservers = {
  /** Called for every answer. */
  onAnswer?: ((answered: Answered) => void) | undefined;
  /** Called for answers from memory alone, which no hook of the framework sees. */
  onPreparedAnswer?: ((answered: ServedAnswer) => void) | undefined;
};

/**
 * The HTTP server: it answers from memory where it can, and leaves every other request to the
 * framework, whose overhead costs more than such an answer does. For every caller, a request waits for the
 * database so long in all.
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
      const tellPrepared = (route: string) => {
        const served = answered(route);
        onAnswer?.(served);
        onPreparedAnswer?.(served);
      };
      const pass = () => {
        // Also where the client has left before its answer.
        if (onAnswer !== undefined) {
          response.once('close', () => onAnswer(answered(routeNameOf(response))));
        }
        handle(request, response);
      };
      // Once it is closing, the framework answers all requests with 503.
      if (!server.listening) return pass();
      // What refuses a request is the framework's to say.
      if (request.headers['if-match'] !== undefined || hasManyHosts(request)) return pass();
      for (const answer of answerers) {
        const route = answer(request, response);
        if (route === null) continue;
        if (typeof route === 'string') return tellPrepared(route);
        const answerLate = (send: (() => string) | null) =>
          server.listening && send !== null ? tellPrepared(send()) : pass();
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
 * The path and query of a request's target. One with scheme and host means the same (RFC 9112, section
 * 3.2.2), for any host: this is the only site here.
 */
export function originFormOf(target: string): string {
  if (target.startsWith('/')) return target;
  const [, rest] = /^https?:\/\/[^/?#]*(.*)$/is.exec(target) ?? [];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Whether a request names its host more than once, where Node.js takes the first (RFC 9112, section 3.2). */
export function hasManyHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/**
 * Has a connection keep the address of its client, which Node.js reads at the first question and cannot
 * read any more once the client has left: limits and log ask later.
 */
function readAddressOnce(socket: Socket): void {
  if (socket.remoteAddress === undefined) socket.destroy();
}

/** An HTTP server whose clients cannot hold a connection for ever. */
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

type Listening = {
  host: string;
  port: number;
  /** What the settings of both are called; default: those of the site. */
  settings?: readonly [host: string, port: string];
};

/** A failure to listen as an Error that says what to do, where that is known. */
export function explainListenFailure(
  error: unknown,
  { host, port, settings: [hostSetting, portSetting] = ['HOST', 'PORT'] }: Listening,
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
      `${hostSetting} is ${host}, which is no address of this machine. Set ${hostSetting} to 127.0.0.1, to another address of it, or to 0.0.0.0 for all of them.`,
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
