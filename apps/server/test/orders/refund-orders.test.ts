import { setTimeout as sleep } from 'node:timers/promises';

import { checkMoneyBack } from '@agres/money/refund/audit-refunds';
import { sendRefunds } from '@agres/money/refund/send-refunds';
import { listRefunds } from '@agres/office/refund/list-refunds';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { giveAndSend, giveTo } from '../support/command.ts';
import { startRefund } from '../support/refunds.ts';
import { useRunning } from '../support/running.ts';
import { startMailedShop } from '../support/shop.ts';

const shop = useRunning(startMailedShop);
afterEach(async () => {
  shop.provider.clearFaults();
  expect(await shop.brokenInvariants()).toEqual([]);
});

const give = (command: string, values: Record<string, string>) =>
  giveAndSend(shop, command, values);
const wentBack = (order: number, amountCents: number) => ({
  kind: 'done',
  output: { order, refund: { amountCents, state: 'succeeded', failureCode: null } },
});
const send = (id: number) =>
  shop.app.db.order.update({ where: { id }, data: { sentAt: new Date() } });

describe('refunds.request', () => {
  test('refunds the rest once for concurrent calls, with one email', async () => {
    const { orderId, given, order, rows, email } = await startRefund(shop);
    await send(orderId);
    const values = { order: String(orderId), reason: 'Sent back' };
    const [one, other] = await Promise.all([
      give('refunds.request', values),
      give('refunds.request', values),
    ]);
    expect([one.kind, other.kind]).toEqual(['done', 'done']);
    expect(one).toMatchObject(wentBack(orderId, 2999));
    expect(await given()).toMatchObject([{ amountCents: 2999, state: 'succeeded' }]);
    expect(await rows()).toHaveLength(1);
    expect(await order()).toMatchObject({ refundedCents: 2999, cancelledAt: null });
    await shop.inBackground(async () =>
      shop.emailsTo(email).some(({ text }) => text.includes('Nous vous remboursons intégralement')),
    );
    expect(
      shop
        .emailsTo(email)
        .filter(({ text }) => text.includes('Nous vous remboursons intégralement')),
    ).toHaveLength(1);
  });

  test('refunds parts, and never more than the payment', async () => {
    const { orderId, item, given } = await startRefund(shop);
    const id = String(orderId);
    const left = () => shop.app.db.itemOption.findFirstOrThrow({ where: { itemId: item.id } });
    const { remaining } = await left();
    const part = { order: id, amount: '20,00', reason: 'A scratch' };
    expect(await give('refunds.request', part)).toMatchObject(wentBack(orderId, 2000));
    expect(await give('refunds.request', { ...part, amount: '0' })).toMatchObject({
      kind: 'misused',
    });
    expect(await give('refunds.request', { ...part, reason: 'Another' })).toMatchObject({
      kind: 'refused',
      codes: ['over_the_rest'],
    });
    await send(orderId);
    const rest = { order: id, reason: 'Sent back', 'unit-is-back': 'yes' };
    expect(await give('refunds.request', rest)).toMatchObject(wentBack(orderId, 999));
    expect((await left()).remaining).toBe(remaining + 1);
    expect(await give('refunds.request', { ...rest, reason: 'Once more' })).toMatchObject({
      kind: 'refused',
      codes: ['refund_nothing_left'],
    });
    expect((await given()).map(({ amountCents }) => amountCents).toSorted((a, b) => a - b)).toEqual(
      [999, 2000],
    );
  });

  test('repeats a refund that was requested from the same sum, and makes another one from a new sum', async () => {
    const { orderId, rows } = await startRefund(shop);
    const part = { order: String(orderId), amount: '5,00', reason: 'Goodwill' };
    const answers = [];
    for (const left of ['29,99', '29,99', '24,99']) {
      answers.push(await give('refunds.request', { ...part, left }));
    }
    expect(answers.map(({ kind }) => kind)).toEqual(['done', 'done', 'done']);
    expect((await rows()).map(({ amountCents }) => amountCents)).toEqual([500, 500]);
    const stale = await give('refunds.request', { ...part, left: '29,00' });
    expect(stale).toMatchObject({ kind: 'refused', codes: ['changed_meanwhile'] });
  });

  test('refuses the full refund of an unsent order, which needs a cancellation', async () => {
    const { orderId, rows } = await startRefund(shop);
    const answer = await give('refunds.request', { order: String(orderId), reason: 'Goodwill' });
    expect(answer).toMatchObject({
      kind: 'refused',
      codes: ['refund_of_unsent'],
      text: expect.stringContaining('Cancel it to refund'),
    });
    expect(await rows()).toEqual([]);
  });

  test('refuses to return the unit of an unsent order to stock', async () => {
    const { orderId, rows } = await startRefund(shop);
    const part = {
      order: String(orderId),
      amount: '5,00',
      reason: 'Goodwill',
      'unit-is-back': 'yes',
    };
    const answer = await give('refunds.request', part);
    expect(answer).toMatchObject({ kind: 'refused', codes: ['goods_not_sent'] });
    expect(await rows()).toEqual([]);
  });

  test('returns a failure, which refunds.transfer settles by a bank transfer', async () => {
    const { orderId, order, rows, email } = await startRefund(shop);
    await send(orderId);
    const id = String(orderId);
    const nothing = await give('refunds.transfer', { order: id, reference: 'VIR 41' });
    expect(nothing).toMatchObject({ kind: 'refused', codes: ['transfer_nothing_owed'] });
    shop.provider.answerRefunds({ account: 'main', outcome: 'failed' });
    const failed = await give('refunds.request', { order: id, reason: 'Sent back' });
    shop.provider.answerRefunds({ account: 'main', outcome: 'succeeded' });
    expect(failed).toMatchObject({
      kind: 'done',
      output: { refund: { amountCents: 2999, state: 'failed', failureCode: expect.any(String) } },
    });
    expect(await order()).toMatchObject({ refundedCents: null });

    const sent = await give('refunds.transfer', { order: id, reference: 'VIR 42' });
    expect(sent).toMatchObject({ kind: 'done', output: { order: orderId, amountCents: 2999 } });
    expect(await rows()).toMatchObject([{ state: 'transferred', transferReference: 'VIR 42' }]);
    expect(await order()).toMatchObject({ refundedCents: 2999 });
    expect((await give('refunds.transfer', { order: id, reference: 'VIR 43' })).kind).toBe(
      'refused',
    );
    await shop.inBackground(async () =>
      shop.emailsTo(email).some(({ text }) => text.includes('virement')),
    );
  });

  test('a repeated refunds.transfer settles no other refund of the order', async () => {
    const { orderId, rows } = await startRefund(shop);
    await send(orderId);
    const order = String(orderId);
    shop.provider.answerRefunds({ account: 'main', outcome: 'failed' });
    for (const amount of ['10,00', '5,00']) {
      await give('refunds.request', { order, amount, reason: `Goodwill ${amount}` });
    }
    shop.provider.answerRefunds({ account: 'main', outcome: 'succeeded' });
    const transfer = { order, amount: '10,00', reference: 'VIR 44' };
    expect(await give('refunds.transfer', transfer)).toMatchObject({
      kind: 'done',
      output: { order: orderId, amountCents: 1000 },
    });
    const repeated = { order, reference: 'VIR 44' };
    expect(await give('refunds.transfer', repeated)).toMatchObject({
      kind: 'refused',
      codes: ['transfer_recorded'],
      text: expect.stringContaining('“VIR 44” is already recorded'),
    });
    expect(await give('refunds.transfer', { ...repeated, amount: '7,00' })).toMatchObject({
      kind: 'refused',
    });
    expect((await rows()).map(({ amountCents, state }) => [amountCents, state])).toEqual(
      expect.arrayContaining([
        [1000, 'transferred'],
        [500, 'failed'],
      ]),
    );
  });

  test.each([
    ['full', 2999],
    ['partial', 1000],
  ])(
    'a failed %s refund repeated with success cannot be transferred too',
    async (_, amountCents) => {
      const { orderId, rows } = await startRefund(shop);
      await send(orderId);
      const id = String(orderId);
      const values = { order: id, amount: (amountCents / 100).toFixed(2), reason: 'Sent back' };
      shop.provider.answerRefunds({ account: 'main', outcome: 'failed' });
      await give('refunds.request', values);
      shop.provider.answerRefunds({ account: 'main', outcome: 'succeeded' });
      expect(await give('refunds.request', values)).toMatchObject(wentBack(orderId, amountCents));
      expect(await give('refunds.transfer', { order: id, reference: 'VIR 44' })).toMatchObject({
        kind: 'refused',
        codes: ['transfer_nothing_owed'],
      });
      expect((await rows()).map(({ state }) => state)).toEqual(['failed', 'succeeded']);
    },
  );

  test('a partial refund that failed twice is transferred once', async () => {
    const { orderId, order } = await startRefund(shop);
    await send(orderId);
    const id = String(orderId);
    shop.provider.answerRefunds({ account: 'main', outcome: 'failed' });
    for (const reason of ['Sent back', 'Sent back, again']) {
      await give('refunds.request', { order: id, amount: '10,00', reason });
    }
    shop.provider.answerRefunds({ account: 'main', outcome: 'succeeded' });
    const transfer = { order: id, reference: 'VIR 45' };
    expect((await give('refunds.transfer', transfer)).kind).toBe('done');
    expect((await give('refunds.transfer', transfer)).kind).toBe('refused');
    expect(await order()).toMatchObject({ refundedCents: 1000 });
  });
});

