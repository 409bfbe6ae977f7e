import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { rememberReturnTo, takeReturnTo } from './log-in-notes.ts';
import { parseReturnTo } from './return-to.ts';
import { memoryStorage } from './testing.ts';

const NOON = new Date('2026-11-21T12:00:00Z');
const HOUR_MS = 3_600_000;
const SHOP = { redirect: '/fr/boutique' };

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  vi.stubGlobal('localStorage', memoryStorage());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  [{ redirect: '/en/shop?x=1' }, '/en/shop?x=1'],
  [{ redirect: 'https://evil.example/' }, undefined],
  [{ redirect: '//evil.example' }, undefined],
  [{ redirect: ['/en/shop'] }, undefined],
  [{}, undefined],
])('parseReturnTo(%j) returns the redirect %s', (search, redirect) => {
  expect(parseReturnTo(search)).toEqual({ redirect });
});

test('returns the remembered page once', () => {
  rememberReturnTo(SHOP);
  expect(takeReturnTo()).toEqual(SHOP);
  expect(takeReturnTo()).toEqual({});
});

test('keeps the page for 72 hours, as long as an activation link is valid', () => {
  rememberReturnTo(SHOP);
  vi.setSystemTime(NOON.getTime() + 72 * HOUR_MS - 1);
  expect(takeReturnTo()).toEqual(SHOP);
  rememberReturnTo(SHOP);
  vi.setSystemTime(Date.now() + 72 * HOUR_MS);
  expect(takeReturnTo()).toEqual({});
});

test('a sign-up without a page deletes that of an earlier sign-up', () => {
  rememberReturnTo(SHOP);
  rememberReturnTo({});
  expect(takeReturnTo()).toEqual({});
});

test('reads a page that was stored before a deploy: its key and format are stable', () => {
  localStorage.setItem('wanted-page', JSON.stringify({ ...SHOP, keptAt: NOON.getTime() }));
  expect(takeReturnTo()).toEqual(SHOP);
});

test.each(['nonsense', '7', '{"redirect":"https://evil.example/","keptAt":1795262400000}'])(
  'ignores the foreign value %s in storage',
  (stored) => {
    localStorage.setItem('wanted-page', stored);
    expect(takeReturnTo().redirect).toBeUndefined();
  },
);

test('works without localStorage', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(() => rememberReturnTo(SHOP)).not.toThrow();
  expect(takeReturnTo()).toEqual({});
});
