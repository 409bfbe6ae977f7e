import { beforeAll, expect, test } from 'vitest';

import { startTestOffice, type Person } from '../support/office.ts';
import { addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, startMailedShop, type TestShop } from '../support/shop.ts';

const shop = useRunning(startMailedShop);
const office = useRunning(() => startTestOffice(shop.app.database));
let owner: Person;
let itemId: number;
let buyer: Awaited<ReturnType<TestShop['app']['member']>>;
beforeAll(async () => {
  owner = await office.enter(['owner']);
  itemId = (await addItem(shop.app.db, { stocks: [100] })).id;
  buyer = await shop.app.member({ email: 'ada@example.fr' });
});

async function order(recipient: { firstName?: string; lastName?: string } = {}): Promise<number> {
  await buy(buyer.client, { id: itemId, stripeToken: await shop.cardToken() });
  const { id } = await shop.app.db.order.findFirstOrThrow({ orderBy: { id: 'desc' } });
  await shop.app.db.order.update({ where: { id }, data: recipient });
  return id;
}
const row = (id: number) => shop.app.db.order.findUniqueOrThrow({ where: { id } });

const WHOLE = { status: null, from: null, to: null, search: null, before: null, limit: null };
const found = async (narrowed: object): Promise<number[]> => {
  const { orders } = await owner.read('orders.list', { ...WHOLE, ...narrowed });
  return orders.map(({ id }: { id: number }) => id);
};

test('an order is found by number, name, item, tracking number and e-mail address', async () => {
  const id = await order({ firstName: 'Zoé', lastName: "L'Héritier-Dupré" });
  const other = await order({ firstName: 'Max', lastName: 'Martin' });
  await shop.app.db.order.update({ where: { id }, data: { trackingNumber: '6A77777777777' } });
  const invoice = { year: 2031, kind: 'invoice', orderId: id, seller: 'Agrès' };
  const buyerOf = { buyerName: 'Zoé', buyerAddress: 'Paris', itemTitle: 'Barre' };
  const sums = { feeCents: 0, netCents: 100, vatCents: 0, grossCents: 100 };
  const at = new Date();
  await shop.app.db.invoice.create({
    data: { ...invoice, ...buyerOf, ...sums, number: 42, issuedOn: at, paidAt: at, locale: 'fr' },
  });
  await shop.app.db.order.update({ where: { id }, data: { itemTitleEn: 'Beech rings' } });
  const searches = [
    String(id),
    `n° ${id}`,
    `Commande ${id}`,
    `order no. ${id}`,
    'beech zoe',
    '2031-00042',
    'heritier',
    'ZOE dup',
    'dupré zoé',
    '6a7777',
  ];
  for (const search of searches) {
    expect([search, await found({ search })]).toEqual([search, [id]]);
  }
  const { itemTitleFr } = await row(id);
  for (const search of [itemTitleFr, 'ada@exam']) {
    expect([search, await found({ search })]).toEqual([
      search,
      expect.arrayContaining([id, other]),
    ]);
  }
  for (const search of ['zoé martin', "'; --", ':* & !', 'nobody@example.fr']) {
    expect([search, await found({ search })]).toEqual([search, []]);
  }
});

test('a list continues after its last order, with a status filter too', async () => {
  const ids = [await order(), await order(), await order()].toReversed();
  const first = await found({ limit: 2 });
  expect(first).toEqual(ids.slice(0, 2));
  expect((await found({ limit: 2, before: first[1] }))[0]).toBe(ids[2]);
  // A delivered order keeps its place.
  await shop.app.db.order.update({
    where: { id: ids[0] ?? 0 },
    data: { status: 'delivered', postDate: new Date() },
  });
  expect(await found({ limit: 2 })).toEqual(ids.slice(0, 2));
  expect((await found({ limit: 2, before: ids[0] }))[0]).toBe(ids[1]);
  await shop.app.db.order.updateMany({
    where: { id: { in: ids } },
    data: { sentAt: new Date(), status: 'waiting', postDate: null },
  });
  expect(await found({ status: 'sent', limit: 2 })).toEqual(ids.slice(0, 2));
  expect(await found({ status: 'sent', before: ids[1] })).toEqual([ids[2]]);
  const [last = 0] = ids;
  await shop.app.db.order.update({
    where: { id: last },
    data: { sentAt: null, cancelledAt: new Date() },
  });
  expect(await found({ status: 'cancelled' })).toEqual([last]);
});

