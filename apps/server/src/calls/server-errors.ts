import { maxHeaderSize } from 'node:http';
import type { Socket } from 'node:net';

import { isUnexpected, errorBodyOf, domainErrorOf, rpcErrorOf } from '@agres/core/errors';
import { DomainError, ERROR_STATUSES, type ErrorStatus } from '@agres/domain/errors';
import { DEFAULT_LOCALE } from '@agres/domain/locale';
import { pathOf, prefixOf } from '@agres/domain/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { originFormOf } from '../cache/http-server.ts';
import { isCallUrl, isPageRequest } from '../http/request-kinds.ts';
import { busyPageFor } from '../pages/busy-page.ts';
import { RPC_PREFIX } from './prefixes.ts';
import type { AddressTable } from './rest-addresses.ts';

/**
 * Sends an error in the common form, and to tRPC clients in theirs. A browser that requested a page gets the
 * busy page if the error is temporary.
 */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: DomainError) {
  if (error.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(error.retryAfterSeconds));
  }
  // A client that compressed its body learns that this is not accepted (RFC 9110, section 15.5.16).
  if (error.status === 415) reply.header('accept-encoding', 'identity');
  reply.code(error.status).header('cache-control', 'no-store');
  if (isPageRequest(request) && isTemporary(error)) {
    const { headers, body } = busyPageFor(request);
    return reply.headers(headers).send(body);
  }
  const body = isRpc(request) ? { error: rpcErrorOf(error) } : errorBodyOf(error);
  return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body));
}

const isTemporary = ({ status }: DomainError) => status === 429 || status >= 500;

const isRpc = ({ originalUrl }: FastifyRequest) => originalUrl.startsWith(`${RPC_PREFIX}/`);

/** Sends an error from outside the procedures, including the framework's own; logs it if it is unexpected. */
export function handleServerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const domainError = fromServerError(error);
  if (domainError.status === 416) reply.headers(headersOf(error));
  if (isUnexpected(domainError)) {
    request.log.error(
      { err: domainError.cause ?? domainError, code: domainError.code },
      'request failed',
    );
  }
  return sendError(request, reply, domainError);
}

type RefusedRequest = { line: string; domainError: DomainError; allow?: readonly string[] };

const CLIENT_ERRORS: Record<string, RefusedRequest> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    line: '408 Request Timeout',
    domainError: new DomainError('error_message', { status: 408 }),
  },
  HPE_HEADER_OVERFLOW: {
    line: '431 Request Header Fields Too Large',
    domainError: new DomainError('error_message', { status: 431 }),
  },
};
const BAD_REQUEST: RefusedRequest = {
  line: '400 Bad Request',
  domainError: new DomainError('invalid_fields'),
};

type ClientError = Error & { code?: string; rawPacket?: unknown };

/** Creates the handler that answers a malformed request on the raw socket. */
export function createClientErrorHandler(
  methodsOf: AddressTable,
  onRefused?: (status: number) => void,
) {
  return (error: ClientError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    const moved = placeOfLongAddress(error);
    if (moved !== undefined) {
      onRefused?.(302);
      socket.end(
        `HTTP/1.1 302 Found\r\nLocation: ${moved}\r\n${ENDING_HEADERS}Content-Length: 0\r\n\r\n`,
      );
      return;
    }
    const { line, domainError, allow } =
      CLIENT_ERRORS[error.code ?? ''] ?? readUnknownMethod(error, methodsOf) ?? BAD_REQUEST;
    onRefused?.(domainError.status);
    const body = JSON.stringify(errorBodyOf(domainError));
    const allowed = allow === undefined ? '' : `Allow: ${allow.join(', ')}\r\n`;
    socket.end(
      `HTTP/1.1 ${line}\r\n${allowed}Content-Type: application/json; charset=utf-8\r\n${ENDING_HEADERS}Content-Length: ${body.length}\r\n\r\n${body}`,
    );
  };
}

const ENDING_HEADERS = 'X-Content-Type-Options: nosniff\r\nConnection: close\r\n';

/**
 * Returns where to redirect a browser whose URL is too long to parse; its `Accept` header follows the URL and
 * was not read. Undefined if something else is too long, or the request is a call.
 */
function placeOfLongAddress({ code, rawPacket }: ClientError): string | undefined {
  if (code !== 'HPE_HEADER_OVERFLOW') return undefined;
  const [line = ''] = String(rawPacket).split('\r\n', 1);
  const [, target = ''] = /^GET (\/.*)/.exec(line) ?? [];
  if (target.length < LONG_ADDRESS || isCallUrl(target)) return undefined;
  return pathOf('error', prefixOf(target) ?? DEFAULT_LOCALE);
}

/** A URL of this length or more counts as the cause of a request head that is too large. */
const LONG_ADDRESS = maxHeaderSize / 2;

function readUnknownMethod(
  { code, rawPacket }: ClientError,
  methodsOf: AddressTable,
): RefusedRequest | undefined {
  if (code !== 'HPE_INVALID_METHOD') return undefined;
  const [, target] = /^[!#$%&'*+.^`|~\w-]+ (\S+) HTTP\/1\.[01]\r\n/.exec(String(rawPacket)) ?? [];
  if (target === undefined) return undefined;
  const allow = methodsOf(originFormOf(target));
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

/**
 * Returns the status of an error of the framework or its plugins; undefined for any other error. A 4xx status
 * that our answers do not use becomes 400.
 */
function frameworkStatusOf(error: unknown): ErrorStatus | undefined {
  if (!(error instanceof Error) || error instanceof DomainError) return undefined;
  if (!('statusCode' in error) || typeof error.statusCode !== 'number') return undefined;
  const { statusCode } = error;
  if (statusCode === 503) return 503;
  if (statusCode < 400 || statusCode >= 500) return undefined;
  return ERROR_STATUSES.find((status) => status === statusCode) ?? 400;
}

/** Returns the headers of an error: one of `@fastify/send` with status 416 has the length of the file. */
const headersOf = (error: unknown): Record<string, string> =>
  error instanceof Error && 'headers' in error ? { ...Object(error.headers) } : {};
