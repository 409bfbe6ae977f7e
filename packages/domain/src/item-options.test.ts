import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { firstOptionIndex, namedOption, pictureOfOption, thumbnailOf } from './item-options.ts';

const optionsArbitrary = fc.array(fc.record({ remainingStock: fc.nat({ max: 5 }) }), {
  minLength: 1,
});

const isInStock = (option: { remainingStock: number }) => option.remainingStock > 0;

test('firstOptionIndex is the first option in stock, or any if none is', () => {
  fc.assert(
    fc.property(optionsArbitrary, (options) => {
      const index = firstOptionIndex(options);
      expect(index).toBeGreaterThanOrEqual(0);
      expect(options.slice(0, index).some(isInStock)).toBe(false);
      expect(options.slice(index, index + 1).some(isInStock)).toBe(options.some(isInStock));
    }),
  );
});

test.each([
  [undefined, { index: 1, isOther: false, soldOut: null }],
  [2, { index: 2, isOther: false, soldOut: null }],
  [0, { index: 1, isOther: true, soldOut: 0 }],
  [3, { index: 1, isOther: true, soldOut: null }],
  [-1, { index: 1, isOther: true, soldOut: null }],
  [1.5, { index: 1, isOther: true, soldOut: null }],
  ['1', { index: 1, isOther: true, soldOut: null }],
  ['bleu', { index: 1, isOther: true, soldOut: null }],
])('namedOption with %j in the URL is %j', (named, option) => {
  const options = [{ remainingStock: 0 }, { remainingStock: 4 }, { remainingStock: 1 }];
  expect(namedOption(options, named)).toEqual(option);
});

test('namedOption of a single-option item ignores the URL', () => {
  expect(namedOption([{ remainingStock: 4 }], 7)).toEqual({
    index: 0,
    isOther: false,
    soldOut: null,
  });
});

test.each([
  [[0, 0, 1], 1, 2],
  [[0, null, 2], 1, 1],
  [[null, 1], 0, 0],
  [[0, 2], 1, 0],
  [[], 0, 0],
])(
  'pictureOfOption with pictures of options %j shows for option %i number %i',
  (shown, option, picture) => {
    const images = shown.map((optionIndex) => ({ optionIndex }));
    expect(pictureOfOption({ images }, option)).toBe(picture);
  },
);

test('thumbnailOf returns the small file of a picture', () => {
  const stored = `/pictures/stored/${'0a'.repeat(16)}`;
  expect(thumbnailOf(`${stored}/1600x1200.webp`)).toBe(`${stored}/400.webp`);
  expect(thumbnailOf(`${stored}/300x500.webp`)).toBe(`${stored}/300x500.webp`);
  expect(thumbnailOf('/pictures/items/rope-1.webp')).toBe('/pictures/items/rope-1-400.webp');
  expect(thumbnailOf('https://elsewhere.example/a.webp')).toBe('https://elsewhere.example/a.webp');
});