test('the orders of a search are counted by state, with a status filter too', async () => {
  const [sent, cancelled] = [
    await order({ firstName: 'Aglaé' }),
    await order({ firstName: 'Aglaé' }),
  ];
  await order({ firstName: 'Aglaé' });
  await shop.app.db.order.update({ where: { id: sent }, data: { sentAt: new Date() } });
  await shop.app.db.order.update({ where: { id: cancelled }, data: { cancelledAt: new Date() } });
  const counted = async (narrowed: object) =>
    (await owner.read('orders.list', { ...WHOLE, search: 'aglae', ...narrowed })).counts;
  const counts = [
    { status: 'waiting', count: 1 },
    { status: 'held', count: 0 },
    { status: 'sent', count: 1 },
    { status: 'delivered', count: 0 },
    { status: 'refunded', count: 0 },
    { status: 'cancelled', count: 1 },
  ];
  expect(await counted({})).toEqual(counts);
  expect(await counted({ status: 'sent' })).toEqual(counts);
  expect(await counted({ before: cancelled })).toEqual([]);
});

test('the carrier file names the pickup point, and escapes formulas', async () => {
  const id = await order({ firstName: '=HYPERLINK("x")', lastName: 'Byron' });
  await shop.app.db.order.update({ where: { id }, data: { relayId: 'FR-01' } });
  const { csv } = await owner.read('orders.labels', {
    orders: [id],
    replacements: null,
    style: 'en',
  });
  const french = await owner.read('orders.labels', {
    orders: [id],
    replacements: null,
    style: 'fr',
  });
  const { itemTitleFr, itemTitleEn } = await shop.app.db.order.findUniqueOrThrow({ where: { id } });
  expect(csv).toContain(`,${itemTitleEn},`);
  expect(french.csv).toContain(`;${itemTitleFr};`);
  const [head = '', line = ''] = String(csv).split('\r\n');
  expect(head).toContain('pickup_point');
  expect(line.startsWith(`${id},"'=HYPERLINK(""x"")",Byron,`)).toBe(true);
  expect(head).toContain(',street,postcode,town,country,');
  expect(line).toContain(',FR-01,');
  expect(line).toContain('ada@example.fr');
});

test('tracking numbers are imported all or none, and an error names each wrong line', async () => {
  const [one, two] = [await order(), await order()];
  const wrong = `Commande;Suivi\n${one};6A11111111111\n${one};6A2222\nabc;12345\n999999;6A3333`;
  const refused = await owner.change('orders.readTracking', { csv: wrong, carrier: 'colissimo' });
  expect(refused).toMatchObject({ status: 409, code: 'refused' });
  const { message } = refused.body.error?.data ?? {};
  expect(message).toContain('Ligne 3');
  expect(message).toContain('La ligne 4');
  expect((await row(one)).sentAt).toBeNull();
  const unknown = await owner.change('orders.readTracking', {
    csv: '999999;6A3333',
    carrier: null,
  });
  expect(unknown.body.error?.data.message).toContain('999999');
  // A first line that is no header is listed too.
  for (const csv of ['rien', `abc\n${one};6A11111111111`]) {
    const { code, body } = await owner.change('orders.readTracking', { csv, carrier: null });
    expect([code, body.error?.data.message]).toEqual([
      'refused',
      expect.stringContaining('a ligne 1'),
    ]);
  }

  await owner.change('orders.send', {
    orders: [two],
    carrier: null,
    tracking: null,
    on: null,
    held: false,
  });
  const csv = `\uFEFFCommande;Suivi\r\n"${one}";"6A 111 111 111 11"\r\n${two};6A22222222222\r\n`;
  expect((await owner.change('orders.readTracking', { csv, carrier: 'colissimo' })).status).toBe(
    200,
  );
  expect(await row(one)).toMatchObject({ trackingNumber: '6A11111111111', carrier: 'colissimo' });
  expect((await row(one)).sentAt).not.toBeNull();
  expect(await row(two)).toMatchObject({ trackingNumber: '6A22222222222' });
  const { events } = await owner.read('orders.history', { order: one });
  expect(events).toMatchObject([{ event: 'orders.readTracking', tracking: '6A11111111111' }]);
});

