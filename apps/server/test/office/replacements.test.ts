import { runRetention } from '@agres/core/run-retention';
import { RETENTION_RULES } from '@agres/shop/retention-rules';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { startMailedOffice } from '../support/office.ts';
import { addItem } from '../support/rows.ts';
import { buy, findBrokenInvariants } from '../support/shop.ts';

const STOCK = 50;
const NANTES = '2 rue du Port\n44000 Nantes\nFrance';

let mailed: Awaited<ReturnType<typeof startMailedOffice>>;
let owner: string;
let preparer: string;
let itemId: number;
let red: number;
let blue: number;
let buyer: Awaited<ReturnType<(typeof mailed)['shop']['app']['member']>>;
beforeAll(async () => {
  mailed = await startMailedOffice();
  ({ secret: owner } = await mailed.office.enter(['owner']));
  ({ secret: preparer } = await mailed.office.enter(['preparer']));
  const item = await addItem(db(), { stocks: [STOCK, 1] });
  itemId = item.id;
  [red, blue] = item.options.map(({ id }) => id) as [number, number];
  buyer = await mailed.shop.app.member({ email: 'ada@example.fr' });
});
afterAll(() => mailed.close());

const db = () => mailed.shop.app.db;
const read = async (name: string, input: object = {}) =>
  Object((await mailed.office.call({ name, input, secret: owner })).body.result?.data);
const change = (name: string, input: object, secret = owner) =>
  mailed.office.call({ name, method: 'POST', input, secret });
const done = async (name: string, input: object, secret = owner) => {
  const { status, body } = await change(name, input, secret);
  expect([status, body.error?.data]).toEqual([200, undefined]);
  return Object(body.result?.data);
};
const refusalOf = async (name: string, input: object, secret = owner) => {
  const { code, body } = await change(name, input, secret);
  return code === 'refused' ? body.error?.data.codes : code;
};
const remaining = async (id: number) =>
  (await db().itemOption.findUniqueOrThrow({ where: { id } })).remaining;

const listed = async (id: number) => {
  const input = {
    status: null,
    from: null,
    to: null,
    search: String(id),
    before: null,
    limit: null,
  };
  return (await read('orders.list', input)).orders[0];
};

let order: number;
beforeEach(async () => {
  await buy(buyer.client, { id: itemId, stripeToken: await mailed.shop.cardToken() });
  order = (await db().order.findFirstOrThrow({ orderBy: { id: 'desc' } })).id;
  await db().order.update({ where: { id: order }, data: { sentAt: new Date() } });
});

const damaged = () => ({ order, option: null, reason: 'damaged', note: null });
const create = async (wish: object = {}) => {
  const { replacement } = await done('replacements.create', { ...damaged(), ...wish });
  return replacement.id as number;
};
const emails = () =>
  mailed.mailbox
    .emails()
    .filter(
      ({ subject }) => subject === `Le remplacement de votre commande n° ${order} est en route`,
    );
/** Lets ten minutes pass, and sends all emails that are due. */
const letEmailsLeave = async () => {
  await db().$executeRaw`UPDATE job SET run_at = now() - interval '1 second' WHERE done_at IS NULL`;
  await mailed.shop.inBackground(
    async () => (await db().job.count({ where: { doneAt: null, kind: 'mail' } })) === 0,
  );
};

