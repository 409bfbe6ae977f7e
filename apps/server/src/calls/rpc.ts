import { appRouter } from '@shop/api/router';
import { DomainError } from '@shop/domain/errors';
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import type { FastifyInstance } from 'fastify';

import type { CallContexts } from './call-context.ts';
import { acceptJson } from './json-bodies.ts';
import { RPC_PREFIX } from './prefixes.ts';
import { answerMetaOf, logOutsideProcedures } from './procedure-errors.ts';

const MAX_BATCH_SIZE = 10;

/** The names of the procedures, with commas between those of a batch. */
type Named = { Params: { path: string } };

/** Serves every procedure over tRPC under `/trpc`. */
export async function registerRpc(app: FastifyInstance, contexts: CallContexts): Promise<void> {
  await app.register(
    async (scope) => {
      // tRPC's own plugin would read bodies its own way, and take keys that REST refuses.
      acceptJson(scope);
      scope.addHook<Named>('onRequest', async (request, reply) => {
        if (request.is404) return;
        requireNames(request.params.path);
        if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'POST')
          return;
        reply.header('allow', 'GET, POST');
        throw new DomainError('error_message', { status: 405 });
      });
      scope.addHook('onSend', async (_request, _reply, payload) => {
        if (payload instanceof Response) nameCharset(payload.headers);
        return payload;
      });
      scope.setNotFoundHandler(() => {
        throw new DomainError('not_found');
      });

      scope.all<Named>('/:path', async (request, reply) => {
        await fastifyRequestHandler({
          router: appRouter,
          req: request,
          res: reply,
          path: request.params.path,
          createContext: () => contexts({ request, transport: 'rpc' }),
          maxBatchSize: MAX_BATCH_SIZE,
          responseMeta: ({ errors }) => ({ headers: answerMetaOf({ errors }).headers }),
          onError: ({ error, ctx }) => logOutsideProcedures({ error, ctx, req: request }),
        });
        return reply;
      });
    },
    { prefix: RPC_PREFIX },
  );
}

/** Empty names in a batch would each cost a call; thousands of them fit into one address. */
function requireNames(path: string): void {
  const names = path.split(',');
  if (names.length > MAX_BATCH_SIZE || names.includes('')) throw new DomainError('invalid_fields');
}

/** tRPC leaves the charset out, and calls some of its refusals text. */
function nameCharset(headers: Headers): void {
  const type = headers.get('content-type') ?? '';
  if (/^application\/json$|^text\/plain/.test(type)) {
    headers.set('content-type', 'application/json; charset=utf-8');
  }
}
