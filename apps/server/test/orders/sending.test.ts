import { inTransaction } from '@agres/db/transaction';
import { parisDayOf } from '@agres/domain/days';
import { orderSchema } from '@agres/domain/shapes.schema';
import { holdOrder } from '@agres/money/orders/hold-order';
import type { HeldFor } from '@agres/money/orders/order-state';
import { auditRefunds } from '@agres/money/refund/audit-refunds';
import { cancelOrder } from '@agres/money/refund/cancel-order';
import { logStock } from '@agres/office/catalogue/adjust-stock';
import { listOrders } from '@agres/office/orders/find-orders';
import { readToday } from '@agres/office/today';
import { beforeAll, describe, expect, test } from 'vitest';

import { give, outputOf, said, type Typed } from '../support/command.ts';
import { addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, startMailedShop, type TestShop } from '../support/shop.ts';

const JEANNE = { kind: 'operator', name: 'Jeanne' } as const;

const shop = useRunning(startMailedShop);
let itemId: number;
let optionId: number;
let buyer: Awaited<ReturnType<TestShop['app']['member']>>;
beforeAll(async () => {
  const { id, options } = await addItem(shop.app.db, { stocks: [400] });
  itemId = id;
  optionId = options[0]?.id ?? 0;
  buyer = await shop.app.member();
});

const order = async (): Promise<number> => {
  const { body } = await buy(buyer.client, { id: itemId, stripeToken: await shop.cardToken() });
  return orderSchema.parse(body).id;
};
const row = (id: number) => shop.app.db.order.findUniqueOrThrow({ where: { id } });
const hold = (orderId: number, heldFor: HeldFor) =>
  inTransaction(shop.app.db, (tx) => holdOrder(tx, { orderId, heldFor, actor: JEANNE }));
const cancel = (orderId: number) =>
  inTransaction(shop.app.db, (tx) =>
    cancelOrder(tx, { orderId, reason: 'épuisé', actor: JEANNE, key: 'c', origin: 'office' }),
  );
const done = (command: string, values: Typed = {}) => outputOf(shop, command, values);
const today = async () => readToday.output.parse(await done('today.read'));
const parcelIds = async () => (await today()).parcels.map(({ id }) => id);
const listed = async (status: string) =>
  listOrders.output.parse(await done('orders.list', { status })).orders;
const emailJobs = (id: number) =>
  shop.app.db.job.findMany({
    where: {
      dedupe: { contains: `sent:${id}:` },
      OR: [{ lastError: null }, { lastError: { not: 'taken_back' } }],
    },
    orderBy: { id: 'asc' },
  });
/** Lets ten minutes pass, and sends all emails that are due. */
const letEmailsLeave = async () => {
  await shop.app.db
    .$executeRaw`UPDATE job SET run_at = now() - interval '1 second' WHERE done_at IS NULL`;
  await shop.mailSent();
};
const emailsAbout = (id: number) =>
  shop
    .emailsTo(buyer.email)
    .toReversed()
    .filter(({ subject }) => subject.includes(`n° ${id} `) && !subject.includes('confirmée'));