describe('demonstration orders without a payment', () => {
  /**
   * Makes an order look like one of the seed's demonstration data; restores it afterwards, for the
   * invariants.
   */
  const asDemonstration = async (work: (id: number) => Promise<void>) => {
    const { orderId, intentId } = await startRefund(shop);
    const pay = (from: string, to: string) =>
      shop.app.db.purchaseAttempt.update({
        where: { paymentIntentId: from },
        data: { paymentIntentId: to },
      });
    await pay(intentId, `pi_demo_${orderId}`);
    await work(orderId);
    await pay(`pi_demo_${orderId}`, intentId);
  };
  const written = async (orderId: number) => ({
    refunds: await shop.app.db.refund.count({ where: { orderId } }),
    entries: await shop.app.db.journalEntry.count({
      where: { subjectKind: 'order', subjectId: String(orderId), operation: 'refunds.request' },
    }),
  });

  test('a refund of a demonstration order is refused, and nothing is written', async () => {
    await asDemonstration(async (orderId) => {
      await send(orderId);
      const answer = await give('refunds.request', { order: String(orderId), reason: 'Sent back' });
      expect(answer).toMatchObject({ kind: 'refused', codes: ['never_paid'] });
      expect(await written(orderId)).toEqual({ refunds: 0, entries: 0 });
    });
  });

  test('a demonstration order is cancelled without a refund', async () => {
    await asDemonstration(async (orderId) => {
      const answer = await give('orders.cancel', { order: String(orderId), reason: 'Too late' });
      expect(answer).toMatchObject({
        kind: 'done',
        output: { order: orderId, refund: null, waitsFor: null },
      });
      expect(await written(orderId)).toEqual({ refunds: 0, entries: 0 });
      const order = await shop.app.db.order.findUniqueOrThrow({ where: { id: orderId } });
      expect(order.cancelledAt).not.toBeNull();
    });
  });
});

