import { describe, expect, test } from 'vitest';

import { createConcurrencyLimit } from './concurrency-limit.ts';

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

const LIMITS = { maxRunning: 2, maxQueued: 1, maxWaitMs: 10_000, retryAfterSeconds: 2 };

describe('the concurrency limit', () => {
  test('runs at most maxRunning at once, and the next one when a slot is free', async () => {
    const concurrency = createConcurrencyLimit(LIMITS);
    const { open, opened } = gate();
    let running = 0;
    let most = 0;
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await opened;
      running -= 1;
    };
    const all = [concurrency.run(work), concurrency.run(work), concurrency.run(work)];
    await Promise.resolve();
    expect(running).toBe(2);
    open();
    await Promise.all(all);
    expect(most).toBe(2);
  });

  test('rejects a call with 503 and Retry-After when the queue is full', async () => {
    const concurrency = createConcurrencyLimit(LIMITS);
    const { open, opened } = gate();
    const inside = [1, 2, 3].map(() => concurrency.run(() => opened));
    await expect(concurrency.run(async () => 1)).rejects.toMatchObject({
      code: 'error_message',
      status: 503,
      retryAfterSeconds: 2,
    });
    open();
    await Promise.all(inside);
    await expect(concurrency.run(async () => 1)).resolves.toBe(1);
  });

  test('rejects a call that waits too long, and removes it from the queue', async () => {
    const concurrency = createConcurrencyLimit({ ...LIMITS, maxRunning: 1, maxWaitMs: 20 });
    const { open, opened } = gate();
    const first = concurrency.run(() => opened);
    await expect(concurrency.run(async () => 1)).rejects.toMatchObject({ status: 503 });
    open();
    await first;
    await expect(concurrency.run(async () => 2)).resolves.toBe(2);
  });

  test('frees the slot of a call that fails', async () => {
    const concurrency = createConcurrencyLimit({ ...LIMITS, maxRunning: 1, maxQueued: 0 });
    await expect(concurrency.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(concurrency.run(async () => 1)).resolves.toBe(1);
  });

  describe('between clients', () => {
    const ROOM = { ...LIMITS, maxQueued: 4 };

    const settled = () => new Promise((resolve) => void setImmediate(resolve));

    /** Runs clients' work until the test ends each; records starts and outcomes. */
    function stage() {
      const concurrency = createConcurrencyLimit(ROOM);
      const began: string[] = [];
      const ends: (() => void)[] = [];
      const outcomes: string[] = [];
      return {
        began,
        outcomes,
        come: (client: string) => {
          const work = () => {
            began.push(client);
            return new Promise<void>((resolve) => ends.push(resolve));
          };
          void concurrency.run(work, client).then(
            () => outcomes.push(`${client} done`),
            () => outcomes.push(`${client} refused`),
          );
        },
        endOldest: async () => {
          // The work and its successor start only after the promises in between have settled.
          await settled();
          ends.shift()?.();
          await settled();
        },
      };
    }

    test('a client that fills the queue yields its places to others, which run first', async () => {
      const { come, began, outcomes, endOldest } = stage();
      for (let call = 0; call < 6; call += 1) come('greedy');
      for (const client of ['one', 'two', 'three']) come(client);
      await endOldest();
      await endOldest();
      await endOldest();
      expect(began.slice(0, 5)).toEqual(['greedy', 'greedy', 'one', 'two', 'three']);
      for (let rest = 0; rest < 6; rest += 1) await endOldest();
      expect(outcomes.filter((outcome) => outcome === 'greedy refused')).toHaveLength(3);
      expect(outcomes.filter((outcome) => /^(one|two|three) done$/.test(outcome))).toHaveLength(3);
    });

    test('two places per client are never taken by another client', async () => {
      const { come, outcomes, endOldest } = stage();
      for (const client of ['one', 'one', 'two', 'two', 'three', 'three']) come(client);
      come('four');
      for (let call = 0; call < 6; call += 1) await endOldest();
      expect(outcomes).toContain('four refused');
      expect(outcomes.filter((outcome) => outcome.endsWith('done'))).toHaveLength(6);
    });

    test('a single client may use the whole queue', async () => {
      const { come, outcomes, endOldest } = stage();
      for (let call = 0; call < 6; call += 1) come('alone');
      for (let call = 0; call < 6; call += 1) await endOldest();
      expect(outcomes).toEqual(Array<string>(6).fill('alone done'));
    });
  });
});
