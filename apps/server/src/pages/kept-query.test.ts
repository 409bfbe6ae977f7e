import { expect, test } from 'vitest';

import { keptQueryOf } from './kept-query.ts';

test.each([
  ['', ''],
  ['?utm_source=lettre', ''],
  ['?use=strength', '?use=strength'],
  ['?part=2&utm_source=lettre&use=balance', '?use=balance&part=2'],
  ['?part=19', '?part=19'],
  ['?sort=price&part=2', '?sort=price&part=2'],
])('the list of the shop is kept at “%s”', (search, kept) => {
  expect(keptQueryOf('shop', search)).toBe(kept);
});

test.each([
  '?use=flying',
  '?sort=size',
  '?use=strength&use=balance',
  '?part=1',
  '?part=20',
  '?part=2.0',
  '?q=anneaux',
  '?use=strength&q=anneaux',
  '?notice=purchase_validated&order=3',
])('and made for whoever asks at “%s”', (search) => {
  expect(keptQueryOf('shop', search)).toBeNull();
});

test('no other page is kept with a query that some page reads', () => {
  expect(keptQueryOf('blog', '?use=strength')).toBeNull();
  expect(keptQueryOf('item', '?option=1')).toBeNull();
  expect(keptQueryOf('item', '?fbclid=1')).toBe('');
});