describe('orders.cancel', () => {
  test('refunds in full and returns the unit to stock, once, also for a held order', async () => {
    const { orderId, item, order, given } = await startRefund(shop);
    const id = String(orderId);
    const left = () => shop.app.db.itemOption.findFirstOrThrow({ where: { itemId: item.id } });
    const { remaining } = await left();
    await shop.app.db.order.update({ where: { id: orderId }, data: { heldFor: 'late' } });
    const values = { order: id, reason: 'Too late' };
    const answer = await give('orders.cancel', values);
    expect(answer).toMatchObject(wentBack(orderId, 2999));
    expect((await give('orders.cancel', values)).kind).toBe('done');
    expect(await given()).toHaveLength(1);
    expect(await order()).toMatchObject({
      cancelledAt: expect.any(Date),
      cancelReason: 'Too late',
      heldFor: null,
      refundedCents: 2999,
    });
    expect((await left()).remaining).toBe(remaining + 1);
    const refund = await shop.app.db.refund.findFirstOrThrow({ where: { orderId } });
    expect(refund.origin).toBe('late');
    const written = await shop.app.db.journalEntry.findMany({
      where: { subjectKind: 'order', subjectId: id },
    });
    expect(written.map(({ operation }) => operation)).toContain('orders.cancel');
  });

  test.each([
    ['sent', { sentAt: new Date() }],
    ['delivered', { status: 'delivered', postDate: new Date() }],
  ])('is refused after the parcel is %s', async (_word, data) => {
    const { orderId, rows, order, remaining } = await startRefund(shop);
    await shop.app.db.order.update({ where: { id: orderId }, data });
    const answer = await give('orders.cancel', { order: String(orderId), reason: 'Too late' });
    expect(answer).toMatchObject({ kind: 'refused', codes: ['already_sent'] });
    expect(await rows()).toEqual([]);
    expect(await order()).toMatchObject({ cancelledAt: null });
    expect(await remaining()).toBe(4);
  });

  test('is refused for an unknown order', async () => {
    expect(await give('orders.cancel', { order: '99999', reason: 'x' })).toMatchObject({
      kind: 'refused',
      codes: ['orders_unknown'],
      text: expect.stringContaining('99999'),
    });
  });

  test('reports that the refund is not taken up while no process of the site runs', async () => {
    const { orderId } = await startRefund(shop);
    const answer = await giveTo(
      {
        db: shop.app.db,
        clock: () => new Date(),
        provider: async () => shop.jobDeps,
        refundWaitMs: 500,
      },
      'orders.cancel',
      { order: String(orderId), reason: 'x' },
    );
    expect(answer).toMatchObject({
      kind: 'done',
      output: { refund: { state: 'requested', isTaken: false } },
    });
    await sendRefunds(shop.jobDeps);
  });
});

