import { forbidCoercion } from '@shop/api/rest/coercion';
import { createOpenApiDocument } from '@shop/api/rest/openapi';
import { listProcedures } from '@shop/api/rest/procedures';
import { appRouter } from '@shop/api/router';
import { DomainError } from '@shop/domain/errors';
import { errorTexts } from '@shop/i18n/error-texts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fastifyTRPCOpenApiPlugin } from 'trpc-openapi';
import { z } from 'zod';

import { mayDisconnect } from '../visits/xsrf.ts';
import type { CallContexts } from './call-context.ts';
import { acceptJson } from './json-bodies.ts';
import { REST_PREFIX } from './prefixes.ts';
import { answerMetaOf, logOutsideProcedures } from './procedure-errors.ts';
import { createAddressTable, SIGN_OUT_PATH, type AddressTable } from './rest-addresses.ts';

type Adapted = { req: FastifyRequest };

/** Serves every procedure as REST under `/api`, and what describes it. */
export async function registerRest(app: FastifyInstance, contexts: CallContexts): Promise<void> {
  forbidCoercion(listProcedures().map(([, { inputs }]) => inputs));
  await app.register(
    async (scope) => {
      const methodsOf = createAddressTable();
      acceptJson(scope);
      scope.addHook('onRequest', async (request, reply) =>
        requireAddress(methodsOf, request, reply),
      );
      scope.addHook('onSend', async (request, reply, payload) => {
        if (request.routeOptions.method === 'HEAD') request.raw.method = 'HEAD';
        return contractBodyOf(reply, payload);
      });
      // The bridge's handlers end before their answer has left; the framework would send another one.
      scope.addHook('onRoute', (route) => {
        const { handler } = route;
        route.handler = async function answerOnce(request, reply) {
          await handler.call(this, request, reply);
          return reply;
        };
      });
      scope.setNotFoundHandler(() => {
        throw new DomainError('not_found');
      });

      const document = JSON.stringify(createOpenApiDocument());
      const texts = JSON.stringify(errorTexts());
      scope.get('/openapi.json', (_request, reply) => sendUnchanging(reply, document));
      scope.get('/errors', (_request, reply) => sendUnchanging(reply, texts));

      await scope.register(fastifyTRPCOpenApiPlugin, {
        router: appRouter,
        createContext: ({ req }: Adapted) => contexts({ request: req, transport: 'rest' }),
        responseMeta: answerMetaOf,
        onError: logOutsideProcedures,
      });
    },
    { prefix: REST_PREFIX },
  );
}

/** Refuses an unknown address and a wrong method, before anything of the request is read. */
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
    throw new DomainError('invalid_xsrf_token');
  }
  // The bridge knows no HEAD: it sees a GET, whose answer then leaves without its body.
  if (request.method === 'HEAD') request.raw.method = 'GET';
}

const bridgeErrorSchema = z.object({
  message: z.string(),
  data: z.looseObject({}).optional(),
});

/** The bridge adds words of its own to the body of a refusal: the contract's are kept. */
function contractBodyOf(reply: FastifyReply, payload: unknown): unknown {
  if (reply.statusCode < 400 || typeof payload !== 'string') return payload;
  const error = bridgeErrorSchema.safeParse(JSON.parse(payload));
  if (!error.success || error.data.data === undefined) return payload;
  const { code: _code, httpStatus: _status, ...details } = error.data.data;
  return JSON.stringify({ message: error.data.message, ...details });
}

function sendUnchanging(reply: FastifyReply, json: string): FastifyReply {
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'private, max-age=300')
    .send(json);
}
