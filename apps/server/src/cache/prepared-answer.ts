import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';

import type { FastifyReply, FastifyRequest } from 'fastify';

import { compress, encodingOf, type Encoding } from './content-encoding.ts';
import { matchesEtag } from './etag.ts';

/** The bytes of an answer, in every encoding that somebody asked for. */
export type PreparedAnswer = {
  etag: string;
  bodies: Map<Encoding, Buffer>;
};

/** Prepares an answer from its body. */
export function prepareAnswer(text: string): PreparedAnswer {
  const body = Buffer.from(text);
  // Weak: the encodings of an answer share it (RFC 9110, section 8.8.1).
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { etag, bodies: new Map([['identity', body]]) };
}

/** The body of an answer in an encoding, packed when it is first asked for. */
export async function bodyIn({ bodies }: PreparedAnswer, encoding: Encoding): Promise<Buffer> {
  const known = bodies.get(encoding);
  if (known !== undefined) return known;
  const packed = await compress(bodies.get('identity') ?? Buffer.alloc(0), encoding);
  bodies.set(encoding, packed);
  return packed;
}

/** Answers a request whose bytes are ready, before the framework; returns whether it did. */
export type AnswerAtOnce = (request: IncomingMessage, response: ServerResponse) => boolean;

type SendingAtOnce = {
  request: IncomingMessage;
  response: ServerResponse;
  answer: PreparedAnswer;
  /** One whose body is there. */
  encoding: Encoding;
  type: string;
  headers: OutgoingHttpHeaders;
};

/** Sends bytes that are ready without the framework. */
export function sendAtOnce({ request, response, encoding, ...sending }: SendingAtOnce): void {
  const { etag, bodies } = sending.answer;
  const headers = {
    ...sending.headers,
    'x-request-id': randomUUID(),
    'cache-control': 'private, no-cache',
    vary: 'accept-encoding',
    etag,
  };
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const body = bodies.get(encoding);
  response
    .writeHead(200, {
      ...headers,
      'content-type': sending.type,
      'content-length': body?.length,
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    })
    .end(request.method === 'HEAD' ? undefined : body);
}

type Sending = {
  answer: PreparedAnswer;
  type: string;
  /** For an answer that changes with the next release alone, unless it says otherwise. */
  cacheControl?: string;
  /** Whether it has a tag, by which it can be asked for again. */
  isTagged?: boolean;
};

/** Sends an answer from its bytes. */
export async function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  { answer, type, cacheControl = 'private, max-age=300', isTagged = true }: Sending,
): Promise<FastifyReply> {
  reply.headers({
    'cache-control': cacheControl,
    vary: 'accept-encoding',
    ...(isTagged ? { etag: answer.etag } : {}),
  });
  const isKnown = isTagged && matchesEtag(request.headers['if-none-match'], answer.etag);
  if (isKnown) return reply.code(304).send();
  const encoding = encodingOf(request);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(type).send(await bodyIn(answer, encoding));
}
