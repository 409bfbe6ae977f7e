import { expect, test } from 'vitest';

import { createContentCache } from './content-cache.ts';

test('a value is cached for its key and version only', async () => {
  const cache = createContentCache<string>();
  const made: string[] = [];
  const get = (key: string, version: string) =>
    cache.get(key, version, async () => {
      made.push(`${key}${version}`);
      return `${key} of ${version}`;
    });
  expect(cache.ready('a', '1')).toBeUndefined();
  expect(await get('a', '1')).toBe('a of 1');
  expect(await get('a', '1')).toBe('a of 1');
  expect(await get('b', '1')).toBe('b of 1');
  expect(cache.ready('a', '1')).toBe('a of 1');
  expect(cache.ready('a', '2')).toBeUndefined();
  expect(cache.ready('a', undefined)).toBeUndefined();
  expect(await get('a', '2')).toBe('a of 2');
  expect(cache.ready('a', '1')).toBeUndefined();
  expect(made).toEqual(['a1', 'b1', 'a2']);
});

test('concurrent callers share one value, or its failure, which is not cached', async () => {
  const cache = createContentCache<string>();
  const { promise, reject } = Promise.withResolvers<string>();
  const first = cache.get('a', '1', () => promise);
  const second = cache.get('a', '1', async () => 'made twice');
  reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await expect(second).rejects.toThrow('away');
  expect(await cache.get('a', '1', async () => 'made again')).toBe('made again');
});

test('an older version that is ready late does not replace a newer one', async () => {
  const cache = createContentCache<string>();
  const { promise, resolve } = Promise.withResolvers<string>();
  const late = cache.get('a', '1', () => promise);
  await cache.get('a', '2', async () => 'new');
  resolve('old');
  expect(await late).toBe('old');
  expect(cache.ready('a', '1')).toBeUndefined();
  expect(cache.ready('a', '2')).toBe('new');
});

test('an uncacheable value is returned to concurrent callers and not cached', async () => {
  const cache = createContentCache<number>({ isCacheable: (status) => status === 200 });
  expect(await cache.get('a', '1', async () => 503)).toBe(503);
  expect(cache.ready('a', '1')).toBeUndefined();
  expect(await cache.get('a', '1', async () => 200)).toBe(200);
  expect(cache.ready('a', '1')).toBe(200);
});

test('the oldest key is evicted above the maximum number of keys', async () => {
  const cache = createContentCache<string>({ maxKeys: 2 });
  for (const key of ['a', 'b', 'c']) await cache.get(key, '1', async () => key);
  expect(['a', 'b', 'c'].map((key) => cache.ready(key, '1'))).toEqual([undefined, 'b', 'c']);
});
