import type { Context, Deps, OwnAccount, Transport } from '@agres/core/context';
import { underRequestId } from '@agres/core/request-id';
import { liftDatabaseDeadline } from '@agres/db/database-deadline';
import { isLocale, type Locale } from '@agres/domain/locale';
import { userOf } from '@agres/shop/users/user-shape';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { RunForRequest } from '../http/database-deadline.ts';
import { preferredLocaleOf, type HttpSessions } from '../http/http-sessions.ts';

type Call = { request: FastifyRequest; transport: Transport };

export type CallContexts = (call: Call) => Promise<Context>;

/** Creates the call contexts, and adds the hook that runs the `afterAnswer` tasks. */
export function createCallContexts(
  app: FastifyInstance,
  {
    deps,
    httpSessions,
    contentChanged,
    runForRequest,
  }: {
    deps: Deps;
    httpSessions: HttpSessions;
    contentChanged: () => void;
    runForRequest: RunForRequest;
  },
): CallContexts {
  const accounts = new WeakMap<FastifyRequest, Promise<OwnAccount | null>>();
  const readAccount = async (request: FastifyRequest): Promise<OwnAccount | null> => {
    const caller = await httpSessions.callerOf(request);
    if (caller === null) return null;
    return { user: await userOf(deps, caller.account), isToGreet: caller.isToGreet };
  };
  const tasks = new WeakMap<FastifyRequest, (() => Promise<void>)[]>();

  app.addHook('onRequest', async (request, reply) => {
    // Node.js emits `finish` once the response is handed over, but not if the socket closed before that.
    reply.raw.once('finish', () => {
      // No caller waits for these tasks, so the deadline does not apply.
      liftDatabaseDeadline();
      for (const task of tasks.get(request) ?? []) {
        underRequestId(request.id, task).catch((error: unknown) =>
          request.log.error({ err: error }, 'task after the answer failed'),
        );
      }
    });
  });

  // AsyncLocalStorage is lost while the body streams, so the request enters it again here.
  // guard: a call to a slow database fails early
  app.addHook('preHandler', (request, _reply, done) =>
    runForRequest(request.raw, () => underRequestId(request.id, done)),
  );

  return async ({ request, transport }) => {
    const session = await httpSessions.sessionOf(request);
    return {
      deps,
      log: request.log,
      requestId: request.id,
      clientIp: request.ip,
      devices: httpSessions.devicesOf(request),
      transport,
      locale: transport === 'rest' && session !== null ? session.locale : localeOfCall(request),
      session,
      readAccount: () => {
        const account = accounts.get(request) ?? readAccount(request);
        accounts.set(request, account);
        return account;
      },
      idempotencyKey: headerOf(request, 'idempotency-key'),
      setSession: (started) => httpSessions.setSession(request, started),
      clearSession: () => httpSessions.clearSession(request),
      setDevice: (value) => httpSessions.setDevice(request, value),
      contentChanged,
      setHeader: (name, value) => httpSessions.setHeader(request, { name, value }),
      afterAnswer: (task) => {
        tasks.set(request, [...(tasks.get(request) ?? []), task]);
      },
    };
  };
}

/** Returns the language in the page's header, otherwise the browser's. */
function localeOfCall(request: FastifyRequest): Locale {
  const named = headerOf(request, 'x-locale');
  if (isLocale(named)) return named;
  return preferredLocaleOf(request.headers);
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
