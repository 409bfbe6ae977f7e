import { createDb, type DbHandle } from '@shop/db/db';
import { createTestDatabase, openTestDatabase, testDatabaseKind } from '@shop/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createRateLimiter, type Turn } from './rate-limit.ts';

describe('rate limits', () => {
  let database: DbHandle;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  const takenOf = (turns: Turn[]) => turns.filter(({ waitSeconds }) => waitSeconds === null).length;

  test('G2: two processes together let through exactly the limit, however parallel the attempts', async () => {
    // PGlite is one process by nature: there, two limiters share its one connection.
    const isShared = testDatabaseKind() === 'postgresql';
    const place = await createTestDatabase();
    const one = await createDb(place.url);
    const other = isShared ? await createDb(place.url) : one;
    const turns = await Promise.all(
      [one, other].flatMap(({ db }) => {
        const limiter = createRateLimiter(db, 'strict');
        return Array.from({ length: 250 }, () => limiter.take('buyByUser', '1'));
      }),
    );
    expect(turns).toHaveLength(500);
    expect(takenOf(turns)).toBe(10);
    const waits = turns.map(({ waitSeconds }) => waitSeconds).filter((wait) => wait !== null);
    expect(Math.min(...waits)).toBeGreaterThan(0);
    expect(Math.max(...waits)).toBeLessThanOrEqual(60);
    await one.close();
    if (isShared) await other.close();
    await place.close();
  });

  test('each turn tells how many are left, and when there will be one more', async () => {
    const limiter = createRateLimiter(database.db, 'strict');
    const turns: Turn[] = [];
    for (let turn = 0; turn < 6; turn += 1) turns.push(await limiter.take('contactByIp', 'counts'));
    expect(turns.map(({ remaining }) => remaining)).toEqual([4, 3, 2, 1, 0, 0]);
    // Five an hour: one comes back every twelve minutes.
    for (const { resetSeconds } of turns) {
      expect(resetSeconds).toBeGreaterThan(700);
      expect(resetSeconds).toBeLessThanOrEqual(720);
    }
    expect(turns.at(-1)?.waitSeconds).toBe(turns.at(-1)?.resetSeconds);
    expect(limiter.quotaOf('contactByIp')).toEqual({ turns: 5, windowSeconds: 3600 });
  });

  test('keys do not disturb each other, nor do limits', async () => {
    const limiter = createRateLimiter(database.db, 'strict');
    for (let turn = 0; turn < 5; turn += 1) await limiter.take('contactByIp', 'a');
    expect((await limiter.take('contactByIp', 'a')).waitSeconds).toBeGreaterThan(0);
    expect((await limiter.take('contactByIp', 'b')).waitSeconds).toBeNull();
    expect((await limiter.take('linkByIp', 'a')).waitSeconds).toBeNull();
  });

  test('a turn given back can be taken again', async () => {
    const limiter = createRateLimiter(database.db, 'strict');
    for (let turn = 0; turn < 30; turn += 1) {
      expect((await limiter.take('logInByPair', 'given-back')).waitSeconds).toBeNull();
      await limiter.giveBack('logInByPair', 'given-back');
    }
    const waits = await Promise.all(
      Array.from({ length: 20 }, () => limiter.take('logInByPair', 'given-back')),
    );
    expect(takenOf(waits)).toBe(10);
  });

  test('an exact limit is never passed in any window, however the calls are spread', async () => {
    const key = 'patient@example.fr';
    const minutesPerCall = 5;
    const takenAtMinutes: number[] = [];
    for (let minute = 0; minute < 6 * 60; minute += minutesPerCall) {
      // A process of its own each time: none remembers what an earlier one was told.
      const limiter = createRateLimiter(database.db, 'strict');
      const { waitSeconds } = await limiter.take('letterByEmail', key);
      if (waitSeconds === null) takenAtMinutes.push(minute);
      await database.db.$executeRaw`UPDATE rate_limit
        SET tat = tat - make_interval(mins => ${minutesPerCall}::int)`;
    }
    const inTheHourFrom = (from: number) =>
      takenAtMinutes.filter((minute) => minute >= from && minute < from + 60).length;
    expect(Math.max(...takenAtMinutes.map(inTheHourFrom))).toBe(3);
    expect(takenAtMinutes).toHaveLength(6 * 3);
  });

  test('relaxed leaves a hundred times the room, but never for what protects somebody else', async () => {
    const limiter = createRateLimiter(database.db, 'relaxed');
    const contact = await Promise.all(
      Array.from({ length: 40 }, () => limiter.take('contactByIp', 'relaxed')),
    );
    expect(takenOf(contact)).toBe(40);
    const letters = await Promise.all(
      Array.from({ length: 20 }, () => limiter.take('letterByEmail', 'relaxed')),
    );
    expect(takenOf(letters)).toBe(3);
  });

  test('keys are stored hashed', async () => {
    const limiter = createRateLimiter(database.db, 'strict');
    await limiter.take('logInByPair', '203.0.113.7|person@example.fr');
    const rows = await database.db.rateLimit.findMany();
    expect(JSON.stringify(rows)).not.toMatch(/203\.0|person/);
  });
});
