import type { IncomingMessage, ServerResponse } from 'node:http';

import { domainErrorOf } from '@agres/core/errors';
import type { FastifyInstance } from 'fastify';

import { REST_PREFIX } from '../calls/prefixes.ts';
import type { HttpSessions } from '../http/http-sessions.ts';
import { isTextAddress } from '../http/request-kinds.ts';
import { rpcRoute } from '../http/route-name.ts';
import { cacheHeadersFor, BROWSER_ONLY } from './cache-headers.ts';
import { createContentCache, type CacheResult, type ContentCache } from './content-cache.ts';
import { encodingOf, type Encoding } from './content-encoding.ts';
import type { ContentVersion } from './content-version.ts';
import {
  bodyIn,
  headerLinesOf,
  prepareAnswer,
  requireIfMatch,
  sendAtOnce,
  type AnswerFirst,
  type HeaderLines,
  type PreparedAnswer,
} from './prepared-answer.ts';

/** A query without parameters whose answer is the same for all visitors. */
export type PublicRead = {
  /** The path under `/api`; null for a call of the site's own pages. */
  restPath: string | null;
  /** The name under `/trpc`. */
  rpcName: string;
  read: () => Promise<unknown>;
};

export type PublicReadById = {
  /** The path under `/api`, before the id. */
  restPath: string;
  rpcName: string;
  /** Throws `not_found` for an unknown id. */
  read: (id: number) => Promise<unknown>;
};

export type FastAnswerOptions = {
  reads: readonly PublicRead[];
  readsById: readonly PublicReadById[];
  contentVersion: ContentVersion;
  httpSessions: HttpSessions;
  headers: Record<string, string>;
  edgeSeconds: number;
  onCacheRead?: ((cache: 'reads' | 'reads_by_id', result: CacheResult) => void) | undefined;
};

export type FastAnswers = {
  answerFirst: AnswerFirst;
  /** Adds the hook that prepares the bytes of reads without parameters when none are ready. */
  register: (app: FastifyInstance) => void;
  /**
   * Adds the same hook for reads by id; it refuses an unknown id. Register it after the rate limits, because
   * ids are unbounded and the refusal of an unknown id is not cached. Register it after the session, because
   * a refusal sets the same cookies as any other.
   */
  registerById: (app: FastifyInstance) => void;
};

/** Matches URLs with an id as the API's own links spell them. Other spellings take the normal path. */
const URL_WITH_ID = /^(\/api\/[a-z]+)\/([1-9]\d{0,9})$/;
/** The limit for all reads by id together; the oldest answer is evicted first. */
const MAX_ANSWERS_BY_ID = 1000;

type JsonRead = {
  key: string;
  rpcName: string;
  /** Its requests are counted under this name. */
  route: string;
  readJson: () => Promise<string>;
  cache: ContentCache<PreparedAnswer>;
};

/**
 * Answers public reads from prepared bytes, before the framework: REST paths, exact tRPC URLs, and tRPC
 * batches of one. Reading and serializing the catalogue for every request costs 25 times as much. A new
 * content version causes new bytes; without a database the request takes the normal path and fails there.
 */
