import { describe, expect, test } from 'vitest';

import { createContentVersion } from './content-version.ts';

/** Creates a version with a clock that the test sets and reads that it completes. */
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
  const end = async (finish: (reading: (typeof waiting)[number]) => void) => {
    waiting.splice(0).forEach(finish);
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
    answer: () => end(({ resolve }) => resolve(current)),
    fail: () => end(({ reject }) => reject(new Error('away'))),
  };
}

async function readOnce(source: ReturnType<typeof createSource>) {
  const reading = source.version.read();
  await source.answer();
  return reading;
}

describe('createContentVersion', () => {
  test('knows no version before the first read, then serves it briefly without a query', async () => {
    const source = createSource();
    expect(source.version.known()).toBeUndefined();
    expect(await readOnce(source)).toBe('v1');
    source.pass(100);
    expect(source.version.known()).toBe('v1');
    expect(source.readings()).toBe(1);
  });

  test('refreshes in the background, and sees a change within 200 ms', async () => {
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

  test('expires after a second without requests', async () => {
    const source = createSource();
    await readOnce(source);
    source.pass(1000);
    expect(source.version.known()).toBeUndefined();
  });

  test('concurrent callers share one query', async () => {
    const source = createSource();
    const readings = [source.version.read(), source.version.read(), source.version.read()];
    await source.answer();
    expect(await Promise.all(readings)).toEqual(['v1', 'v1', 'v1']);
    expect(source.readings()).toBe(1);
  });

  test('invalidate() drops the known version and any read in progress', async () => {
    const source = createSource();
    await readOnce(source);
    source.version.invalidate();
    expect(source.version.known()).toBeUndefined();

    const early = source.version.read();
    source.version.invalidate();
    await source.answer();
    expect(await early).toBe('v1');
    expect(source.version.known()).toBeUndefined();
    source.write('v2');
    expect(await readOnce(source)).toBe('v2');
    expect(source.version.known()).toBe('v2');
  });

  test('a database failure rejects waiting callers, and the next read retries', async () => {
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
