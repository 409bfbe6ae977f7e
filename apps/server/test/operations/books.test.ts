import { SOURCE_FACTS } from '@agres/domain/brand';
import { addDays, addMonths, parisDayOf } from '@agres/domain/days';
import { makeInvoices } from '@agres/money/invoices/make-invoices';
import { auditRefunds } from '@agres/money/refund/audit-refunds';
import { copySubscriptionPayments } from '@agres/money/subscription/subscription-payments';
import { afterAll, expect, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import { startCardShop } from '../support/card-update.ts';
import { give, giveAndSend, outputOf, said, type Typed } from '../support/command.ts';
import { buy, startTestProvider } from '../support/shop.ts';

const { shop, subscriber, close } = await startCardShop();
afterAll(close);

const DECLINED = '4000000000000002';

async function sell() {
  const { client, item, attempts } = await startBuyer(shop);
  await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
  const [attempt] = await attempts();
  const order = await shop.app.db.order.findUniqueOrThrow({
    where: { attemptId: attempt?.id ?? '' },
  });
  return { id: order.id, amountCents: order.amountCents, intentId: attempt?.paymentIntentId ?? '' };
}

const rowsOf = (csv: string) => {
  const [head = '', ...lines] = csv.replace('\uFEFF', '').trim().split('\r\n');
  const columns = head.split(',');
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((cell, index) => [columns[index] ?? '', cell])),
  );
};
const centsOf = (cell = '') => Math.round(Number(cell) * 100);

test('the export of sales, refunds, disputes and renewals adds up to the balance change', async () => {
  const refunded = await sell();
  const disputed = await sell();
  const kept = await sell();
  const { client, item } = await startBuyer(shop);
  await buy(client, { id: item.id, stripeToken: await shop.cardToken(DECLINED) });
  const cancel = { order: String(refunded.id), reason: 'Rétractation' };
  expect((await giveAndSend(shop, 'orders.cancel', cancel)).kind).toBe('done');
  shop.provider.disputePayment({ intentId: disputed.intentId });
  const { userId } = await subscriber('bis');
  const { id: subscriptionId } = await shop.app.db.subscription.findFirstOrThrow({
    where: { userId },
  });
  shop.provider.moveClock({ bySeconds: 32 * 86_400 });

  const answer = await give(shop, 'books.export', {
    from: '2020-01-01',
    to: '2099-12-31',
    style: 'en',
  });
  const rows = rowsOf(said(answer));
  const linesOf = (column: string, value: number | string) =>
    rows
      .filter((row) => row[column] === String(value))
      .map(({ kind, gross }) => [kind, centsOf(gross)]);
  expect(linesOf('order', kept.id)).toEqual([['charge', kept.amountCents]]);
  expect(linesOf('order', refunded.id)).toEqual([
    ['charge', refunded.amountCents],
    ['refund', -refunded.amountCents],
  ]);
  expect(linesOf('order', disputed.id)).toEqual([
    ['charge', disputed.amountCents],
    ['dispute', -disputed.amountCents],
  ]);
  expect(linesOf('subscription', subscriptionId)).toEqual([
    ['charge', 1999],
    ['charge', 1999],
  ]);
  expect(rows).toHaveLength(7);

  const sumOf = (column: string) => rows.reduce((sum, row) => sum + centsOf(row[column]), 0);
  const accounts = Object.values(shop.provider.money());
  const atProvider = accounts.reduce(
    (sum, { amountCents, refundedCents }) => sum + amountCents - refundedCents,
    0,
  );
  expect(sumOf('gross')).toBe(atProvider - disputed.amountCents);
  expect(sumOf('balance')).toBe(sumOf('gross') - sumOf('stripe_fee'));
  for (const row of rows) {
    expect(centsOf(row['net']) + centsOf(row['vat'])).toBe(centsOf(row['gross']));
    expect(Math.abs(centsOf(row['vat']) - centsOf(row['gross']) / 6)).toBeLessThanOrEqual(0.5);
    expect(row).toMatchObject({
      vat_percent: '20',
      stripe_transaction: expect.stringMatching(/^txn_/),
    });
  }
});

test('the fees and payouts of a month add up to the payment export', async () => {
  const month = parisDayOf(new Date()).slice(0, 7);
  const from = `${month}-01`;
  const to = addDays(addMonths(from, 1), -1);
  const rows = rowsOf(said(await give(shop, 'books.export', { from, to, style: 'en' })));
  const sumOf = (column: string, kinds: readonly string[] = []) =>
    rows
      .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind ?? ''))
      .reduce((sum, row) => sum + centsOf(row[column]), 0);
  const balance = await give(shop, 'books.balance', { month });
  expect(balance).toMatchObject({
    output: {
      receivedCents: sumOf('gross', ['charge']),
      returnedCents: sumOf('gross', ['refund', 'dispute']),
      feesCents: 0 - sumOf('stripe_fee'),
      payoutCents: 0,
      otherCents: 0,
    },
  });
  expect(sumOf('gross', ['charge'])).toBeGreaterThan(0);
  expect(sumOf('stripe_fee')).toBeGreaterThan(0);
  const { output } = balance as { output: Record<string, number> };
  expect(Object.values(output).reduce((sum, cents) => sum + cents, 0)).toBe(sumOf('balance'));
});

