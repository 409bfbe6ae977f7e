import type { Socket } from 'node:net';

import { isUnexpected, refusalBodyOf, refusalOf, rpcErrorOf } from '@shop/api/refusal';
import { DomainError, type RefusalStatus } from '@shop/domain/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { isForPage } from '../request-kinds.ts';
import { busyPageFor } from '../web/busy-page.ts';
import { RPC_PREFIX } from './prefixes.ts';

/**
 * Sends a refusal in the one form that all of them have, to tRPC's clients in theirs; to a browser
 * that asked for a page, and may have it later, as a page that says so.
 */
function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: DomainError) {
  if (refusal.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(refusal.retryAfterSeconds));
  }
  reply.code(refusal.status).header('cache-control', 'no-store');
  if (isForPage(request) && isPassing(refusal)) {
    const { headers, body } = busyPageFor(request);
    return reply.headers(headers).send(body);
  }
  const body = isRpc(request) ? { error: rpcErrorOf(refusal) } : refusalBodyOf(refusal);
  return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body));
}

/** Whether the same request may succeed later. */
const isPassing = ({ status }: DomainError) => status === 429 || status >= 500;

const isRpc = ({ originalUrl }: FastifyRequest) => originalUrl.startsWith(`${RPC_PREFIX}/`);

/** Answers what was thrown outside the procedures, the framework's own errors included. */
export function handleServerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOfServerError(error);
  if (isUnexpected(refusal)) {
    request.log.error({ err: refusal.cause ?? refusal, code: refusal.code }, 'failed');
  }
  return sendRefusal(request, reply, refusal);
}

const CLIENT_ERRORS: Record<string, { line: string; refusal: DomainError }> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    line: '408 Request Timeout',
    refusal: new DomainError('error_message', { status: 408 }),
  },
  HPE_HEADER_OVERFLOW: {
    line: '431 Request Header Fields Too Large',
    refusal: new DomainError('error_message', { status: 431 }),
  },
};
const BAD_REQUEST = { line: '400 Bad Request', refusal: new DomainError('invalid_fields') };

/** Answers on the bare socket what could not be read as a request at all. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const { line, refusal } = CLIENT_ERRORS[error.code ?? ''] ?? BAD_REQUEST;
  const body = JSON.stringify(refusalBodyOf(refusal));
  socket.end(
    `HTTP/1.1 ${line}\r\nContent-Type: application/json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
}

function refusalOfServerError(error: unknown): DomainError {
  const status = frameworkStatusOf(error);
  if (status === undefined) return refusalOf(error);
  if (status === 400) return new DomainError('invalid_fields');
  if (status === 404) return new DomainError('not_found');
  return new DomainError('error_message', { status });
}

/** The status that the framework gave its own refusals; undefined: this error is none of them. */
function frameworkStatusOf(error: unknown): RefusalStatus | undefined {
  if (!(error instanceof Error) || error instanceof DomainError) return undefined;
  if (!('statusCode' in error) || error.statusCode === 500) return undefined;
  return FRAMEWORK_STATUSES.find((status) => status === error.statusCode);
}

const FRAMEWORK_STATUSES = [
  400, 404, 405, 408, 413, 415, 431, 503,
] as const satisfies readonly RefusalStatus[];