describe('a prepared order', () => {
  const prepare = (...ids: number[]) => give(shop, 'orders.prepare', { orders: ids.join(' ') });

  test('returns its shipping address, and stays on the list of parcels at any age', async () => {
    const [first, second] = [await order(), await order()];
    await shop.app.db.order.update({
      where: { id: first },
      data: { orderDate: new Date('2026-01-02T12:00:00Z') },
    });
    const found = await done('orders.get', { order: first });
    expect(found).toMatchObject({ status: 'waiting', preparedDate: null, sentDate: null });
    // The price that the buyer saw.
    const { shownPriceCents, feeCents, amountCents } = Object(found);
    expect(shownPriceCents + feeCents).toBe(amountCents);
    const shippingAddress = expect.stringContaining('12 bis rue des Lilas\n01000 Bourg');
    const labels = await prepare(first, second);
    expect(labels).toMatchObject({
      kind: 'done',
      output: {
        orders: [
          { id: first, shippingAddress },
          { id: second, shippingAddress },
        ],
      },
    });
    expect(said(labels).match(/12 bis rue des Lilas/g)).toHaveLength(2);
    const prepared = { preparedDate: expect.any(String) };
    expect(await done('orders.get', { order: first })).toMatchObject({
      ...prepared,
      status: 'waiting',
      sentDate: null,
    });
    expect((await today()).parcels).toContainEqual(
      expect.objectContaining({ id: first, orderDate: '2026-01-02T12:00:00.000Z', ...prepared }),
    );
    expect(await listed('waiting')).toContainEqual(
      expect.objectContaining({ id: second, ...prepared }),
    );
    expect(await row(first)).toMatchObject({ heldFor: null, cancelledAt: null });
    const sentDate = expect.any(String);
    expect(await done('orders.send', { orders: `${first} ${second}` })).toMatchObject({
      orders: [
        { id: first, sentDate },
        { id: second, sentDate },
      ],
    });
  });

  test('keeps its first prepared date, and each read of its address is journaled', async () => {
    const id = await order();
    await prepare(id);
    const { printedAt } = await row(id);
    expect(printedAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);
    await prepare(id);
    expect((await row(id)).printedAt).toEqual(printedAt);
    const journal = await shop.app.db.journalEntry.findMany({
      where: { operation: 'orders.prepare', subjectId: String(id) },
      orderBy: { id: 'asc' },
    });
    const at = printedAt?.toISOString();
    expect(journal.map(({ changes, actorName }) => [changes, actorName])).toEqual([
      [{ printedAt: [null, at] }, 'Jeanne'],
      [{ printedAt: [at, at] }, 'Jeanne'],
    ]);
  });

  test('is refused with its reason if it cannot be sent, and then none is prepared', async () => {
    const [good, held, cancelled] = [await order(), await order(), await order()];
    await hold(held, 'withdrawal');
    await cancel(cancelled);
    const refused = await prepare(good, held, cancelled);
    expect(refused).toMatchObject({ kind: 'refused', codes: ['order_held', 'order_cancelled'] });
    expect(said(refused)).toMatch(new RegExp(`^Order ${held} [^]*^Order ${cancelled} `, 'm'));
    expect(said(refused)).not.toContain('Lilas');
    expect(await row(good)).toMatchObject({ printedAt: null });
    expect(await prepare(2_000_000_000)).toMatchObject({
      kind: 'refused',
      codes: ['orders_unknown'],
      text: expect.stringContaining('2000000000'),
    });
  });
});

