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

test('stores each call with its own idempotency key until it is answered', () => {
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

test('finds a call that was stored before a deploy: its key and format are stable', () => {
  const call = { idempotencyKey: 'b7c0a4f2', input: { id: 1 }, begunAt: NOON.getTime() };
  sessionStorage.setItem('pending-purchase', JSON.stringify({ ...call, userId: 7 }));
  expect(purchasesOf(7).find()).toEqual(call);
});

test('without sessionStorage keeps the call in memory for the document', () => {
  vi.stubGlobal('sessionStorage', undefined);
  const purchases = purchasesOf(7);
  const call = purchases.remember({ id: 1 });
  expect(purchasesOf(7).find()).toEqual(call);
  expect(purchasesOf(8).find()).toBeNull();
  expect(purchasesOf(7).find()).toBeNull();
});

test('with sessionStorage full keeps the newest call in memory for the document', () => {
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

test('another user in the tab does not find the call, which is then deleted', () => {
  purchasesOf(7).remember({ id: 1 });
  expect(purchasesOf(8).find()).toBeNull();
  expect(purchasesOf(7).find()).toBeNull();
});

test('a call older than ten minutes is not resumed', () => {
  const purchases = purchasesOf(7);
  const call = purchases.remember({ id: 1 });
  vi.setSystemTime(NOON.getTime() + 10 * MINUTE_MS - 1);
  expect(purchases.find()).toEqual(call);
  vi.setSystemTime(NOON.getTime() + 10 * MINUTE_MS);
  expect(purchases.find()).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});

test('a page finds its own call only, and leaves that of another page', () => {
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

test('keeps the kinds apart, and deletes all of them at sign-out', () => {
  purchasesOf(7).remember({ id: 1 });
  pendingCallsOf({ kind: 'subscription', userId: 7 }).remember({});
  pendingCallsOf({ kind: 'card-update', userId: 7 }).remember({});
  expect(sessionStorage).toHaveLength(3);
  clearTabData();
  expect(sessionStorage).toHaveLength(0);
});
