import { createServer } from 'node:http';

import type { FastifyServerFactory } from 'fastify';

import type { FastAnswers } from './content/fast-answers.ts';

/** How long a client may take, in ms. */
const LIMITS = {
  /** To send the head of a request. */
  head: 15_000,
  /** To send a whole request. */
  request: 30_000,
  /** How often both are looked at. */
  checkEvery: 5_000,
  /** To say anything at all. */
  silence: 60_000,
  /** Between one request and the next on a connection. */
  keepAlive: 72_000,
};

/**
 * Makes the HTTP server: it answers from memory where it can, and leaves every other request to the
 * framework, whose own part of an answer costs more than the answer does.
 */
export function createFront({ answerAtOnce }: FastAnswers): FastifyServerFactory {
  return (handle) => {
    const options = {
      headersTimeout: LIMITS.head,
      requestTimeout: LIMITS.request,
      connectionsCheckingInterval: LIMITS.checkEvery,
      keepAliveTimeout: LIMITS.keepAlive,
    };
    const server = createServer(options, (request, response) => {
      // Once it is closing, the framework tells everybody so.
      if (!server.listening || !answerAtOnce(request, response)) handle(request, response);
    });
    server.setTimeout(LIMITS.silence);
    return server;
  };
}
