import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

import { DomainError } from '@agres/domain/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { requestIdOf } from '../http/request-id.ts';
import { compress, encodingOf, type Encoding } from './content-encoding.ts';
import { matchesEtag, refusesByIfMatch } from './etag.ts';
import { KEPT_NOWHERE, type Keeping } from './keeping.ts';

/** The bytes of an answer, in every requested encoding. */
export type PreparedAnswer = {
  etag: string;
  bodies: Map<Encoding, Buffer>;
  /** The bodies that are being packed. */
  packing: Map<Encoding, Promise<Buffer>>;
  /** When it was made, by the monotonic clock. */
  preparedAtMs: number;
};

/** Prepares an answer from its body. */
export function prepareAnswer(text: string): PreparedAnswer {
  const body = Buffer.from(text);
  // Weak: the encodings of an answer share it (RFC 9110, section 8.8.1).
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return {
    etag,
    bodies: new Map([['identity', body]]),
    packing: new Map(),
    preparedAtMs: performance.now(),
  };
}

/** The body of an answer in an encoding, compressed once for all concurrent requests. */
export async function bodyIn(answer: PreparedAnswer, encoding: Encoding): Promise<Buffer> {
  const { bodies, packing } = answer;
  const known = bodies.get(encoding) ?? packing.get(encoding);
  if (known !== undefined) return known;
  const packed = pack(answer, encoding).finally(() => packing.delete(encoding));
  packing.set(encoding, packed);
  return packed;
}

async function pack({ bodies }: PreparedAnswer, encoding: Encoding): Promise<Buffer> {
  const packed = await compress(bodies.get('identity') ?? Buffer.alloc(0), encoding, 'fast');
  bodies.set(encoding, packed);
  return packed;
}

/** So old an answer is worth the work of packing it as small as can be: what changes often never is. */
const LASTING_MS = 10_000;

/**
 * Packs answers that last once more, as small as can be; called with each answer that is sent. One at a
 * time, so that it holds one thread of the four that passwords are hashed on.
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
 * Answers a request whose bytes are ready, before the framework; returns the name of its route if it did,
 * else null. Where it must first be known whose request it is: what sends the answer then and returns
 * that name, or null.
 */
export type AnswerFirst = (
  request: IncomingMessage,
  response: ServerResponse,
) => string | null | Promise<(() => string) | null>;

/** Header fields as Node.js writes them fastest: name, value, name, value. Each name once, cookies excepted. */
export type HeaderLines = readonly string[];

/** Puts fields into the form in which they are sent many times. */
export const headerLinesOf = (headers: Readonly<Record<string, string>>): HeaderLines =>
  Object.entries(headers).flat();

type SendingAtOnce = {
  request: IncomingMessage;
  response: ServerResponse;
  answer: PreparedAnswer;
  /** One whose body is there. */
  encoding: Encoding;
  type: string;
  /** Null: nowhere. */
  keeping: Keeping | null;
  headers: HeaderLines;
  cookies?: readonly string[];
};

/** Sends bytes that are ready without the framework. */
export function sendAtOnce({ request, response, encoding, ...sending }: SendingAtOnce): void {
  const { keeping, cookies = [] } = sending;
  const { etag, bodies } = sending.answer;
  const kept = keeping ?? KEPT_NOWHERE;
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
  // Only what may be kept can be asked for again.
  if (keeping !== null) headers.push('etag', etag);
  if (keeping !== null && matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const body = bodies.get(encoding) ?? Buffer.alloc(0);
  headers.push('content-type', sending.type, 'content-length', String(body.length));
  if (encoding !== 'identity') headers.push('content-encoding', encoding);
  response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : body);
}

type Sending = {
  answer: PreparedAnswer;
  type: string;
  /** For an answer that changes with the next release alone, unless it says otherwise. */
  cacheControl?: string;
  vary?: string;
  /** Whether it has a tag, by which it can be asked for again. */
  isTagged?: boolean;
};

/** @throws 412 where the caller wants another state of what has a tag. */
export function requireIfMatch(headers: IncomingHttpHeaders): void {
  if (refusesByIfMatch(headers['if-match']))
    throw new DomainError('error_message', { status: 412 });
}

/** Sends an answer from its bytes. */
export async function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    answer,
    type,
    cacheControl = 'private, max-age=300',
    vary = 'accept-encoding',
    isTagged = true,
  }: Sending,
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
