import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';

import type { FastifyInstance } from 'fastify';

import type { HttpSessions } from '../http/http-sessions.ts';
import { createContentCache } from './content-cache.ts';
import { encodingOf, type Encoding } from './content-encoding.ts';
import type { ContentVersion } from './content-version.ts';
import { matchesEtag } from './etag.ts';
import { bodyIn, prepareAnswer, type PreparedAnswer } from './prepared-answer.ts';

/** A query without parameters whose answer is the same for everybody. */
export type PublicRead = {
  /** Under `/api`. */
  restPath: string;
  /** The procedure's name, under `/trpc`. */
  rpcName: string;
  read: () => Promise<unknown>;
};

export type FastAnswerOptions = {
  reads: readonly PublicRead[];
  contentVersion: ContentVersion;
  httpSessions: HttpSessions;
  /** The headers of every answer. */
  headers: Record<string, string>;
};

/** Answers from memory. */
export type FastAnswers = {
  /** Answers a request whose bytes are ready; returns whether it did. */
  answerAtOnce: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Prepares the bytes for requests that found none, inside the framework. */
  register: (app: FastifyInstance) => void;
};

/**
 * Answers the public reads from prepared bytes, before the framework: exact URLs of REST, of tRPC and
 * of its batch of one. Reading and serialising the catalogue for every request costs twenty-five times
 * as much (quality, section 1). Bytes are prepared again when the content version changes; without
 * database the request takes the normal path, and fails there.
 */
export function createFastAnswers(options: FastAnswerOptions): FastAnswers {
  const { contentVersion } = options;
  const reads = new Map(options.reads.flatMap(jsonReadsOf));
  const cache = createContentCache<PreparedAnswer>();

  const readOf = ({ method, url = '' }: IncomingMessage) =>
    method === 'GET' || method === 'HEAD' ? reads.get(url) : undefined;

  const answerAtOnce: FastAnswers['answerAtOnce'] = (request, response) => {
    const { url = '' } = request;
    if (readOf(request) === undefined) return false;
    const encoding = encodingOf(request);
    const prepared = cache.ready(url, contentVersion.known());
    if (!prepared?.bodies.has(encoding)) return false;
    send({ request, response, prepared, encoding, options });
    return true;
  };

  const prepare = async (url: string, readJson: () => Promise<string>, encoding: Encoding) => {
    const version = await contentVersion.current();
    const prepared = await cache.get(url, version, async () => prepareAnswer(await readJson()));
    await bodyIn(prepared, encoding);
    return prepared;
  };

  return {
    answerAtOnce,
    register: (app) => {
      app.addHook('onRequest', async ({ raw: request }, reply) => {
        const { url = '' } = request;
        const readJson = readOf(request);
        if (readJson === undefined) return;
        const encoding = encodingOf(request);
        const prepared = await prepare(url, readJson, encoding).catch(() => null);
        if (prepared === null) return;
        reply.hijack();
        send({ request, response: reply.raw, prepared, encoding, options });
      });
    },
  };
}

/** The URLs of a read, each with the function that makes its JSON. */
function jsonReadsOf({ restPath, rpcName, read }: PublicRead): [string, () => Promise<string>][] {
  const data = async () => JSON.stringify(await read());
  return [
    [`/api${restPath}`, data],
    [`/trpc/${rpcName}`, async () => `{"result":{"data":${await data()}}}`],
    [`/trpc/${rpcName}?batch=1&input=%7B%7D`, async () => `[{"result":{"data":${await data()}}}]`],
  ];
}

type Sending = {
  request: IncomingMessage;
  response: ServerResponse;
  prepared: PreparedAnswer;
  encoding: Encoding;
  options: FastAnswerOptions;
};

function send({ request, response, prepared, encoding, options }: Sending): void {
  const { etag, bodies } = prepared;
  const cookies = options.httpSessions.missingCookieLinesOf(request.headers.cookie);
  const headers: OutgoingHttpHeaders = {
    ...options.headers,
    'x-request-id': randomUUID(),
    'cache-control': 'private, no-cache',
    vary: 'accept-encoding',
    etag,
    ...(cookies.length === 0 ? {} : { 'set-cookie': cookies }),
  };
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const body = bodies.get(encoding);
  response
    .writeHead(200, {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': body?.length,
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    })
    .end(request.method === 'HEAD' ? undefined : body);
}