test('an export has only the days of its period, and accepts another VAT rate', async () => {
  const values = { from: '2020-01-01', to: '2020-01-31', style: 'en' };
  expect(rowsOf(said(await give(shop, 'books.export', values)))).toEqual([]);
  const all = { ...values, to: '2099-12-31', vat: '0' };
  const [row] = rowsOf(said(await give(shop, 'books.export', all)));
  expect(row).toMatchObject({ vat_percent: '0', vat: '0.00', net: row?.['gross'] });
  const odd = await give(shop, 'books.export', { ...values, vat: 'twenty' });
  expect([odd.kind, said(odd)]).toEqual(['misused', expect.stringContaining('--vat must be ')]);
});

test('an order has the VAT rate of its purchase, or else the shop’s', async () => {
  const value = { regime: 'charged', ratePercent: 10 };
  await shop.app.db.setting.create({ data: { name: 'vat', value } });
  const { client, item } = await startBuyer(shop);
  await shop.app.db.item.update({ where: { id: item.id }, data: { vatPercent: 2.1 } });
  await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
  const own = await shop.app.db.order.findFirstOrThrow({ orderBy: { id: 'desc' } });
  await shop.app.db.item.updateMany({ data: { vatPercent: null } });
  const period = { from: '2020-01-01', to: '2099-12-31', style: 'en' };
  const rates = rowsOf(said(await give(shop, 'books.export', period))).map(
    ({ order, vat_percent: rate }) => [order, rate],
  );
  expect(rates).toContainEqual([String(own.id), '2.1']);
  expect(rates.filter(([order]) => order !== String(own.id)).map(([, rate]) => rate)).toEqual(
    rates.slice(1).map(() => '10'),
  );
});

test('nothing is exported when the provider returns an incomplete list', async () => {
  shop.provider.addFault({
    operation: 'balance_transactions.list',
    effect: 'server_error',
    times: 5,
  });
  const refused = await give(shop, 'books.export', { from: '2020-01-01', to: '2099-12-31' });
  expect(refused).toMatchObject({
    kind: 'refused',
    codes: ['payments_unreadable'],
    text: expect.stringContaining('the second account'),
  });
});