describe('a sent order', () => {
  test('leaves the list of parcels, and its buyer gets the tracking email ten minutes later', async () => {
    const id = await order();
    expect(await parcelIds()).toContain(id);
    const parcel = { carrier: 'mondial_relay', tracking: '1234 56-78' };
    const tracking = { carrier: 'Mondial Relay', number: '12345678' };
    expect(await done('orders.send', { orders: id, ...parcel })).toMatchObject({
      orders: [{ id, sentDate: expect.any(String), tracking }],
      doubtful: [],
    });
    expect(await row(id)).toMatchObject({
      status: 'waiting',
      carrier: 'mondial_relay',
      trackingNumber: '12345678',
      postDate: null,
    });
    expect(await parcelIds()).not.toContain(id);
    expect((await listed('waiting')).map((one) => one.id)).not.toContain(id);
    expect(await done('orders.get', { order: id })).toMatchObject({
      status: 'waiting',
      sentDate: expect.any(String),
      tracking,
    });

    const [job] = await emailJobs(id);
    const waitsMs = (job?.runAt.getTime() ?? 0) - (job?.createdAt.getTime() ?? 0);
    // The creation time is the time at which the transaction started.
    expect(waitsMs).toBeGreaterThan(599_000);
    expect(waitsMs).toBeLessThan(660_000);
    await letEmailsLeave();
    const [email, ...others] = emailsAbout(id);
    expect(others).toEqual([]);
    expect(email?.text).toContain('12345678');
    expect(email?.links.join()).toContain('numeroExpedition=12345678');
    for (const path of ['/fr/retractation', `/fr/profil/commandes/${id}`]) {
      expect(email?.links.some((link) => link.endsWith(path))).toBe(true);
    }
  });

  test('sends no email if it is delivered or refunded in full before the email leaves', async () => {
    const delivered = await order();
    const returned = await order();
    await done('orders.send', { orders: `${delivered} ${returned}` });
    await done('orders.deliver', { orders: delivered });
    const { amountCents } = await row(returned);
    await shop.app.db.order.update({
      where: { id: returned },
      data: { refundedCents: amountCents },
    });
    await letEmailsLeave();
    expect([...emailsAbout(delivered), ...emailsAbout(returned)]).toEqual([]);
  });

  test('is undone within ten minutes without an email, and sends one when sent again', async () => {
    const id = await order();
    await done('orders.send', { orders: id });
    expect(await done('orders.undoSending', { order: id })).toMatchObject({ isBuyerTold: false });
    expect(await row(id)).toMatchObject({ sentAt: null, carrier: null, trackingNumber: null });
    expect(await emailJobs(id)).toEqual([]);
    await done('orders.send', { orders: id });
    await letEmailsLeave();
    expect(emailsAbout(id)).toHaveLength(1);
  });

  test('sends an email again when it is sent again on the same earlier day', async () => {
    const id = await order();
    await shop.app.db.order.update({
      where: { id },
      data: { orderDate: new Date(Date.now() - 3 * 86_400_000) },
    });
    const on = parisDayOf(new Date(Date.now() - 86_400_000));
    await done('orders.send', { orders: id, on });
    await letEmailsLeave();
    expect(await done('orders.undoSending', { order: id })).toMatchObject({ isBuyerTold: true });
    await letEmailsLeave();
    await done('orders.send', { orders: id, on });
    await letEmailsLeave();
    expect(emailsAbout(id)).toHaveLength(3);
  });

  test('is undone later with a correction after the first email', async () => {
    const id = await order();
    await done('orders.send', { orders: id });
    await letEmailsLeave();
    expect(await done('orders.undoSending', { order: id })).toMatchObject({ isBuyerTold: true });
    await letEmailsLeave();
    expect(emailsAbout(id).map(({ subject }) => subject.split(' ').slice(4).join(' '))).toEqual([
      'est en route',
      'n’est pas encore partie',
    ]);
  });

  test('sends its email once a delivery that prevented it is undone', async () => {
    const id = await order();
    await done('orders.send', { orders: id });
    await done('orders.deliver', { orders: id });
    await letEmailsLeave();
    expect(emailsAbout(id)).toEqual([]);
    await done('orders.undoDelivery', { order: id });
    await letEmailsLeave();
    expect(emailsAbout(id)).toHaveLength(1);
  });

  test('is undone without a correction if the first email had no recipient', async () => {
    const id = await order();
    await done('orders.send', { orders: id });
    await done('orders.deliver', { orders: id });
    await letEmailsLeave();
    expect(await emailJobs(id)).toMatchObject([
      { doneAt: expect.any(Date), lastError: 'not_sent' },
    ]);
    await done('orders.undoDelivery', { order: id });
    expect(await done('orders.undoSending', { order: id })).toMatchObject({ isBuyerTold: false });
    await letEmailsLeave();
    expect(emailsAbout(id)).toEqual([]);
  });

  test('sends no correction if the mail server never accepted the first email', async () => {
    const id = await order();
    await done('orders.send', { orders: id });
    const [job] = await emailJobs(id);
    await shop.app.db.job.update({
      where: { id: job?.id ?? 0 },
      data: { lockedBy: 'somebody', lockedUntil: new Date(Date.now() + 60_000) },
    });
    expect(await done('orders.undoSending', { order: id })).toMatchObject({ isBuyerTold: true });
    await shop.app.db.job.update({
      where: { id: job?.id ?? 0 },
      data: { lockedBy: null, lockedUntil: null, runAt: new Date(Date.now() + 3_600_000) },
    });
    const correction = { dedupe: { startsWith: `unsent:${id}:` } };
    // The second run simulates a worker that died before it stored that the job was done.
    for (let time = 0; time < 2; time += 1) {
      await shop.app.db.job.updateMany({
        where: correction,
        data: { doneAt: null, runAt: new Date(Date.now() - 1000) },
      });
      await shop.inBackground(
        async () => (await shop.app.db.job.count({ where: { ...correction, doneAt: null } })) === 0,
      );
    }
    expect(emailsAbout(id)).toEqual([]);
  });

  test('is refused with its reason if it cannot be sent, and then none is sent', async () => {
    const [fresh, sent, held, cancelled, delivered] = await Promise.all(
      Array.from({ length: 5 }, async (_none, index) => {
        const other = index === 0 ? buyer : await shop.app.member();
        const { body } = await buy(other.client, {
          id: itemId,
          stripeToken: await shop.cardToken(),
        });
        return orderSchema.parse(body).id;
      }),
    );
    await done('orders.send', { orders: sent });
    await hold(held ?? 0, 'dispute');
    await cancel(cancelled ?? 0);
    await done('orders.deliver', { orders: delivered });
    const ids = [fresh, sent, held, cancelled, delivered].join(' ');
    const answer = await give(shop, 'orders.send', { orders: ids });
    expect(answer).toMatchObject({
      kind: 'refused',
      codes: ['order_sent', 'order_held', 'order_cancelled', 'order_delivered'],
    });
    const text = said(answer);
    for (const id of [sent, held, cancelled, delivered]) expect(text).toContain(`Order ${id} `);
    expect(text).toContain('dispute');
    expect(text).toMatch(/\nNothing was changed\.$/);
    expect(text).not.toContain(`Order ${fresh} `);
    expect((await row(fresh ?? 0)).sentAt).toBeNull();
    expect(await emailJobs(fresh ?? 0)).toEqual([]);
    expect(
      await give(shop, 'orders.deliver', { orders: `${fresh} ${cancelled} ${held}` }),
    ).toMatchObject({
      kind: 'refused',
      codes: ['order_cancelled', 'order_held_not_sent'],
      text: expect.stringContaining('dispute'),
    });
    expect((await row(fresh ?? 0)).status).toBe('waiting');
  });

  test('is not delivered if it was never sent and its refund is under way', async () => {
    const id = await order();
    const { amountCents } = await row(id);
    await shop.app.db.order.update({ where: { id }, data: { refundedCents: amountCents } });
    expect(await give(shop, 'orders.deliver', { orders: id })).toMatchObject({
      kind: 'refused',
      codes: ['order_given_back'],
    });
    expect((await row(id)).status).toBe('waiting');
  });

  test('takes one tracking number per order, or none', async () => {
    const ids = [await order(), await order(), await order()];
    const tracking = ['6A11111111111', '', '1234'];
    const sent = { orders: ids.join(' '), carrier: 'colissimo', tracking };
    expect(await done('orders.send', sent)).toMatchObject({ doubtful: [ids[2]] });
    const numbers = await Promise.all(ids.map(async (id) => (await row(id)).trackingNumber));
    expect(numbers).toEqual(['6A11111111111', null, '1234']);
  });

  test('refuses invalid tracking, carriers, days and states, and flags doubtful numbers', async () => {
    const [one, other] = [await order(), await order()];
    const answers = await Promise.all([
      give(shop, 'orders.send', { orders: String(one), tracking: '<script>' }),
      give(shop, 'orders.send', { orders: String(one), tracking: '123' }),
      give(shop, 'orders.send', { orders: String(one), carrier: 'pigeon' }),
      give(shop, 'orders.send', { orders: `${one} ${other}`, tracking: '12345678' }),
      give(shop, 'orders.send', { orders: `${one} ${one}` }),
      give(shop, 'orders.send', { orders: String(one), on: '2999-01-01' }),
      give(shop, 'orders.send', { orders: String(one), on: '2020-01-01' }),
      give(shop, 'orders.send', { orders: '999999' }),
      give(shop, 'orders.track', { order: String(one), tracking: '12345678' }),
      give(shop, 'orders.undoSending', { order: String(one) }),
      give(shop, 'orders.release', { order: String(one) }),
    ]);
    const misused = (text: string) => ({ kind: 'misused', text: expect.stringContaining(text) });
    const refused = (code: string) => ({ kind: 'refused', codes: [code] });
    expect(answers).toMatchObject([
      misused('--tracking must be 4 to 40 letters and digits.'),
      misused('--tracking must be 4 to 40 letters and digits.'),
      misused('--carrier must be one of colissimo, chronopost, mondial_relay, other.'),
      misused('--tracking must be as many as the orders'),
      misused('ORDERS must name each order once.'),
      refused('day_to_come'),
      refused('day_before_order'),
      refused('orders_unknown'),
      refused('order_not_sent'),
      refused('order_not_sent'),
      refused('order_not_held'),
    ]);
    expect((await row(one)).sentAt).toBeNull();
    const strange = { orders: String(one), carrier: 'colissimo', tracking: '1234' };
    expect(await done('orders.send', strange)).toMatchObject({ doubtful: [one] });
    const corrected = { order: String(one), carrier: 'colissimo', tracking: '6A12345678901' };
    expect(await done('orders.track', corrected)).toMatchObject({
      order: { id: one, tracking: { carrier: 'Colissimo', number: '6A12345678901' } },
      isTrackingDoubtful: false,
    });
    // Without a carrier in the command, the parcel keeps its own: here and in a file of tracking numbers.
    await done('orders.track', { order: String(one), tracking: '6A12345678902' });
    await done('orders.readTracking', { csv: `${one};6A12345678903` });
    expect(await row(one)).toMatchObject({
      carrier: 'colissimo',
      trackingNumber: '6A12345678903',
    });
  });

  test('cannot be delivered before it was bought or sent, on a day to come, or twice', async () => {
    const id = await order();
    for (const [on, code] of [
      ['2020-01-01', 'day_before_order'],
      ['2999-01-01', 'day_to_come'],
    ]) {
      expect(await give(shop, 'orders.deliver', { orders: id, on })).toMatchObject({
        kind: 'refused',
        codes: [code],
      });
    }
    await done('orders.send', { orders: id });
    await shop.app.db.$executeRaw`
      UPDATE orders SET order_date = order_date - interval '5 days' WHERE id = ${id}::int`;
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    expect(await give(shop, 'orders.deliver', { orders: id, on: yesterday })).toMatchObject({
      kind: 'refused',
      codes: ['day_before_sending'],
    });
    expect(await done('orders.deliver', { orders: id })).toMatchObject({
      orders: [{ id, status: 'delivered' }],
    });
    expect(await give(shop, 'orders.deliver', { orders: id })).toMatchObject({
      kind: 'refused',
      codes: ['order_delivered_already'],
      text: expect.stringMatching(
        /^Order \d+ was delivered on \d+ \w+ \d+\. .*Leave this order out\./,
      ),
    });
    expect(await give(shop, 'orders.undoSending', { order: id })).toMatchObject({
      kind: 'refused',
      codes: ['order_delivered_undo_first'],
    });
    expect(await row(id)).toMatchObject({ status: 'delivered' });
  });
});

