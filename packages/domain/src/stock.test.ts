import { describe, expect, test } from 'vitest';

import { shownStockOf, stockLabelOf } from './stock.ts';

describe('stock', () => {
  test.each([
    [-1, { kind: 'sold_out' }],
    [0, { kind: 'sold_out' }],
    [1, { kind: 'low', count: 1 }],
    [3, { kind: 'low', count: 3 }],
    [4, { kind: 'none' }],
  ])('a stock of %i is labelled %j', (stock, label) => {
    expect(stockLabelOf(stock)).toEqual(label);
  });

  test.each([
    [0, 0],
    [3, 3],
    [4, 4],
    [5, 4],
    [10_000, 4],
  ])('a stock of %i is published as %i', (stock, shown) => {
    expect(shownStockOf(stock)).toBe(shown);
    expect(stockLabelOf(shown)).toEqual(stockLabelOf(stock));
  });
});
