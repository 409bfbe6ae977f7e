import type { DbHandle } from '@shop/db/db';
import { openTestDatabase } from '@shop/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createRateLimiter, requireTurn } from './rate-limit.ts';

describe('rate limits', () => {
  let database: DbHandle;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  const takenOf = (waits: (number | null)[]) => waits.filter((wait) => wait === null).length;

  test('G2: two processes together let through exactly the limit, however parallel the attempts', async () => {
    const processes = [
      createRateLimiter(database.db, 'strict'),
      createRateLimiter(database.db, 'strict'),
    ];
    const waits = await Promise.all(
      processes.flatMap((limiter) =>
        Array.from({ length: 30 }, () => limiter.take('buyByUser', '1')),
      ),
    );
    expect(takenOf(waits)).toBe(10);
    expect(Math.min(...waits.filter((wait) => wait !== null))).toBeGreaterThan(0);
    expect(Math.max(...waits.map((wait) => wait ?? 0))).toBeLessThanOrEqual(60);
  });

  test('keys do not disturb each other, nor do limits', async () => {
    const limiter = createRateLimiter(database.db, 'strict');
    for (let turn = 0; turn < 5; turn += 1) await limiter.take('contactByIp', 'a');
    expect(await limiter.take('contactByIp', 'a')).toBeGreaterThan(0);
    expect(await limiter.take('contactByIp', 'b')).toBeNull();
    expect(await limiter.take('linkByIp', 'a')).toBeNull();
  });

  test('a turn given back can be taken again', async () => {
    const limiter = createRateLimiter(database.db, 'strict');
    for (let turn = 0; turn < 30; turn += 1) {
      expect(await limiter.take('logInByPair', 'given-back')).toBeNull();
      await limiter.giveBack('logInByPair', 'given-back');
    }
    const waits = await Promise.all(
      Array.from({ length: 20 }, () => limiter.take('logInByPair', 'given-back')),
    );
    expect(takenOf(waits)).toBe(10);
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

  test('the refusal is 429 and says when to come back; keys are stored hashed', async () => {
    const limiter = createRateLimiter(database.db, 'strict');
    const key = '203.0.113.7|person@example.fr';
    for (let turn = 0; turn < 10; turn += 1) await requireTurn(limiter, 'logInByPair', key);
    await expect(requireTurn(limiter, 'logInByPair', key)).rejects.toMatchObject({
      code: 'error_message',
      status: 429,
      retryAfterSeconds: expect.any(Number),
    });
    const rows = await database.db.rateLimit.findMany();
    expect(JSON.stringify(rows)).not.toMatch(/203\.0|person/);
  });
});