test('an address can be corrected until the parcel is sent; the journal stores no address', async () => {
  const id = await order();
  const next = { firstName: 'Ada', lastName: 'Byron' };
  const input = { order: id, ...next, shippingAddress: '2 rue du Port\n44000 Nantes\nFrance' };
  expect((await owner.change('orders.correctAddress', input)).status).toBe(200);
  expect(await row(id)).toMatchObject({ lastName: 'Byron', relayId: null });
  const entries = await shop.app.db.journalEntry.findMany({ where: { subjectId: String(id) } });
  expect(JSON.stringify(entries)).not.toMatch(/Nantes|Byron/);
  const { events } = await owner.read('orders.history', { order: id });
  expect(events.at(-1)).toMatchObject({
    event: 'orders.correctAddress',
    changed: expect.arrayContaining(['shippingAddress']),
  });
  const abroad = { ...input, shippingAddress: '1 George Street\n2000 Sydney\nAustralie' };
  expect((await owner.change('orders.correctAddress', abroad)).code).toBe('refused');
  await shop.app.db.order.update({ where: { id }, data: { sentAt: new Date() } });
  expect((await owner.change('orders.correctAddress', input)).body.error?.data.message).toContain(
    'expédiée',
  );
});

test('a note is internal, and only part of the member’s data export', async () => {
  const id = await order();
  await owner.change('orders.setNote', { order: id, note: 'Rappeler lundi' });
  expect(await owner.read('orders.get', { order: id })).toMatchObject({
    note: 'Rappeler lundi',
    itemId,
    picture: '/assets/item.avif',
  });
  const own = await buyer.client.query('orders.list', {});
  expect(own.text).toContain(`"id":${id}`);
  expect(own.text).not.toContain('Rappeler');
  const copy = await owner.change('members.export', { who: String(buyer.userId) });
  expect(JSON.stringify(copy.body)).toContain('Rappeler lundi');
  await owner.change('orders.setNote', { order: id, note: null });
  expect((await row(id)).note).toBeNull();
});

test('an order shows its withdrawal, and is no longer listed as sent once returned', async () => {
  const id = await order();
  const longAgo = new Date(Date.now() - 20 * 86_400_000);
  await shop.app.db.order.update({ where: { id }, data: { sentAt: longAgo, orderDate: longAgo } });
  expect(await owner.read('orders.get', { order: id })).toMatchObject({ withdrawal: null });
  const { body } = await buyer.client.post('/api/withdrawals', {
    name: 'Ada',
    email: 'ada@example.fr',
    orderId: id,
  });
  const declaration = Object(body).number;
  const ofOrder = async () => {
    const { orders } = await owner.read('orders.list', { ...WHOLE, search: String(id) });
    expect(orders).toHaveLength(1);
    const { withdrawal } = await owner.read('orders.get', { order: id });
    expect(orders[0].withdrawal).toEqual(withdrawal);
    return withdrawal;
  };
  const isUnderway = async () =>
    (await owner.read('today.read', {})).underway.some(
      (parcel: { id: number }) => parcel.id === id,
    );
  expect(await ofOrder()).toMatchObject({ id: declaration, stand: 'awaited', goods: 'awaited' });
  expect(await found({ status: 'sent' })).toContain(id);
  expect(await isUnderway()).toBe(true);

  const goods = {
    kind: 'keep',
    keptCents: 500,
    reason: 'La barre est rayée sur toute sa longueur.',
  };
  const noted = await owner.change('declarations.noteGoods', { declaration, goods });
  expect([noted.status, noted.body.error?.data]).toEqual([200, undefined]);
  expect(await ofOrder()).toMatchObject({ id: declaration, goods: 'back' });
  expect(await found({ status: 'sent' })).not.toContain(id);
  expect(await isUnderway()).toBe(false);
  expect(await owner.refusalOf('orders.undoSending', { order: id })).toEqual(['order_returned']);
  await shop.app.db.order.update({ where: { id }, data: { refundedCents: 2499 } });
  expect(await found({ status: 'refunded' })).toContain(id);
});

