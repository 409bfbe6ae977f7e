import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createDraftStore } from './draft-store.ts';
import { clearTabData } from './sign-out.ts';
import { memoryStorage } from './testing.ts';

const TYPED = { relayName: 'Tabac des Halles' };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('sessionStorage', memoryStorage());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const purchaseOf = (typist: number | 'visitor', thing = '3') =>
  createDraftStore<typeof TYPED>({ form: 'purchase', typist, thing });

test('its typist finds what was typed, for the same thing', () => {
  purchaseOf(1).keep(TYPED);
  expect(purchaseOf(1).find()).toEqual(TYPED);
  expect(purchaseOf(1, '4').find()).toBeNull();
  expect(purchaseOf(1).find()).toEqual(TYPED);
});

test('somebody else who signs in finds nothing, and it is gone then', () => {
  purchaseOf(1).keep(TYPED);
  expect(purchaseOf(2).find()).toBeNull();
  expect(purchaseOf(1).find()).toBeNull();
  expect(sessionStorage.length).toBe(0);
});

test('whoever is not signed in finds nothing of a person, who finds it again', () => {
  purchaseOf(1).keep(TYPED);
  expect(purchaseOf('visitor').find()).toBeNull();
  expect(purchaseOf(1).find()).toEqual(TYPED);
});

test('what a visitor typed is gone with a log-in', () => {
  purchaseOf('visitor').keep(TYPED);
  expect(purchaseOf('visitor').find()).toEqual(TYPED);
  expect(purchaseOf(1).find()).toBeNull();
  expect(purchaseOf('visitor').find()).toBeNull();
});

test('a day later it is gone', () => {
  purchaseOf(1).keep(TYPED);
  vi.advanceTimersByTime(24 * 60 * 60 * 1000);
  expect(purchaseOf(1).find()).toBeNull();
  expect(sessionStorage.length).toBe(0);
});

test('a person who leaves leaves nothing behind', () => {
  purchaseOf(1).keep(TYPED);
  createDraftStore<object>({ form: 'contact', typist: 1 }).keep({ subject: 'Bonjour' });
  clearTabData();
  expect(sessionStorage.length).toBe(0);
});

test('a browser that keeps nothing, or something else, does no harm', () => {
  sessionStorage.setItem('typed-purchase', 'no JSON');
  expect(purchaseOf(1).find()).toBeNull();
  vi.stubGlobal('sessionStorage', undefined);
  purchaseOf(1).keep(TYPED);
  expect(purchaseOf(1).find()).toBeNull();
  purchaseOf(1).forget();
});
