import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';

import type { FastifyServerFactory } from 'fastify';

import type { AnswerAtOnce } from './prepared-answer.ts';

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
 * framework, whose overhead costs more than such an answer does.
 */
export function createHttpServer(answerers: readonly AnswerAtOnce[]): FastifyServerFactory {
  return (handle) => {
    const server = createServerWithLimits((request, response) => {
      // Once it is closing, the framework answers everybody with 503.
      const isAnswered = server.listening && answerers.some((answer) => answer(request, response));
      if (!isAnswered) handle(request, response);
    });
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

/** A failure to listen as an Error that says what to do, where that is known. */
export function explainListenFailure(error: unknown, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new Error(
      `Port ${port} is taken by another program. End that program, or set PORT to a free one.`,
      { cause: error },
    );
  }
  if (code === 'EACCES') {
    return new Error(`This user may not listen on port ${port}. Set PORT to one above 1023.`, {
      cause: error,
    });
  }
  return error;
}
