import { createHash } from 'node:crypto';

import { createDb, type Db } from '@agres/db/db';
import { createTestDatabase, useTestDatabase } from '@agres/db/testing';
import { describe, expect, test } from 'vitest';

import { createRateLimiter, type TakeResult } from './rate-limit.ts';

const limiterOn = (tested: Db, mode: 'strict' | 'relaxed' = 'strict') =>
  createRateLimiter(tested, { mode, appSecret: 'a secret for tests' });

const { db } = await useTestDatabase();

describe('rate limits', () => {
  const takenOf = (results: TakeResult[]) =>
    results.filter(({ waitSeconds }) => waitSeconds === null).length;

  test('G2: two processes together allow exactly the limit under concurrent calls', async () => {
    const place = await createTestDatabase();
    const one = createDb(place.url);
    const other = createDb(place.url);
    const results = await Promise.all(
      [one, other].flatMap((handle) => {
        const limiter = limiterOn(handle.db);
        return Array.from({ length: 100 }, () => limiter.take('buyByUser', '1'));
      }),
    );
    expect(results).toHaveLength(200);
    expect(takenOf(results)).toBe(10);
    const waits = results.map(({ waitSeconds }) => waitSeconds).filter((wait) => wait !== null);
    expect(Math.min(...waits)).toBeGreaterThan(0);
    expect(Math.max(...waits)).toBeLessThanOrEqual(60);
    await one.close();
    await other.close();
    await place.close();
  });

  test('each call reports the remaining permits and the seconds until the next one', async () => {
    const limiter = limiterOn(db);
    const results: TakeResult[] = [];
    for (let call = 0; call < 6; call += 1)
      results.push(await limiter.take('contactByIp', 'counts'));
    expect(results.map(({ remaining }) => remaining)).toEqual([4, 3, 2, 1, 0, 0]);
    // Five an hour: one permit returns every twelve minutes.
    for (const { resetSeconds } of results) {
      expect(resetSeconds).toBeGreaterThan(700);
      expect(resetSeconds).toBeLessThanOrEqual(720);
    }
    expect(results.at(-1)?.waitSeconds).toBe(results.at(-1)?.resetSeconds);
    expect(limiter.quotaOf('contactByIp')).toEqual({ permits: 5, windowSeconds: 3600 });
  });

  test.each(['contactByIp', 'contactReceipt'] as const)(
    '%s resets if the clock of the database was set back',
    async (name) => {
      const take = () => limiterOn(db).take(name, 'set back');
      for (let call = 0; call < 6; call += 1) await take();
      expect((await take()).waitSeconds).toBeGreaterThan(0);
      await db.$executeRaw`
        UPDATE rate_limit SET tat = tat + interval '1 day' WHERE key LIKE ${`${name}:%`}`;
      expect((await take()).waitSeconds).toBeNull();
    },
  );

  test('keys and limits are independent of each other', async () => {
    const limiter = limiterOn(db);
    for (let call = 0; call < 5; call += 1) await limiter.take('contactByIp', 'a');
    expect((await limiter.take('contactByIp', 'a')).waitSeconds).toBeGreaterThan(0);
    expect((await limiter.take('contactByIp', 'b')).waitSeconds).toBeNull();
    expect((await limiter.take('linkByIp', 'a')).waitSeconds).toBeNull();
  });

  test('a returned permit can be taken again', async () => {
    const limiter = limiterOn(db);
    for (let call = 0; call < 30; call += 1) {
      expect((await limiter.take('logInByPair', 'given-back')).waitSeconds).toBeNull();
      await limiter.returnPermit('logInByPair', 'given-back');
    }
    const waits = await Promise.all(
      Array.from({ length: 20 }, () => limiter.take('logInByPair', 'given-back')),
    );
    expect(takenOf(waits)).toBe(10);
  });

  test('an exact limit holds in any window, however the calls are spread', async () => {
    const key = 'patient@example.fr';
    const minutesPerCall = 5;
    const takenAtMinutes: number[] = [];
    for (let minute = 0; minute < 6 * 60; minute += minutesPerCall) {
      // A new limiter each time: none has a cached result.
      const limiter = limiterOn(db);
      const { waitSeconds } = await limiter.take('recoveryEmail', key);
      if (waitSeconds === null) takenAtMinutes.push(minute);
      await db.$executeRaw`UPDATE rate_limit
        SET tat = tat - make_interval(mins => ${minutesPerCall}::int)`;
    }
    const inTheHourFrom = (from: number) =>
      takenAtMinutes.filter((minute) => minute >= from && minute < from + 60).length;
    expect(Math.max(...takenAtMinutes.map(inTheHourFrom))).toBe(3);
    expect(takenAtMinutes).toHaveLength(6 * 3);
  });

  test('relaxed mode multiplies limits by a hundred, except those that protect others', async () => {
    const limiter = limiterOn(db, 'relaxed');
    const contact = await Promise.all(
      Array.from({ length: 40 }, () => limiter.take('contactByIp', 'relaxed')),
    );
    expect(takenOf(contact)).toBe(40);
    const emails = await Promise.all(
      Array.from({ length: 20 }, () => limiter.take('recoveryEmail', 'relaxed')),
    );
    expect(takenOf(emails)).toBe(3);
  });

  test('H1: a row reveals no address, not even by brute force', async () => {
    const counted = ['203.0.113.7', '2001:db8:1:2::7', '203.0.113.7|person@example.fr'];
    const limiter = limiterOn(db);
    for (const key of counted) await limiter.take('logInByPair', key);
    const rows = JSON.stringify(await db.rateLimit.findMany());
    expect(rows).not.toMatch(/203\.0|2001|person/);
    const guesses = [...counted, '2001:db8:1:2::/64', '2001:db8:1::/48'];
    for (const guess of guesses) {
      for (const text of [guess, `logInByPair|${guess}`]) {
        expect(rows).not.toContain(createHash('sha256').update(text).digest('base64url'));
      }
    }
    const elsewhere = createRateLimiter(db, { mode: 'strict', appSecret: 'another' });
    await elsewhere.take('logInByPair', '203.0.113.7');
    expect(await db.rateLimit.count()).toBeGreaterThan((JSON.parse(rows) as unknown[]).length);
  });

  test('A5: all addresses of an IPv6 /64 count as one client, in any notation', async () => {
    const limiter = limiterOn(db);
    const take = async (address: string) =>
      (await limiter.take('contactByIp', address)).waitSeconds === null;
    const taken: boolean[] = [];
    for (let host = 0; host < 7; host += 1) taken.push(await take(`2001:db8:a:1::${host}`));
    expect(taken.filter(Boolean)).toHaveLength(5);
    expect(limiter.waitOf('contactByIp', '2001:0DB8:a:1:ffff::1')).toBeGreaterThan(0);
    expect(await take('2001:db8:a:2::1')).toBe(true);

    for (let call = 0; call < 5; call += 1) await take('198.51.100.9');
    expect(await take('::ffff:198.51.100.9')).toBe(false);
  });

  test('A5: the networks of one /48 have ten times the limit of one /64', async () => {
    const limiter = limiterOn(db);
    const results: TakeResult[] = [];
    for (let network = 0; network < 60; network += 1) {
      results.push(await limiter.take('contactByIp', `2001:db8:b:${network.toString(16)}::1`));
    }
    expect(takenOf(results)).toBe(50);
    expect(results.at(-1)?.waitSeconds).toBeGreaterThan(0);
    // A call refused by the /48 takes nothing from the /64.
    expect((await limiter.take('contactByIp', '2001:db8:c:1::1')).waitSeconds).toBeNull();
    await limiter.returnPermit('contactByIp', '2001:db8:b:1::1');
    expect((await limiter.take('contactByIp', '2001:db8:b:1::1')).waitSeconds).toBeNull();
  });

  test('A5: a /48 at its limit refuses a call, without using up the permit of its /64', async () => {
    const limiter = limiterOn(db);
    const take = (network: string) => limiter.take('contactByIp', `2001:db8:d:${network}::1`);
    for (let call = 0; call < 4; call += 1) await take('1');
    for (let network = 2; network < 48; network += 1) await take(network.toString(16));
    const refused = await take('1');
    expect(refused.waitSeconds).toBeGreaterThan(0);
    expect(refused.remaining).toBe(0);
    // The /64's remaining permit is still available once the /48 has one again.
    await limiter.returnPermit('contactByIp', '2001:db8:d:2::1');
    expect((await take('1')).waitSeconds).toBeNull();
    expect((await take('1')).waitSeconds).toBeGreaterThan(0);
  });
});