/** Returns a month's figures, in cents, as the office shows them and as the payments file adds up to. */
async function figuresOf(own: Shop['shop'], month: string) {
  const of = async (name: string, values: Typed) => (await outputOf(own, name, values)) as never;
  const { months } = (await of('books.months', {})) as { months: { month: string }[] };
  const { items, subscriptions, rates } = (await of('books.items', { month })) as {
    items: { vatCents: number }[];
    subscriptions: { vatCents: number };
    rates: object[];
  };
  const from = `${month}-01`;
  const last = new Date(Date.parse(addMonths(from, 1)) - 86_400_000).toISOString().slice(0, 10);
  const { csv } = (await of('books.export', { from, to: last, style: 'en' })) as { csv: string };
  const rows = rowsOf(csv);
  const sumOf = (column: string, isMeant: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(isMeant).reduce((sum, row) => sum + centsOf(row[column]), 0);
  const isOfBank = ({ kind }: (typeof rows)[number]) => kind?.startsWith('dispute') === true;
  const percents = [...new Set(rows.map((row) => Number(row['vat_percent'])))];
  return {
    shown: months.find((one) => one.month === month),
    shownRates: rates,
    shownItemVatCents: [...items, subscriptions].reduce((sum, { vatCents }) => sum + vatCents, 0),
    paid: {
      soldCents: sumOf('gross', ({ kind, order }) => kind === 'charge' && order !== ''),
      subscriptionCents: sumOf(
        'gross',
        ({ kind, subscription }) => kind === 'charge' && subscription !== '',
      ),
      refundedCents: 0 - sumOf('gross', ({ kind }) => kind === 'refund'),
      disputedCents: 0 - sumOf('gross', isOfBank),
      vatCents: sumOf('vat', () => true),
    },
    paidRates: percents
      .toSorted((one, other) => other - one)
      .map((percent) => {
        const isMeant = (row: (typeof rows)[number]) => Number(row['vat_percent']) === percent;
        return {
          ratePercent: percent,
          netCents: sumOf('net', isMeant),
          vatCents: sumOf('vat', isMeant),
        };
      }),
  };
}
type Shop = Awaited<ReturnType<typeof startCardShop>>;

test('the figures of a month equal the sums of the payment export, to the cent', async () => {
  const provider = await startTestProvider({ minutesBehind: 32 * 24 * 60 });
  const office = await startCardShop({ provider });
  const { app, provider: control } = office.shop;
  const value = { regime: 'charged', ratePercent: 20, subscriptionPercent: 10 };
  await app.db.setting.create({ data: { name: 'vat', value } });
  const { delivery: _delivery, ...facts } = SOURCE_FACTS;
  const seller = {
    ...facts.seller,
    registration: 'RCS Lyon 123 456 789',
    vatNumber: 'FR12 123 456 789',
    address: '12 quai Neuf, 69002 Lyon, France',
  };
  await app.db.setting.create({ data: { name: 'seller', value: { ...facts, seller } } });
  const { userId: renewing } = await office.subscriber('bis');
  await app.db.$executeRaw`UPDATE subscription SET created_at = now() - interval '33 days'`;
  control.moveClock({ bySeconds: 32 * 86_400 });
  await copySubscriptionPayments(office.shop.jobDeps);

  // Payments from now on have another rate.
  await app.db.setting.update({
    where: { name: 'vat' },
    data: { value: { ...value, subscriptionPercent: 5.5 } },
  });
  const { userId: leaving } = await office.subscriber();
  await copySubscriptionPayments(office.shop.jobDeps);
  const sellHere = async () => {
    const { client, item, attempts } = await startBuyer(office.shop);
    await buy(client, { id: item.id, stripeToken: await office.shop.cardToken() });
    const [attempt] = await attempts();
    return attempt?.paymentIntentId ?? '';
  };
  await sellHere();
  const refunded = await sellHere();
  const won = control.disputePayment({ intentId: await sellHere() });
  const lost = control.disputePayment({ intentId: await sellHere() });
  control.disputePayment({ intentId: await sellHere(), kind: 'inquiry' });
  // In two parts of half a cent each.
  control.refundPayment({ intentId: refunded, amountCents: 333 });
  control.refundPayment({ intentId: refunded, amountCents: 334 });
  control.refundPayment({ intentId: refunded });
  const payments = await app.db.subscriptionPayment.findMany({
    where: { subscription: { userId: leaving } },
  });
  const { userId: disputing } = await office.subscriber();
  await copySubscriptionPayments(office.shop.jobDeps);
  const [disputed] = await app.db.subscriptionPayment.findMany({
    where: { subscription: { userId: disputing } },
  });
  control.disputePayment({ intentId: disputed?.paymentIntentId ?? '' });
  control.refundPayment({ intentId: payments[0]?.paymentIntentId ?? '', amountCents: 777 });
  control.turnDispute({ disputeId: won, turn: 'won' });
  control.turnDispute({ disputeId: lost, turn: 'lost' });
  await auditRefunds(office.shop.jobDeps);
  // A payment gets its invoice and credit note after a minute.
  await app.db.$executeRaw`UPDATE orders SET order_date = order_date - interval '2 minutes'`;
  await app.db.$executeRaw`ALTER TABLE refund DISABLE TRIGGER USER`;
  await app.db.$executeRaw`UPDATE refund SET updated_at = updated_at - interval '90 seconds'`;
  await app.db.$executeRaw`ALTER TABLE refund ENABLE TRIGGER USER`;
  await makeInvoices({ db: app.db, clock: () => new Date() });

  expect(payments).toMatchObject([{ amountCents: 1999, vatPercent: 5.5 }]);
  const renewals = await app.db.subscriptionPayment.findMany({
    where: { subscription: { userId: renewing } },
  });
  expect(renewals).toMatchObject([
    { amountCents: 1999, vatPercent: 10 },
    { amountCents: 1999, vatPercent: 10 },
  ]);
  const now = parisDayOf(new Date()).slice(0, 7);
  const sums = { subscriptionCents: 0, refundedCents: 0, disputedCents: 0 };
  for (const month of [addMonths(`${now}-01`, -2), addMonths(`${now}-01`, -1), `${now}-01`]) {
    const figures = await figuresOf(office.shop, month.slice(0, 7));
    const { shown, shownRates, shownItemVatCents, paid, paidRates } = figures;
    expect(shown).toMatchObject(paid);
    expect(shownRates).toEqual(paidRates);
    expect(shownItemVatCents).toBe(paid.vatCents);
    for (const name of ['subscriptionCents', 'refundedCents', 'disputedCents'] as const)
      sums[name] += paid[name];
  }
  const [{ amountCents } = { amountCents: 0 }] = await app.db.order.findMany();
  expect(sums).toEqual({
    subscriptionCents: 4 * 1999,
    refundedCents: amountCents + 777,
    disputedCents: amountCents + 1999,
  });
  await office.close();
  await provider.close();
});

test('a refund made in the dashboard counts at its own date, even if it is found late', async () => {
  const provider = await startTestProvider({ minutesBehind: 2 * 24 * 60 });
  const late = await startCardShop({ provider });
  const { client, item, attempts } = await startBuyer(late.shop);
  await buy(client, { id: item.id, stripeToken: await late.shop.cardToken() });
  const [attempt] = await attempts();
  late.shop.provider.refundPayment({ intentId: attempt?.paymentIntentId ?? '' });
  late.shop.provider.moveClock({ bySeconds: 2 * 86_400 });
  await auditRefunds(late.shop.jobDeps);
  const [refund] = await late.shop.app.db.refund.findMany();
  expect(refund).toMatchObject({ state: 'succeeded', settledAt: refund?.at });
  expect(Date.now() - Number(refund?.settledAt)).toBeGreaterThan(86_400_000);
  await late.close();
  await provider.close();
});
