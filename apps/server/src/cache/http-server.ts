import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';

import type { FastifyServerFactory } from 'fastify';

import type { UnderRequestWait } from '../http/database-wait.ts';
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

/**
 * The HTTP server: it answers from memory where it can, and leaves every other request to the
 * framework, whose overhead costs more than such an answer does. `onAnswer` is told of both. Whoever asks, a
 * request waits for the database so long in all.
 */
export function createHttpServer(
  answerers: readonly AnswerFirst[],
  underRequestWait: UnderRequestWait,
  onAnswer?: (answered: Answered) => void,
): FastifyServerFactory {
  return (handle) => {
    const listen: RequestListener = (request, response) => {
      const startedMs = performance.now();
      const tell = (route: string) =>
        onAnswer?.({ request, response, route, seconds: (performance.now() - startedMs) / 1000 });
      const pass = () => {
        // Also where the client has left before its answer.
        if (onAnswer !== undefined) response.once('close', () => tell(routeNameOf(response)));
        handle(request, response);
      };
      // Once it is closing, the framework answers everybody with 503.
      if (!server.listening) return pass();
      for (const answer of answerers) {
        const answered = answer(request, response);
        if (answered === null) continue;
        if (typeof answered === 'string') return tell(answered);
        const answerLate = (send: (() => string) | null) =>
          server.listening && send !== null ? tell(send()) : pass();
        return void answered.then(answerLate, pass);
      }
      return pass();
    };
    const server = createServerWithLimits((request, response) =>
      underRequestWait(request, () => listen(request, response)),
    );
    return server;
  };
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
  /** What the settings of both are called; those of the site unless told. */
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