describe('a held order', () => {
  test('is off the list of parcels until it is released, or sent all the same', async () => {
    const [here, gone] = [await order(), await order()];
    for (const id of [here, gone]) expect(await hold(id, 'late')).toBe(true);
    expect((await today()).held.filter(({ id }) => id === here || id === gone)).toEqual([
      { id: here, heldFor: 'late' },
      { id: gone, heldFor: 'late' },
    ]);
    expect(await parcelIds()).not.toContain(here);
    const ofAnotherHold = { kind: 'refused', codes: ['order_held_otherwise'] };
    const shown = { 'held-for': 'withdrawal' };
    expect(await give(shop, 'orders.release', { order: here, ...shown })).toMatchObject(
      ofAnotherHold,
    );
    expect(await give(shop, 'orders.send', { orders: gone, held: true, ...shown })).toMatchObject(
      ofAnotherHold,
    );
    expect(await listed('held')).toContainEqual(
      expect.objectContaining({ id: gone, heldFor: 'late' }),
    );
    expect(await done('orders.release', { order: here })).toMatchObject({
      order: { id: here, status: 'waiting', sentDate: null, heldFor: null },
      wasHeldFor: 'late',
    });
    expect(await parcelIds()).toContain(here);
    await done('orders.send', { orders: gone, held: true });
    expect(await row(gone)).toMatchObject({ heldFor: null, sentAt: expect.any(Date) });
    const entries = await shop.app.db.journalEntry.findMany({
      where: { subjectKind: 'order', subjectId: String(gone), operation: 'orders.send' },
    });
    expect(entries).toMatchObject([{ actorName: 'Jeanne', changes: { heldFor: ['late', null] } }]);
  });
});

