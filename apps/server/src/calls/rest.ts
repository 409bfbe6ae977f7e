import { domainErrorOf } from '@agres/core/errors';
import { DomainError } from '@agres/domain/errors';
import { errorTexts } from '@agres/i18n/errors-answer';
import type { createOpenApiDocument } from '@agres/shop/rest/openapi';
import {
  callProcedure,
  listProcedures,
  type ProcedureDefinition,
} from '@agres/shop/rest/procedures';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { prepareAnswer, sendPrepared } from '../cache/prepared-answer.ts';
import { mayDisconnect } from '../http/csrf.ts';
import type { CallContexts } from './call-context.ts';
import { acceptJson } from './json-bodies.ts';
import { REST_PREFIX } from './prefixes.ts';
import {
  createAddressTable,
  createPathInputReader,
  SIGN_OUT_PATH,
  type AddressTable,
} from './rest-addresses.ts';
import { sendError } from './server-errors.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

export type RestOptions = {
  contexts: CallContexts;
  document: ReturnType<typeof createOpenApiDocument>;
};

/**
 * Serves every procedure as REST under `/api`, with its OpenAPI document. `trpc-to-openapi` only generates
 * that document: its handler answers twice, swaps methods, rewrites bodies and needs `coerce` in shared
 * schemas.
 */
export async function registerRest(
  app: FastifyInstance,
  { contexts, document }: RestOptions,
): Promise<void> {
  await app.register(
    async (scope) => {
      const methodsOf = createAddressTable();
      acceptJson(scope);
      scope.addHook('onRequest', async (request, reply) =>
        requireAddress(methodsOf, request, reply),
      );
      scope.setNotFoundHandler(refuseAddress);
      // Without this route the pages, which answer every other GET, would answer a call with a wrong method.
      scope.get('/*', refuseAddress);

      for (const [path, content] of [
        ['/openapi.json', document],
        ['/errors', errorTexts()],
      ] as const) {
        const answer = prepareAnswer(JSON.stringify(content));
        scope.get(path, (request, reply) =>
          sendPrepared(request, reply, { answer, type: JSON_TYPE }),
        );
      }

      for (const [name, { meta }] of listProcedures()) {
        if (meta.openapi !== undefined)
          registerProcedure(scope, contexts, { name, ...meta.openapi });
      }
    },
    { prefix: REST_PREFIX },
  );
}

/** No call reaches it: `requireAddress` refuses them first. */
function refuseAddress(): never {
  throw new DomainError('not_found');
}

/** Answers an unknown address with 404 and a wrong method with 405, before reading the body. */
async function requireAddress(
  methodsOf: AddressTable,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const methods = methodsOf(request.originalUrl);
  if (methods === undefined) throw new DomainError('not_found');
  if (!methods.includes(request.method)) {
    reply.header('allow', methods.join(', '));
    throw new DomainError('error_message', { status: 405 });
  }
  const [path] = request.originalUrl.split('?', 1);
  if (path === REST_PREFIX + SIGN_OUT_PATH && !mayDisconnect(request.headers)) {
    throw new DomainError('invalid_xsrf_token', { reason: 'wrong_origin' });
  }
}

type RestProcedure = { name: string } & Pick<
  NonNullable<ProcedureDefinition['meta']['openapi']>,
  'method' | 'path'
>;

function registerProcedure(
  scope: FastifyInstance,
  contexts: CallContexts,
  { name, method, path }: RestProcedure,
): void {
  const takesBody = method !== 'GET';
  const readPath = createPathInputReader(path);
  // A DELETE needs no body, nor does a call whose address has parameters.
  const needsBody = takesBody && method !== 'DELETE' && !path.includes('{');

  scope.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    handler: async (request, reply) => {
      if (needsBody) requireJsonType(request);
      const input = {
        ...Object(takesBody ? request.body : request.query),
        ...readPath(request.originalUrl),
      };
      const context = await contexts({ request, transport: 'rest' });
      let answer: unknown;
      try {
        answer = await callProcedure(context, name, input);
      } catch (error) {
        // The procedure has logged the error already.
        return sendError(request, reply, domainErrorOf(error));
      }
      return reply.header('content-type', JSON_TYPE).send(JSON.stringify(answer));
    },
  });
}

/** Requires the JSON content type even without a body; `requireJson` has refused other types. */
function requireJsonType({ headers }: FastifyRequest): void {
  if (headers['content-type']?.startsWith('application/json') !== true) {
    throw new DomainError('error_message', { status: 415 });
  }
}
