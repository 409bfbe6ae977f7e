import { auditRefunds } from '@agres/money/refund/audit-refunds';
import { sendRefunds } from '@agres/money/refund/send-refunds';
import type { FaultEffect } from '@agres/stripe-emulator/control/faults';
import { afterEach, describe, expect, test } from 'vitest';

import { startRefund } from '../support/refunds.ts';
import { useRunning } from '../support/running.ts';
import { SHORT_CALL_MS, startMailedShop, withRefunds } from '../support/shop.ts';

const shop = useRunning(() => startMailedShop({ callTimeoutMs: SHORT_CALL_MS }));
afterEach(async () => {
  shop.provider.clearFaults();
  expect(await shop.brokenInvariants()).toEqual([]);
});

/** The SDK itself retries a call whose connection breaks. */
const fail = (operation: string, effect: FaultEffect, moment: 'before' | 'after' = 'before') =>
  shop.provider.addFault({ operation, effect, moment, times: effect === 'reset' ? 4 : 1 });
const keysOf = (refundId: string) =>
  shop.provider
    .journal({ operation: 'refunds.create' })
    .map(({ idempotencyKey }) => idempotencyKey ?? '')
    .filter((key) => key.includes(refundId));
/** Sends the refunds that wait, and has the provider answer with this outcome. */
const sendWith = async (outcome: 'pending' | 'failed', reconcile: () => Promise<void>) => {
  shop.provider.answerRefunds({ account: 'main', outcome });
  await reconcile();
  shop.provider.answerRefunds({ account: 'main', outcome: 'succeeded' });
};
/** Creates payments whose process dies before or after the call for a refund. */
const dying = (moment: 'before' | 'after') =>
  withRefunds(shop.payments, async (account, input) => {
    if (moment === 'after') await shop.payments.refundIntent(account, input);
    throw new Error('the process died');
  });

