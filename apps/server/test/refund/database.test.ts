import { createDb } from '@agres/db/db';
import { createTestDatabase } from '@agres/db/testing';
import { startPostgresProxy } from '@agres/db/testing/postgres-proxy';
import { sendRefunds } from '@agres/money/refund/send-refunds';
import { afterEach, describe, expect, test } from 'vitest';

import { startRefund } from '../support/refunds.ts';
import { useRunning } from '../support/running.ts';
import { startTestShop } from '../support/shop.ts';

const MOMENTS = ['before', 'after'] as const;

/** The database steps of a refund, each matched by the message that ends it. */
const REQUESTED = /INSERT INTO refund[^]*COMMIT/;
const CLAIMED = /UPDATE refund\s+SET lease_owner/;
const KEY_TAKEN = /SET state = 'sending'/;
const OUTCOME_WRITTEN = /provider_refund_id = \$\d+, failure_code[^]*COMMIT/;

// If a connection breaks at a COMMIT, it is unknown whether the transaction was committed.
describe('a refund whose database connection breaks', () => {
  const database = useRunning(createTestDatabase);
  const proxy = useRunning(() => startPostgresProxy(database.url));
  const handle = useRunning(() => createDb(proxy.url));
  const shop = useRunning(() => startTestShop({ database: handle }));

  afterEach(async () => {
    shop.provider.clearFaults();
    proxy.comeBack();
    expect(await shop.brokenInvariants()).toEqual([]);
  });

  test.each(MOMENTS)('%s its request commits is requested once by a retry', async (moment) => {
    const { request, reconcile, rows, given } = await startRefund(shop);
    proxy.cut({ when: REQUESTED, moment });
    await expect(request()).rejects.toThrow('Connection terminated');
    expect(proxy.hasCut()).toBe(true);
    expect(await rows()).toHaveLength(moment === 'before' ? 0 : 1);
    const { id } = await request();
    expect(await rows()).toMatchObject([{ id, state: 'requested' }]);
    await reconcile();
    expect(await given()).toHaveLength(1);
  });

  test.each(MOMENTS)(
    '%s a cancellation commits has unit and refund, both or neither',
    async (moment) => {
      const { cancel, reconcile, rows, order, remaining, given } = await startRefund(shop);
      proxy.cut({ when: REQUESTED, moment });
      await expect(cancel()).rejects.toThrow('Connection terminated');
      expect(proxy.hasCut()).toBe(true);
      const isDone = moment === 'after';
      expect((await order()).cancelledAt !== null).toBe(isDone);
      expect(await remaining()).toBe(isDone ? 5 : 4);
      expect(await rows()).toHaveLength(isDone ? 1 : 0);
      await cancel();
      await reconcile();
      expect(await remaining()).toBe(5);
      expect(await given()).toMatchObject([{ amountCents: 2999 }]);
    },
  );

  test.each(MOMENTS)('%s it is claimed is sent by the next run', async (moment) => {
    const { request, reconcile, rows, given } = await startRefund(shop);
    await request();
    proxy.cut({ when: CLAIMED, moment });
    await expect(reconcile()).rejects.toThrow('Connection terminated');
    expect(proxy.hasCut()).toBe(true);
    expect(await rows()).toMatchObject([
      { state: 'requested', tries: moment === 'before' ? 0 : 1 },
    ]);
    expect(await given()).toEqual([]);
    await reconcile();
    expect(await rows()).toMatchObject([{ state: 'succeeded' }]);
    expect(await given()).toHaveLength(1);
  });

  test.each(MOMENTS)(
    '%s its idempotency key is stored is sent by the next run with the same key',
    async (moment) => {
      const { request, reconcile, rows, given } = await startRefund(shop);
      await request();
      proxy.cut({ when: KEY_TAKEN, moment });
      await reconcile();
      expect(proxy.hasCut()).toBe(true);
      expect(await given()).toEqual([]);
      expect(await rows()).toMatchObject([
        { state: moment === 'before' ? 'requested' : 'sending' },
      ]);
      await reconcile();
      expect(await rows()).toMatchObject([{ state: 'succeeded', keyNo: 0 }]);
      expect(await given()).toHaveLength(1);
    },
  );

  test.each(MOMENTS)(
    '%s its outcome is stored records it once, without a second refund',
    async (moment) => {
      const { request, reconcile, rows, given, order } = await startRefund(shop);
      await request();
      proxy.cut({ when: OUTCOME_WRITTEN, moment });
      await reconcile();
      expect(proxy.hasCut()).toBe(true);
      expect(await given()).toHaveLength(1);
      expect(await rows()).toMatchObject([
        { state: moment === 'before' ? 'sending' : 'succeeded' },
      ]);
      await reconcile();
      expect(await rows()).toMatchObject([{ state: 'succeeded' }]);
      expect(await order()).toMatchObject({ refundedCents: 1000 });
      expect(await given()).toHaveLength(1);
    },
  );

  test('during the provider’s call finds the refund in the list afterwards', async () => {
    const { request, reconcile, rows, given } = await startRefund(shop);
    await request();
    shop.provider.addFault({
      operation: 'refunds.create',
      effect: 'delay',
      moment: 'after',
      meanwhile: async () => proxy.goAway(),
    });
    await reconcile();
    proxy.comeBack();
    expect(await rows()).toMatchObject([{ state: 'sending' }]);
    // An unreleased lease expires.
    await sendRefunds(shop.jobDeps);
    await reconcile();
    expect(await rows()).toMatchObject([{ state: 'succeeded' }]);
    expect(await given()).toHaveLength(1);
    expect(shop.provider.journal({ operation: 'refunds.create' }).at(-1)?.idempotencyKey).toBe(
      `rf_${(await rows())[0]?.id}_0`,
    );
  });
});