test('a preparer reads an order without its payment, dispute and reason of cancellation', async () => {
  const id = await order();
  const { paymentIntentId } = await shop.app.db.purchaseAttempt.findFirstOrThrow({
    where: { order: { id } },
  });
  await shop.app.db.order.update({ where: { id }, data: { cancelReason: 'Litige' } });
  const dispute = { amountCents: 2999, status: 'needs_response', answerByDate: null };
  await shop.app.db.dispute.create({
    data: {
      id: 'dp_preparer',
      stripeAccount: 'main',
      paymentIntentId: paymentIntentId ?? '',
      orderId: id,
      amountCents: dispute.amountCents,
      status: dispute.status,
      reason: 'fraudulent',
      openedAt: new Date(),
    },
  });
  const preparer = await office.enter(['preparer']);
  const money = { leftCents: 0, cancelReason: null, payment: { intentId: null }, dispute: null };
  expect(await preparer.read('orders.get', { order: id })).toMatchObject(money);
  const { orders } = await preparer.read('orders.list', { ...WHOLE, search: String(id) });
  expect(orders).toMatchObject([{ id, dispute: null }]);
  expect(await owner.read('orders.get', { order: id })).toMatchObject({
    cancelReason: 'Litige',
    payment: { intentId: paymentIntentId },
    dispute,
  });
});

test('a refusal to send several orders names those to leave out', async () => {
  const [ready, held] = [await order(), await order()];
  await shop.app.db.order.update({ where: { id: held }, data: { heldFor: 'withdrawal' } });
  const send = (orders: number[]) =>
    owner.change('orders.send', { orders, carrier: null, tracking: null, on: null, held: false });
  const { body } = await send([ready, held]);
  expect(body.error?.data).toMatchObject({ codes: ['order_held'], orders: [held] });
  expect((await row(ready)).sentAt).toBeNull();
  expect((await send([ready])).status).toBe(200);
});

test('the history and the journal say that a slip was printed again', async () => {
  const id = await order();
  for (const _ of [1, 2]) await owner.change('orders.prepare', { orders: [id] });
  const { events, invoices } = await owner.read('orders.history', { order: id });
  expect(events.map(({ event }: { event: string }) => event)).toEqual([
    'orders.prepare',
    'orders.prepareAgain',
  ]);
  expect(invoices).toEqual([]);
  const { actions } = await owner.read('journal.list', {
    before: null,
    person: null,
    until: null,
    topic: null,
    locale: 'en',
  });
  expect(actions.slice(0, 2).map(({ text }: { text: string[] }) => text.join(''))).toEqual([
    `${owner.name} printed the slip of order ${id} again`,
    `${owner.name} prepared the parcel of order ${id}`,
  ]);
});

test('the journal says a flag and the day of a delivery without a label', async () => {
  const { db } = shop.app;
  const entry = { actorKind: 'staff', actorName: 'Odile', subjectKind: 'order', subjectId: '1' };
  await db.journalEntry.createMany({
    data: [
      { ...entry, operation: 'refunds.request', changes: { unitIsBack: [false, true] } },
      { ...entry, operation: 'orders.deliver', changes: { postDate: [null, '2026-11-30'] } },
      { ...entry, operation: 'orders.undoDelivery', changes: { postDate: ['2026-11-30', null] } },
    ],
  });
  const { actions } = await owner.read('journal.list', {
    before: null,
    person: 'Odile',
    until: null,
    topic: null,
    locale: 'en',
  });
  const { actions: earlier } = await owner.read('journal.list', {
    before: null,
    person: 'Odile',
    until: '2020-01-01',
    topic: null,
    locale: 'en',
  });
  expect(earlier).toEqual([]);
  expect(actions.slice(0, 3).map(({ changes }: { changes: string[] }) => changes)).toEqual([
    [],
    [expect.stringMatching(/^30\sNovember\s2026$/)],
    ['the unit is back and can be sold again'],
  ]);
});

