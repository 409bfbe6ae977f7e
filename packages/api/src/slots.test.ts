import { describe, expect, test } from 'vitest';

import { createSlots } from './slots.ts';

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

const LIMITS = { atWork: 2, waiting: 1, maxWaitMs: 10_000, retryAfterSeconds: 2 };

describe('places to work at', () => {
  test('so many work at once, the next one when a place is free', async () => {
    const slots = createSlots(LIMITS);
    const { open, opened } = gate();
    let working = 0;
    let most = 0;
    const work = async () => {
      working += 1;
      most = Math.max(most, working);
      await opened;
      working -= 1;
    };
    const all = [slots.run(work), slots.run(work), slots.run(work)];
    await Promise.resolve();
    expect(working).toBe(2);
    open();
    await Promise.all(all);
    expect(most).toBe(2);
  });

  test('whoever finds the line full is told to come back', async () => {
    const slots = createSlots(LIMITS);
    const { open, opened } = gate();
    const inside = [1, 2, 3].map(() => slots.run(() => opened));
    await expect(slots.run(async () => 1)).rejects.toMatchObject({
      code: 'error_message',
      status: 503,
      retryAfterSeconds: 2,
    });
    open();
    await Promise.all(inside);
    await expect(slots.run(async () => 1)).resolves.toBe(1);
  });

  test('whoever waits too long is told to come back, and leaves the line', async () => {
    const slots = createSlots({ ...LIMITS, atWork: 1, maxWaitMs: 20 });
    const { open, opened } = gate();
    const first = slots.run(() => opened);
    await expect(slots.run(async () => 1)).rejects.toMatchObject({ status: 503 });
    open();
    await first;
    await expect(slots.run(async () => 2)).resolves.toBe(2);
  });

  test('work that fails leaves its place', async () => {
    const slots = createSlots({ ...LIMITS, atWork: 1, waiting: 0 });
    await expect(slots.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(slots.run(async () => 1)).resolves.toBe(1);
  });
});
