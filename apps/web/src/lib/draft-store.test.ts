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

const purchaseOf = (author: number | 'visitor', about = '3') =>
  createDraftStore<typeof TYPED>({ form: 'purchase', author, about });

test('returns the draft to its author, for the same item only', () => {
  purchaseOf(1).keep(TYPED);
  expect(purchaseOf(1).find()).toEqual(TYPED);
  expect(purchaseOf(1, '4').find()).toBeNull();
  expect(purchaseOf(1).find()).toEqual(TYPED);
});

test('the log-in of another user gets no draft, and deletes it', () => {
  purchaseOf(1).keep(TYPED);
  expect(purchaseOf(2).find()).toBeNull();
  expect(purchaseOf(1).find()).toBeNull();
  expect(sessionStorage.length).toBe(0);
});

test('a visitor does not see a member’s draft, which stays for the member', () => {
  purchaseOf(1).keep(TYPED);
  expect(purchaseOf('visitor').find()).toBeNull();
  expect(purchaseOf(1).find()).toEqual(TYPED);
});

test('a log-in deletes the draft of the visitor', () => {
  purchaseOf('visitor').keep(TYPED);
  expect(purchaseOf('visitor').find()).toEqual(TYPED);
  expect(purchaseOf(1).find()).toBeNull();
  expect(purchaseOf('visitor').find()).toBeNull();
});

test('a draft expires after a day', () => {
  purchaseOf(1).keep(TYPED);
  vi.advanceTimersByTime(24 * 60 * 60 * 1000);
  expect(purchaseOf(1).find()).toBeNull();
  expect(sessionStorage.length).toBe(0);
});

test('clearTabData deletes every draft', () => {
  purchaseOf(1).keep(TYPED);
  createDraftStore<object>({ form: 'contact', author: 1 }).keep({ subject: 'Bonjour' });
  clearTabData();
  expect(sessionStorage.length).toBe(0);
});

test('tolerates missing storage and stored data that is invalid', () => {
  sessionStorage.setItem('typed-purchase', 'no JSON');
  expect(purchaseOf(1).find()).toBeNull();
  vi.stubGlobal('sessionStorage', undefined);
  purchaseOf(1).keep(TYPED);
  expect(purchaseOf(1).find()).toBeNull();
  purchaseOf(1).forget();
});
