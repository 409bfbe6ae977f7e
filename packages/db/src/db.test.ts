import { describe, expect, test } from 'vitest';

import { databaseFault } from './database-errors.ts';
import { createDb, Prisma, type Db } from './db.ts';
import { useTestDatabase } from './testing.ts';
import { startPostgresProxy } from './testing/postgres-proxy.ts';

const handle = await useTestDatabase();

describe('a database', () => {
  test('stores a timestamp to the millisecond, in any time zone of the server', async () => {
    const expiresAt = new Date('2026-07-14T23:30:15.123Z');
    const { id: userId } = await handle.db.user.create({
      data: {
        email: 'Time@Agres.example',
        emailKey: 'time@agres.example',
        passwordHash: '-',
        personalDiscountCode: 'TIME',
        locale: 'fr',
      },
    });
    await handle.db.session.create({ data: { id: 'time', userId, expiresAt } });
    const session = await handle.db.session.findUniqueOrThrow({ where: { id: 'time' } });
    const [row] = await handle.db.$queryRaw<{ seconds: number }[]>`
      select extract(epoch from expires_at)::float8 as seconds from session where id = 'time'`;

    expect(session.expiresAt).toEqual(expiresAt);
    expect(row?.seconds).toBe(expiresAt.getTime() / 1000);
    expect(Math.abs(session.createdAt.getTime() - Date.now())).toBeLessThan(60_000);
  });

  test('passes timestamps unchanged to raw SQL', async () => {
    const at = new Date('2026-12-31T23:59:59.999Z');
    const [row] = await handle.db.$queryRaw<{ same: boolean; back: Date }[]>(
      Prisma.sql`select ${at}::timestamptz = '2027-01-01T00:59:59.999+01:00' as same, ${at}::timestamptz as back`,
    );
    expect(row).toEqual({ same: true, back: at });
  });

  test('opens its clients for background work and heartbeats once', async () => {
    expect(await handle.workers().job.count()).toBe(0);
    expect(handle.workers()).toBe(handle.workers());
    expect(handle.heartbeat()).toBe(handle.heartbeat());
  });
});

describe('the connections of a database', () => {
  test('time out a statement after five seconds and a lock after two', async () => {
    const settings = await handle.db.$queryRaw<{ name: string; setting: string }[]>`
      select name, setting from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'default_transaction_isolation')
      order by name`;
    expect(settings.map((row) => row.setting)).toEqual(['read committed', '10000', '2000', '5000']);
  });

  test('do not use JIT compilation', async () => {
    const [row] = await handle.db.$queryRaw<
      { jit: string }[]
    >`select current_setting('jit') as jit`;
    expect(row?.jit).toBe('off');
  });

  test('are nine at most: two of them for background work, one for heartbeats', async () => {
    // Prisma sends a query when it is awaited.
    const sleep = async (db: Db) => db.$queryRaw`select pg_sleep(0.5)::text`;
    const busy = Array.from({ length: 9 }, () => sleep(handle.db));
    const working = Array.from({ length: 4 }, () => sleep(handle.workers()));
    const beating = Array.from({ length: 2 }, () => sleep(handle.heartbeat()));
    const most = await mostConnections(handle.url, { samples: 8 });
    await Promise.all([...busy, ...working, ...beating]);
    expect(most).toBe(9);
  });

  test('recover when the server terminates a session between two callers', async () => {
    const uncaught: unknown[] = [];
    const noteUncaught = (error: unknown) => uncaught.push(error);
    process.on('uncaughtException', noteUncaught);
    const proxy = await startPostgresProxy(handle.url);
    const { db, close } = createDb(proxy.url, { poolSize: 1 });
    const [session] = await db.$queryRaw<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const stateOf = async () => {
      const rows = await handle.db.$queryRaw<{ query: string; state: string }[]>`
        select query, state from pg_stat_activity where pid = ${session?.pid}::int`;
      return rows.map(({ query, state }) => `${query}: ${state}`);
    };

    // The transaction waits for the only connection, and gets it after the server has ended its session.
    const deliver = proxy.holdAnswers();
    const [reading, writing] = [
      db.$queryRaw`select 'the last word'`.then(() => 'read'),
      db.$transaction((tx) => tx.job.count()).catch(databaseFault),
    ];
    await expect.poll(stateOf).toEqual([`select 'the last word': idle`]);
    await handle.db.$queryRaw`select pg_terminate_backend(${session?.pid}::int)`;
    await expect.poll(stateOf).toEqual([]);
    deliver();

    expect(await reading).toBe('read');
    expect(await writing).toBe('unknown');
    expect(await db.job.count()).toBe(0);
    process.off('uncaughtException', noteUncaught);
    expect(uncaught).toEqual([]);
    await close();
    await proxy.close();
  });
});

/** Returns the highest number of a database's connections in several samples, without the sampler's own. */
async function mostConnections(url: string, { samples }: { samples: number }): Promise<number> {
  const observer = createDb(url, { poolSize: 1 });
  const counts: number[] = [];
  while (counts.length < samples) {
    const [row] = await observer.db.$queryRaw<{ connections: number }[]>`
      select count(*)::int as connections from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    counts.push(row?.connections ?? 0);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await observer.close();
  return Math.max(...counts);
}
