import { afterAll, expect, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import { startCardShop } from '../support/card-update.ts';
import { give, giveAndSend, said } from '../support/command.ts';
import { buy } from '../support/shop.ts';

const { shop, subscriber, close } = await startCardShop();
afterAll(close);

const DECLINED = '4000000000000002';

/** Buys an item; returns the order and its payment. */
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

test('a month of sales, refunds, disputes and debits adds up to what the balance changed by', async () => {
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

test('a period holds its days alone, and another rate of VAT is taken', async () => {
  const values = { from: '2020-01-01', to: '2020-01-31', style: 'en' };
  expect(rowsOf(said(await give(shop, 'books.export', values)))).toEqual([]);
  const all = { ...values, to: '2099-12-31', vat: '0' };
  const [row] = rowsOf(said(await give(shop, 'books.export', all)));
  expect(row).toMatchObject({ vat_percent: '0', vat: '0.00', net: row?.['gross'] });
  const odd = await give(shop, 'books.export', { ...values, vat: 'twenty' });
  expect([odd.kind, said(odd)]).toEqual(['misused', expect.stringContaining('--vat must be ')]);
});

test('an order has the rate that it was bought with, and what has none the shop’s', async () => {
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

test('nothing is written where the provider does not list everything', async () => {
  shop.provider.addFault({
    operation: 'balance_transactions.list',
    effect: 'server_error',
    times: 5,
  });
  const refused = await give(shop, 'books.export', { from: '2020-01-01', to: '2099-12-31' });
  expect(refused).toMatchObject({
    kind: 'refused',
    codes: ['payments_unreadable'],
    text: expect.stringContaining('the main account'),
  });
});