describe('an order that is unsent again', () => {
  const dispute = async (id: number) => {
    const { attempt } = await shop.app.db.order.findUniqueOrThrow({
      where: { id },
      include: { attempt: true },
    });
    shop.provider.disputePayment({ intentId: attempt.paymentIntentId ?? '' });
    await auditRefunds(shop.jobDeps);
  };
  /** Marks an order as gone and returns the operation that undoes it. */
  const GONE = {
    sent: async (id: number) => {
      await done('orders.send', { orders: id });
      return 'orders.undoSending';
    },
    delivered: async (id: number) => {
      await done('orders.deliver', { orders: id });
      return 'orders.undoDelivery';
    },
  };

  test.each(['sent', 'delivered'] as const)(
    'is held if it was disputed while %s',
    async (state) => {
      const id = await order();
      const undo = await GONE[state](id);
      await dispute(id);
      expect(await done(undo, { order: id })).toMatchObject({ order: { id, heldFor: 'dispute' } });
      expect(await parcelIds()).not.toContain(id);
      expect(await done('orders.release', { order: id })).toMatchObject({
        order: { heldFor: null },
        wasHeldFor: 'dispute',
      });
    },
  );

  test.each(['sent', 'delivered'] as const)(
    'is cancelled if its withdrawal was declared while %s',
    async (state) => {
      const id = await order();
      const undo = await GONE[state](id);
      const input = { name: 'Ada Lovelace', email: buyer.email, orderId: id };
      expect((await buyer.client.post('/api/withdrawals', input)).status).toBe(200);
      const declaration = { where: { orderId: id, events: { some: { kind: 'return_asked' } } } };
      await shop.inBackground(async () => (await shop.app.db.declaration.count(declaration)) === 1);
      await done(undo, { order: id });
      const { nextCheckAt } = await shop.app.db.declaration.findFirstOrThrow({
        where: { orderId: id },
      });
      expect(nextCheckAt?.getTime()).toBeLessThan(Date.now() + 1000);
      await shop.inBackground(async () => (await row(id)).cancelledAt !== null);
      expect(await row(id)).toMatchObject({ cancelledAt: expect.any(Date) });
    },
  );

  test('stays held for a dispute when released from another hold', async () => {
    const id = await order();
    expect(await hold(id, 'late')).toBe(true);
    await dispute(id);
    expect(await done('orders.release', { order: id })).toMatchObject({
      order: { heldFor: 'dispute' },
      wasHeldFor: 'late',
    });
    expect(await parcelIds()).not.toContain(id);
  });

  test('is refused if a replacement left for an order that was never marked as sent', async () => {
    const id = await order();
    await done('orders.deliver', { orders: id });
    await done('replacements.create', { order: id, reason: 'damaged' });
    expect(await give(shop, 'orders.undoDelivery', { order: id })).toMatchObject({
      kind: 'refused',
      codes: ['order_replaced'],
    });
    expect(await row(id)).toMatchObject({ status: 'delivered' });
  });
});

