import { expect, test } from 'vitest';

import { cacheQueryOf } from './page-cache-query.ts';

test.each([
  ['', ''],
  ['?utm_source=lettre', ''],
  ['?use=strength', '?use=strength'],
  ['?part=2&utm_source=lettre&use=balance', '?use=balance&part=2'],
  ['?part=19', '?part=19'],
  ['?sort=price&part=2', '?sort=price&part=2'],
])('the shop list is cached under “%s”', (search, kept) => {
  expect(cacheQueryOf('shop', search)).toBe(kept);
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
])('the shop list is not cached for “%s”', (search) => {
  expect(cacheQueryOf('shop', search)).toBeNull();
});

test('no other page is cached with a query parameter that some page reads', () => {
  expect(cacheQueryOf('blog', '?use=strength')).toBeNull();
  expect(cacheQueryOf('item', '?option=1')).toBeNull();
  expect(cacheQueryOf('item', '?fbclid=1')).toBe('');
});
