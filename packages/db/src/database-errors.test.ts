import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  databaseFault,
  isCheckViolation,
  isNullViolation,
  isUniqueViolation,
} from './database-errors.ts';
import { createDb, type DbHandle } from './db.ts';
import { startPostgresServer, type PostgresServer } from './local/postgres-server.ts';
import { migrate } from './migrate.ts';
import { inTransaction } from './transaction.ts';

describe('databaseFault', () => {
  test.each([
    ['away', 'Transaction API error: Unable to start a transaction in the given time.', 'P2028'],
    ['unknown', 'Transaction API error: Transaction already closed', 'P2028'],
    ['away', 'timeout exceeded when trying to connect', undefined],
    ['unknown', 'Connection terminated unexpectedly', undefined],
    ['away', 'Connection terminated due to connection timeout', undefined],
    ['unknown', 'Query read timeout', undefined],
    ['away', 'sorry, too many clients already', '53300'],
    ['away', 'could not extend file "base/5/16384": No space left on device', '53100'],
    ['away', 'out of memory', '53200'],
    ['away', 'could not read block 3 in file "base/5/16384": Input/output error', '58030'],
    ['conflict', 'deadlock detected', '40P01'],
    [undefined, 'duplicate key value violates unique constraint', '23505'],
    [undefined, 'x is not a function', undefined],
  ] as const)('is %s for "%s" (%s)', (fault, message, code) => {
    expect(databaseFault(Object.assign(new Error(message), { code }))).toBe(fault);
  });

  test('classifies a connection timeout by itself, not by its cause', () => {
    const cause = new Error('Connection terminated unexpectedly');
    const error = new Error('Connection terminated due to connection timeout', { cause });
    expect(databaseFault(error)).toBe('away');
  });

  test('is undefined for a value that is not an error', () => {
    expect(databaseFault(undefined)).toBeUndefined();
    expect(databaseFault('timeout exceeded when trying to connect')).toBeUndefined();
    expect(isUniqueViolation(null)).toBe(false);
  });
});

describe('isUniqueViolation', () => {
  test.each([
    [true, 'duplicate key value violates unique constraint "one_in_flight"', '23505'],
    [true, 'la valeur d’une clé dupliquée rompt la contrainte unique « one_in_flight »', '23505'],
    [true, 'doppelter Schlüsselwert verletzt Unique-Constraint »one_in_flight«', '23505'],
    [false, 'duplicate key value violates unique constraint "refund_one_in_flight"', '23505'],
    [false, 'new row for relation "a" violates check constraint "one_in_flight"', '23514'],
  ] as const)('is %s for "%s" (%s)', (isOne, message, code) => {
    const error = Object.assign(new Error(message), { code });
    expect(isUniqueViolation(error, 'one_in_flight')).toBe(isOne);
  });
});

describe('isCheckViolation', () => {
  test.each([
    [true, 'new row for relation "item_option" violates check constraint "stock_left"', '23514'],
    [true, 'la nouvelle ligne viole la contrainte de vérification « stock_left »', '23514'],
    [false, 'new row for relation "item_option" violates check constraint "price"', '23514'],
    [false, 'duplicate key value violates unique constraint "stock_left"', '23505'],
  ] as const)('is %s for "%s" (%s)', (isOne, message, code) => {
    expect(isCheckViolation(Object.assign(new Error(message), { code }), 'stock_left')).toBe(isOne);
  });
});

describe('isNullViolation', () => {
  test.each([
    [true, 'null value in column "stock" of relation "a" violates not-null constraint', '23502'],
    [
      true,
      'une valeur NULL viole la contrainte NOT NULL de la colonne « stock » dans « a »',
      '23502',
    ],
    [false, 'null value in column "price" of relation "a" violates not-null constraint', '23502'],
    [false, 'new row for relation "a" violates check constraint "stock"', '23514'],
  ] as const)('is %s for "%s" (%s)', (isOne, message, code) => {
    expect(isNullViolation(Object.assign(new Error(message), { code }), 'stock')).toBe(isOne);
  });
});

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('It was expected to fail.');
}