test('an address or a note changed by another staff member meanwhile is not overwritten', async () => {
  const id = await order();
  const { versions } = await owner.read('orders.get', { order: id });
  const address = {
    order: id,
    firstName: 'Ada',
    lastName: 'Byron',
    shippingAddress: '2 rue du Port\n44000 Nantes\nFrance',
    version: versions.address,
  };
  const note = { order: id, note: 'Rappeler lundi', version: versions.note };
  for (const [name, input, field] of [
    ['orders.correctAddress', address, 'lastName'],
    ['orders.setNote', note, 'note'],
  ] as const) {
    expect((await owner.change(name, input)).status).toBe(200);
    const late = await owner.change(name, { ...input, [field]: 'Lovelace' });
    expect(late.body.error?.data.codes).toEqual(['changed_since']);
    expect(late.body.error?.data.message).toContain(owner.name);
  }
  expect(await row(id)).toMatchObject({ lastName: 'Byron', note: 'Rappeler lundi' });
  const seen = (await owner.read('orders.get', { order: id })).versions;
  expect(
    (await owner.change('orders.setNote', { ...note, note: null, version: seen.note })).status,
  ).toBe(200);
});

test('invalid fields are explained in the language of the reader', async () => {
  const input = { order: null, firstName: ' ', lastName: 'x'.repeat(90), shippingAddress: 'court' };
  const french = await owner.change('orders.correctAddress', input);
  expect(french).toMatchObject({ status: 400, code: 'invalid_input' });
  expect(french.body.error?.data).toMatchObject({
    fields: {
      order: 'Ce champ est obligatoire.',
      firstName: 'Ce champ est obligatoire.',
      lastName: 'Saisissez de 1 à 80\u00A0caractères.',
      shippingAddress: 'Saisissez de 10 à 600\u00A0caractères.',
    },
  });
  const refund = { order: 1, amountCents: 0, leftCents: null, reason: 'x', unitIsBack: false };
  const sum = await owner.change('refunds.request', refund);
  expect(sum.body.error?.data).toMatchObject({
    fields: { amountCents: 'Saisissez au moins 0,01\u00A0€.' },
  });
  const english = await office.call({
    name: 'orders.send',
    method: 'POST',
    input: { orders: [], carrier: 'pigeon', tracking: ['!'], on: 'monday', held: false },
    secret: owner.secret,
    headers: { 'x-office-locale': 'en' },
  });
  expect(english.body.error?.data).toMatchObject({
    fields: {
      orders: 'Fill this in.',
      carrier: 'Choose one of the values.',
      'tracking.0': 'Enter 4 to 40 letters and digits.',
      on: 'Enter a day.',
    },
  });
});

test('the history tells when a requested refund has succeeded, with its credit note', async () => {
  const id = await order();
  const refund = { order: id, amountCents: 500, leftCents: null, reason: 'Rayée' };
  expect((await owner.change('refunds.request', { ...refund, unitIsBack: false })).status).toBe(
    200,
  );
  const last = async () => (await owner.read('orders.history', { order: id })).events.at(-1);
  const requested = { event: 'refunds.request', amountCents: 500 };
  expect(await last()).toMatchObject({ ...requested, isRefunded: false, creditNote: null });
  const { db } = shop.app;
  const { id: refundId } = await db.refund.findFirstOrThrow({ where: { orderId: id } });
  await db.$executeRaw`
    UPDATE refund SET state = 'transferred', transfer_reference = 'VIR 42', settled_at = now(),
      next_check_at = NULL
    WHERE id = ${refundId}::uuid`;
  const buyerOf = { buyerName: 'Ada', buyerAddress: 'Paris', itemTitle: 'Barre', locale: 'fr' };
  const sums = { feeCents: 0, netCents: 500, vatCents: 0, grossCents: 500 };
  const at = { issuedOn: new Date(), paidAt: new Date() };
  const own = { ...buyerOf, ...sums, ...at, year: 2031, orderId: id, seller: 'Agrès' };
  const { id: ofInvoice } = await db.invoice.create({
    data: { ...own, number: 44, kind: 'invoice' },
  });
  const { id: creditNote } = await db.invoice.create({
    data: { ...own, number: 45, kind: 'credit_note', refundId, ofInvoice },
  });
  expect(await last()).toMatchObject({ ...requested, isRefunded: true, creditNote });
});
