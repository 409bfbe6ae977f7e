import { domainErrorOf, isUnexpected } from '@agres/core/errors';
import { DomainError } from '@agres/domain/errors';
import { appRouter } from '@agres/shop/router';
import type { TRPCError } from '@trpc/server';
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { CallContexts } from './call-context.ts';
import { acceptJson } from './json-bodies.ts';
import { RPC_PREFIX } from './prefixes.ts';
import { RPC_METHODS } from './rest-addresses.ts';

const MAX_BATCH_SIZE = 10;
const METHODS: ReadonlySet<string> = new Set(['HEAD', ...RPC_METHODS]);

/** `path` is the procedure's name or, in a batch, several names separated by commas. */
type ProcedureParams = { Params: { path: string } };

/** Serves every procedure over tRPC under `/trpc`. */
export async function registerRpc(app: FastifyInstance, contexts: CallContexts): Promise<void> {
  await app.register(
    async (scope) => {
      // tRPC's own plugin parses bodies differently, and accepts keys that REST refuses.
      acceptJson(scope);
      scope.addHook<ProcedureParams>('onRequest', async (request, reply) => {
        // The router has no route for an unknown method.
        const names = request.is404 ? namesIn(request.originalUrl) : request.params.path;
        if (names === undefined) return;
        // The router also accepts `/%74rpc` and `http://host/trpc`, but the check that separates calls from
        // pages does not.
        if (!request.originalUrl.startsWith(`${RPC_PREFIX}/`)) throw new DomainError('not_found');
        requireNames(names);
        if (METHODS.has(request.method)) return;
        reply.header('allow', RPC_METHODS.join(', '));
        throw new DomainError('error_message', { status: 405 });
      });
      scope.addHook('onSend', async (_request, _reply, payload) => {
        if (payload instanceof Response) nameCharset(payload.headers);
        return payload;
      });
      scope.setNotFoundHandler(() => {
        throw new DomainError('not_found');
      });

      scope.all<ProcedureParams>('/:path', async (request, reply) => {
        await fastifyRequestHandler({
          router: appRouter,
          req: request,
          res: reply,
          path: request.params.path,
          createContext: () => contexts({ request, transport: 'rpc' }),
          maxBatchSize: MAX_BATCH_SIZE,
          responseMeta: ({ errors }) => ({ headers: errorHeadersOf(errors) }),
          onError: ({ error, ctx }) => logOutsideProcedures({ error, ctx, req: request }),
        });
        return reply;
      });
    },
    { prefix: RPC_PREFIX },
  );
}

function namesIn(url: string): string | undefined {
  const [, names = ''] = /^\/trpc\/([^/?]+)(?:\?.*)?$/.exec(url) ?? [];
  return names === '' ? undefined : names;
}

/** Refuses large batches and empty names: each name would cost a call, and thousands fit into one URL. */
function requireNames(path: string): void {
  const names = path.split(',');
  if (names.length > MAX_BATCH_SIZE || names.includes('')) throw new DomainError('invalid_fields');
}

/** tRPC omits the charset, and sends some errors as text. */
function nameCharset(headers: Headers): void {
  const type = headers.get('content-type') ?? '';
  if (/^application\/json$|^text\/plain/.test(type)) {
    headers.set('content-type', 'application/json; charset=utf-8');
  }
}

/** Returns the headers for the errors of a call or a batch; the longest wait counts. */
function errorHeadersOf(trpcErrors: readonly TRPCError[]) {
  const errors = trpcErrors.map(domainErrorOf);
  const waits = errors.flatMap(({ retryAfterSeconds }) => retryAfterSeconds ?? []);
  return {
    ...(waits.length === 0 ? {} : { 'retry-after': String(Math.max(...waits)) }),
    ...(errors.some(({ status }) => status === 405) ? { allow: 'POST' } : {}),
  };
}

/** Logs failures outside procedures; procedures log their own. */
function logOutsideProcedures(failure: { error: TRPCError; ctx?: unknown; req: FastifyRequest }) {
  const error = domainErrorOf(failure.error);
  if (failure.ctx !== undefined || !isUnexpected(error)) return;
  failure.req.log.error({ err: error.cause ?? error, code: error.code }, 'call failed');
}
