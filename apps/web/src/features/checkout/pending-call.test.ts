import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { clearTabData } from '../../lib/sign-out.ts';
import { memoryStorage } from '../../lib/testing.ts';
import { pendingCallsOf } from './pending-call.ts';

const NOON = new Date('2026-11-21T12:00:00Z');
const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  vi.stubGlobal('sessionStorage', memoryStorage());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const purchasesOf = (userId: number) =>
  pendingCallsOf<{ id: number }>({ kind: 'purchase', userId });

test('a call has a key of its own and is found until its answer is there', () => {
  const purchases = purchasesOf(7);
  expect(purchases.find()).toBeNull();
  const first = purchases.remember({ id: 1 });
  const second = purchases.remember({ id: 2 });
  expect(second.idempotencyKey).toMatch(/^[\da-f-]{36}$/);
  expect(second.idempotencyKey).not.toBe(first.idempotencyKey);
  expect(purchases.find()).toEqual(second);
  purchases.forget();
  expect(purchases.find()).toBeNull();
});

test('a tab that was opened before a deploy finds its call: its place and form stay', () => {
  const call = { idempotencyKey: 'b7c0a4f2', input: { id: 1 }, begunAt: NOON.getTime() };
  sessionStorage.setItem('pending-purchase', JSON.stringify({ ...call, userId: 7 }));
  expect(purchasesOf(7).find()).toEqual(call);
});

test('a browser that keeps nothing has it as long as the document', () => {
  vi.stubGlobal('sessionStorage', undefined);
  const purchases = purchasesOf(7);
  const call = purchases.remember({ id: 1 });
  expect(purchasesOf(7).find()).toEqual(call);
  expect(purchasesOf(8).find()).toBeNull();
  expect(purchasesOf(7).find()).toBeNull();
});

test('a tab that is full keeps the newest call for the document', () => {
  const purchases = purchasesOf(7);
  purchases.remember({ id: 1 });
  vi.spyOn(sessionStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  const newest = purchases.remember({ id: 2 });
  expect(purchases.find()).toEqual(newest);
  purchases.forget();
  expect(purchases.find()).toBeNull();
});

test('nobody else in the tab finds it, and it is gone then', () => {
  purchasesOf(7).remember({ id: 1 });
  expect(purchasesOf(8).find()).toBeNull();
  expect(purchasesOf(7).find()).toBeNull();
});

test('it is not gone on with once its person no longer expects it', () => {
  const purchases = purchasesOf(7);
  const call = purchases.remember({ id: 1 });
  vi.setSystemTime(NOON.getTime() + 10 * MINUTE_MS - 1);
  expect(purchases.find()).toEqual(call);
  vi.setSystemTime(NOON.getTime() + 10 * MINUTE_MS);
  expect(purchases.find()).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});

test('a page takes its own call alone, and leaves that of another page', () => {
  purchasesOf(7).remember({ id: 1 });
  const purchaseOf = (itemId: number) =>
    pendingCallsOf<{ id: number }>({
      kind: 'purchase',
      userId: 7,
      isOwn: ({ id }) => id === itemId,
    });
  expect(purchaseOf(2).find()).toBeNull();
  expect(purchaseOf(1).find()).toMatchObject({ input: { id: 1 } });
});

test('the kinds are kept apart, and all forgotten as their person leaves', () => {
  purchasesOf(7).remember({ id: 1 });
  pendingCallsOf({ kind: 'subscription', userId: 7 }).remember({});
  pendingCallsOf({ kind: 'card-update', userId: 7 }).remember({});
  expect(sessionStorage).toHaveLength(3);
  clearTabData();
  expect(sessionStorage).toHaveLength(0);
});