export function createFastAnswers(options: FastAnswerOptions): FastAnswers {
  const { contentVersion, onCacheRead } = options;
  const headers = headerLinesOf(options.headers);
  const cache = createContentCache<PreparedAnswer>({
    onRead: (result) => onCacheRead?.('reads', result),
  });
  const reads = new Map(
    options.reads
      .flatMap(jsonReadsOf)
      .map(([url, read]): [string, JsonRead] => [url, { ...read, key: url, cache }]),
  );
  // A cache of its own, so that requests for many ids evict no list.
  const cacheById = createContentCache<PreparedAnswer>({
    maxKeys: MAX_ANSWERS_BY_ID,
    onRead: (result) => onCacheRead?.('reads_by_id', result),
  });
  const readsById = new Map(options.readsById.map((read) => [`/api${read.restPath}`, read]));

  const readByIdOf = (url: string): JsonRead | undefined => {
    const [, path = '', id] = URL_WITH_ID.exec(url) ?? [];
    const byId = readsById.get(path);
    if (byId === undefined) return undefined;
    const { rpcName, read } = byId;
    return {
      key: url,
      rpcName,
      route: `${path}/:id`,
      readJson: async () => JSON.stringify(await read(Number(id))),
      cache: cacheById,
    };
  };

  const readOf = ({ method, url = '' }: IncomingMessage) => {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const address = withoutUnreadQuery(url);
    return reads.get(address) ?? readByIdOf(address);
  };

  const answerFirst: AnswerFirst = (request, response) => {
    const read = readOf(request);
    if (read === undefined) return null;
    const encoding = encodingOf(request);
    const prepared = read.cache.ready(read.key, contentVersion.known());
    if (!prepared?.bodies.has(encoding)) return null;
    send({ request, response, prepared, encoding, options, headers });
    return read.route;
  };

  const prepare = async (read: JsonRead, encoding: Encoding) => {
    const version = await contentVersion.current();
    const prepared = await read.cache.get(read.key, version, async () =>
      prepareAnswer(await read.readJson()),
    );
    await bodyIn(prepared, encoding);
    return prepared;
  };

  const prepareFor = (app: FastifyInstance, kept: ContentCache<PreparedAnswer>) => {
    app.addHook('onRequest', async ({ raw: request, log }, reply) => {
      const read = readOf(request);
      if (read?.cache !== kept) return;
      const encoding = encodingOf(request);
      const prepared = await prepare(read, encoding).catch((error: unknown) => {
        const refusal = domainErrorOf(error);
        // The normal path retries and logs any other error; for `not_found` it would only repeat the query.
        if (refusal.code !== 'not_found') return null;
        log.info({ procedure: read.rpcName, code: refusal.code }, 'refused');
        throw refusal;
      });
      if (prepared === null) return;
      requireIfMatch(request.headers);
      reply.hijack();
      send({ request, response: reply.raw, prepared, encoding, options, headers });
    });
  };

  return {
    answerFirst,
    register: (app) => prepareFor(app, cache),
    registerById: (app) => prepareFor(app, cacheById),
  };
}

/**
 * Removes the query of a REST read, which takes no parameters: tracking parameters do not change the answer.
 */
function withoutUnreadQuery(url: string): string {
  const end = url.indexOf('?');
  const hasQuery = end !== -1 && url.startsWith(`${REST_PREFIX}/`);
  // The normal path refuses a URL that is not valid text.
  return hasQuery && isTextAddress(url) ? url.slice(0, end) : url;
}

function jsonReadsOf({
  restPath,
  rpcName,
  read,
}: PublicRead): [string, Omit<JsonRead, 'cache' | 'key'>][] {
  const data = async () => JSON.stringify(await read());
  const rpc = rpcRoute(rpcName);
  const one = async () => `{"result":{"data":${await data()}}}`;
  const rest = restPath === null ? [] : [REST_PREFIX + restPath];
  return [
    ...rest.map((route): [string, Omit<JsonRead, 'cache' | 'key'>] => [
      route,
      { rpcName, route, readJson: data },
    ]),
    [rpc, { rpcName, route: rpc, readJson: one }],
    [
      `${rpc}?batch=1&input=%7B%7D`,
      { rpcName, route: rpc, readJson: async () => `[${await one()}]` },
    ],
  ];
}

type SendContext = {
  request: IncomingMessage;
  response: ServerResponse;
  prepared: PreparedAnswer;
  encoding: Encoding;
  options: FastAnswerOptions;
  headers: HeaderLines;
};

function send({ request, response, prepared, encoding, options, headers }: SendContext): void {
  const { httpSessions, edgeSeconds } = options;
  const cookieLine = request.headers.cookie;
  // A CDN may cache REST reads only. The site's pages poll tRPC to detect changes, so those responses must
  // come from this server.
  const isForEdge =
    edgeSeconds > 0 &&
    request.url?.startsWith(`${REST_PREFIX}/`) === true &&
    // A query is not cached by a CDN, because the number of possible queries is unbounded.
    !request.url.includes('?') &&
    // guard: reads with a session cookie are not publicly cacheable
    !httpSessions.bringsSession(cookieLine);
  // guard: publicly cacheable reads set no cookie
  const cookies = isForEdge ? [] : httpSessions.missingCookieLinesOf(cookieLine);
  sendAtOnce({
    request,
    response,
    answer: prepared,
    encoding,
    type: 'application/json; charset=utf-8',
    cacheHeaders: isForEdge ? cacheHeadersFor(edgeSeconds) : BROWSER_ONLY,
    headers,
    cookies,
  });
}
