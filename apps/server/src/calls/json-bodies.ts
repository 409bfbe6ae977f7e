import { isUtf8 } from 'node:buffer';

import { DomainError } from '@agres/domain/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const JSON_TYPE = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i;

/**
 * Answers 415 to a body that is compressed or not declared as JSON in UTF-8. Normalizes the header, because
 * two parsers of one header must never disagree. A DELETE without a body may have any content type.
 */
export function requireJson(request: FastifyRequest): void {
  const { headers } = request.raw;
  if (!hasBody(request)) {
    if (request.method === 'DELETE') delete headers['content-type'];
    return;
  }
  // A compressed body is refused, because a small one could expand to a large one.
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' || !JSON_TYPE.test(headers['content-type'] ?? '')) {
    throw new DomainError('error_message', { status: 415 });
  }
  headers['content-type'] = 'application/json';
}

/**
 * Parses the JSON bodies of a scope, for REST and tRPC alike; an empty body counts as none. Refuses malformed
 * JSON, bytes that are not UTF-8, keys that could modify a prototype, and anything but an object, which REST
 * would treat as an empty one.
 */
export function acceptJson(scope: FastifyInstance): void {
  const parseJson = scope.getDefaultJsonParser('error', 'error');
  scope.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      // Decoding would replace other bytes by replacement characters, and the database would store these.
      if (!isUtf8(body)) {
        done(NO_OBJECT, undefined);
        return;
      }
      const text = body.toString();
      if (text.trim() === '') {
        done(null, undefined);
        return;
      }
      void parseJson(request, text, (error, value?: unknown) => {
        if (error === null && isObject(value)) done(null, value);
        else done(NO_OBJECT, undefined);
      });
    },
  );
}

const NO_OBJECT = new DomainError('invalid_fields', {
  issues: [{ path: '', message: 'invalid_fields' }],
});

const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function hasBody({ headers }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return headers['content-length'] !== undefined && headers['content-length'] !== '0';
}
