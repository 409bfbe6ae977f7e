import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { bodyIn, createRepacker, prepareAnswer } from './prepared-answer.ts';

const TEXT = Array.from({ length: 3000 }, (_, index) => `${index * 7919} sangles`).join(' ');

test('concurrent callers share one compression and its bytes', async () => {
  const answer = prepareAnswer(TEXT);
  const bodies = await Promise.all(Array.from({ length: 20 }, () => bodyIn(answer, 'br')));
  expect(new Set(bodies).size).toBe(1);
  expect(answer.bodies.get('br')).toBe(bodies[0]);
});

test('an answer is recompressed once, and smaller, when ten seconds old', async () => {
  const answer = prepareAnswer(TEXT);
  const fast = { br: await bodyIn(answer, 'br'), gzip: await bodyIn(answer, 'gzip') };

  await createRepacker(() => answer.preparedAtMs + 9_000)(answer);
  expect(answer.bodies.get('br')).toBe(fast.br);

  const repack = createRepacker(() => answer.preparedAtMs + 11_000);
  await Promise.all([repack(answer), repack(answer)]);
  const [isBrotliNew, isGzipNew] = [
    answer.bodies.get('br') !== fast.br,
    answer.bodies.get('gzip') !== fast.gzip,
  ];
  expect([isBrotliNew, isGzipNew], 'one at a time').toEqual([true, false]);
  await repack(answer);

  const small = { br: await bodyIn(answer, 'br'), gzip: await bodyIn(answer, 'gzip') };
  expect(small.br.length).toBeLessThan(fast.br.length);
  expect(small.gzip.length).toBeLessThanOrEqual(fast.gzip.length);
  expect(brotliDecompressSync(small.br).toString()).toBe(TEXT);
  expect(gunzipSync(small.gzip).toString()).toBe(TEXT);

  await repack(answer);
  expect(answer.bodies.get('br'), 'packed once').toBe(small.br);
});
