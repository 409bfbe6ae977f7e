import type { IncomingMessage, ServerResponse } from 'node:http';

import type { FastifyInstance } from 'fastify';

import type { HttpSessions } from '../http/http-sessions.ts';
import { createContentCache, type ContentCache } from './content-cache.ts';
import { encodingOf, type Encoding } from './content-encoding.ts';
import type { ContentVersion } from './content-version.ts';
import {
  bodyIn,
  prepareAnswer,
  sendAtOnce,
  type AnswerAtOnce,
  type PreparedAnswer,
} from './prepared-answer.ts';

/** A query without parameters whose answer is the same for everybody. */
export type PublicRead = {
  /** Under `/api`. */
  restPath: string;
  /** The procedure's name, under `/trpc`. */
  rpcName: string;
  read: () => Promise<unknown>;
};

/** A query of one thing by its id, whose answer is the same for everybody. */
export type PublicReadById = {
  /** Under `/api`, before the id. */
  restPath: string;
  /** Throws where there is no such thing. */
  read: (id: number) => Promise<unknown>;
};

export type FastAnswerOptions = {
  reads: readonly PublicRead[];
  readsById: readonly PublicReadById[];
  contentVersion: ContentVersion;
  httpSessions: HttpSessions;
  /** The headers of every answer. */
  headers: Record<string, string>;
};

/** Answers from memory. */
export type FastAnswers = {
  answerAtOnce: AnswerAtOnce;
  /** Prepares the bytes for requests that found none, inside the framework: those without parameters. */
  register: (app: FastifyInstance) => void;
  /**
   * The same for those by an id. After the limits: there are as many ids as anybody makes up, and the
   * answer to one that does not exist is not kept.
   */
  registerById: (app: FastifyInstance) => void;
};

/** The addresses with an id, as REST's own links spell them; other spellings take the normal path. */
const URL_WITH_ID = /^(\/api\/[a-z]+)\/([1-9]\d{0,9})$/;
/** Of all that has an id together; the oldest goes first. */
const MAX_ANSWERS_BY_ID = 1000;

/** How the JSON of an address is made, and where its bytes are kept. */
type JsonRead = { readJson: () => Promise<string>; cache: ContentCache<PreparedAnswer> };

/**
 * Answers the public reads from prepared bytes, before the framework: exact URLs of REST, of tRPC and
 * of its batch of one. Reading and serialising the catalogue for every request costs twenty-five times
 * as much (quality, section 1). Bytes are prepared again when the content version changes; without
 * database the request takes the normal path, and fails there.
 */
export function createFastAnswers(options: FastAnswerOptions): FastAnswers {
  const { contentVersion } = options;
  const cache = createContentCache<PreparedAnswer>();
  const reads = new Map(
    options.reads
      .flatMap(jsonReadsOf)
      .map(([url, readJson]): [string, JsonRead] => [url, { readJson, cache }]),
  );
  // Apart: whoever asks for one id after the other has no list made anew.
  const cacheById = createContentCache<PreparedAnswer>({ maxKeys: MAX_ANSWERS_BY_ID });
  const readsById = new Map(
    options.readsById.map(({ restPath, read }) => [`/api${restPath}`, read]),
  );

  const readByIdOf = (url: string): JsonRead | undefined => {
    const [, path = '', id] = URL_WITH_ID.exec(url) ?? [];
    const read = readsById.get(path);
    if (read === undefined) return undefined;
    return { readJson: async () => JSON.stringify(await read(Number(id))), cache: cacheById };
  };

  const readOf = ({ method, url = '' }: IncomingMessage) =>
    method === 'GET' || method === 'HEAD' ? (reads.get(url) ?? readByIdOf(url)) : undefined;

  const answerAtOnce: AnswerAtOnce = (request, response) => {
    const { url = '' } = request;
    const read = readOf(request);
    if (read === undefined) return false;
    const encoding = encodingOf(request);
    const prepared = read.cache.ready(url, contentVersion.known());
    if (!prepared?.bodies.has(encoding)) return false;
    send({ request, response, prepared, encoding, options });
    return true;
  };

  const prepare = async (url: string, read: JsonRead, encoding: Encoding) => {
    const version = await contentVersion.current();
    const prepared = await read.cache.get(url, version, async () =>
      prepareAnswer(await read.readJson()),
    );
    await bodyIn(prepared, encoding);
    return prepared;
  };

  const prepareFor = (app: FastifyInstance, kept: ContentCache<PreparedAnswer>) => {
    app.addHook('onRequest', async ({ raw: request }, reply) => {
      const { url = '' } = request;
      const read = readOf(request);
      if (read?.cache !== kept) return;
      const encoding = encodingOf(request);
      const prepared = await prepare(url, read, encoding).catch(() => null);
      if (prepared === null) return;
      reply.hijack();
      send({ request, response: reply.raw, prepared, encoding, options });
    });
  };

  return {
    answerAtOnce,
    register: (app) => prepareFor(app, cache),
    registerById: (app) => prepareFor(app, cacheById),
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
  const cookies = options.httpSessions.missingCookieLinesOf(request.headers.cookie);
  sendAtOnce({
    request,
    response,
    answer: prepared,
    encoding,
    type: 'application/json; charset=utf-8',
    headers: {
      ...options.headers,
      ...(cookies.length === 0 ? {} : { 'set-cookie': cookies }),
    },
  });
}