describe('a replacement', () => {
  test('takes a unit out of stock, and is announced to the buyer once sent', async () => {
    const before = await remaining(red);
    const id = await create({ note: 'Barre tordue' });
    expect(await remaining(red)).toBe(before - 1);
    expect((await read('today.read')).replacements).toMatchObject([{ id, order }]);
    const { actions } = await read('journal.list', { before: null, person: null, locale: 'en' });
    const sentences = actions.map(({ text }: { text: string[] }) => text.join(''));
    expect(sentences).toContainEqual(
      expect.stringMatching(/ took 1 unit of .+ for a replacement$/),
    );
    expect(await listed(order)).toMatchObject({ dispute: null, isReplacementWaiting: true });
    expect(await read('stock.log', { option: red })).toMatchObject({
      adjustments: [{ units: -1, kind: 'replacement', order, reason: 'damaged' }],
    });

    await done(
      'replacements.correctAddress',
      { replacement: id, firstName: 'Ada', lastName: 'Byron', shippingAddress: NANTES },
      preparer,
    );
    const prepared = await done('replacements.prepare', { replacement: id }, preparer);
    expect(prepared.orders).toMatchObject([
      { id: order, lastName: 'Byron', shippingAddress: NANTES, relayId: null },
    ]);
    const parcel = { replacement: id, carrier: 'colissimo', tracking: '6A 1111 1111 111' };
    await done('replacements.send', parcel, preparer);
    expect((await read('today.read')).replacements).toEqual([]);
    expect(await listed(order)).toMatchObject({ isReplacementWaiting: false });
    expect(await read('orders.get', { order })).toMatchObject({
      replacements: [
        { id, reason: 'damaged', note: 'Barre tordue', tracking: { number: '6A11111111111' } },
      ],
    });
    await letEmailsLeave();
    expect(emails()).toMatchObject([
      { to: ['ada@example.fr'], text: expect.stringContaining('6A11111111111') },
    ]);

    const own = (await buyer.client.query('orders.byId', { id: order })).text;
    expect(own).toContain('6A11111111111');
    expect(own).not.toContain('Barre tordue');
    expect(Object((await buyer.client.get('/api/orders')).body).orders[0]).toMatchObject({
      id: order,
      replacements: [{ sentDate: expect.any(String), tracking: { carrier: 'Colissimo' } }],
    });
    const { events } = await read('orders.history', { order });
    expect(events.map(({ event }: { event: string }) => event)).toEqual([
      'replacements.create',
      'replacements.correctAddress',
      'replacements.prepare',
      'replacements.send',
    ]);
    const entries = await db().journalEntry.findMany({ where: { subjectId: String(order) } });
    expect(JSON.stringify(entries)).not.toMatch(/Nantes|Byron|tordue/);
    const copy = await change('members.export', { who: String(buyer.userId) });
    expect(JSON.stringify(copy.body)).toContain('Barre tordue');
    // The amounts of the order stay the same, and the shop's rows do not contradict each other.
    expect(await db().order.findUniqueOrThrow({ where: { id: order } })).toMatchObject({
      refundedCents: null,
      amountCents: 2999,
    });
    expect(await findBrokenInvariants(db(), mailed.shop.provider)).toEqual([]);
  });

  test('is refused during a dispute, with a failed refund, or after a chargeback', async () => {
    const { stripeAccount, amountCents, attempt } = await db().order.findUniqueOrThrow({
      where: { id: order },
      include: { attempt: true },
    });
    const paid = {
      stripeAccount,
      amountCents,
      paymentIntentId: attempt.paymentIntentId ?? '',
      orderId: order,
    };
    const id = await create();
    const dispute = await db().dispute.create({
      data: {
        ...paid,
        id: `dp_${order}`,
        status: 'needs_response',
        reason: 'product_not_received',
        openedAt: new Date(),
        answerBy: new Date('2027-01-08T12:00:00Z'),
      },
    });
    const open = {
      status: 'needs_response',
      amountCents,
      answerByDate: '2027-01-08T12:00:00.000Z',
    };
    expect(await read('orders.get', { order })).toMatchObject({ dispute: open });
    expect(await listed(order)).toMatchObject({ dispute: open });
    const parcel = { replacement: id, carrier: null, tracking: null };
    expect(await refusalOf('replacements.send', parcel)).toEqual(['order_money_open']);
    const where = { id: dispute.id };
    await db().dispute.update({ where, data: { status: 'lost', closedAt: new Date() } });
    expect(await refusalOf('replacements.send', parcel)).toEqual(['refund_nothing_left']);
    expect(await read('orders.get', { order })).toMatchObject({ leftCents: 0, dispute: null });
    const { events } = await read('orders.history', { order });
    expect(events).toMatchObject([
      { event: 'replacements.create' },
      { event: 'disputes.open', amountCents },
      { event: 'disputes.lose', amountCents },
    ]);
    await db().dispute.delete({ where });
    await db().refund.create({
      data: {
        ...paid,
        paidCents: amountCents,
        reason: 'lost',
        by: 'x',
        key: 'k',
        origin: 'office',
        state: 'failed',
        failureCode: 'expired_or_canceled_card',
        providerRefundId: `re_${order}`,
        settledAt: new Date(),
        at: new Date(),
      },
    });
    expect(await refusalOf('replacements.prepare', { replacement: id })).toEqual([
      'order_money_open',
    ]);
  });

  test('prevents undoing the first parcel, so that one payment sends one parcel', async () => {
    const id = await create();
    expect(await refusalOf('orders.undoSending', { order })).toEqual(['order_replaced']);
    await done('replacements.cancel', { replacement: id });
    await done('orders.undoSending', { order });
    expect(await refusalOf('replacements.create', damaged())).toEqual([
      'replacement_before_parcel',
    ]);
  });

  test('is hidden from the buyer of a refunded order while it waits', async () => {
    await create();
    const own = async () =>
      Object((await buyer.client.get('/api/orders')).body).orders[0].replacements;
    expect(await own()).toHaveLength(1);
    const { amountCents } = await db().order.findUniqueOrThrow({ where: { id: order } });
    await db().order.update({ where: { id: order }, data: { refundedCents: amountCents } });
    expect(await own()).toEqual([]);
  });

  test('is created once by two concurrent calls', async () => {
    const before = await remaining(red);
    const answers = await Promise.all([
      change('replacements.create', damaged()),
      change('replacements.create', damaged()),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
    expect(await remaining(red)).toBe(before - 1);
    expect(await refusalOf('replacements.create', damaged())).toEqual(['replacement_waiting']);
  });

  test('returns its unit to stock once when cancelled', async () => {
    const before = await remaining(red);
    const replacement = await create();
    await done('replacements.cancel', { replacement });
    expect(await remaining(red)).toBe(before);
    for (const name of ['cancel', 'prepare'] as const) {
      expect(await refusalOf(`replacements.${name}`, { replacement })).toEqual([
        'replacement_cancelled',
      ]);
    }
    expect(await remaining(red)).toBe(before);
    const { body } = await buyer.client.get(`/api/orders/${order}`);
    expect(Object(body).replacements).toEqual([]);
    expect(await findBrokenInvariants(db(), mailed.shop.provider)).toEqual([]);
  });

  test('may be of another option of the item that is in stock', async () => {
    const replacement = await create({ option: blue });
    expect(await remaining(blue)).toBe(0);
    expect(
      await refusalOf('stock.adjust', {
        option: blue,
        units: -1,
        kind: 'loss',
        order: null,
        reason: 'x',
      }),
    ).toEqual(['stock_not_enough']);
    await done('replacements.send', { replacement, carrier: null, tracking: null });
    expect(await refusalOf('replacements.create', { ...damaged(), option: blue })).toEqual([
      'stock_not_enough',
    ]);
    const other = await addItem(db());
    const option = other.options[0]?.id;
    expect(await refusalOf('replacements.create', { ...damaged(), option })).toEqual([
      'replacement_of_other_item',
    ]);
  });

  test('can be sent three times for an order', async () => {
    for (let count = 0; count < 3; count += 1) {
      const replacement = await create();
      await done('replacements.send', { replacement, carrier: null, tracking: null });
    }
    expect(await refusalOf('replacements.create', damaged())).toEqual(['replacements_all_used']);
  });

  test('can be sent again after an undo, which is refused once the buyer has the e-mail', async () => {
    const replacement = await create();
    const send = () =>
      done('replacements.send', { replacement, carrier: null, tracking: '12345678' });
    await send();
    expect(
      await refusalOf('replacements.send', { replacement, carrier: null, tracking: null }),
    ).toEqual(['replacement_sent']);
    await done('replacements.undoSending', { replacement });
    await letEmailsLeave();
    expect(emails()).toHaveLength(0);
    await send();
    await letEmailsLeave();
    expect(emails()).toHaveLength(1);
    expect(await refusalOf('replacements.undoSending', { replacement })).toEqual([
      'replacement_announced',
    ]);
  });

  test('is tracked like the parcel of an order until it is delivered', async () => {
    const replacement = await create();
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    expect(await refusalOf('replacements.deliver', { replacement, on: null })).toEqual([
      'replacement_not_sent',
    ]);
    await done('replacements.send', { replacement, carrier: null, tracking: null });
    await done(
      'replacements.track',
      { replacement, carrier: 'colissimo', tracking: '6A 2222 2222 222' },
      preparer,
    );
    const underway = async () =>
      (await read('today.read')).underway.filter(({ id }: { id: number }) => id === order);
    expect(await underway()).toEqual([]);
    await db().order.update({ where: { id: order }, data: { orderDate: new Date('2026-01-02') } });
    await db().replacement.update({
      where: { id: replacement },
      data: { sentAt: new Date(Date.now() - 9 * 86_400_000) },
    });
    expect(await underway()).toMatchObject([
      { replacement, tracking: { carrier: 'Colissimo', number: '6A22222222222' } },
    ]);
    expect(await refusalOf('replacements.deliver', { replacement, on: day(10) })).toEqual([
      'day_before_sending',
    ]);
    await done('replacements.deliver', { replacement, on: day(2) }, preparer);
    expect(await underway()).toEqual([]);
    for (const [name, input] of [
      ['deliver', { on: null }],
      ['undoSending', {}],
    ] as const) {
      expect(await refusalOf(`replacements.${name}`, { replacement, ...input })).toEqual([
        'replacement_delivered',
      ]);
    }
    await letEmailsLeave();
    expect(emails()).toHaveLength(0);
    await done('replacements.undoDelivery', { replacement }, preparer);
    expect(await refusalOf('replacements.undoDelivery', { replacement })).toEqual([
      'replacement_not_delivered',
    ]);
    expect(await underway()).toMatchObject([{ replacement }]);
    // The parcel of the order itself is listed beside it.
    await db().order.update({
      where: { id: order },
      data: { sentAt: new Date(Date.now() - 20 * 86_400_000) },
    });
    expect(await underway()).toMatchObject([{ replacement: null }, { replacement }]);
    const { events } = await read('orders.history', { order });
    expect(events.map(({ event }: { event: string }) => event).slice(2)).toEqual([
      'replacements.track',
      'replacements.deliver',
      'replacements.undoDelivery',
    ]);
  });

  test('is in the carrier file under a reference, and its tracking number is imported by it', async () => {
    const replacement = await create();
    await done('replacements.correctAddress', {
      replacement,
      firstName: 'Ada',
      lastName: 'Byron',
      shippingAddress: NANTES,
    });
    const prepared = await done('replacements.prepare', { replacement }, preparer);
    expect(prepared.orders).toMatchObject([{ id: order, replacement }]);
    const { csv } = await read('orders.labels', {
      orders: [order],
      replacements: [replacement],
      style: 'fr',
    });
    const [, own, replaced] = String(csv).split('\r\n');
    expect(own).toMatch(new RegExp(`^${order};`));
    expect(replaced).toMatch(new RegExp(`^R${replacement};Ada;Byron;2 rue du Port;44000;Nantes;`));

    const file = (line: string) => ({ csv: `Colis;Suivi\n${line}`, carrier: 'colissimo' });
    expect(await refusalOf('orders.readTracking', file('R999999;6A3333'))).toEqual([
      'tracking_line_unknown',
    ]);
    const line = `R${replacement};6A33333333333`;
    expect(await refusalOf('orders.readTracking', file(`${line}\n${line}`))).toEqual([
      'tracking_line_twice',
    ]);
    for (const number of ['6A33333333333', '6A44444444444']) {
      expect(
        await done('orders.readTracking', file(`R${replacement};${number}`), preparer),
      ).toMatchObject({ orders: [], replacements: [replacement], doubtful: [] });
      expect(await read('orders.get', { order })).toMatchObject({
        tracking: null,
        replacements: [{ sentDate: expect.any(String), tracking: { number } }],
      });
    }
    await letEmailsLeave();
    expect(emails()).toHaveLength(1);
  });

  test('counts as stock on the shelf until it is sent', async () => {
    const count = async () => {
      const units = (await remaining(red)) + 10;
      return done('stock.count', { option: red, units, reason: 'inventaire' });
    };
    const { toSend } = await count();
    const replacement = await create();
    expect(await count()).toMatchObject({ toSend: toSend + 1 });
    await done('replacements.send', { replacement, carrier: null, tracking: null });
    expect(await count()).toMatchObject({ toSend });
  });

  test('can be created and cancelled by the owner only', async () => {
    const replacement = await create();
    expect(await refusalOf('replacements.create', damaged(), preparer)).toBe('not_permitted');
    expect(await refusalOf('replacements.cancel', { replacement }, preparer)).toBe('not_permitted');
  });
});

describe('no replacement', () => {
  test('is created before the order’s own parcel was sent, or once it is cancelled', async () => {
    await db().order.update({ where: { id: order }, data: { sentAt: null } });
    expect(await refusalOf('replacements.create', damaged())).toEqual([
      'replacement_before_parcel',
    ]);
    await db().order.update({ where: { id: order }, data: { cancelledAt: new Date() } });
    expect(await refusalOf('replacements.create', damaged())).toEqual(['order_cancelled']);
    expect(await refusalOf('replacements.create', { ...damaged(), order: 999_999 })).toEqual([
      'orders_unknown',
    ]);
    expect(await refusalOf('replacements.cancel', { replacement: 999_999 })).toEqual([
      'replacement_unknown',
    ]);
  });

  test('is created or sent for an order that is withdrawn or refunded', async () => {
    const replacement = await create();
    const parcel = { replacement, carrier: null, tracking: null };
    await buyer.client.post('/api/withdrawals', {
      name: 'Ada',
      email: 'ada@example.fr',
      orderId: order,
    });
    expect(await refusalOf('replacements.prepare', { replacement })).toEqual(['order_withdrawn']);
    expect(await refusalOf('replacements.send', parcel)).toEqual(['order_withdrawn']);
    await done('replacements.cancel', { replacement });
    expect(await refusalOf('replacements.create', damaged())).toEqual(['order_withdrawn']);
    await db().declaration.updateMany({ data: { closedAt: new Date() } });
    await db().order.update({ where: { id: order }, data: { refundedCents: 2999 } });
    expect(await refusalOf('replacements.create', damaged())).toEqual(['refund_nothing_left']);
  });
});

test('retention deletes its recipient and note with those of the order, once it is sent', async () => {
  const replacement = await create({ note: 'Fragile' });
  await db().order.update({
    where: { id: order },
    data: { orderDate: new Date('2020-01-02T12:00:00Z') },
  });
  const archive = () => runRetention(mailed.shop.app.deps, RETENTION_RULES);
  const row = () => db().replacement.findUniqueOrThrow({ where: { id: replacement } });
  await archive();
  expect((await row()).shippingAddress).not.toBe('');
  await done('replacements.send', { replacement, carrier: null, tracking: null });
  await archive();
  expect(await row()).toMatchObject({
    firstName: '',
    lastName: '',
    shippingAddress: '',
    note: null,
  });
});
