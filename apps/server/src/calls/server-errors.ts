import type { Socket } from 'node:net';

import { isUnexpected, errorBodyOf, domainErrorOf, rpcErrorOf } from '@shop/api/errors';
import { DomainError, type ErrorStatus } from '@shop/domain/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { isPageRequest } from '../http/request-kinds.ts';
import { busyPageFor } from '../pages/busy-page.ts';
import { RPC_PREFIX } from './prefixes.ts';
import type { AddressTable } from './rest-addresses.ts';

/**
 * Sends an error in the one form that all of them have, to tRPC's clients in theirs, and to a browser
 * that asked for a page as the busy page, if the error is temporary.
 */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: DomainError) {
  if (error.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(error.retryAfterSeconds));
  }
  // Whoever packed a body learns that none may be (RFC 9110, section 15.5.16).
  if (error.status === 415) reply.header('accept-encoding', 'identity');
  reply.code(error.status).header('cache-control', 'no-store');
  if (isPageRequest(request) && isTemporary(error)) {
    const { headers, body } = busyPageFor(request);
    return reply.headers(headers).send(body);
  }
  const body = isRpc(request) ? { error: rpcErrorOf(error) } : errorBodyOf(error);
  return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body));
}

/** Whether the same request may succeed later. */
const isTemporary = ({ status }: DomainError) => status === 429 || status >= 500;

const isRpc = ({ originalUrl }: FastifyRequest) => originalUrl.startsWith(`${RPC_PREFIX}/`);

/** Handles what was thrown outside the procedures, the framework's own errors included. */
export function handleServerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const domainError = fromServerError(error);
  if (isUnexpected(domainError)) {
    request.log.error({ err: domainError.cause ?? domainError, code: domainError.code }, 'failed');
  }
  return sendError(request, reply, domainError);
}

type Refused = { line: string; domainError: DomainError; allow?: readonly string[] };

const CLIENT_ERRORS: Record<string, Refused> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    line: '408 Request Timeout',
    domainError: new DomainError('error_message', { status: 408 }),
  },
  HPE_HEADER_OVERFLOW: {
    line: '431 Request Header Fields Too Large',
    domainError: new DomainError('error_message', { status: 431 }),
  },
};
const BAD_REQUEST: Refused = {
  line: '400 Bad Request',
  domainError: new DomainError('invalid_fields'),
};

type ClientError = Error & { code?: string; rawPacket?: unknown };

/** Makes the handler that answers a malformed request on the bare socket. */
export function createClientErrorHandler(
  methodsOf: AddressTable,
  onRefused?: (status: number) => void,
) {
  return (error: ClientError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    const { line, domainError, allow } =
      CLIENT_ERRORS[error.code ?? ''] ?? readUnknownMethod(error, methodsOf) ?? BAD_REQUEST;
    onRefused?.(domainError.status);
    const body = JSON.stringify(errorBodyOf(domainError));
    const allowed = allow === undefined ? '' : `Allow: ${allow.join(', ')}\r\n`;
    socket.end(
      `HTTP/1.1 ${line}\r\n${allowed}Content-Type: application/json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  };
}

/** The answer to a request that is sound but for a method that the parser has never heard of. */
function readUnknownMethod(
  { code, rawPacket }: ClientError,
  methodsOf: AddressTable,
): Refused | undefined {
  if (code !== 'HPE_INVALID_METHOD') return undefined;
  const [, url] = /^[!#$%&'*+.^`|~\w-]+ (\/\S*) HTTP\/1\.[01]\r\n/.exec(String(rawPacket)) ?? [];
  if (url === undefined) return undefined;
  const allow = methodsOf(url);
  if (allow === undefined) {
    return { line: '404 Not Found', domainError: new DomainError('not_found') };
  }
  const domainError = new DomainError('error_message', { status: 405 });
  return { line: '405 Method Not Allowed', domainError, allow };
}

function fromServerError(error: unknown): DomainError {
  const status = frameworkStatusOf(error);
  if (status === undefined) return domainErrorOf(error);
  if (status === 400) return new DomainError('invalid_fields');
  if (status === 404) return new DomainError('not_found');
  return new DomainError('error_message', { status });
}

/** The status of the framework's own errors; undefined for any other error. */
function frameworkStatusOf(error: unknown): ErrorStatus | undefined {
  if (!(error instanceof Error) || error instanceof DomainError) return undefined;
  if (!('statusCode' in error) || error.statusCode === 500) return undefined;
  return FRAMEWORK_STATUSES.find((status) => status === error.statusCode);
}

const FRAMEWORK_STATUSES = [
  400, 404, 405, 408, 413, 415, 431, 503,
] as const satisfies readonly ErrorStatus[];
