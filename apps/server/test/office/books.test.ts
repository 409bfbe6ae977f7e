import { randomUUID } from 'node:crypto';

import { runRetention } from '@agres/core/run-retention';
import { SOURCE_FACTS } from '@agres/domain/brand';
import { adoptAsOriginal } from '@agres/money/adoption/adopt-database';
import { makeInvoices } from '@agres/money/invoices/make-invoices';
import { RETENTION_RULES } from '@agres/shop/retention-rules';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { TestClient } from '../support/client.ts';
import { startTestOffice } from '../support/office.ts';
import { addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { ABROAD, buy, startTestShop } from '../support/shop.ts';

const shop = useRunning(startTestShop);
const office = useRunning(() => startTestOffice(shop.app.database));
let itemId: number;
let owner: string;
beforeAll(async () => {
  itemId = (await addItem(shop.app.db, { stocks: [1000] })).id;
  owner = (await office.enter(['owner'])).secret;
});
beforeEach(async () => {
  // TRUNCATE bypasses the triggers that protect the rows.
  await shop.app.db.$executeRaw`TRUNCATE invoice, refund`;
  await shop.app.db.$executeRaw`DELETE FROM setting`;
  await enterSeller();
  // Move the orders of other tests out of this test's period.
  await shop.app.db.$executeRaw`UPDATE orders SET order_date = '2001-01-01T12:00:00Z'`;
  await shop.app.db.item.updateMany({ data: { vatPercent: null } });
});

const call = (name: string, input: object, method: 'GET' | 'POST' = 'GET') =>
  office.call({ name, input, method, secret: owner });
const read = async (name: string, input: object = {}) =>
  (await call(name, input)).body.result?.data as never;
const setVat = async (input: object = {}) => {
  const { updatedAt } = await read('books.readVat');
  return call(
    'books.setVat',
    { regime: 'franchise', ratePercent: null, subscriptionPercent: null, updatedAt, ...input },
    'POST',
  );
};

const setRate = (vatPercent: number | null) =>
  call('items.set', { item: itemId, changes: { vatPercent }, isSure: false }, 'POST');
const enterSeller = async (facts: object = {}) => {
  const { updatedAt, ...present } = Object(await read('shop.readFacts'));
  const entered = {
    registration: 'RCS Lyon 123 456 789',
    vatNumber: 'FR12 123 456 789',
    address: '12 quai Neuf, 69002 Lyon, France',
    ...facts,
  };
  const { status } = await call('shop.setFacts', { ...present, ...entered, updatedAt }, 'POST');
  expect(status).toBe(200);
};

type Bought = { id: number; client: TestClient; amountCents: number };

async function order(
  age = '1 hour',
  { area, ...member }: { client?: TestClient; area?: (typeof ABROAD)[1] } = {},
): Promise<Bought> {
  const { client = (await shop.app.member()).client } = member;
  await buy(client, { id: itemId, stripeToken: await shop.cardToken(), ...area });
  const { id, amountCents } = await shop.app.db.order.findFirstOrThrow({ orderBy: { id: 'desc' } });
  await shop.app.db.$executeRaw`
    UPDATE orders SET order_date = now() - ${age}::interval WHERE id = ${id}::int`;
  return { id, client, amountCents };
}

async function refund({ id }: Bought, amountCents: number, age = '30 minutes'): Promise<void> {
  await shop.app.db.$executeRaw`
    INSERT INTO refund (stripe_account, payment_intent_id, order_id, amount_cents, paid_cents, reason,
      by, key, origin, state, provider_refund_id, settled_at, updated_at)
    SELECT o.stripe_account, a.payment_intent_id, o.id, ${amountCents}::int, o.amount_cents, 'goodwill',
      'Jeanne', ${randomUUID()}, 'office', 'succeeded', ${randomUUID()},
      now() - ${age}::interval, now() - ${age}::interval
    FROM orders o JOIN purchase_attempt a ON a.id = o.attempt_id WHERE o.id = ${id}::int`;
}

const make = (clock = () => new Date()) => makeInvoices({ db: shop.app.db, clock });
const documents = () =>
  shop.app.db.invoice.findMany({ orderBy: [{ year: 'asc' }, { number: 'asc' }] });
const YEAR = new Date().getFullYear();

describe('the VAT setting', () => {
  test('holds invoices back until it is set, and is on the to-do list', async () => {
    await order();
    expect(await make()).toBe(0);
    expect(await read('today.read')).toMatchObject({ isVatUnanswered: true });
    expect(await read('books.readVat')).toEqual({
      regime: null,
      ratePercent: null,
      subscriptionPercent: null,
      updatedAt: null,
    });

    expect((await setVat()).status).toBe(200);
    expect(await read('today.read')).toMatchObject({ isVatUnanswered: false });
    // The order from before the owner's answer gets an invoice too.
    expect(await make()).toBe(1);
    expect(await shop.app.db.journalEntry.findFirst({ where: { subjectId: 'vat' } })).toMatchObject(
      { operation: 'books.setVat', changes: { regime: [null, 'franchise'] } },
    );
  });

  test('needs a rate where VAT is charged, and a recent proof', async () => {
    expect(await setVat({ regime: 'charged' })).toMatchObject({ status: 409, code: 'refused' });
    expect(await setVat({ regime: 'charged', ratePercent: 31 })).toMatchObject({ status: 400 });
    expect(await setVat({ regime: 'charged', ratePercent: 5.5 })).toMatchObject({ status: 200 });
    expect(await read('books.readVat')).toMatchObject({ regime: 'charged', ratePercent: 5.5 });
    const another = { regime: 'charged', ratePercent: 20, subscriptionPercent: 10 };
    expect(await setVat(another)).toMatchObject({ status: 200 });
    expect(await read('books.readVat')).toMatchObject(another);
    expect(await setVat({ updatedAt: null })).toMatchObject({ status: 409, code: 'refused' });

    const { secret, id } = await office.enter(['owner']);
    await shop.app.db.staffSession.updateMany({
      where: { staffId: id },
      data: { provedAt: new Date(Date.now() - 6 * 60_000) },
    });
    const input = {
      regime: 'franchise',
      ratePercent: null,
      subscriptionPercent: null,
      updatedAt: null,
    };
    const unproved = { name: 'books.setVat', method: 'POST', input, secret } as const;
    expect(await office.call(unproved)).toMatchObject({ code: 'proof_required' });
    const { secret: preparer } = await office.enter(['preparer']);
    expect(await office.call({ name: 'books.months', secret: preparer })).toMatchObject({
      code: 'not_permitted',
    });
  });
});

describe('the seller’s details', () => {
  const { registration, address, vatNumber } = SOURCE_FACTS.seller;
  const held = async () => Object(await read('today.read')).missingOnInvoices;

  test('hold every document back while one is an example; then all are issued in order of payment', async () => {
    await setVat();
    await enterSeller({ registration, address });
    const late = await order('1 hour');
    const early = await order('3 hours');
    await refund(early, 500, '2 hours');
    expect(await make()).toBe(0);
    expect(await documents()).toEqual([]);
    expect(await held()).toEqual(['seller.address', 'seller.registration']);
    expect((await early.client.get(`/api/orders/${early.id}/invoices`)).body).toEqual({
      invoices: [],
    });

    // One of the two is not enough.
    await enterSeller({ address });
    expect(await make()).toBe(0);
    expect(await held()).toEqual(['seller.address']);

    await enterSeller();
    expect(await held()).toEqual([]);
    expect(await make()).toBe(3);
    expect((await documents()).map((one) => [one.number, one.kind, one.orderId])).toEqual([
      [1, 'invoice', early.id],
      [2, 'credit_note', early.id],
      [3, 'invoice', late.id],
    ]);
    for (const { seller } of await documents()) {
      expect(seller).toContain('12 quai Neuf');
      expect(seller).toContain('123 456 789');
    }
  });

  test('need a VAT number only where VAT is charged', async () => {
    await enterSeller({ vatNumber });
    await setVat({ regime: 'charged', ratePercent: 20 });
    await order();
    expect(await make()).toBe(0);
    expect(await held()).toEqual(['seller.vatNumber']);
    await setVat();
    expect(await held()).toEqual([]);
    expect(await make()).toBe(1);
  });
});

describe('invoice numbers', () => {
  test('follow the payments without a gap, also with concurrent jobs', async () => {
    await setVat();
    const late = await order('1 hour');
    const early = await order('3 hours');
    const between = await order('2 hours');
    await refund(early, 500, '90 minutes');
    const made = await Promise.all([make(), make(), make(), make()]);
    expect(made.reduce((sum, one) => sum + one, 0)).toBe(4);
    expect(await make()).toBe(0);
    expect((await documents()).map((one) => [one.year, one.number, one.kind, one.orderId])).toEqual(
      [
        [YEAR, 1, 'invoice', early.id],
        [YEAR, 2, 'invoice', between.id],
        [YEAR, 3, 'credit_note', early.id],
        [YEAR, 4, 'invoice', late.id],
      ],
    );
  });

  test('are assigned to an order rebuilt days after its payment, then to its refund', async () => {
    await setVat();
    await order('1 hour');
    expect(await make()).toBe(1);
    const rebuilt = await order('3 days');
    await refund(rebuilt, 500, '5 minutes');
    expect(await make()).toBe(2);
    expect((await documents()).map(({ kind, orderId }) => [kind, orderId]).slice(1)).toEqual([
      ['invoice', rebuilt.id],
      ['credit_note', rebuilt.id],
    ]);
  });

  test('total the money refunded, also when a refund failed and was made again', async () => {
    await setVat();
    const bought = await order('3 hours');
    const { amountCents } = bought;
    await refund(bought, 500, '2 hours');
    expect(await make()).toBe(2);
    await shop.app.db.refund.updateMany({
      where: { orderId: bought.id },
      data: { state: 'failed' },
    });
    await refund(bought, 500, '1 hour');
    expect(await make()).toBe(0);
    await refund(bought, amountCents - 500, '30 minutes');
    await make();
    const credited = (await documents()).filter(({ kind }) => kind === 'credit_note');
    expect(credited.reduce((sum, { grossCents }) => sum + grossCents, 0)).toBe(amountCents);
    expect((await documents()).map(({ number }) => number)).toEqual(
      (await documents()).map((_, index) => index + 1),
    );
  });

  test('are not assigned in a copy, nor in a restored shop before its owner has decided', async () => {
    await setVat();
    await order();
    const { db } = shop.app;
    await db.installation.updateMany({ data: { restoredFrom: new Date() } });
    expect(await make()).toBe(0);
    await db.installation.updateMany({ data: { restoredFrom: null, copiedAt: new Date() } });
    expect(await make()).toBe(0);
    await db.installation.updateMany({ data: { copiedAt: null } });
    // Numbers that the lost database may have used are skipped.
    const value = { year: YEAR, upTo: 100_004 };
    await db.setting.create({ data: { name: 'invoiceNumbersLeftOut', value } });
    expect(await make()).toBe(1);
    expect((await documents()).map(({ number }) => number)).toEqual([100_005]);
  });

  test('continue in a restored shop above those that the lost database may have assigned since', async () => {
    await setVat();
    const { db } = shop.app;
    const restore = async () => {
      const { site } = await db.installation.findFirstOrThrow();
      await adoptAsOriginal(db, { site, place: randomUUID() });
      owner = (await office.enter(['owner'])).secret;
    };
    // The newest invoice of the backup is of the year before.
    await order('3 hours');
    await make(() => new Date(`${YEAR - 1}-12-30T12:00:00Z`));
    await restore();
    await order('2 hours');
    await make();
    await restore();
    await order('1 hour');
    await make();
    const [before, first, second] = await documents();
    expect(before).toMatchObject({ year: YEAR - 1, number: 1 });
    expect(first?.year).toBe(YEAR);
    expect(first?.number).toBeGreaterThan(100_000);
    expect(second?.number).toBeGreaterThan(Number(first?.number) + 100_000);
  });

  test('have no gap after a failed transaction', async () => {
    await setVat();
    await order('3 hours');
    await order('2 hours');
    // The connection breaks once the first rows are written.
    await shop.app.db.$executeRaw`
      CREATE FUNCTION crash() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.number = 2 THEN RAISE EXCEPTION 'crash'; END IF; RETURN NEW; END $$`;
    await shop.app.db.$executeRaw`
      CREATE TRIGGER crash AFTER INSERT ON invoice FOR EACH ROW EXECUTE FUNCTION crash()`;
    await expect(make()).rejects.toThrow('crash');
    expect(await documents()).toEqual([]);
    await shop.app.db.$executeRaw`DROP FUNCTION crash CASCADE`;
    expect(await make()).toBe(2);
    expect((await documents()).map(({ number }) => number)).toEqual([1, 2]);
  });

  test('restart each year, and their dates never go back', async () => {
    await setVat();
    const at = (day: string) => () => new Date(`${day}T12:00:00Z`);
    await order('5 hours');
    await make(at('2031-12-31'));
    await order('4 hours');
    await make(at('2032-01-01'));
    await order('3 hours');
    // A process whose clock is behind.
    await make(at('2031-12-31'));
    expect(
      (await documents()).map(({ year, number, issuedOn }) => [
        year,
        number,
        issuedOn.toISOString().slice(0, 10),
      ]),
    ).toEqual([
      [2031, 1, '2031-12-31'],
      [2032, 1, '2032-01-01'],
      [2032, 2, '2032-01-01'],
    ]);
  });

  test('are not assigned to a payment of the last minute, as an earlier one may still arrive', async () => {
    await setVat();
    await order('10 seconds');
    expect(await make()).toBe(0);
  });

  test('cannot be changed or deleted once issued', async () => {
    await setVat();
    await order();
    await make();
    await expect(shop.app.db.invoice.deleteMany({})).rejects.toThrow('refused');
    await expect(shop.app.db.invoice.updateMany({ data: { number: 7 } })).rejects.toThrow(
      'refused',
    );
  });
});

describe('amounts', () => {
  test('each refund gets one credit note, and their VAT adds up to that of the invoice', async () => {
    await setVat({ regime: 'charged', ratePercent: 20 });
    const bought = await order('3 hours');
    await make();
    // A later change of the VAT settings does not change the credit notes.
    await setVat();
    await refund(bought, 333, '2 hours');
    await refund(bought, 334, '1 hour');
    await refund(bought, bought.amountCents - 667, '30 minutes');
    expect([await make(), await make()]).toEqual([3, 0]);
    const [invoice, ...notes] = await documents();
    expect(invoice).toMatchObject({ kind: 'invoice', vatPercent: 20 });
    expect(invoice?.netCents).toBe(Math.round(bought.amountCents / 1.2));
    expect(notes.map(({ kind, ofInvoice, vatPercent }) => [kind, ofInvoice, vatPercent])).toEqual(
      notes.map(() => ['credit_note', invoice?.id, 20]),
    );
    const vatCents = notes.reduce((sum, note) => sum + note.vatCents, 0);
    expect(vatCents).toBe(invoice?.vatCents);
  });

  test('figures, items and invoices of a month', async () => {
    await setVat({ regime: 'charged', ratePercent: 20 });
    const bought = await order('2 minutes');
    await make();
    const { months } = (await read('books.months')) as {
      months: { month: string; orders: number; soldCents: number; vatCents: number }[];
    };
    const [now] = months;
    const vatCents = bought.amountCents - Math.round(bought.amountCents / 1.2);
    expect(months).toHaveLength(24);
    expect(now).toMatchObject({ orders: 1, soldCents: bought.amountCents, invoices: 1, vatCents });
    const month = now?.month ?? '';
    const { titleFr: title, titleEn } = await shop.app.db.item.findUniqueOrThrow({
      where: { id: itemId },
    });
    expect(titleEn).not.toBe(title);
    // The orders file names the item in the language of the file.
    const file = { from: null, to: null };
    expect(await read('orders.export', { ...file, style: 'en' })).toMatchObject({
      csv: expect.stringMatching(new RegExp(`\\r\\n${bought.id},.*,${titleEn},`)),
    });
    expect(await read('orders.export', { ...file, style: 'fr' })).toMatchObject({
      csv: expect.stringMatching(new RegExp(`\\r\\n${bought.id};.*;${title};`)),
    });
    expect(await read('books.items', { month })).toMatchObject({
      items: [{ id: itemId, title, titleEn, units: 1, refundedCents: 0, vatCents }],
    });
    expect(await read('books.invoices', { month, after: null })).toMatchObject({
      invoices: [{ number: `${YEAR}-00001`, kind: 'invoice', order: bought.id, vatCents }],
      areMore: false,
    });
    expect(await read('books.invoices', { month, after: `${YEAR}-00001` })).toEqual({
      invoices: [],
      areMore: false,
    });
    expect((await call('books.items', { month: '2026-13' })).code).toBe('invalid_input');

    // A refund deducts its VAT, but not the unit sold.
    await refund(bought, 600, '90 seconds');
    await make();
    expect(await read('books.items', { month })).toMatchObject({
      items: [{ id: itemId, units: 1, refundedCents: 600, vatCents: vatCents - 100 }],
    });
  });
});

describe('the VAT rate', () => {
  const CHARGED = { regime: 'charged', ratePercent: 20 };
  const rates = async () =>
    (await documents()).map(({ kind, orderId, vatPercent }) => [kind, orderId, vatPercent]);
  const vatOf = (cents: number, percent: number) => cents - Math.round(cents / (1 + percent / 100));

  test('is the item’s at the time of purchase, also for a later refund', async () => {
    await setVat(CHARGED);
    expect(await setRate(5.5)).toMatchObject({ status: 200 });
    expect(await read('items.get', { item: itemId })).toMatchObject({ vatPercent: 5.5 });
    const bought = await order('3 hours', { area: ABROAD[1] });
    await setRate(10);
    const next = await order('2 hours');
    await setRate(null);
    const last = await order('1 hour');
    await setVat({ ...CHARGED, ratePercent: 8 });
    await refund(bought, 500, '20 minutes');
    expect(await make()).toBe(4);
    expect(await rates()).toEqual([
      ['invoice', bought.id, 5.5],
      ['invoice', next.id, 10],
      ['invoice', last.id, 20],
      ['credit_note', bought.id, 5.5],
    ]);
    const [invoice, , , note] = await documents();
    // The VAT includes the delivery fee, at the same rate.
    expect(invoice?.feeCents).toBeGreaterThan(0);
    expect(invoice?.vatCents).toBe(vatOf(bought.amountCents, 5.5));
    expect(note?.vatCents).toBe(vatOf(500, 5.5));
  });

  test('is null for a purchase under franchise, and set for one under VAT', async () => {
    await setRate(5.5);
    await setVat();
    const free = await order('3 hours');
    await setVat(CHARGED);
    const taxed = await order('2 hours');
    await setVat();
    await make();
    expect(await rates()).toEqual([
      ['invoice', free.id, null],
      ['invoice', taxed.id, 5.5],
    ]);
    const [{ sellerVatNumber } = {}] = await documents();
    expect(sellerVatNumber).toBeNull();
  });

  test('is the shop’s for an order without one, and the purchase’s if the previous release wrote it', async () => {
    await setRate(5.5);
    const early = await order('3 hours');
    await setVat(CHARGED);
    const between = await order('2 hours');
    await shop.app.db.order.updateMany({ data: { vatPercent: null } });
    await make();
    expect(await rates()).toEqual([
      ['invoice', early.id, 20],
      ['invoice', between.id, 5.5],
    ]);
  });

  test('is protected from the job of the previous release, which only knows the shop’s rate', async () => {
    await setVat(CHARGED);
    await setRate(5.5);
    await order('3 hours');
    await make();
    const { id: _id, ...data } = await shop.app.db.invoice.findFirstOrThrow();
    await shop.app.db.$executeRaw`TRUNCATE invoice`;
    const old = shop.app.db.invoice.create({ data: { ...data, vatPercent: 20 } });
    await expect(old).rejects.toThrow('has another VAT rate');
    expect(await make()).toBe(1);
  });

  test('has its own line in the figures of a month', async () => {
    await setVat(CHARGED);
    const standard = await order('5 minutes');
    await setRate(5.5);
    const reduced = await order('4 minutes');
    await refund(reduced, 500, '3 minutes');
    await make();
    const { months } = (await read('books.months')) as { months: { month: string }[] };
    const left = vatOf(reduced.amountCents, 5.5) - vatOf(500, 5.5);
    expect(await read('books.items', { month: months[0]?.month })).toMatchObject({
      items: [{ id: itemId, vatCents: vatOf(standard.amountCents, 20) + left }],
      rates: [
        { ratePercent: 20, vatCents: vatOf(standard.amountCents, 20) },
        { ratePercent: 5.5, netCents: reduced.amountCents - 500 - left, vatCents: left },
      ],
    });
  });

  test('is above 0 and at most 30', async () => {
    for (const percent of [0, -1, 31])
      expect(await setRate(percent)).toMatchObject({ status: 400 });
  });
});

describe('the invoice page', () => {
  const page = (id: number, secret: string) =>
    office.server.inject({
      url: `/invoices/${id}`,
      headers: { host: 'office.example.fr', cookie: `__Host-office=${secret}` },
    });

  test('is visible to the buyer and the owner only', async () => {
    await setVat();
    const bought = await order();
    await make();
    const { body } = await bought.client.get(`/api/orders/${bought.id}/invoices`);
    expect(body).toEqual({
      invoices: [{ id: expect.any(Number), number: `${YEAR}-00001`, kind: 'invoice' }],
    });
    const [invoice] = await documents();
    const id = invoice?.id ?? 0;
    const own = await bought.client.get(`/invoices/${id}`);
    expect(own.status).toBe(200);
    expect(own.headers['cache-control']).toBe('no-store');
    expect(own.text).toContain(`${YEAR}-00001`);
    expect(own.text).toContain('293 B');
    expect(own.text).toContain('Agrès SAS');

    const { client: other } = await shop.app.member();
    expect((await other.get(`/invoices/${id}`)).status).toBe(404);
    expect((await other.get(`/api/orders/${bought.id}/invoices`)).body).toEqual({ invoices: [] });
    expect((await shop.app.client().get(`/invoices/${id}`)).status).toBe(404);

    expect((await page(id, owner)).body).toContain(`${YEAR}-00001`);
    const { secret: preparer } = await office.enter(['preparer']);
    expect((await page(id, preparer)).body).not.toContain(`${YEAR}-00001`);
    expect((await page(id, 'nobody')).body).not.toContain(`${YEAR}-00001`);
  });

  test('shows the rate, escapes the buyer’s input, and uses the language of the order', async () => {
    await setVat({ regime: 'charged', ratePercent: 20 });
    const bought = await order();
    await shop.app.db.order.update({
      where: { id: bought.id },
      data: { locale: 'en', firstName: '<b>Ada', feeCents: 0 },
    });
    await refund(bought, 100);
    await make();
    const [invoice, note] = await documents();
    const html = (await page(invoice?.id ?? 0, owner)).body;
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('20%');
    expect(html).toContain('&lt;b&gt;Ada');
    expect(html).not.toContain('293 B');
    const credited = (await page(note?.id ?? 0, owner)).body;
    expect(credited).toContain(`Credit note no. ${YEAR}-00002`);
    expect(credited).toContain(`Corrects invoice no. ${YEAR}-00001`);
  });

  test('hides the buyer from the office once the order is archived, and not from the buyer', async () => {
    await setVat();
    const bought = await order();
    await refund(bought, 100);
    await make();
    const both = await documents();
    const [name = ''] = both.map(({ buyerName }) => buyerName);
    const shown = async () => {
      const pages = await Promise.all(both.map(({ id }) => page(id, owner)));
      return pages.map(({ body }) => body);
    };
    for (const body of await shown()) expect(body).toContain(name);
    await shop.app.db.order.update({
      where: { id: bought.id },
      data: { status: 'delivered', postDate: new Date() },
    });
    await shop.app.db.$executeRaw`
      UPDATE orders SET order_date = now() - interval '4 years' WHERE id = ${bought.id}::int`;
    expect(await runRetention(shop.app.deps, RETENTION_RULES)).toMatchObject({
      orders_archived: 1,
    });
    const address = both[0]?.buyerAddress.split('\n')[0] ?? '';
    for (const body of await shown()) {
      expect(body).not.toContain(name);
      expect(body).not.toContain(address);
      expect(body).toContain('Lire une adresse archivée');
    }
    expect((await bought.client.get(`/invoices/${both[0]?.id}`)).text).toContain(name);
  });

  test('keeps the buyer’s name for ten years, even after the account is deleted', async () => {
    await setVat();
    const bought = await order();
    await make();
    await shop.app.db.order.update({ where: { id: bought.id }, data: { userId: null } });
    expect((await documents())[0]?.buyerName).not.toBe('');
    const [invoice] = await documents();
    expect((await bought.client.get(`/invoices/${invoice?.id}`)).status).toBe(404);
    expect(await runRetention(shop.app.deps, RETENTION_RULES)).toMatchObject({ invoices: 0 });
    await shop.app.db.$executeRaw`ALTER TABLE invoice DISABLE TRIGGER USER`;
    await shop.app.db.$executeRaw`UPDATE invoice SET paid_at = paid_at - interval '11 years'`;
    await shop.app.db.$executeRaw`ALTER TABLE invoice ENABLE TRIGGER USER`;
    expect(await runRetention(shop.app.deps, RETENTION_RULES)).toMatchObject({ invoices: 1 });
    expect((await documents())[0]).toMatchObject({ number: 1, buyerName: '', buyerAddress: '' });
    expect((await page(invoice?.id ?? 0, owner)).statusCode).toBe(200);
  });
});
