import { runRetention } from '@agres/core/run-retention';
import { RETENTION_RULES } from '@agres/shop/retention-rules';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { giveAndSend } from '../support/command.ts';
import { startTestOffice, type Person } from '../support/office.ts';
import { addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, findBrokenInvariants, startMailedShop, type TestShop } from '../support/shop.ts';

const STOCK = 50;
const BRUSSELS = '1 rue Haute\n1000 Bruxelles\nBelgique';
const NANTES = '2 rue du Port\n44000 Nantes\nFrance';

const shop = useRunning(startMailedShop);
const office = useRunning(() => startTestOffice(shop.app.database));
let owner: Person;
let preparer: Person;
let itemId: number;
let red: number;
let blue: number;
let buyer: Awaited<ReturnType<TestShop['app']['member']>>;
beforeAll(async () => {
  owner = await office.enter(['owner']);
  preparer = await office.enter(['preparer']);
  const item = await addItem(db(), { stocks: [STOCK, 1] });
  itemId = item.id;
  [red, blue] = item.options.map(({ id }) => id) as [number, number];
  buyer = await shop.app.member({ email: 'ada@example.fr' });
});

const db = () => shop.app.db;
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
  return (await owner.read('orders.list', input)).orders[0];
};

let order: number;
beforeEach(async () => {
  await buy(buyer.client, { id: itemId, stripeToken: await shop.cardToken() });
  order = (await db().order.findFirstOrThrow({ orderBy: { id: 'desc' } })).id;
  await db().order.update({ where: { id: order }, data: { sentAt: new Date() } });
});

const damaged = () => ({ order, option: null, reason: 'damaged', note: null });
const create = async (wish: object = {}) => {
  const { replacement } = await owner.done('replacements.create', { ...damaged(), ...wish });
  return replacement.id as number;
};
const emails = () =>
  shop.mailbox
    .emails()
    .filter(
      ({ subject }) =>
        subject === `Commande n° ${order} : votre colis de remplacement est en route`,
    );
/** Lets ten minutes pass, and sends all emails that are due. */
const letEmailsLeave = async () => {
  await db().$executeRaw`UPDATE job SET run_at = now() - interval '1 second' WHERE done_at IS NULL`;
  await shop.inBackground(
    async () => (await db().job.count({ where: { doneAt: null, kind: 'mail' } })) === 0,
  );
};

