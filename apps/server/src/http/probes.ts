import type { Db } from '@agres/db/db';
import { pendingMigrations, readMigrations, type Migration } from '@agres/db/migrations';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { DOCTOR_HEADER, isDoctor, type Arrival } from './doctor-question.ts';

const PROBE_TIMEOUT_MS = 1000;
const CACHE_MS = 1000;

type ProbeOptions = {
  db: Db;
  clock: () => Date;
  isStarting: () => boolean;
  appSecret: string;
};

export type Readiness = {
  drain: () => void;
};

/**
 * Serves `/healthz`, which shows that the event loop runs, and `/readyz`: the database answers within a
 * second and has every migration, and the process is neither starting nor ending. A proxy requests
 * `/readyz?exclude=database`, because a slow or missing database affects every process alike. Both reveal
 * only their status, except that `/healthz` reports to `pnpm shop doctor` how the request arrived.
 */
export function registerProbes(
  app: FastifyInstance,
  { db, clock, isStarting, appSecret }: ProbeOptions,
): Readiness {
  const options = { logLevel: 'silent', config: { caller: 'operator' } } as const;
  const migrations = readMigrations();
  let isDraining = false;
  let last = { isReady: false, atMs: -Infinity };

  const isReady = async (exclude: string | undefined) => {
    if (isStarting() || isDraining) return false;
    if (exclude === 'database') return true;
    if (performance.now() - last.atMs > CACHE_MS) {
      last = { isReady: await isUpToDate(db, await migrations), atMs: performance.now() };
    }
    return last.isReady;
  };

  app.get('/healthz', options, async (request, reply) => {
    const isAsked = isDoctor(request.headers[DOCTOR_HEADER], appSecret, clock().getTime());
    return reply
      .header('cache-control', 'no-store')
      .send({ status: 'ok', ...(isAsked ? arrivalOf(request) : {}) });
  });
  app.get<{ Querystring: { exclude?: string } }>('/readyz', options, async (request, reply) => {
    const ready = await isReady(request.query.exclude);
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ok' : 'unavailable' });
  });

  return {
    drain: () => {
      isDraining = true;
    },
  };
}

function arrivalOf({ ip, protocol, socket, headers }: FastifyRequest): Arrival {
  return {
    client: ip,
    peer: socket.remoteAddress ?? '',
    scheme: protocol,
    isForwarded: headers['x-forwarded-for'] !== undefined,
  };
}

async function isUpToDate(db: Db, migrations: readonly Migration[]): Promise<boolean> {
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  const isLate = new Promise<false>((resolve) => {
    signal.addEventListener('abort', () => resolve(false), { once: true });
  });
  const pendingQuery = pendingMigrations(db, migrations).then(
    (pending) => pending.length === 0,
    () => false,
  );
  return Promise.race([pendingQuery, isLate]);
}
