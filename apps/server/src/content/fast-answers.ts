import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';

import type { FastifyInstance } from 'fastify';

import type { Visits } from '../visits/visits.ts';
import { compress, encodingOf, type Encoding } from './content-encoding.ts';
import type { ContentVersion } from './content-version.ts';
import { isKnown } from './known-tags.ts';

/** A read without parameters that answers everybody alike: its addresses and what it answers. */
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
  visits: Visits;
  /** Those of every answer. */
  headers: Record<string, string>;
};

type Prepared = {
  version: string;
  etag: string;
  bodies: Map<Encoding, Buffer>;
};

/** Answers from memory. */
export type FastAnswers = {
  /** Answers a request whose bytes lie ready; says whether it did. */
  answerAtOnce: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Makes the bytes for requests that found none, inside the framework. */
  register: (app: FastifyInstance) => void;
};

/**
 * Answers the public reads from prepared bytes, before anything else looks at the request: exact
 * addresses of REST, of tRPC and of its batch of one. Reading and serialising the catalogue for
 * every request costs twenty-five times as much (quality, section 1). Bytes are made again when the
 * content's version changes; without database the request goes its usual way, and fails there.
 */
export function createFastAnswers(options: FastAnswerOptions): FastAnswers {
  const answers = new Map(options.reads.flatMap(answersOf));

  const answerOf = ({ method, url = '' }: IncomingMessage) =>
    method === 'GET' || method === 'HEAD' ? answers.get(url) : undefined;

  const answerAtOnce: FastAnswers['answerAtOnce'] = (request, response) => {
    const answer = answerOf(request);
    if (answer === undefined) return false;
    const encoding = encodingOf(request);
    const prepared = answer.prepared(options.contentVersion.known(), encoding);
    if (prepared === undefined) return false;
    send({ request, response, prepared, encoding, options });
    return true;
  };

  return {
    answerAtOnce,
    register: (app) => {
      app.addHook('onRequest', async ({ raw: request }, reply) => {
        const answer = answerOf(request);
        if (answer === undefined) return;
        const encoding = encodingOf(request);
        const prepared = await answer.prepare(options.contentVersion, encoding).catch(() => null);
        if (prepared === null) return;
        reply.hijack();
        send({ request, response: reply.raw, prepared, encoding, options });
      });
    },
  };
}

type Answer = {
  /** The bytes for a version, if they are there. */
  prepared: (version: string | undefined, encoding: Encoding) => Prepared | undefined;
  prepare: (contentVersion: ContentVersion, encoding: Encoding) => Promise<Prepared>;
};

function answersOf({ restPath, rpcName, read }: PublicRead): [string, Answer][] {
  const serialized = async (wrap: (data: string) => string) => wrap(JSON.stringify(await read()));
  const rest = createAnswer(() => serialized((data) => data));
  const rpc = createAnswer(() => serialized((data) => `{"result":{"data":${data}}}`));
  const batch = createAnswer(() => serialized((data) => `[{"result":{"data":${data}}}]`));
  return [
    [`/api${restPath}`, rest],
    [`/trpc/${rpcName}`, rpc],
    [`/trpc/${rpcName}?batch=1&input=%7B%7D`, batch],
  ];
}

function createAnswer(readJson: () => Promise<string>): Answer {
  let current: Prepared | undefined;
  const making = new Map<string, Promise<Prepared>>();

  const make = async (version: string): Promise<Prepared> => {
    const body = Buffer.from(await readJson());
    // Weak: the encodings of an answer share it (RFC 9110, section 8.8.1).
    const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    current = { version, etag, bodies: new Map([['identity', body]]) };
    return current;
  };

  const makeOnce = (version: string): Promise<Prepared> => {
    const known = making.get(version);
    if (known !== undefined) return known;
    const made = make(version).finally(() => making.delete(version));
    making.set(version, made);
    return made;
  };

  return {
    prepared: (version, encoding) =>
      current !== undefined && current.version === version && current.bodies.has(encoding)
        ? current
        : undefined,
    prepare: async (contentVersion, encoding) => {
      const version = contentVersion.known() ?? (await contentVersion.read());
      const prepared = current?.version === version ? current : await makeOnce(version);
      const body = prepared.bodies.get('identity') ?? Buffer.alloc(0);
      if (!prepared.bodies.has(encoding)) {
        prepared.bodies.set(encoding, await compress(body, encoding));
      }
      return prepared;
    },
  };
}

type Sending = {
  request: IncomingMessage;
  response: ServerResponse;
  prepared: Prepared;
  encoding: Encoding;
  options: FastAnswerOptions;
};

function send({ request, response, prepared, encoding, options }: Sending): void {
  const { etag, bodies } = prepared;
  const cookies = options.visits.missingCookieLinesOf(request.headers.cookie);
  const headers: OutgoingHttpHeaders = {
    ...options.headers,
    'x-request-id': randomUUID(),
    'cache-control': 'private, no-cache',
    vary: 'accept-encoding',
    etag,
    ...(cookies.length === 0 ? {} : { 'set-cookie': cookies }),
  };
  if (isKnown(request.headers['if-none-match'], etag)) {
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
