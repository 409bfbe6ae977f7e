import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { errorFrom, startEmulator, type RunningEmulator } from '../testing/running-emulator.ts';
import { beginSubscription, changeCard, subscribe } from '../testing/subscriber.ts';
import { decideDue } from './balance.ts';

let emulator: RunningEmulator;
beforeEach(async () => {
  const start = Date.UTC(2027, 0, 15, 12);
  emulator = await startEmulator({ nowMs: () => start });
});
afterEach(() => emulator.app.close());

const credit = (customer: string, cents: number) =>
  emulator.main.customers.createBalanceTransaction(customer, { amount: -cents, currency: 'eur' });
const balanceOf = async (id: string) => {
  const customer = await emulator.main.customers.retrieve(id);
  return customer.deleted ? null : customer.balance;
};

const invoicesOf = async (customer: string) =>
  (await emulator.main.invoices.list({ customer, limit: 100 })).data;

describe('the credit of a customer', () => {
  test('reduces the next invoices and carries over', async () => {
    const { customer } = await subscribe(emulator);
    await credit(customer, 1000);
    await credit(customer, 1000);
    await credit(customer, 1000);
    expect(await balanceOf(customer)).toBe(-3000);

    emulator.control.moveClock({ to: '2027-03-16T00:00:00Z' });
    const [march, february] = await invoicesOf(customer);
    expect(february).toMatchObject({
      status: 'paid',
      total: 1999,
      amount_due: 0,
      starting_balance: -3000,
      ending_balance: -1001,
    });
    expect(march).toMatchObject({
      status: 'paid',
      total: 1999,
      amount_due: 998,
      amount_paid: 998,
      starting_balance: -1001,
      ending_balance: 0,
    });
    expect(await balanceOf(customer)).toBe(0);
    const entries = await emulator.main.customers.listBalanceTransactions(customer);
    expect(
      entries.data.map(({ amount, type, ending_balance: end }) => [amount, type, end]),
    ).toEqual([
      [1001, 'applied_to_invoice', 0],
      [1999, 'applied_to_invoice', -1001],
      [-1000, 'adjustment', -3000],
      [-1000, 'adjustment', -2000],
      [-1000, 'adjustment', -1000],
    ]);
    expect(emulator.control.money()['main']?.amountCents).toBe(1999 + 998);
  });

  test('pays a first invoice without a card', async () => {
    const { id } = await emulator.main.customers.create();
    await credit(id, 2000);
    const { subscription } = await beginSubscription(emulator, id);
    expect((await emulator.main.subscriptions.retrieve(subscription)).status).toBe('active');
    expect(await balanceOf(id)).toBe(-1);
    expect((await emulator.main.paymentIntents.list()).data).toEqual([]);
  });

  test('returns when the invoice that used it is voided', async () => {
    const { id } = await emulator.main.customers.create();
    await credit(id, 500);
    const { subscription } = await beginSubscription(emulator, id);
    expect(await balanceOf(id)).toBe(0);
    await emulator.main.subscriptions.cancel(subscription);
    expect(await balanceOf(id)).toBe(-500);
  });

  test('that leaves less than the minimum charge becomes a debt of the next invoice', async () => {
    const { id } = await emulator.main.customers.create();
    await credit(id, 1970);
    await beginSubscription(emulator, id);
    const [first] = await invoicesOf(id);
    expect(first).toMatchObject({ status: 'paid', amount_due: 0, ending_balance: 29 });
    expect(await balanceOf(id)).toBe(29);
    await beginSubscription(emulator, id);
    const [second] = await invoicesOf(id);
    expect(second).toMatchObject({ status: 'open', amount_due: 2028, ending_balance: 0 });
  });

  test('never loses or creates a cent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: -5000, max: 5000 }),
        (total, balance) => {
          const { due, endingBalance, carriedOver } = decideDue(total, balance);
          expect(due + endingBalance).toBe(total + balance);
          expect(due === 0 || due >= 50).toBe(true);
          expect(carriedOver).toBe(Math.max(0, endingBalance));
          expect(due > 0 && endingBalance !== 0).toBe(false);
        },
      ),
    );
  });
});

describe('an open invoice', () => {
  const open = async () => {
    const begun = await beginSubscription(emulator);
    const [invoice] = await invoicesOf(begun.customer);
    return { ...begun, id: invoice?.id ?? '' };
  };

  test('is paid with the card of its subscription, once', async () => {
    const begun = await open();
    const without = await errorFrom(emulator.main.invoices.pay(begun.id));
    expect(without).toMatchObject({ statusCode: 400, code: 'resource_missing' });
    await changeCard(emulator, begun, 'pm_card_visa');
    const paid = await emulator.main.invoices.pay(begun.id);
    expect(paid).toMatchObject({ status: 'paid', amount_paid: 1999, attempt_count: 1 });
    expect(paid.number).toMatch(/-0001$/);
    const twice = await errorFrom(emulator.main.invoices.pay(begun.id));
    expect(twice.message).toBe('Invoice is already paid');
  });

  test('stays open when the card is declined', async () => {
    const begun = await open();
    await changeCard(emulator, begun, 'pm_card_chargeCustomerFail');
    const error = await errorFrom(emulator.main.invoices.pay(begun.id));
    expect(error).toMatchObject({ statusCode: 402, code: 'card_declined' });
    expect(await emulator.main.invoices.retrieve(begun.id)).toMatchObject({
      status: 'open',
      attempt_count: 1,
    });
    await changeCard(emulator, begun, 'pm_card_mastercard');
    const paid = await emulator.main.invoices.pay(begun.id);
    expect(paid).toMatchObject({ status: 'paid', attempt_count: 1 });
  });

  test('cannot be paid through a cancelled payment intent', async () => {
    const begun = await open();
    await changeCard(emulator, begun, 'pm_card_visa');
    await emulator.main.paymentIntents.cancel(begun.intent ?? '');
    const error = await errorFrom(emulator.main.invoices.pay(begun.id));
    expect(error.code).toBe('payment_intent_unexpected_state');
    expect(emulator.control.money()['main']?.succeeded).toBe(0);
  });

  test('can be voided, and then not paid', async () => {
    const begun = await open();
    await changeCard(emulator, begun, 'pm_card_visa');
    expect((await emulator.main.invoices.voidInvoice(begun.id)).status).toBe('void');
    expect((await errorFrom(emulator.main.invoices.voidInvoice(begun.id))).statusCode).toBe(400);
    expect((await errorFrom(emulator.main.invoices.pay(begun.id))).statusCode).toBe(400);
    expect(emulator.control.money()['main']?.succeeded).toBe(0);
  });
});