describe('the fault of a PostgreSQL server', () => {
  let server: PostgresServer;
  let handle: DbHandle;
  beforeAll(async () => {
    server = await startPostgresServer();
    await migrate(server.url);
    handle = createDb(server.url, { poolSize: 2 });
  });
  afterAll(async () => {
    await handle.close();
    await server.remove();
  });

  const isAsleep = async () => {
    const [row] = await handle.db.$queryRaw<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity
      where state = 'active' and query like '%pg_sleep%' and pid <> pg_backend_pid()`;
    return row?.count === 1;
  };

  test('is away at once when it is stopped, and none after a restart, with the same client', async () => {
    await handle.db.user.count();
    await server.stop('fast');
    const since = performance.now();
    // The first query may still receive the end of its session.
    await failureOf(handle.db.user.count());
    expect(databaseFault(await failureOf(handle.db.user.count()))).toBe('away');
    const begin = inTransaction(handle.db, (tx) => tx.user.count());
    expect(databaseFault(await failureOf(begin))).toBe('away');
    expect(performance.now() - since).toBeLessThan(3000);

    await server.start();
    expect(await handle.db.user.count()).toBe(0);
  });

  test('is unknown when it crashes in a transaction', async () => {
    const work = inTransaction(handle.db, async (tx) => {
      await tx.job.create({ data: { kind: 'test', payload: {} } });
      await server.stop('immediate');
      await tx.job.count();
    });
    expect(databaseFault(await failureOf(work))).toBe('unknown');
    await server.start();
    expect(await handle.db.job.count()).toBe(0);
  });

  test('is unknown when it crashes during a statement', async () => {
    const statement = handle.db.$queryRaw`select pg_sleep(4)::text`.then((rows) => rows);
    const failure = failureOf(statement);
    await expect.poll(isAsleep).toBe(true);
    await server.stop('immediate');
    expect(databaseFault(await failure)).toBe('unknown');
    await server.start();
  });

  test('is away after two seconds when all connections are in use', async () => {
    let areTaken = true;
    const sleeping = [1, 2].map(async () => handle.db.$queryRaw`select pg_sleep(4.5)::text`);
    const waitUntilFree = async () => {
      await Promise.race(sleeping);
      areTaken = false;
    };
    const freed = waitUntilFree();
    await sleep(100);
    const outside = failureOf(handle.db.user.count());
    const inside = failureOf(inTransaction(handle.db, (tx) => tx.user.count()));
    expect(databaseFault(await outside)).toBe('away');
    expect(databaseFault(await inside)).toBe('away');
    // The failure came long before a connection was free again.
    expect(areTaken).toBe(true);
    await Promise.all([freed, ...sleeping]);
  });

  test('is away after a statement timeout or a lock timeout', async () => {
    const slow = failureOf(handle.db.$queryRaw`select pg_sleep(30)::text`);
    const job = await handle.workers().job.create({ data: { kind: 'test', payload: {} } });
    const locked = Promise.withResolvers<void>();
    const holding = inTransaction(handle.workers(), async (tx) => {
      await tx.job.update({ where: { id: job.id }, data: { attempts: 1 } });
      locked.resolve();
      await sleep(3000);
    });
    await locked.promise;
    const waiting = failureOf(
      handle.db.job.update({ where: { id: job.id }, data: { attempts: 2 } }),
    );
    expect(databaseFault(await waiting)).toBe('away');
    await holding;
    expect(databaseFault(await slow)).toBe('away');
  });

  test('is unknown, then away, when it stops responding', { timeout: 30_000 }, async () => {
    const wire = await listenBetween(server.url);
    const behind = createDb(wire.url, { poolSize: 1 });
    await behind.db.user.count();
    wire.freeze();
    expect(databaseFault(await failureOf(behind.db.user.count()))).toBe('unknown');
    expect(databaseFault(await failureOf(behind.db.user.count()))).toBe('away');
    wire.close();
    await behind.close().catch(() => {});
  });
});

/** Creates a connection to the server that can freeze without being closed. */
async function listenBetween(url: string) {
  const target = new URL(url);
  const serverPort = target.port;
  const sockets: Socket[] = [];
  let isFrozen = false;
  const listener: Server = createServer((client) => {
    const upstream = connect(Number(serverPort), target.hostname);
    sockets.push(client, upstream);
    for (const socket of [client, upstream]) socket.on('error', () => {});
    client.on('data', (bytes) => isFrozen || upstream.write(bytes));
    upstream.on('data', (bytes) => isFrozen || client.write(bytes));
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  target.port = String(address.port);
  return {
    url: target.href,
    freeze: () => {
      isFrozen = true;
    },
    close: () => {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
