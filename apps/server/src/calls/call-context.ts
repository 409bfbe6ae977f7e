import type { Context, Deps, Transport } from '@shop/api/context';
import { isLocale, negotiateLocale, type Locale } from '@shop/domain/locale';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { Visits } from '../visits/visits.ts';

type Call = { request: FastifyRequest; transport: Transport };

/** Makes the context of one call: who calls, from where, in which language. */
export type CallContexts = (call: Call) => Promise<Context>;

/** Adds to the server what calls may ask for after their answer, and returns the maker of contexts. */
export function createCallContexts(
  app: FastifyInstance,
  { deps, visits }: { deps: Deps; visits: Visits },
): CallContexts {
  const tasks = new WeakMap<FastifyRequest, (() => Promise<void>)[]>();

  app.addHook('onRequest', async (request, reply) => {
    // Emitted once the answer was handed over, and not where the socket closed before.
    reply.raw.once('finish', () => {
      for (const task of tasks.get(request) ?? []) {
        task().catch((error: unknown) => request.log.error({ err: error }, 'afterwards failed'));
      }
    });
  });

  return async ({ request, transport }) => {
    const session = await visits.sessionOf(request);
    return {
      deps,
      log: request.log,
      requestId: request.id,
      clientIp: request.ip,
      transport,
      locale: transport === 'rest' && session !== null ? session.locale : localeOf(request),
      session,
      idempotencyKey: headerOf(request, 'idempotency-key'),
      setSession: (started) => visits.setSession(request, started),
      clearSession: () => visits.clearSession(request),
      setHeader: (name, value) => visits.setHeader(request, { name, value }),
      afterAnswer: (task) => {
        tasks.set(request, [...(tasks.get(request) ?? []), task]);
      },
    };
  };
}

/** The language of the page that calls, which its client names; else that of the browser. */
function localeOf(request: FastifyRequest): Locale {
  const named = headerOf(request, 'x-locale');
  if (isLocale(named)) return named;
  return negotiateLocale(request.cookies['locale'], request.headers['accept-language']);
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
