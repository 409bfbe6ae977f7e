import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import {
  createDeadline,
  liftDatabaseDeadline,
  runWithDeadline,
  awaitShared,
} from './database-deadline.ts';
import { databaseFault } from './database-errors.ts';
import { createDb, type Db, type DbHandle } from './db.ts';
import { openTestDatabase } from './testing.ts';
import { startPostgresProxy, type PostgresProxy } from './testing/postgres-proxy.ts';
import { inFoundTransaction } from './transaction.ts';

const LIMIT_MS = 1000;
/** Longer than the limit. */
const LATE_MS = 1500;
/** Far longer than the limit: a caller that took this long ignored the deadline. */
const SLOW_MS = 7000;
/** Long enough for the driver to give up a statement and then the `ROLLBACK` behind it. */
const HELD_MS = 9500;

describe('a request with a database deadline', () => {
  let straight: DbHandle;
  let proxy: PostgresProxy;
  let handle: DbHandle;
  let db: Db;
  let endSlowness = () => {};
  beforeAll(async () => {
    straight = await openTestDatabase();
    proxy = await startPostgresProxy(straight.url);
    // A single connection, so that anything left behind on it is noticed at once.
    handle = createDb(proxy.url, { poolSize: 1 });
    ({ db } = handle);
    await db.job.count();
  });
  afterEach(() => endSlowness());
  afterAll(async () => {
    await handle.close();
    await proxy.close();
    await straight.close();
  });

  const slowDown = () => {
    endSlowness = proxy.slowDown(SLOW_MS);
  };
  // Prisma sends a statement when it is awaited.
  const asRequest = <T>(work: () => Promise<T>) =>
    runWithDeadline(createDeadline(LIMIT_MS), async () => await work());
  const addJob = (client: Pick<Db, '$executeRaw'>, kind: string) =>
    client.$executeRaw`INSERT INTO job (kind, payload) VALUES (${kind}, '{}')`;
  const jobsOn = (client: Db, kind: string) => client.job.count({ where: { kind } });
  const jobs = (kind: string) => jobsOn(straight.db, kind);
  /** Returns the fault that the caller sees, and whether it came early. */
  const failureOf = async (work: () => Promise<unknown>) => {
    const startedMs = performance.now();
    const fault = await asRequest(work).then(
      () => 'none',
      (error: unknown) => databaseFault(error),
    );
    return { fault, isEarly: performance.now() - startedMs < SLOW_MS };
  };

  test('times out a slow statement, with an unknown outcome', async () => {
    slowDown();
    expect(await failureOf(() => addJob(db, 'unknown'))).toEqual({
      fault: 'unknown',
      isEarly: true,
    });
    endSlowness();
    await expect.poll(() => jobs('unknown')).toBe(1);
    expect(await db.job.count({ where: { kind: 'unknown' } })).toBe(1);
  });

  test('sends no further statement after the deadline', async () => {
    slowDown();
    const work = async () => {
      await addJob(db, 'first').catch(() => undefined);
      await addJob(db, 'second');
    };
    expect(await failureOf(work)).toEqual({ fault: 'away', isEarly: true });
    endSlowness();
    await expect.poll(() => jobs('first')).toBe(1);
    expect(await jobs('second')).toBe(0);
  });

  test('stops waiting for a result shared with another request', async () => {
    slowDown();
    const asked = db.job.count().then(Number);
    expect(await failureOf(() => awaitShared(asked))).toEqual({ fault: 'away', isEarly: true });
    endSlowness();
    expect(await asRequest(() => awaitShared(asked))).toBe(await asked);
  });

  test('rolls back a transaction, and leaves its connection clean', async () => {
    const work = () =>
      db.$transaction(async (tx) => {
        await addJob(tx, 'undone');
        slowDown();
        await addJob(tx, 'undone');
      });
    expect(await failureOf(work)).toEqual({ fault: 'away', isEarly: true });
    endSlowness();
    const [session] = await db.$queryRaw<{ isFresh: boolean }[]>`
      SELECT now() = statement_timestamp() AS "isFresh"`;
    expect(session).toEqual({ isFresh: true });
    expect(await jobs('undone')).toBe(0);
  });

  test('leaves no transaction open after it stopped waiting for BEGIN', async () => {
    slowDown();
    const work = () => db.$transaction((tx) => addJob(tx, 'not begun'));
    expect(await failureOf(work)).toEqual({ fault: 'away', isEarly: true });
    endSlowness();
    const [session] = await db.$queryRaw<{ isFresh: boolean }[]>`
      SELECT now() = statement_timestamp() AS "isFresh"`;
    expect(session).toEqual({ isFresh: true });
    expect(await jobs('not begun')).toBe(0);
  });

  // The driver waits eight seconds for a statement, and removes an unsent one from its queue.
  test('rolls back a transaction whose ROLLBACK was never sent, before the next one', async () => {
    let deliver = () => {};
    const work = () =>
      db.$transaction(async (tx) => {
        await addJob(tx, 'refused');
        deliver = proxy.holdAnswers();
        await addJob(tx, 'refused');
      });
    const startedMs = performance.now();
    expect(await failureOf(work)).toEqual({ fault: 'away', isEarly: true });
    await sleep(HELD_MS - (performance.now() - startedMs));
    deliver();
    await db.$transaction((tx) => addJob(tx, 'next'));
    expect({ refused: await jobs('refused'), next: await jobs('next') }).toEqual({
      refused: 0,
      next: 1,
    });
  });

  // Prisma sends the statements of one tick together, in the first caller's context.
  test('keeps its own deadline in a transaction while another request queries', async () => {
    const both = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const other = runWithDeadline(createDeadline(0), async () => {
      await both.promise;
      return db.job.findUnique({ where: { id: 1 } });
    }).catch(databaseFault);
    const own = asRequest(() =>
      db.$transaction(async (tx) => {
        liftDatabaseDeadline();
        begun.resolve();
        await both.promise;
        return addJob(tx, 'beside');
      }),
    );
    await begun.promise;
    both.resolve();
    expect(await own).toBe(1);
    expect(await other).toBe('away');
  });

  test('waits for the COMMIT of a transaction', async () => {
    const ended = asRequest(() =>
      db.$transaction(async (tx) => {
        await addJob(tx, 'committed');
        endSlowness = proxy.slowDown(LATE_MS);
      }),
    );
    await ended;
    expect(await jobs('committed')).toBe(1);
  });

  test('checks whether a transaction was committed after its COMMIT lost the connection', async () => {
    const isDone = async () => (await jobsOn(db, 'found')) === 1;
    const work = () => inFoundTransaction(db, (tx) => addJob(tx, 'found'), isDone);
    proxy.cut({
      when: /COMMIT/,
      moment: 'after',
      // A new connection, its settings and one statement: together longer than the limit.
      onCut: () => {
        endSlowness = proxy.slowDown(LIMIT_MS / 2);
      },
    });
    expect(await asRequest(work)).toBe(1);
    expect(proxy.hasCut()).toBe(true);
  });

  test('waits without limit once the deadline is lifted, like work outside of requests', async () => {
    endSlowness = proxy.slowDown(LATE_MS);
    const work = async () => {
      liftDatabaseDeadline();
      return addJob(db, 'lifted');
    };
    expect(await asRequest(work)).toBe(1);
    expect(await addJob(db, 'nobody’s')).toBe(1);
    const workers = handle.workers();
    endSlowness();
    await workers.job.count();
    endSlowness = proxy.slowDown(LATE_MS);
    expect(await asRequest(() => addJob(workers, 'worker'))).toBe(1);
  });
});
