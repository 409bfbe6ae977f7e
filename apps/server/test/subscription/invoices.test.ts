import { setTimeout as sleep } from 'node:timers/promises';

import { copySubscriptionPayments } from '@agres/money/subscription/subscription-payments';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';

import { startTestApp } from '../support/app.ts';
import { startCardShop } from '../support/card-update.ts';
import { startTestOffice } from '../support/office.ts';
import { useRunning } from '../support/running.ts';

const { shop, subscriber, forget, close } = await startCardShop();
const office = useRunning(() =>
  startTestOffice(shop.app.database, { provider: async () => shop.jobDeps }),
);
afterAll(async () => {
  await close();
});
beforeEach(forget);

const copy = () => copySubscriptionPayments(shop.jobDeps);
const invoicesOf = async ({ client }: Pick<Awaited<ReturnType<typeof subscriber>>, 'client'>) =>
  Object((await client.get('/api/programsPerso/invoices')).body).invoices;
const officePage = (id: string, secret: string) =>
  office.server.inject({
    url: `/invoices/subscription/${id}`,
    headers: { host: 'office.example.fr', cookie: `__Host-office=${secret}` },
  });

describe('the invoice of a subscription', () => {
  test('redirects to the provider’s invoice, for its subscriber and the owner only', async () => {
    const bought = await subscriber();
    expect(await invoicesOf(bought)).toEqual([]);
    expect(await copy()).toBeNull();
    const [invoice] = await invoicesOf(bought);
    expect(invoice).toEqual({
      id: expect.stringMatching(/^pi_/),
      paidAt: expect.any(String),
      amountCents: 1999,
    });
    const url = `/invoices/subscription/${invoice.id}`;
    const own = await bought.client.get(url);
    expect(own).toMatchObject({ status: 302, headers: { 'cache-control': 'no-store' } });
    const { location } = own.headers;
    const page = await fetch(String(location));
    expect(await page.text()).toContain('19.99 EUR');

    await shop.app.db.subscription.updateMany({
      where: { userId: bought.userId },
      data: { state: 'ended', accessEndsOn: new Date() },
    });
    expect(await invoicesOf(bought)).toEqual([invoice]);
    expect((await bought.client.get(url)).status).toBe(302);

    const { client: other } = await shop.app.member();
    expect((await other.get(url)).status).toBe(404);
    expect(await invoicesOf({ client: other })).toEqual([]);
    expect((await shop.app.client().get(url)).status).toBe(404);
    expect((await bought.client.get('/invoices/subscription/in_1')).status).toBe(404);

    const { secret } = await office.enter(['owner']);
    expect(await officePage(invoice.id, secret)).toMatchObject({
      statusCode: 302,
      headers: { location },
    });
    const { secret: preparer } = await office.enter(['preparer']);
    for (const known of [preparer, 'nobody'])
      expect((await officePage(invoice.id, known)).statusCode).not.toBe(302);
    const member = await office.call({
      name: 'members.get',
      input: { who: String(bought.userId) },
      secret,
    });
    expect(member.body.result?.data).toMatchObject({ subscriptions: [{ payments: [invoice] }] });
  });

  test('gets 503 while the provider fails, and redirects again afterwards', async () => {
    const bought = await subscriber();
    await copy();
    const [{ id }] = await invoicesOf(bought);
    shop.provider.addFault({
      operation: 'invoice_payments.list',
      effect: 'server_error',
      times: 6,
    });
    expect((await bought.client.get(`/invoices/subscription/${id}`)).status).toBe(503);
    shop.provider.clearFaults();
    expect((await bought.client.get(`/invoices/subscription/${id}`)).status).toBe(302);
  });
});

describe('a subscription payment', () => {
  const rates = async () =>
    (await shop.app.db.subscriptionPayment.findMany({ orderBy: { paidAt: 'asc' } })).map(
      ({ vatPercent }) => vatPercent,
    );
  const answer = (value: object) =>
    shop.app.db.setting.upsert({
      where: { name: 'vat' },
      create: { name: 'vat', value },
      update: { value },
    });
  beforeEach(async () => {
    await shop.app.db.$executeRaw`DELETE FROM setting`;
    await shop.app.db.$executeRaw`TRUNCATE subscription_payment, subscription CASCADE`;
  });

  test('gets the first VAT rate that is set, and keeps it', async () => {
    await subscriber();
    await copy();
    expect(await rates()).toEqual([null]);
    await answer({ regime: 'charged', ratePercent: 20 });
    await copy();
    expect(await rates()).toEqual([20]);
    await answer({ regime: 'charged', ratePercent: 20, subscriptionPercent: 5.5 });
    await copy();
    expect(await rates()).toEqual([20]);
    await subscriber('bis');
    await copy();
    expect(await rates()).toEqual([20, 5.5]);
  });

  test('has 0% VAT under franchise, and is copied once by concurrent runs', async () => {
    await answer({ regime: 'franchise' });
    await subscriber();
    await Promise.all([copy(), copy()]);
    await copy();
    expect(await rates()).toEqual([0]);
  });

  test('is not copied while the provider’s list is incomplete', async () => {
    await subscriber();
    shop.provider.addFault({
      operation: 'balance_transactions.list',
      effect: 'server_error',
      times: 6,
    });
    expect(await copy()).toBe('main');
    expect(await rates()).toEqual([]);
    shop.provider.clearFaults();
    expect(await copy()).toBeNull();
    expect(await rates()).toEqual([null]);
  });
});

test('invoice reads are rate-limited: the 61st gets 429', async () => {
  const strict = await startTestApp({
    database: shop.app.database,
    deps: { payments: shop.jobDeps.payments },
    config: { rateLimit: 'strict' },
  });
  const { userId, client } = await subscriber();
  await copy();
  const [payment] = await shop.app.db.subscriptionPayment.findMany({
    where: { subscription: { userId } },
  });
  const reader = strict.client();
  for (const [name, value] of client.cookies) reader.cookies.set(name, value);
  const url = `/invoices/subscription/${payment?.paymentIntentId}`;
  const statuses = [];
  for (let read = 0; read < 61; read += 1) statuses.push((await reader.get(url)).status);
  expect(statuses.slice(0, 60)).toEqual(Array<number>(60).fill(302));
  expect(statuses[60]).toBe(429);
  await strict.close();
});

test('a payment has the VAT rate of when it was paid, not of when it was copied', async () => {
  const { secret } = await office.enter(['owner']);
  const setVat = async (subscriptionPercent: number | null) => {
    const { updatedAt } = Object(
      (await office.call({ name: 'books.readVat', input: {}, secret })).body.result?.data,
    );
    const input = { regime: 'charged', ratePercent: 20, subscriptionPercent, updatedAt };
    expect(
      await office.call({ name: 'books.setVat', method: 'POST', input, secret }),
    ).toMatchObject({ status: 200 });
  };
  await setVat(null);
  const { userId } = await subscriber();
  // The provider's times are whole seconds.
  await sleep(1100);
  await setVat(5.5);
  await copy();
  const [payment] = await shop.app.db.subscriptionPayment.findMany({
    where: { subscription: { userId } },
  });
  expect(payment?.vatPercent).toBe(20);
});
