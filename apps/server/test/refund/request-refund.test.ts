import type { Actor } from '@agres/core/operations/actor';
import type { Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { DomainError } from '@agres/domain/errors';
import { holdOrder, releaseOrder } from '@agres/money/orders/hold-order';
import { cancelOrder } from '@agres/money/refund/cancel-order';
import { requestRefund, type RefundRequest } from '@agres/money/refund/request-refund';
import { readOrderPayment } from '@agres/money/refund/returned-money';
import { sendRefunds } from '@agres/money/refund/send-refunds';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';

import { startRefund } from '../support/refunds.ts';
import { useRunning } from '../support/running.ts';
import { startTestShop } from '../support/shop.ts';

const JEANNE: Actor = { kind: 'operator', name: 'Jeanne' };

const codeOf = (promise: Promise<unknown>) =>
  promise.catch((error: unknown) => (error instanceof DomainError ? error.code : error));

describe('a refund request', () => {
  const shop = useRunning(startTestShop);
  let scene: Awaited<ReturnType<typeof startRefund>>;
  let orderId: number;
  let intentId: string;
  afterAll(async () => {
    expect(await shop.brokenInvariants()).toEqual([]);
  });
  beforeEach(async () => {
    scene = await startRefund(shop);
    ({ orderId, intentId } = scene);
  });

  const request = (other?: Partial<RefundRequest>) => scene.request(other);
  const cancel = (key?: string) => scene.cancel(key);
  const refunds = () => scene.rows();
  const order = () => scene.order();
  const stock = () => scene.remaining();
  const within = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(shop.app.db, work);
  /** Sends all pending refunds, or stores the outcome of one that failed at the provider. */
  const arrive = async (id: string, state: 'succeeded' | 'failed') => {
    if (state === 'succeeded') {
      while ((await sendRefunds(shop.jobDeps)) === 'more');
      expect((await refunds()).find((refund) => refund.id === id)?.state).toBe('succeeded');
      return;
    }
    await shop.app.db.refund.update({
      where: { id },
      data: { state, settledAt: new Date(), nextCheckAt: null },
    });
  };
  const journal = async () =>
    (
      await shop.app.db.journalEntry.findMany({
        where: { subjectKind: 'order', subjectId: String(orderId) },
        orderBy: { id: 'asc' },
      })
    ).map(({ operation, actorName }) => [operation, actorName]);

  test('adds a row and a journal entry, and changes nothing else', async () => {
    const { id, amountCents } = await request();
    expect(amountCents).toBe(1000);
    expect(await refunds()).toMatchObject([
      {
        id,
        stripeAccount: 'main',
        orderId,
        amountCents: 1000,
        paidCents: 2999,
        reason: 'goodwill',
        by: 'Jeanne',
        origin: 'office',
        state: 'requested',
        nextCheckAt: expect.any(Date),
      },
    ]);
    expect(await journal()).toEqual([['refunds.request', 'Jeanne']]);
    expect(await stock()).toBe(4);
    expect(await readOrderPayment(shop.app.db, orderId)).toMatchObject({
      paidCents: 2999,
      leftCents: 1999,
      isInFlight: true,
    });
  });

  test('with the same key returns the first one, also for another amount', async () => {
    const first = await request();
    expect(await request({ amountCents: 2000, leftCents: 2999 })).toEqual(first);
    expect(await refunds()).toHaveLength(1);
    expect(await journal()).toHaveLength(1);
  });

  test('is refused over the rest, beside a refund in flight, and with an outdated rest', async () => {
    expect(await codeOf(request({ amountCents: 3000 }))).toBe('over_the_rest');
    const { id } = await request();
    expect(await codeOf(request({ key: 'two' }))).toBe('refund_in_flight');
    await arrive(id, 'succeeded');
    expect(await codeOf(request({ key: 'two', leftCents: 2999 }))).toBe('changed_meanwhile');
    expect(await codeOf(request({ key: 'two', amountCents: 2000 }))).toBe('over_the_rest');
    await request({ key: 'two', amountCents: 1999, leftCents: 1999 });
    expect(await refunds()).toHaveLength(2);
  });

  test('is refused on a chargeback, and accepted on an inquiry', async () => {
    const dispute = await shop.app.db.dispute.create({
      data: {
        id: `du_${orderId}`,
        stripeAccount: 'main',
        paymentIntentId: intentId,
        orderId,
        status: 'needs_response',
        amountCents: 2999,
        reason: 'fraudulent',
        openedAt: new Date(),
      },
    });
    const forbidding = ['needs_response', 'under_review', 'lost', 'appeal_under_review'];
    for (const status of forbidding) {
      await shop.app.db.dispute.update({ where: { id: dispute.id }, data: { status } });
      expect([status, await codeOf(request())]).toEqual([status, 'disputed']);
    }
    await shop.app.db.dispute.update({
      where: { id: dispute.id },
      data: { status: 'warning_needs_response' },
    });
    await request();
    expect(await refunds()).toHaveLength(1);
  });

  test('of another order’s payment or an invalid amount throws', async () => {
    await expect(request({ intentId: 'pi_other' })).rejects.toThrow('is not that of order');
    await expect(request({ paidCents: 9999, amountCents: 5000 })).rejects.toThrow('is not that of');
    await expect(request({ amountCents: 0 })).rejects.toThrow(RangeError);
    await expect(request({ amountCents: 10.5 })).rejects.toThrow(RangeError);
    expect(await refunds()).toEqual([]);
  });

  test('returns the unit to stock once, also after a failure', async () => {
    const { id } = await request({ unitIsBack: true });
    expect(await stock()).toBe(5);
    await arrive(id, 'failed');
    await request({ unitIsBack: true, key: 'two' });
    expect(await stock()).toBe(5);
    expect(await shop.app.db.stockAdjustment.findMany({ where: { orderId } })).toMatchObject([
      { kind: 'return', delta: 1, by: 'Jeanne' },
    ]);
  });

  test('of a payment without an order is one per key for concurrent calls', async () => {
    const orphan = { orderId: null, intentId: 'pi_orphan', key: 'orphan', amountCents: 2999 };
    const asked = () => request(orphan);
    const [first, ...others] = await Promise.all([asked(), asked(), asked()]);
    for (const other of others) expect(other).toEqual(first);
    expect(await shop.app.db.refund.count({ where: { paymentIntentId: orphan.intentId } })).toBe(1);
  });

  describe('with the cancellation of its order', () => {
    test('is idempotent, and repeated after a failure', async () => {
      const first = await cancel();
      expect(await cancel()).toEqual(first);
      expect(await cancel('other')).toEqual({ refund: null, waitsFor: 'refund_in_flight' });
      expect(await stock()).toBe(5);
      await arrive(first.refund?.id ?? '', 'failed');
      const again = await cancel();
      expect(again.refund?.id).not.toBe(first.refund?.id);
      expect(await stock()).toBe(5);
    });

    test('requests the rest, or waits for a refund in flight', async () => {
      const { id } = await request();
      expect(await cancel()).toEqual({ refund: null, waitsFor: 'refund_in_flight' });
      expect(await order()).toMatchObject({ cancelledAt: expect.any(Date) });
      expect(await refunds()).toMatchObject([
        { id, rest: { key: 'cancel', reason: 'sold twice', actor: JEANNE, origin: 'office' } },
      ]);
      await arrive(id, 'succeeded');
      expect(await cancel()).toMatchObject({ refund: { amountCents: 1999 } });
    });
  });

  test('an order is held until its release, and not after its cancellation', async () => {
    const hold = () => within((tx) => holdOrder(tx, { orderId, heldFor: 'late', actor: JEANNE }));
    const release = () => within((tx) => releaseOrder(tx, { orderId, actor: JEANNE }));
    expect(await hold()).toBe(true);
    expect(await hold()).toBe(false);
    expect(await order()).toMatchObject({ heldFor: 'late' });
    expect(await release()).toBe('late');
    expect(await release()).toBeNull();
    expect(await journal()).toEqual([
      ['orders.hold', 'Jeanne'],
      ['orders.release', 'Jeanne'],
    ]);
    await hold();
    await cancel();
    expect(await order()).toMatchObject({ heldFor: null });
    expect(await hold()).toBe(false);
  });
});

describe('concurrent refunds', () => {
  const shop = useRunning(startTestShop);
  afterAll(async () => {
    expect(await shop.brokenInvariants()).toEqual([]);
  });

  test('never exceed the payment, and an order is cancelled or sent, not both', async () => {
    const { db } = shop.app;
    for (let round = 0; round < 20; round += 1) {
      const { orderId, intentId } = await startRefund(shop);
      const act = (index: number): Promise<unknown> =>
        inTransaction(db, async (tx) => {
          const wish = {
            reason: 'storm',
            actor: JEANNE,
            key: `${index}`,
            origin: 'office',
          } as const;
          if (index % 3 === 0) return cancelOrder(tx, { ...wish, orderId });
          if (index % 3 === 1) {
            return tx.order.updateMany({
              where: { id: orderId, cancelledAt: null, heldFor: null, status: 'waiting' },
              data: { sentAt: new Date() },
            });
          }
          return requestRefund(tx, {
            ...wish,
            account: 'main',
            intentId,
            orderId,
            paidCents: 2999,
            amountCents: 1500,
            unitIsBack: true,
          });
        });
      const outcomes = await Promise.all(
        Array.from({ length: 9 }, async (_, index) => ({
          isCancel: (index + round) % 3 === 0,
          outcome: await codeOf(act(index + round)),
        })),
      );
      for (const { outcome } of outcomes) {
        if (outcome instanceof Error) throw outcome;
      }
      const cancelled = outcomes.filter(({ isCancel }) => isCancel);
      expect(cancelled.map(({ outcome }) => outcome)).not.toContain('refund_in_flight');
      const [given] = await db.$queryRaw<{ cents: number; inFlight: number; returns: number }[]>`
        SELECT coalesce(sum(amount_cents), 0)::int AS cents, count(*)::int AS "inFlight",
          (SELECT count(*)::int FROM stock_adjustment WHERE order_id = ${orderId}::int) AS returns
        FROM refund WHERE order_id = ${orderId}::int`;
      expect(given?.cents).toBeLessThanOrEqual(2999);
      expect(given?.inFlight).toBeLessThanOrEqual(1);
      expect(given?.returns).toBeLessThanOrEqual(1);
      const order = await db.order.findUniqueOrThrow({ where: { id: orderId } });
      expect(order.sentAt !== null && order.cancelledAt !== null).toBe(false);
    }
  });
});