describe('refunds.list', () => {
  const list = (values: Record<string, string> = {}) =>
    giveTo(
      {
        db: shop.app.db,
        clock: () => new Date(),
        provider: async () => shop.jobDeps,
      },
      'refunds.list',
      values,
    );
  const listed = async (orderId: number, values: Record<string, string> = {}) =>
    z
      .object({ output: listRefunds.output })
      .parse(await list(values))
      .output.refunds.filter((refund) => refund.orderId === orderId);

  test('lists refunds in flight and failed ones still owed; with --all every refund', async () => {
    const { orderId, request, reconcile } = await startRefund(shop);
    await send(orderId);
    await request();
    expect(await listed(orderId)).toMatchObject([{ state: 'requested', isOwed: false }]);
    shop.provider.answerRefunds({ account: 'main', outcome: 'failed' });
    await reconcile();
    shop.provider.answerRefunds({ account: 'main', outcome: 'succeeded' });
    const failed = { state: 'failed', failureCode: expect.stringMatching(/./) };
    expect(await listed(orderId)).toMatchObject([{ ...failed, isOwed: true }]);
    await request({ amountCents: 2999, key: 'whole' });
    await reconcile();
    expect(await listed(orderId)).toEqual([]);
    expect(await listed(orderId, { all: 'yes' })).toMatchObject([
      { state: 'succeeded', isOwed: false },
      { ...failed, isOwed: false },
    ]);
  });

  test('lists each of two equal refunds that the bank returned until both are given again', async () => {
    const { orderId, intentId, request, reconcile, rows, giveInDashboard } =
      await startRefund(shop);
    await send(orderId);
    for (const key of ['one', 'two']) {
      await request({ key });
      await reconcile();
    }
    const returnByBank = async (key: string) => {
      const refund = (await rows()).find((row) => row.key === key && row.state === 'succeeded');
      shop.provider.endRefund({ refundId: refund?.providerRefundId ?? '', as: 'failed' });
      await checkMoneyBack(shop.jobDeps, { account: 'main', intentId });
    };
    const owed = async () => (await listed(orderId)).filter(({ isOwed }) => isOwed);
    await returnByBank('one');
    await returnByBank('two');
    expect(await owed()).toHaveLength(2);
    await request({ key: 'two' });
    await reconcile();
    expect(await owed()).toHaveLength(1);
    await returnByBank('two');
    expect(await owed()).toHaveLength(2);
    await sleep(1000);
    await giveInDashboard(1000);
    await checkMoneyBack(shop.jobDeps, { account: 'main', intentId });
    expect(await owed()).toHaveLength(1);
    const transfer = (reference: string) =>
      give('refunds.transfer', { order: String(orderId), reference });
    expect((await transfer('VIR 46')).kind).toBe('done');
    expect((await transfer('VIR 47')).kind).toBe('refused');
    expect(await owed()).toEqual([]);
  });

  test('returns whether there are more, and refuses an invalid limit', async () => {
    await (await startRefund(shop)).request();
    await (await startRefund(shop)).request();
    expect(await list({ limit: '1' })).toMatchObject({
      kind: 'done',
      output: { refunds: [{}], areMore: true },
    });
    for (const limit of ['0', '1001']) {
      expect(await list({ limit })).toMatchObject({
        kind: 'misused',
        text: expect.stringMatching(/^--limit: /),
      });
    }
  });
});
