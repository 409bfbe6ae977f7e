import { hash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

import { DomainError } from '@agres/domain/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { requestIdOf } from '../http/request-id.ts';
import { NO_STORE, type CacheHeaders } from './cache-headers.ts';
import { compress, encodingOf, type Effort, type Encoding } from './content-encoding.ts';
import { matchesEtag, refusesByIfMatch } from './etag.ts';

export type PreparedAnswer = {
  readonly etag: string;
  bodies: Map<Encoding, Buffer>;
  pendingCompressions: Map<Encoding, Promise<Buffer>>;
  effort: Extract<Effort, 'once' | 'fast'>;
  /** When the answer was prepared, by `performance.now()`. */
  preparedAtMs: number;
};

/** Prepares an answer from its body. Compressed bodies and the ETag are added on demand. */
export function prepareAnswer(
  text: string,
  effort: PreparedAnswer['effort'] = 'fast',
): PreparedAnswer {
  const body = Buffer.from(text);
  let etag: string | undefined;
  return {
    get etag() {
      // The tag is weak, because the encodings of an answer share it (RFC 9110, section 8.8.1).
      return (etag ??= `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`);
    },
    effort,
    bodies: new Map([['identity', body]]),
    pendingCompressions: new Map(),
    preparedAtMs: performance.now(),
  };
}

/** Returns the body in an encoding, compressed once for all concurrent requests. */
export async function bodyIn(answer: PreparedAnswer, encoding: Encoding): Promise<Buffer> {
  const { bodies, pendingCompressions } = answer;
  const known = bodies.get(encoding) ?? pendingCompressions.get(encoding);
  if (known !== undefined) return known;
  const packed = pack(answer, encoding).finally(() => pendingCompressions.delete(encoding));
  pendingCompressions.set(encoding, packed);
  return packed;
}

async function pack({ bodies, effort }: PreparedAnswer, encoding: Encoding): Promise<Buffer> {
  const packed = await compress(bodies.get('identity') ?? Buffer.alloc(0), encoding, effort);
  bodies.set(encoding, packed);
  return packed;
}

/**
 * The age from which an answer is compressed with `small` effort; content that changes often never reaches
 * it.
 */
const LASTING_MS = 10_000;

/**
 * Returns a function that compresses long-lived answers again with `small` effort; call it with each answer
 * that is sent. It compresses one at a time, and so uses one of the four threads that also hash passwords.
 */
export function createRepacker(
  now: () => number = performance.now.bind(performance),
): (answer: PreparedAnswer) => Promise<void> {
  const packed = new WeakSet<Buffer>();
  let isBusy = false;
  return async (answer) => {
    if (isBusy || now() - answer.preparedAtMs < LASTING_MS) return;
    const next = [...answer.bodies].find(
      ([encoding, body]) => encoding !== 'identity' && !packed.has(body),
    );
    if (next === undefined) return;
    isBusy = true;
    try {
      const [encoding] = next;
      const body = await compress(
        answer.bodies.get('identity') ?? Buffer.alloc(0),
        encoding,
        'small',
      );
      packed.add(body);
      answer.bodies.set(encoding, body);
    } finally {
      isBusy = false;
    }
  };
}

/**
 * Answers a request whose bytes are ready, before the framework. Returns the name of its route, or null
 * without an answer. If the session must be checked first, returns a promise of null, or of the function that
 * sends the answer and returns that name.
 */
export type AnswerFirst = (
  request: IncomingMessage,
  response: ServerResponse,
) => string | null | Promise<(() => string) | null>;

/**
 * Header fields in the form that Node.js writes fastest: name, value, name, value. Only cookies repeat a
 * name.
 */
export type HeaderLines = readonly string[];

/** Converts header fields once, to send them many times. */
export const headerLinesOf = (headers: Readonly<Record<string, string>>): HeaderLines =>
  Object.entries(headers).flat();

type SendingAtOnce = {
  request: IncomingMessage;
  response: ServerResponse;
  answer: PreparedAnswer;
  /** The encoding to send, whose body must be ready. */
  encoding: Encoding;
  type: string;
  /** Null sends `no-store`. */
  cacheHeaders: CacheHeaders | null;
  headers: HeaderLines;
  cookies?: readonly string[];
};

/** Sends prepared bytes without the framework. */
export function sendAtOnce({ request, response, encoding, ...sending }: SendingAtOnce): void {
  const { cacheHeaders, cookies = [] } = sending;
  const { etag, bodies } = sending.answer;
  const kept = cacheHeaders ?? NO_STORE;
  const headers = [
    ...sending.headers,
    'x-request-id',
    requestIdOf(request),
    'cache-control',
    kept['cache-control'],
    'vary',
    kept.vary,
  ];
  for (const cookie of cookies) headers.push('set-cookie', cookie);
  // Only an answer that may be stored can be revalidated.
  if (cacheHeaders !== null) headers.push('etag', etag);
  if (cacheHeaders !== null && matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const body = bodies.get(encoding) ?? Buffer.alloc(0);
  headers.push('content-type', sending.type, 'content-length', String(body.length));
  if (encoding !== 'identity') headers.push('content-encoding', encoding);
  response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : body);
}

type SendContext = {
  answer: PreparedAnswer;
  type: string;
  /** The default suits an answer that changes only with the next release. */
  cacheControl?: string;
  vary?: string;
  isTagged?: boolean;
};

/** @throws DomainError with status 412 if an `If-Match` fails */
export function requireIfMatch(headers: IncomingHttpHeaders): void {
  if (refusesByIfMatch(headers['if-match']))
    throw new DomainError('error_message', { status: 412 });
}

/** Sends prepared bytes through the framework. */
export async function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    answer,
    type,
    cacheControl = 'private, max-age=300',
    vary = 'accept-encoding',
    isTagged = true,
  }: SendContext,
): Promise<FastifyReply> {
  if (isTagged) requireIfMatch(request.headers);
  reply.headers({
    'cache-control': cacheControl,
    vary,
    ...(isTagged ? { etag: answer.etag } : {}),
  });
  const isKnown = isTagged && matchesEtag(request.headers['if-none-match'], answer.etag);
  if (isKnown) return reply.code(304).send();
  const encoding = encodingOf(request);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(type).send(await bodyIn(answer, encoding));
}
