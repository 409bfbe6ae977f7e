import { describe, expect, test } from 'vitest';

import { createContentVersion } from './content-version.ts';

/** A version that is read when the test says so, at a time that the test sets. */
function createSource() {
  let nowMs = 0;
  let current = 'v1';
  let readings = 0;
  const waiting: { resolve: (version: string) => void; reject: (error: Error) => void }[] = [];
  const version = createContentVersion(
    () => {
      readings += 1;
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    () => nowMs,
  );
  const settle = async (end: (reading: (typeof waiting)[number]) => void) => {
    waiting.splice(0).forEach(end);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    version,
    readings: () => readings,
    write: (next: string) => {
      current = next;
    },
    pass: (ms: number) => {
      nowMs += ms;
    },
    answer: () => settle(({ resolve }) => resolve(current)),
    fail: () => settle(({ reject }) => reject(new Error('away'))),
  };
}

async function readOnce(source: ReturnType<typeof createSource>) {
  const reading = source.version.read();
  await source.answer();
  return reading;
}

describe('createContentVersion', () => {
  test('knows nothing before it has read, and then for a moment without asking', async () => {
    const source = createSource();
    expect(source.version.known()).toBeUndefined();
    expect(await readOnce(source)).toBe('v1');
    source.pass(100);
    expect(source.version.known()).toBe('v1');
    expect(source.readings()).toBe(1);
  });

  test('asks again behind the scenes, and sees a change within a fifth of a second', async () => {
    const source = createSource();
    await readOnce(source);
    source.write('v2');
    source.pass(160);
    expect(source.version.known()).toBe('v1');
    expect(source.version.known()).toBe('v1');
    expect(source.readings()).toBe(2);
    await source.answer();
    expect(source.version.known()).toBe('v2');
  });

  test('after a second without requests it is not taken for known', async () => {
    const source = createSource();
    await readOnce(source);
    source.pass(1000);
    expect(source.version.known()).toBeUndefined();
  });

  test('callers at the same time share one reading', async () => {
    const source = createSource();
    const readings = [source.version.read(), source.version.read(), source.version.read()];
    await source.answer();
    expect(await Promise.all(readings)).toEqual(['v1', 'v1', 'v1']);
    expect(source.readings()).toBe(1);
  });

  test('a doubt makes what was read before, and what is being read, count no more', async () => {
    const source = createSource();
    await readOnce(source);
    source.version.doubt();
    expect(source.version.known()).toBeUndefined();

    const early = source.version.read();
    source.version.doubt();
    await source.answer();
    expect(await early).toBe('v1');
    expect(source.version.known()).toBeUndefined();
    source.write('v2');
    expect(await readOnce(source)).toBe('v2');
    expect(source.version.known()).toBe('v2');
  });

  test('a database that is away is told to whoever waits, and forgotten when it is back', async () => {
    const source = createSource();
    await readOnce(source);
    source.pass(200);
    expect(source.version.known()).toBe('v1');
    await source.fail();
    expect(source.version.known()).toBeUndefined();
    const reading = source.version.read();
    reading.catch(() => undefined);
    await source.fail();
    await expect(reading).rejects.toThrow('away');
    expect(await readOnce(source)).toBe('v1');
  });
});