describe('a replacement', () => {
  test('takes a unit out of stock, and is announced to the buyer once sent', async () => {
    const before = await remaining(red);
    const id = await create({ note: 'Barre tordue' });
    expect(await remaining(red)).toBe(before - 1);
    expect((await owner.read('today.read')).replacements).toMatchObject([{ id, order }]);
    const { actions } = await owner.read('journal.list', {
      before: null,
      person: null,
      until: null,
      topic: null,
      locale: 'en',
    });
    const sentences = actions.map(({ text }: { text: string[] }) => text.join(''));
    expect(sentences).toContainEqual(
      expect.stringMatching(/ took 1 unit of .+ for a replacement$/),
    );
    expect(await listed(order)).toMatchObject({ dispute: null, isReplacementWaiting: true });
    expect(await owner.read('stock.log', { option: red })).toMatchObject({
      adjustments: [{ units: -1, kind: 'replacement', order, reason: 'damaged' }],
    });

    await preparer.done('replacements.correctAddress', {
      replacement: id,
      firstName: 'Ada',
      lastName: 'Byron',
      shippingAddress: NANTES,
    });
    const prepared = await preparer.done('replacements.prepare', { replacement: id });
    expect(prepared.orders).toMatchObject([
      { id: order, lastName: 'Byron', shippingAddress: NANTES, relayId: null },
    ]);
    const parcel = { replacement: id, carrier: 'colissimo', tracking: '6A 1111 1111 111' };
    await preparer.done('replacements.send', parcel);
    expect((await owner.read('today.read')).replacements).toEqual([]);
    expect(await listed(order)).toMatchObject({ isReplacementWaiting: false });
    expect(await owner.read('orders.get', { order })).toMatchObject({
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
    const { events } = await owner.read('orders.history', { order });
    expect(events.map(({ event }: { event: string }) => event)).toEqual([
      'replacements.create',
      'replacements.correctAddress',
      'replacements.prepare',
      'replacements.send',
    ]);
    const entries = await db().journalEntry.findMany({ where: { subjectId: String(order) } });
    expect(JSON.stringify(entries)).not.toMatch(/Nantes|Byron|tordue/);
    const copy = await owner.change('members.export', { who: String(buyer.userId) });
    expect(JSON.stringify(copy.body)).toContain('Barre tordue');
    // The amounts of the order stay the same, and the shop's rows do not contradict each other.
    expect(await db().order.findUniqueOrThrow({ where: { id: order } })).toMatchObject({
      refundedCents: null,
      amountCents: 2999,
    });
    expect(await findBrokenInvariants(db(), shop.provider)).toEqual([]);
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
    expect(await owner.read('orders.get', { order })).toMatchObject({ dispute: open });
    expect(await listed(order)).toMatchObject({ dispute: open });
    const parcel = { replacement: id, carrier: null, tracking: null };
    expect(await owner.refusalOf('replacements.send', parcel)).toEqual(['order_money_open']);
    const where = { id: dispute.id };
    await db().dispute.update({ where, data: { status: 'lost', closedAt: new Date() } });
    expect(await owner.refusalOf('replacements.send', parcel)).toEqual(['refund_nothing_left']);
    expect(await owner.read('orders.get', { order })).toMatchObject({
      leftCents: 0,
      dispute: null,
    });
    const { events } = await owner.read('orders.history', { order });
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
    expect(await owner.refusalOf('replacements.prepare', { replacement: id })).toEqual([
      'order_money_open',
    ]);
  });

  test('prevents undoing the first parcel, so that one payment sends one parcel', async () => {
    const id = await create();
    expect(await owner.refusalOf('orders.undoSending', { order })).toEqual(['order_replaced']);
    await owner.done('replacements.cancel', { replacement: id });
    await owner.done('orders.undoSending', { order });
    expect(await owner.refusalOf('replacements.create', damaged())).toEqual([
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
      owner.change('replacements.create', damaged()),
      owner.change('replacements.create', damaged()),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
    expect(await remaining(red)).toBe(before - 1);
    expect(await owner.refusalOf('replacements.create', damaged())).toEqual([
      'replacement_waiting',
    ]);
  });

  test('returns its unit to stock once when cancelled', async () => {
    const before = await remaining(red);
    const replacement = await create();
    await owner.done('replacements.cancel', { replacement });
    expect(await remaining(red)).toBe(before);
    for (const name of ['cancel', 'prepare'] as const) {
      expect(await owner.refusalOf(`replacements.${name}`, { replacement })).toEqual([
        'replacement_cancelled',
      ]);
    }
    expect(await remaining(red)).toBe(before);
    const { body } = await buyer.client.get(`/api/orders/${order}`);
    expect(Object(body).replacements).toEqual([]);
    expect(await findBrokenInvariants(db(), shop.provider)).toEqual([]);
  });

  describe('of another option', () => {
    let bought: number;
    let sent: number;
    const left = async () => [await remaining(bought), await remaining(sent)];
    beforeEach(async () => {
      const item = await addItem(db(), { stocks: [5, 5] });
      [bought, sent] = item.options.map(({ id }) => id) as [number, number];
      await buy(buyer.client, { id: item.id, stripeToken: await shop.cardToken() });
      order = (await db().order.findFirstOrThrow({ orderBy: { id: 'desc' } })).id;
      await db().order.update({ where: { id: order }, data: { sentAt: new Date() } });
      const replacement = await create({ option: sent, reason: 'wrong_item' });
      await owner.done('replacements.send', { replacement, carrier: null, tracking: null });
      // One that is never sent does not come back.
      await owner.done('replacements.cancel', { replacement: await create({ option: bought }) });
    });

    test('is the unit that a refund returns to stock', async () => {
      const before = await left();
      const refund = { order, reason: 'Revenue comme neuve', 'unit-is-back': 'yes' };
      expect((await giveAndSend(shop, 'refunds.request', refund)).kind).toBe('done');
      expect(await left()).toEqual([before[0], Number(before[1]) + 1]);
    });

    test('is the unit that a stock adjustment takes as returned', async () => {
      const before = await left();
      const returned = { units: 1, kind: 'return', order, reason: 'Retour' };
      expect(await owner.refusalOf('stock.adjust', { ...returned, option: bought })).toEqual([
        'return_of_other_option',
      ]);
      await owner.done('stock.adjust', { ...returned, option: sent });
      expect(await left()).toEqual([before[0], Number(before[1]) + 1]);
    });
  });

  test('may be of another option of the item that is in stock', async () => {
    const replacement = await create({ option: blue });
    expect(await remaining(blue)).toBe(0);
    expect(
      await owner.refusalOf('stock.adjust', {
        option: blue,
        units: -1,
        kind: 'loss',
        order: null,
        reason: 'x',
      }),
    ).toEqual(['stock_not_enough']);
    await owner.done('replacements.send', { replacement, carrier: null, tracking: null });
    expect(await owner.refusalOf('replacements.create', { ...damaged(), option: blue })).toEqual([
      'stock_not_enough',
    ]);
    const other = await addItem(db());
    const option = other.options[0]?.id;
    expect(await owner.refusalOf('replacements.create', { ...damaged(), option })).toEqual([
      'replacement_of_other_item',
    ]);
  });

  test('can be sent three times for an order', async () => {
    for (let count = 0; count < 3; count += 1) {
      const replacement = await create();
      await owner.done('replacements.send', { replacement, carrier: null, tracking: null });
    }
    expect(await owner.refusalOf('replacements.create', damaged())).toEqual([
      'replacements_all_used',
    ]);
  });

  test('can be sent again after an undo, which is refused once the buyer has the e-mail', async () => {
    const replacement = await create();
    const send = () =>
      owner.done('replacements.send', { replacement, carrier: null, tracking: '12345678' });
    await send();
    expect(
      await owner.refusalOf('replacements.send', { replacement, carrier: null, tracking: null }),
    ).toEqual(['replacement_sent']);
    await owner.done('replacements.undoSending', { replacement });
    await letEmailsLeave();
    expect(emails()).toHaveLength(0);
    await send();
    await letEmailsLeave();
    expect(emails()).toHaveLength(1);
    expect(await owner.refusalOf('replacements.undoSending', { replacement })).toEqual([
      'replacement_announced',
    ]);
  });

  test('is tracked like the parcel of an order until it is delivered', async () => {
    const replacement = await create();
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    expect(await owner.refusalOf('replacements.deliver', { replacement, on: null })).toEqual([
      'replacement_not_sent',
    ]);
    await owner.done('replacements.send', { replacement, carrier: null, tracking: null });
    await preparer.done('replacements.track', {
      replacement,
      carrier: 'colissimo',
      tracking: '6A 2222 2222 222',
    });
    const underway = async () =>
      (await owner.read('today.read')).underway.filter(({ id }: { id: number }) => id === order);
    expect(await underway()).toEqual([]);
    await db().order.update({ where: { id: order }, data: { orderDate: new Date('2026-01-02') } });
    await db().replacement.update({
      where: { id: replacement },
      data: { sentAt: new Date(Date.now() - 9 * 86_400_000) },
    });
    expect(await underway()).toMatchObject([
      { replacement, tracking: { carrier: 'Colissimo', number: '6A22222222222' } },
    ]);
    expect(await owner.refusalOf('replacements.deliver', { replacement, on: day(10) })).toEqual([
      'day_before_sending',
    ]);
    await preparer.done('replacements.deliver', { replacement, on: day(2) });
    expect(await underway()).toEqual([]);
    for (const [name, input] of [
      ['deliver', { on: null }],
      ['undoSending', {}],
    ] as const) {
      expect(await owner.refusalOf(`replacements.${name}`, { replacement, ...input })).toEqual([
        'replacement_delivered',
      ]);
    }
    await letEmailsLeave();
    expect(emails()).toHaveLength(0);
    await preparer.done('replacements.undoDelivery', { replacement });
    expect(await owner.refusalOf('replacements.undoDelivery', { replacement })).toEqual([
      'replacement_not_delivered',
    ]);
    expect(await underway()).toMatchObject([{ replacement }]);
    // The parcel of the order itself is listed beside it.
    await db().order.update({
      where: { id: order },
      data: { sentAt: new Date(Date.now() - 20 * 86_400_000) },
    });
    expect(await underway()).toMatchObject([{ replacement: null }, { replacement }]);
    const { events } = await owner.read('orders.history', { order });
    expect(events.map(({ event }: { event: string }) => event).slice(2)).toEqual([
      'replacements.track',
      'replacements.deliver',
      'replacements.undoDelivery',
    ]);
  });

  test('is in the carrier file under a reference, and its tracking number is imported by it', async () => {
    const replacement = await create();
    const recipient = { replacement, firstName: 'Ada', lastName: 'Byron' };
    const abroad = { ...recipient, shippingAddress: BRUSSELS };
    expect(await owner.refusalOf('replacements.correctAddress', abroad)).toEqual([
      'order_other_area',
    ]);
    const { versions } = await owner.read('orders.get', { order });
    const version = versions.replacementAddress;
    await owner.done('replacements.correctAddress', {
      ...recipient,
      shippingAddress: NANTES,
      version,
    });
    const late = { ...recipient, shippingAddress: NANTES, version };
    expect(await preparer.refusalOf('replacements.correctAddress', late)).toEqual([
      'changed_since',
    ]);
    const labels = { orders: [], replacements: [replacement], style: 'fr' };
    expect(await preparer.refusedRead('orders.labels', labels)).toEqual(['order_not_prepared']);
    const prepared = await preparer.done('replacements.prepare', { replacement });
    expect(prepared.orders).toMatchObject([{ id: order, replacement }]);
    const { csv } = await owner.read('orders.labels', {
      orders: [order],
      replacements: [replacement],
      style: 'fr',
    });
    expect((await preparer.read('orders.labels', labels)).csv).toContain(';Byron;');
    // A preparer exports prepared parcels only.
    const ofSent = { orders: [order], replacements: null, style: 'fr' };
    expect(await preparer.refusedRead('orders.labels', ofSent)).toEqual(['order_not_prepared']);
    const [, own, replaced] = String(csv).split('\r\n');
    expect(own).toMatch(new RegExp(`^${order};`));
    expect(replaced).toMatch(new RegExp(`^R${replacement};Ada;Byron;2 rue du Port;44000;Nantes;`));

    const file = (line: string) => ({ csv: `Colis;Suivi\n${line}`, carrier: 'colissimo' });
    expect(await owner.refusalOf('orders.readTracking', file('R999999;6A3333'))).toEqual([
      'tracking_line_unknown',
    ]);
    const line = `R${replacement};6A33333333333`;
    expect(await owner.refusalOf('orders.readTracking', file(`${line}\n${line}`))).toEqual([
      'tracking_line_twice',
    ]);
    for (const number of ['6A33333333333', '6A44444444444']) {
      expect(
        await preparer.done('orders.readTracking', file(`R${replacement};${number}`)),
      ).toMatchObject({ orders: [], replacements: [replacement], doubtful: [] });
      expect(await owner.read('orders.get', { order })).toMatchObject({
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
      return owner.done('stock.count', { option: red, units, reason: 'inventaire' });
    };
    const { toSend } = await count();
    const replacement = await create();
    expect(await count()).toMatchObject({ toSend: toSend + 1 });
    await owner.done('replacements.send', { replacement, carrier: null, tracking: null });
    expect(await count()).toMatchObject({ toSend });
  });

  test('can be created and cancelled by the owner only', async () => {
    const replacement = await create();
    expect(await preparer.refusalOf('replacements.create', damaged())).toBe('not_permitted');
    expect(await preparer.refusalOf('replacements.cancel', { replacement })).toBe('not_permitted');
  });
});

describe('no replacement', () => {
  test('is created before the order’s own parcel was sent, or once it is cancelled', async () => {
    await db().order.update({ where: { id: order }, data: { sentAt: null } });
    expect(await owner.refusalOf('replacements.create', damaged())).toEqual([
      'replacement_before_parcel',
    ]);
    await db().order.update({ where: { id: order }, data: { cancelledAt: new Date() } });
    expect(await owner.refusalOf('replacements.create', damaged())).toEqual(['order_cancelled']);
    expect(await owner.refusalOf('replacements.create', { ...damaged(), order: 999_999 })).toEqual([
      'orders_unknown',
    ]);
    expect(await owner.refusalOf('replacements.cancel', { replacement: 999_999 })).toEqual([
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
    expect(await owner.refusalOf('replacements.prepare', { replacement })).toEqual([
      'order_withdrawn',
    ]);
    expect(await owner.refusalOf('replacements.send', parcel)).toEqual(['order_withdrawn']);
    await owner.done('replacements.cancel', { replacement });
    expect(await owner.refusalOf('replacements.create', damaged())).toEqual(['order_withdrawn']);
    await db().declaration.updateMany({ data: { closedAt: new Date() } });
    await db().order.update({ where: { id: order }, data: { refundedCents: 2999 } });
    expect(await owner.refusalOf('replacements.create', damaged())).toEqual([
      'refund_nothing_left',
    ]);
  });
});

test('retention deletes its recipient and note with those of the order, once it is sent', async () => {
  const replacement = await create({ note: 'Fragile' });
  await db().order.update({
    where: { id: order },
    data: { orderDate: new Date('2020-01-02T12:00:00Z') },
  });
  const archive = () => runRetention(shop.app.deps, RETENTION_RULES);
  const row = () => db().replacement.findUniqueOrThrow({ where: { id: replacement } });
  await archive();
  expect((await row()).shippingAddress).not.toBe('');
  await owner.done('replacements.send', { replacement, carrier: null, tracking: null });
  await archive();
  expect(await row()).toMatchObject({
    firstName: '',
    lastName: '',
    shippingAddress: '',
    note: null,
  });
});
