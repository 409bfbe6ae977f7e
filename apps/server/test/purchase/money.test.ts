import { randomUUID } from 'node:crypto';

import { SOURCE_FACTS, setShopFacts } from '@agres/domain/brand';
import { addDays, parisDayOf } from '@agres/domain/days';
import { auditPayments } from '@agres/money/purchase/audit-payments';
import { auditRefunds } from '@agres/money/refund/audit-refunds';
import type { Payments } from '@agres/payments/payments';
import type { Intent } from '@agres/payments/shapes';
import { valueOf } from '@agres/payments/testing/running-payments';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import { giveTo, type Typed } from '../support/command.ts';
import { loseSinceReserved, payLike, type OtherPayment } from '../support/lost-rows.ts';
import { buy, countAlerts, startTestShop, withRefunds, type TestShop } from '../support/shop.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await startTestShop();
});
afterEach(() => shop.close());

const give = (command: string, values: Typed = {}, payments: Payments = shop.payments) =>
  giveTo(
    {
      db: shop.app.db,
      clock: () => new Date(),
      provider: async () => ({ ...shop.jobDeps, payments }),
    },
    command,
    values,
  );
const output = async (name: string, values: Typed = {}, payments?: Payments) => {
  const answer = await give(name, values, payments);
  if (answer.kind !== 'done') throw new Error(answer.text);
  return answer.output;
};
const list = async (payments?: Payments) => output('payments.list', {}, payments);
const rebuild = async (ids?: readonly string[], payments?: Payments) =>
  output('payments.rebuild', { payments: ids }, payments);
const refund = async (id: string, payments?: Payments) =>
  output('payments.refund', { payments: id }, payments);
const decided = (payment: unknown) => ({ payments: [payment] });
/** Wraps the provider: it lists its payments, then waits until something has happened. */
const afterList = (happen: () => Promise<unknown>): Payments => ({
  ...shop.payments,
  listIntents: async (account, range) => {
    const listed = await shop.payments.listIntents(account, range);
    if (account === 'bis') await happen();
    return listed;
  },
});
const beforeRefund = (happen: () => Promise<unknown>) =>
  withRefunds(shop.payments, async (account, input) => {
    await happen();
    return shop.payments.refundIntent(account, input);
  });
const refunded = () => shop.provider.money()['main']?.refundedCents;
const paymentOf = async (id: string | null | undefined): Promise<Intent> =>
  valueOf(await shop.payments.readIntent('main', id ?? ''));

const startLost = async (other: OtherPayment = {}) => {
  const buyer = await startBuyer(shop, { stocks: [20] });
  await buy(buyer.client, { id: buyer.item.id, stripeToken: await shop.cardToken() });
  const [attempt] = await buyer.attempts();
  const payment = await paymentOf(attempt?.paymentIntentId);
  return { ...buyer, attempt, payment, lost: await payLike(shop, payment, other) };
};

