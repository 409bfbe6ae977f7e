import { DomainError } from '@shop/domain/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const JSON_TYPE = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i;

/**
 * Refuses a body that does not call itself JSON in UTF-8, and spells the type plainly for whoever
 * reads it next: two readers of one header must never disagree about it. A DELETE without body
 * passes, whatever type it claims (contract, section 3).
 */
export function requireJson(request: FastifyRequest): void {
  const { headers } = request.raw;
  if (!hasBody(request)) {
    if (request.method === 'DELETE') delete headers['content-type'];
    return;
  }
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) {
    throw new DomainError('error_message', { status: 415 });
  }
  headers['content-type'] = 'application/json';
}

/**
 * Reads JSON bodies in a scope, for REST and tRPC alike; an empty one is none. What cannot be
 * read is refused, with keys that could touch a prototype and whatever is no object: the bridge would
 * take it for an empty one.
 */
export function acceptJson(scope: FastifyInstance): void {
  const parseJson = scope.getDefaultJsonParser('error', 'error');
  scope.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body.trim() === '') {
        done(null, undefined);
        return;
      }
      void parseJson(request, body, (error, value?: unknown) => {
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