describe('a requested refund', () => {
  test.each([
    ['fr', 'Nous vous remboursons une partie'],
    ['en', 'We are refunding you'],
  ] as const)('is made once, with one email, in %s', async (locale, title) => {
    const { email, order, request, reconcile, rows, given } = await startRefund(shop, {
      user: { locale },
    });
    const { id } = await request();
    await reconcile();
    await reconcile();
    expect(await rows()).toMatchObject([
      { id, state: 'succeeded', settledAt: expect.any(Date), nextCheckAt: null, leaseHolder: null },
    ]);
    expect(await given()).toMatchObject([
      {
        amountCents: 1000,
        metadata: { refund_id: id, installation: shop.app.deps.installation.id },
      },
    ]);
    expect(keysOf(id)).toEqual([`rf_${id}_0`]);
    expect(await order()).toMatchObject({ refundedCents: 1000, status: 'waiting' });
    const told = () => shop.emailsTo(email).filter(({ text }) => text.includes(title));
    await shop.inBackground(async () => told().length > 0);
    expect(told()).toHaveLength(1);
    expect(told()[0]?.text).toMatch(/10[.,]00/);
  });

  test('is sent by the background worker', async () => {
    const { request, given, rows } = await startRefund(shop);
    await request();
    await shop.inBackground(async () => (await given()).length === 1);
    await expect.poll(async () => (await rows())[0]?.state).toBe('succeeded');
  });

  test.each([
    ['hang', 'before'],
    ['hang', 'after'],
    ['reset', 'before'],
    ['reset', 'after'],
    ['conflict', 'before'],
    ['rate_limit', 'before'],
  ] as const)(
    'without a response (%s %s the call) is retried with the same idempotency key',
    async (effect, moment) => {
      const { request, reconcile, rows, given } = await startRefund(shop);
      const { id } = await request();
      fail('refunds.create', effect, moment);
      await reconcile();
      expect(await rows()).toMatchObject([{ state: 'sending', keyNo: 0 }]);
      shop.provider.clearFaults();
      await reconcile();
      expect(await rows()).toMatchObject([{ state: 'succeeded' }]);
      expect(await given()).toHaveLength(1);
      expect(new Set(keysOf(id))).toEqual(new Set([`rf_${id}_0`]));
    },
  );

  test.each(['before', 'after'] as const)(
    'with a 500 (%s its effect) is retried with a new key unless the list shows it',
    async (moment) => {
      const { request, reconcile, rows, given } = await startRefund(shop);
      const { id } = await request();
      fail('refunds.create', 'server_error', moment);
      await reconcile();
      expect(await rows()).toMatchObject([{ state: 'sending', keyNo: 1, keyAt: null }]);
      await reconcile();
      expect(await rows()).toMatchObject([{ state: 'succeeded' }]);
      expect(await given()).toHaveLength(1);
      expect(keysOf(id).at(-1)).toBe(moment === 'before' ? `rf_${id}_1` : `rf_${id}_0`);
    },
  );

  test('keeps its idempotency key while the list of refunds fails', async () => {
    const { request, reconcile, rows, given } = await startRefund(shop);
    const { id } = await request();
    fail('refunds.create', 'hang', 'before');
    await reconcile();
    fail('refunds.list', 'server_error');
    await reconcile();
    expect(await rows()).toMatchObject([{ state: 'sending', keyNo: 0 }]);
    await reconcile();
    expect(await given()).toHaveLength(1);
    expect(new Set(keysOf(id))).toEqual(new Set([`rf_${id}_0`]));
  });

  test('is retried with a new idempotency key after 23 hours, before the old one expires', async () => {
    const { request, reconcile, rows, given, intentId } = await startRefund(shop);
    const { id } = await request();
    fail('refunds.create', 'reset');
    await reconcile();
    shop.provider.clearFaults();
    await shop.app.db.$executeRaw`
      UPDATE refund SET key_at = now() - interval '23 hours 1 minute'
      WHERE payment_intent_id = ${intentId}`;
    await reconcile();
    expect(await rows()).toMatchObject([{ state: 'succeeded', keyNo: 1 }]);
    expect(await given()).toHaveLength(1);
    expect(keysOf(id).at(-1)).toBe(`rf_${id}_1`);
  });

  test.each(['before', 'after'] as const)(
    'is made once if its process crashes %s the call',
    async (moment) => {
      const { request, reconcile, rows, given } = await startRefund(shop);
      await request();
      await reconcile(dying(moment));
      expect(await rows()).toMatchObject([{ state: 'sending' }]);
      await reconcile();
      expect(await rows()).toMatchObject([{ state: 'succeeded' }]);
      expect(await given()).toHaveLength(1);
    },
  );

  test('is retried after permission and authentication errors without a limit, with an alert', async () => {
    const { request, reconcile, rows, given, alerts, intentId } = await startRefund(shop);
    await request();
    fail('refunds.create', 'permission');
    await reconcile();
    expect(await rows()).toMatchObject([{ state: 'sending' }]);
    expect(await alerts('refuses our refunds')).toBe(1);
    await shop.app.db.$executeRaw`
      UPDATE refund SET at = now() - interval '16 minutes', tries = 40
      WHERE payment_intent_id = ${intentId}`;
    fail('refunds.list', 'authentication');
    await reconcile();
    expect(await alerts('in progress for too long')).toBe(1);
    const [row] = await rows();
    const pauseMs = (row?.nextCheckAt?.getTime() ?? 0) - Date.now();
    expect(pauseMs).toBeGreaterThan(3_500_000);
    expect(pauseMs).toBeLessThan(3_700_000);
    await reconcile();
    expect(await given()).toHaveLength(1);
  });

  test('ignores a response about another refund, raises an alert and is retried', async () => {
    const other = await startRefund(shop);
    await other.request();
    await other.reconcile();
    const { request, reconcile, rows, given, alerts } = await startRefund(shop);
    const { id } = await request();
    fail('refunds.create', 'mix_up');
    await reconcile();
    expect(await rows()).toMatchObject([{ state: 'sending', keyNo: 1, providerRefundId: null }]);
    expect(await alerts('a refund that is not ours')).toBe(1);
    await reconcile();
    expect(await rows()).toMatchObject([{ state: 'succeeded' }]);
    expect(await given()).toMatchObject([{ metadata: { refund_id: id } }]);
    expect(await other.given()).toHaveLength(1);
  });

  test('is sent once by concurrent workers', async () => {
    const { request, reconcile, rows, given } = await startRefund(shop);
    await request();
    await Promise.all(Array.from({ length: 5 }, () => reconcile()));
    await reconcile();
    expect(await rows()).toMatchObject([{ state: 'succeeded' }]);
    expect(await given()).toHaveLength(1);
  });

  test('fails with an alert after a dashboard refund of the same money, which is recorded', async () => {
    const { request, reconcile, rows, order, giveInDashboard, alerts } = await startRefund(shop);
    await request({ amountCents: 2000 });
    await giveInDashboard(1500);
    await reconcile();
    const written = await rows();
    expect(written).toHaveLength(2);
    expect(written).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          state: 'failed',
          failureCode: 'over_the_rest',
          amountCents: 2000,
        }),
        expect.objectContaining({ state: 'succeeded', origin: 'provider', amountCents: 1500 }),
      ]),
    );
    expect(await order()).toMatchObject({ refundedCents: 1500, heldFor: null });
    expect(await alerts('A refund failed')).toBe(1);
    expect(await alerts('A part of an order that waits')).toBe(1);
  });

  test.each(['before the list', 'between the list and the call'])(
    'of a withdrawal is repeated for the rest after a partial dashboard refund %s',
    async (moment) => {
      const { request, reconcile, rows, order, giveInDashboard, alerts } = await startRefund(shop);
      await request({ amountCents: 2999, origin: 'withdrawal', key: 'declaration:1' });
      if (moment === 'before the list') await giveInDashboard(1500);
      else {
        shop.provider.addFault({
          operation: 'refunds.create',
          effect: 'delay',
          meanwhile: () => giveInDashboard(1500),
        });
      }
      await reconcile();
      await reconcile();
      await reconcile();
      const written = await rows();
      expect(written).toHaveLength(3);
      expect(written).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ state: 'failed', amountCents: 2999 }),
          expect.objectContaining({ state: 'succeeded', origin: 'provider', amountCents: 1500 }),
          expect.objectContaining({
            state: 'succeeded',
            origin: 'withdrawal',
            key: 'declaration:1',
            amountCents: 1499,
          }),
        ]),
      );
      expect(await order()).toMatchObject({ refundedCents: 2999 });
      expect(await alerts('A refund failed')).toBe(0);
    },
  );

  test('fails after a full dashboard refund between the list and the call', async () => {
    const { request, reconcile, rows, order, giveInDashboard } = await startRefund(shop);
    await request({ amountCents: 2000 });
    shop.provider.addFault({
      operation: 'refunds.create',
      effect: 'delay',
      meanwhile: () => giveInDashboard(2999),
    });
    await reconcile();
    expect(await rows()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ state: 'failed', failureCode: 'over_the_rest' }),
        expect.objectContaining({ state: 'succeeded', origin: 'provider', amountCents: 2999 }),
      ]),
    );
    expect(await order()).toMatchObject({ refundedCents: 2999, heldFor: 'refund' });
  });

  test('is followed by the refund of the rest of a cancelled order', async () => {
    const { request, cancel, reconcile, rows, order, given, remaining } = await startRefund(shop);
    await request();
    await cancel();
    await reconcile();
    expect(await rows()).toMatchObject([
      { state: 'succeeded', amountCents: 1000, rest: null },
      { state: 'requested', amountCents: 1999, key: 'cancel', reason: 'sold twice', by: 'Jeanne' },
    ]);
    await reconcile();
    expect(await given()).toHaveLength(2);
    expect(await order()).toMatchObject({ refundedCents: 2999, cancelledAt: expect.any(Date) });
    expect(await remaining()).toBe(5);
  });

  test('for an order older than the copy of the database is not sent by the copy', async () => {
    const { request, reconcile, rows, given } = await startRefund(shop);
    await request();
    const { db } = shop.app;
    await db.$executeRaw`UPDATE installation SET copied_at = now() + interval '1 hour'`;
    await reconcile();
    await db.$executeRaw`UPDATE installation SET copied_at = NULL`;
    expect(await rows()).toMatchObject([{ state: 'failed', failureCode: 'another_installation' }]);
    expect(await given()).toEqual([]);
  });

  test('in state pending is checked once a day, and can fail after it succeeded', async () => {
    const { request, reconcile, rows, given, alerts, order } = await startRefund(shop);
    await request();
    await sendWith('pending', reconcile);
    expect(await order()).toMatchObject({ refundedCents: 1000 });
    const [row] = await rows();
    expect(row).toMatchObject({ state: 'pending', leaseHolder: null });
    const pauseMs = (row?.nextCheckAt?.getTime() ?? 0) - Date.now();
    expect(Math.abs(pauseMs - 86_400_000)).toBeLessThan(60_000);
    await sendRefunds(shop.jobDeps);
    expect(await rows()).toMatchObject([{ state: 'pending', tries: row?.tries }]);
    const [made] = await given();
    shop.provider.endRefund({ refundId: made?.id ?? '', as: 'succeeded' });
    await reconcile();
    expect(await rows()).toMatchObject([{ state: 'succeeded', nextCheckAt: null }]);
    shop.provider.endRefund({ refundId: made?.id ?? '', as: 'failed' });
    await auditRefunds(shop.jobDeps);
    expect(await rows()).toMatchObject([
      { state: 'failed', failureCode: 'expired_or_canceled_card', settledAt: expect.any(Date) },
    ]);
    expect(await alerts('A refund failed')).toBe(1);
    expect(await order()).toMatchObject({ refundedCents: null });
  });

  test('declined by the bank fails with an alert, and can be requested again', async () => {
    const { request, reconcile, rows, alerts, given } = await startRefund(shop);
    await request();
    await sendWith('failed', reconcile);
    expect(await rows()).toMatchObject([{ state: 'failed', providerRefundId: expect.any(String) }]);
    expect(await alerts('A refund failed')).toBe(1);
    await request();
    await reconcile();
    expect((await rows()).map(({ state }) => state)).toEqual(['failed', 'succeeded']);
    expect(await given()).toHaveLength(2);
  });

  test.each(['hang', 'server_error', 'reset'] as const)(
    'is accepted by the withdrawal call while the provider does not answer (%s)',
    async (effect) => {
      const { client, orderId, email, rows, given, reconcile } = await startRefund(shop);
      fail('refunds.list', effect);
      const body = { name: 'Ada Lovelace', email, orderId };
      const answer = await client.post('/api/withdrawals', body);
      expect(answer).toMatchObject({ status: 200, body: { message: 'declaration_received' } });
      expect(await rows()).toMatchObject([{ state: 'requested', amountCents: 2999 }]);
      await reconcile();
      shop.provider.clearFaults();
      expect(await given()).toEqual([]);
      await reconcile();
      expect(await given()).toMatchObject([{ amountCents: 2999, state: 'succeeded' }]);
    },
  );

  test.each(['hang', 'server_error', 'permission'] as const)(
    'in state pending stays pending while the list fails (%s), and is checked again',
    async (effect) => {
      const { request, reconcile, rows, given, order } = await startRefund(shop);
      await request();
      await sendWith('pending', reconcile);
      const [made] = await given();
      shop.provider.endRefund({ refundId: made?.id ?? '', as: 'succeeded' });
      fail('refunds.list', effect);
      await reconcile();
      const [row] = await rows();
      expect(row).toMatchObject({ state: 'pending', leaseHolder: null });
      const pauseMs = (row?.nextCheckAt?.getTime() ?? 0) - Date.now();
      expect(Math.abs(pauseMs - 86_400_000)).toBeLessThan(60_000);
      expect(await order()).toMatchObject({ refundedCents: 1000 });
      shop.provider.clearFaults();
      await reconcile();
      expect(await rows()).toMatchObject([{ state: 'succeeded' }]);
      expect(await given()).toHaveLength(1);
    },
  );

  test.each(['succeeded', 'failed'] as const)(
    'with an outcome (%s) found by concurrent workers and audits is recorded once',
    async (as) => {
      const { request, reconcile, rows, given, order, alerts } = await startRefund(shop);
      await request();
      await sendWith('pending', reconcile);
      const [made] = await given();
      shop.provider.endRefund({ refundId: made?.id ?? '', as });
      await Promise.all([
        reconcile(),
        auditRefunds(shop.jobDeps),
        auditRefunds(shop.jobDeps),
        auditRefunds(shop.jobDeps),
      ]);
      expect(await rows()).toMatchObject([{ state: as, settledAt: expect.any(Date) }]);
      expect(await order()).toMatchObject({ refundedCents: as === 'failed' ? null : 1000 });
      expect(await alerts('A refund failed')).toBe(as === 'failed' ? 1 : 0);
      const told = await shop.app.db.job.count({
        where: { dedupe: `refund:${(await rows())[0]?.id}` },
      });
      expect(told).toBe(1);
    },
  );
});