describe('payments without an order', () => {
  test('payments.list shows lost orders, foreign payments and refunds, and changes nothing', async () => {
    const { item, attempt, payment, lost } = await startLost();
    const bare = await payLike(shop, payment, { metadata: { request_hash: undefined } });
    const foreign = await payLike(shop, payment, { metadata: { installation: randomUUID() } });
    await shop.app.db.order.updateMany({
      where: { attemptId: attempt?.id ?? '' },
      data: { refundedCents: 1000 },
    });
    const found = await list();
    expect(found).toMatchObject({
      withoutOrder: [
        { payment: lost.id, account: 'main', leftCents: 2999, advice: 'rebuild' },
        { payment: bare.id, advice: 'refund_only' },
      ],
      ordersWithoutMoney: [],
      givenBack: [
        {
          item: expect.stringContaining(item.titleFr),
          refundedCents: 1000,
          amountCents: 2999,
          toSend: true,
        },
      ],
      foreign: { count: 1, sumCents: 2999 },
    });
    expect(JSON.stringify(found)).not.toContain(foreign.id);
    expect(await shop.app.db.order.count()).toBe(1);
    expect(refunded()).toBe(0);
  });

  test('payments.list does not report a purchase paid meanwhile as an order without payment', async () => {
    const { item, client } = await startBuyer(shop);
    const body = { id: item.id, stripeToken: await shop.cardToken('4000000000003220') };
    expect((await buy(client, body)).status).toBe(402);
    shop.provider.addFault({
      operation: 'payment_intents.list',
      effect: 'delay',
      moment: 'after',
      meanwhile: async () => {
        shop.answerChallenges('succeed');
        expect((await buy(client, body)).status).toBe(200);
      },
    });
    expect(await list()).toMatchObject({ ordersWithoutMoney: [] });
  });

  test('payments.rebuild recreates every order lost since a backup in one command', async () => {
    const { payment } = await startLost();
    for (let count = 0; count < 4; count += 1) await payLike(shop, payment);
    const one = expect.objectContaining({ order: expect.any(Number), leftAlone: null });
    expect(await rebuild()).toEqual({ payments: [one, one, one, one, one] });
    expect(await shop.app.db.order.count()).toBe(6);
    const operation = 'payments.rebuild';
    const entries = await shop.app.db.journalEntry.findMany({ where: { operation } });
    expect(entries.map(({ actorName }) => actorName)).toEqual(Array(5).fill('Jeanne'));
    expect(await shop.brokenInvariants()).toEqual([]);
    expect(await rebuild()).toEqual({ payments: [] });
    // Rebuilding by the owner does not count against the audit's limit.
    await payLike(shop, payment);
    const clock = () => new Date(Date.now() + 20 * 60_000);
    expect(await auditPayments({ ...shop.jobDeps, clock })).toMatchObject([{ rebuilt: 1 }, {}]);
  });

  test('payments.rebuild recreates orders of expired reservations, the audit three a day', async () => {
    for (let count = 0; count < 5; count += 1) {
      const { item, client, attempts } = await startBuyer(shop);
      await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
      const [paid] = await attempts();
      await loseSinceReserved(shop.app.db, paid?.id ?? '');
    }
    await shop.reconcileAll();
    const clock = () => new Date(Date.now() + 20 * 60_000);
    expect(await auditPayments({ ...shop.jobDeps, clock })).toMatchObject([
      { rebuilt: 3, undecided: 2 },
      {},
    ]);
    const lost = { advice: 'rebuild' };
    expect(await list()).toMatchObject({ withoutOrder: [lost, lost] });
    const made = { order: expect.any(Number), leftAlone: null };
    expect(await rebuild()).toMatchObject({ payments: [made, made] });
    expect(await shop.app.db.order.count()).toBe(5);
    expect(refunded()).toBe(0);
    expect(await shop.brokenInvariants()).toEqual([]);
  });

  test('payments.rebuild recreates the named order only', async () => {
    const { payment, lost, remaining } = await startLost();
    const other = await payLike(shop, payment);
    expect(await rebuild([lost.id])).toMatchObject(
      decided({ payment: lost.id, order: expect.any(Number), leftAlone: null }),
    );
    expect(await shop.app.db.order.count()).toBe(2);
    expect(await remaining()).toBe(18);
    expect(await list()).toMatchObject({ withoutOrder: [{ payment: other.id }] });
  });

  test('payments.rebuild promises the delivery that the owner set, not thirty days', async () => {
    const { lost } = await startLost();
    const { delivery } = SOURCE_FACTS;
    await shop.app.db.setting.create({
      data: { name: 'delivery', value: { ...delivery, days: { ...delivery.days, 0: [2, 5] } } },
    });
    // As in a command, which has just started.
    setShopFacts(SOURCE_FACTS);
    await rebuild([lost.id]);
    const order = await shop.app.db.order.findFirstOrThrow({ orderBy: { id: 'desc' } });
    const promised = order.promisedBy?.toISOString().slice(0, 10);
    expect(promised).toBe(addDays(parisDayOf(order.orderDate), 5));
  });

  test('payments.rebuild says why it cannot recreate an order', async () => {
    const { lost } = await startLost({ description: 'Un tapis' });
    expect(await rebuild([lost.id])).toMatchObject(
      decided({ order: null, leftAlone: 'other_item' }),
    );
  });

  test('payments.refund refunds the named payment only, in full and once', async () => {
    const { payment, lost } = await startLost();
    const other = await payLike(shop, payment);
    expect(await refund(lost.id)).toMatchObject(
      decided({ payment: lost.id, refundedCents: 2999, leftAlone: null }),
    );
    expect(refunded()).toBe(2999);
    expect(await give('payments.refund', { payments: lost.id })).toMatchObject({ kind: 'refused' });
    expect(await refund(other.id)).toMatchObject(decided({ refundedCents: 2999 }));
    expect(refunded()).toBe(5998);
    expect(await shop.brokenInvariants()).toEqual([]);
  });

  test('payments.refund refunds nothing after a partial refund in the dashboard meanwhile', async () => {
    const { lost } = await startLost();
    const held = afterList(async () =>
      shop.provider.refundPayment({ intentId: lost.id, amountCents: 500 }),
    );
    expect(await refund(lost.id, held)).toMatchObject(
      decided({ refundedCents: null, leftAlone: 'changed_meanwhile' }),
    );
    expect(refunded()).toBe(500);
  });

  test('payments.refund refunds nothing if a concurrent rebuild makes the order', async () => {
    const { lost } = await startLost();
    const held = afterList(() => rebuild([lost.id]));
    expect(await refund(lost.id, held)).toMatchObject(
      decided({ refundedCents: null, leftAlone: 'has_order' }),
    );
    expect(refunded()).toBe(0);
    expect(await shop.app.db.order.count()).toBe(2);
  });

  test('payments.rebuild recreates no order for a payment refunded meanwhile', async () => {
    const { lost, remaining } = await startLost();
    const held = afterList(async () => shop.provider.refundPayment({ intentId: lost.id }));
    expect(await rebuild(undefined, held)).toMatchObject(
      decided({ payment: lost.id, order: null, leftAlone: 'has_order' }),
    );
    expect(await shop.app.db.order.count()).toBe(1);
    expect(await remaining()).toBe(19);
  });

  test('neither payments.rebuild nor the audit recreates an order during its refund', async () => {
    const { payment, lost } = await startLost();
    const other = await payLike(shop, payment);
    const clock = () => new Date(Date.now() + 20 * 60_000);
    const meanwhile: unknown[] = [];
    const held = beforeRefund(async () => {
      meanwhile.push(await rebuild([lost.id]));
      await auditPayments({ ...shop.jobDeps, clock });
    });
    expect(await refund(lost.id, held)).toMatchObject(decided({ refundedCents: 2999 }));
    expect(meanwhile).toMatchObject([decided({ order: null, leftAlone: 'being_refunded' })]);
    const attempts = await shop.app.db.purchaseAttempt.findMany();
    expect(new Set(attempts.map(({ paymentIntentId }) => paymentIntentId))).toEqual(
      new Set([payment.id, other.id]),
    );
    expect(refunded()).toBe(2999);
    expect(await shop.brokenInvariants()).toEqual([]);
  });

  test('payments.refund is completed in the background after a provider error', async () => {
    const { lost } = await startLost();
    shop.provider.addFault({ operation: 'refunds.create', effect: 'server_error' });
    expect(await refund(lost.id)).toMatchObject(decided({ isPending: true, leftAlone: null }));
    await shop.inBackground(async () => refunded() === 2999);
  });

  test.each(['payments.rebuild', 'payments.refund'])(
    '%s refuses payments that are foreign, unknown or have an order',
    async (name) => {
      const { payment, lost } = await startLost();
      const foreign = await payLike(shop, payment, { metadata: { installation: randomUUID() } });
      const errors = [
        [[foreign.id], 'payment_has_order'],
        [[payment.id], 'payment_has_order'],
        [['pi_nobody'], 'payment_not_listed'],
        // One of the two has an order, so the command changes neither.
        [[lost.id, payment.id], 'payment_has_order'],
      ] as const;
      for (const [ids, code] of errors) {
        const answer = await give(name, { payments: ids });
        expect(answer).toMatchObject({ kind: 'refused', codes: [code] });
      }
      expect(await give(name, { payments: 'everything!' })).toMatchObject({ kind: 'misused' });
      expect(refunded()).toBe(0);
      expect(await shop.app.db.order.count()).toBe(1);
    },
  );

  test('payments.list is refused when the provider does not list its payments', async () => {
    shop.provider.addFault({ operation: 'payment_intents.list', effect: 'server_error', times: 9 });
    expect(await give('payments.list')).toMatchObject({
      kind: 'refused',
      text: expect.stringContaining('does not list the payments of the main account'),
    });
  });

  test('payments.list shows an order whose payment the provider does not know', async () => {
    const { attempt } = await startLost();
    await shop.app.db.$executeRaw`
      UPDATE purchase_attempt SET payment_intent_id = 'pi_gone' WHERE id = ${attempt?.id}::uuid`;
    await shop.app.db.$executeRaw`
      UPDATE orders SET cgv_at = now() - interval '1 hour' WHERE attempt_id = ${attempt?.id}::uuid`;
    expect(await list()).toMatchObject({ ordersWithoutMoney: [{ payment: 'pi_gone' }] });
  });
});