describe('stock', () => {
  const left = async () =>
    (await shop.app.db.itemOption.findUniqueOrThrow({ where: { id: optionId } })).remaining;

  test('is counted on the shelf, including parcels to send', async () => {
    const before = await left();
    const count = (units: number) =>
      give(shop, 'stock.count', { option: optionId, units, reason: 'Inventaire' });
    const refused = await count(0);
    expect(refused).toMatchObject({ kind: 'refused', codes: ['stock_count_below_sold'] });
    const waiting = Number(/: (\d+) orders? to send/.exec(said(refused))?.[1]);
    expect(waiting).toBeGreaterThan(0);
    expect(await left()).toBe(before);
    const option = { id: optionId };
    expect(await count(before + waiting)).toMatchObject({
      output: { option, difference: 0, remaining: before, toSend: waiting },
    });
    expect(await count(before + waiting - 3)).toMatchObject({
      output: { option, difference: -3, remaining: before - 3, toSend: waiting },
    });
    expect(await left()).toBe(before - 3);
    expect(await shop.brokenInvariants()).toEqual([]);
  });

  test('takes the returned unit of an order once, and only as a return', async () => {
    const id = await order();
    await done('orders.send', { orders: id });
    const before = await left();
    const returned = (kind: string) =>
      give(shop, 'stock.adjust', {
        option: optionId,
        units: '+1',
        reason: 'Retour',
        order: id,
        kind,
      });
    expect(await returned('other')).toMatchObject({
      kind: 'misused',
      text: expect.stringMatching(/^--kind must be “return”/),
    });
    expect(await returned('return')).toMatchObject({ output: { units: 1, remaining: before + 1 } });
    expect(await returned('return')).toMatchObject({ kind: 'refused', codes: ['return_repeated'] });
    expect(await left()).toBe(before + 1);
    expect(await give(shop, 'orders.undoSending', { order: id })).toMatchObject({
      kind: 'refused',
      codes: ['order_returned'],
    });
    expect(await parcelIds()).not.toContain(id);
    const { adjustments } = logStock.output.parse(await done('stock.log', { option: optionId }));
    expect(adjustments[0]).toMatchObject({
      units: 1,
      kind: 'return',
      order: id,
      reason: 'Retour',
      by: 'Jeanne',
    });
    const unsent = { option: optionId, units: '+1', reason: 'Retour', kind: 'return' };
    expect(await give(shop, 'stock.adjust', { ...unsent, order: await order() })).toMatchObject({
      kind: 'refused',
      codes: ['goods_not_sent'],
    });
  });
});