describe('an order refunded in the provider’s dashboard', () => {
  const audit = (days = 0) => {
    const clock = () => new Date(Date.now() + days * 86_400_000);
    return auditRefunds({ ...shop.jobDeps, clock });
  };
  const told = (event: string) => countAlerts(shop, event);
  const startOrder = async () => {
    const { item, client, attempts } = await startBuyer(shop);
    await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
    const [attempt] = await attempts();
    return {
      orderId: attempt?.order?.id ?? 0,
      intentId: attempt?.paymentIntentId ?? '',
    };
  };

  // The provider lists payments of three days, and only the refunds of older ones.
  test.each([
    ['bought today', 0],
    ['bought weeks ago', 20],
  ])(
    'in full leaves the list of parcels, with one alert to the shop owner: %s',
    async (_case, days) => {
      const { orderId, intentId } = await startOrder();
      expect(await output('today.read')).toMatchObject({ parcels: [{ id: orderId }] });
      shop.provider.refundPayment({ intentId });
      await audit(days);
      await audit(days);
      expect(await told('was given back in full')).toBe(1);
      expect(await output('today.read')).toMatchObject({
        parcels: [],
        held: [{ id: orderId, heldFor: 'refund' }],
      });
      expect(await output('orders.list', { status: 'waiting' })).toMatchObject({ orders: [] });
      const whole = { id: orderId, refundedCents: 2999, amountCents: 2999 };
      expect(await output('orders.list')).toMatchObject({ orders: [whole] });
      expect(await output('orders.get', { order: orderId })).toMatchObject(whole);
    },
  );

  test('in part stays on the list of parcels with the amount, and the shop owner gets an alert', async () => {
    const { orderId, intentId } = await startOrder();
    shop.provider.refundPayment({ intentId, amountCents: 500 });
    await audit();
    expect(await told('A part of an order')).toBe(1);
    const part = { id: orderId, refundedCents: 500 };
    expect(await output('today.read')).toMatchObject({ parcels: [part] });
    expect(await output('orders.list', { status: 'waiting' })).toMatchObject({ orders: [part] });
    expect(await output('orders.get', { order: orderId })).toMatchObject(part);
    shop.provider.refundPayment({ intentId });
    await audit();
    expect(await output('today.read')).toMatchObject({ parcels: [] });
  });
});