describe('concurrent decisions about an order', () => {
  test('L16: a cancellation excludes sending and delivering; 100 rounds', async () => {
    const template = await row(await order());
    const ends = { cancelled: 0, sent: 0 };
    for (let round = 0; round < 100; round += 1) {
      const { db } = shop.app;
      // Copies a paid order with its attempt, because a hundred purchases would take long. The answer is
      // marked as sent: otherwise the next purchase would return this order.
      const [copy] = await db.$queryRaw<{ id: number }[]>`
        WITH attempt AS (
          INSERT INTO purchase_attempt
          SELECT (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(),
            'idempotency_key', ${`round ${round}`}::text, 'payment_intent_id', ${`pi_round_${round}`}::text,
            'response_sent_at', now()))).*
          FROM purchase_attempt a WHERE a.id = ${template.attemptId}::uuid
          RETURNING id)
        INSERT INTO orders
        SELECT (jsonb_populate_record(o, jsonb_build_object(
          'id', nextval(pg_get_serial_sequence('orders', 'id')), 'attempt_id', attempt.id))).*
        FROM orders o, attempt WHERE o.id = ${template.id}::int
        RETURNING id`;
      const id = copy?.id ?? 0;
      const values = { orders: String(id) };
      const wishes = [
        () => give(shop, 'orders.send', values),
        () =>
          cancel(id).then(
            () => 'cancelled',
            () => 'refused',
          ),
        () => give(shop, 'orders.deliver', values),
      ];
      // Each of the three comes first in some round.
      const turned = [...wishes.slice(round % 3), ...wishes.slice(0, round % 3)];
      await Promise.all(turned.map((wish) => wish()));
      const { cancelledAt, sentAt, status, postDate } = await row(id);
      const isGone = sentAt !== null || status === 'delivered';
      expect({ round, both: cancelledAt !== null && isGone }).toEqual({ round, both: false });
      expect(cancelledAt !== null || isGone).toBe(true);
      expect(status === 'delivered').toBe(postDate !== null);
      ends[cancelledAt === null ? 'sent' : 'cancelled'] += 1;
      expect((await emailJobs(id)).length).toBe(sentAt === null ? 0 : 1);
    }
    expect(ends.cancelled).toBeGreaterThan(0);
    expect(ends.sent).toBeGreaterThan(0);
  });

  test('orders sent twice in opposite sequence do not deadlock, and each is sent once', async () => {
    const ids = [await order(), await order(), await order()];
    const both = await Promise.all([
      give(shop, 'orders.send', { orders: ids.join(' ') }),
      give(shop, 'orders.send', { orders: ids.toReversed().join(' ') }),
    ]);
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['done', 'refused']);
    for (const id of ids) expect(await emailJobs(id)).toHaveLength(1);
  });

  test('an order sent by two concurrent calls is sent once; 10 rounds', async () => {
    const id = await order();
    for (let round = 0; round < 10; round += 1) {
      const both = await Promise.all(
        ['12345678', '87654321'].map((tracking) =>
          give(shop, 'orders.send', { orders: String(id), tracking }),
        ),
      );
      expect(both.map(({ kind }) => kind).toSorted()).toEqual(['done', 'refused']);
      expect(await emailJobs(id)).toHaveLength(1);
      await done('orders.undoSending', { order: id });
    }
  });

  test('O3: an undo while the email leaves ends with email and correction, or neither; 20 rounds', async () => {
    const id = await order();
    await letEmailsLeave();
    for (let round = 0; round < 20; round += 1) {
      const before = emailsAbout(id).length;
      await done('orders.send', { orders: id });
      await shop.app.db
        .$executeRaw`UPDATE job SET run_at = now() - interval '1 second' WHERE done_at IS NULL`;
      const isOver = async () =>
        (await shop.app.db.job.count({ where: { doneAt: null, kind: 'mail' } })) === 0;
      const undone: Promise<unknown>[] = [];
      await shop.inBackground(async () => {
        if (undone.length === 0) {
          undone.push(done('orders.undoSending', { order: id }));
          await undone[0];
        }
        await shop.app.db.$executeRaw`
          UPDATE job SET run_at = now() - interval '1 second' WHERE dedupe LIKE 'unsent:%' AND done_at IS NULL
            AND NOT EXISTS (SELECT FROM job other WHERE other.locked_by IS NOT NULL)`;
        return isOver();
      });
      const news = emailsAbout(id)
        .slice(before)
        .map(({ subject }) => subject.includes('en route'));
      expect([[], [true, false]]).toContainEqual(news);
      expect((await row(id)).sentAt).toBeNull();
    }
  }, 120_000);
});
