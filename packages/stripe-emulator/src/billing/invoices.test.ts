import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { refusalFrom, startEmulator, type RunningEmulator } from '../testing/running-emulator.ts';
import { settle } from './balance.ts';

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

async function customerWithCard(paymentMethod = 'pm_card_visa'): Promise<string> {
  const { id } = await emulator.main.customers.create({ payment_method: paymentMethod });
  const [method] = (await emulator.main.customers.listPaymentMethods(id)).data;
  await emulator.main.customers.update(id, {
    invoice_settings: { default_payment_method: method?.id ?? '' },
  });
  return id;
}
const subscribe = (customer: string) =>
  emulator.main.subscriptions.create({ customer, items: [{ price: 'price_main_monthly' }] });
const invoicesOf = async (customer: string) =>
  (await emulator.main.invoices.list({ customer, limit: 100 })).data;

describe('a customer’s credit', () => {
  test('lowers the next invoices and carries over', async () => {
    const customer = await customerWithCard();
    await subscribe(customer);
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
    const subscription = await subscribe(id);
    expect(subscription.status).toBe('active');
    expect(await balanceOf(id)).toBe(-1);
    expect((await emulator.main.paymentIntents.list()).data).toEqual([]);
  });

  test('comes back when the invoice that used it is voided', async () => {
    const customer = await customerWithCard('pm_card_chargeCustomerFail');
    await credit(customer, 500);
    const subscription = await subscribe(customer);
    expect(await balanceOf(customer)).toBe(0);
    await emulator.main.subscriptions.cancel(subscription.id);
    expect(await balanceOf(customer)).toBe(-500);
  });

  test('never loses or makes a cent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: -5000, max: 5000 }),
        (total, balance) => {
          const { due, endingBalance, carriedOver } = settle(total, balance);
          expect(due + endingBalance).toBe(total + balance);
          expect(due === 0 || due >= 50).toBe(true);
          expect(carriedOver).toBe(Math.max(0, endingBalance));
          expect(due > 0 && endingBalance !== 0).toBe(false);
        },
      ),
    );
  });
});

describe('the next invoice', () => {
  test('can be seen before it comes', async () => {
    const customer = await customerWithCard();
    const { id } = await subscribe(customer);
    await credit(customer, 1000);
    const preview = await emulator.main.invoices.createPreview({ subscription: id });
    expect(preview).toMatchObject({ total: 1999, amount_due: 999, starting_balance: -1000 });
    expect(await invoicesOf(customer)).toHaveLength(1);

    await emulator.main.subscriptions.update(id, { cancel_at_period_end: true });
    const none = await refusalFrom(emulator.main.invoices.createPreview({ subscription: id }));
    expect(none).toMatchObject({ statusCode: 404, code: 'invoice_upcoming_none' });
  });
});

describe('an invoice made by hand', () => {
  const draft = async (customer: string, amount = 4000) => {
    await emulator.main.invoiceItems.create({ customer, amount, currency: 'eur' });
    return emulator.main.invoices.create({
      customer,
      pending_invoice_items_behavior: 'include',
      auto_advance: false,
    });
  };

  test('goes from draft to open to paid', async () => {
    const customer = await customerWithCard();
    const { id } = await draft(customer);
    await emulator.main.invoiceItems.create({
      customer,
      amount: 250,
      currency: 'eur',
      invoice: id,
    });
    expect(await emulator.main.invoices.retrieve(id)).toMatchObject({
      status: 'draft',
      total: 4250,
      number: null,
    });
    const open = await emulator.main.invoices.finalizeInvoice(id);
    expect(open).toMatchObject({ status: 'open', amount_due: 4250 });
    expect(open.number).toMatch(/-0001$/);
    const paid = await emulator.main.invoices.pay(id);
    expect(paid).toMatchObject({ status: 'paid', amount_paid: 4250, attempt_count: 1 });
    const twice = await refusalFrom(emulator.main.invoices.pay(id));
    expect(twice.message).toBe('Invoice is already paid');
    const late = await refusalFrom(
      emulator.main.invoiceItems.create({ customer, amount: 1, currency: 'eur', invoice: id }),
    );
    expect(late.code).toBe('invoice_not_editable');
  });

  test('stays open when the card is refused', async () => {
    const customer = await customerWithCard('pm_card_chargeCustomerFail');
    const { id } = await draft(customer);
    await emulator.main.invoices.finalizeInvoice(id);
    const refusal = await refusalFrom(emulator.main.invoices.pay(id));
    expect(refusal).toMatchObject({ statusCode: 402, code: 'card_declined' });
    expect(await emulator.main.invoices.retrieve(id)).toMatchObject({
      status: 'open',
      attempt_count: 1,
    });
    const { id: card } = await emulator.main.paymentMethods.attach('pm_card_visa', { customer });
    const paid = await emulator.main.invoices.pay(id, { payment_method: card });
    expect(paid).toMatchObject({ status: 'paid', attempt_count: 1 });
  });

  test('cannot be charged through a payment that was cancelled', async () => {
    const customer = await customerWithCard();
    const { id } = await draft(customer);
    await emulator.main.invoices.finalizeInvoice(id);
    const [payment] = (await emulator.main.invoicePayments.list({ invoice: id })).data;
    const intent = payment?.payment.payment_intent;
    await emulator.main.paymentIntents.cancel(typeof intent === 'string' ? intent : '');
    const refusal = await refusalFrom(emulator.main.invoices.pay(id));
    expect(refusal.code).toBe('payment_intent_unexpected_state');
    expect(emulator.control.money()['main']?.succeeded).toBe(0);
  });

  test('can be voided, written off, paid elsewhere, or deleted as a draft', async () => {
    const customer = await customerWithCard();
    const voided = await draft(customer);
    await emulator.main.invoices.finalizeInvoice(voided.id);
    expect((await emulator.main.invoices.voidInvoice(voided.id)).status).toBe('void');
    expect((await refusalFrom(emulator.main.invoices.pay(voided.id))).statusCode).toBe(400);

    const lost = await draft(customer);
    await emulator.main.invoices.finalizeInvoice(lost.id);
    const writtenOff = await emulator.main.invoices.markUncollectible(lost.id);
    expect(writtenOff.status).toBe('uncollectible');

    const elsewhere = await draft(customer);
    const settled = await emulator.main.invoices.pay(elsewhere.id, { paid_out_of_band: true });
    expect(settled.status).toBe('paid');

    const deleted = await draft(customer);
    expect(await emulator.main.invoices.del(deleted.id)).toMatchObject({ deleted: true });
    expect((await refusalFrom(emulator.main.invoices.retrieve(deleted.id))).statusCode).toBe(404);
    expect((await refusalFrom(emulator.main.invoices.del(voided.id))).statusCode).toBe(400);
    expect(emulator.control.money()['main']?.succeeded).toBe(0);
  });

  test('finalises and charges itself after an hour when it may', async () => {
    const customer = await customerWithCard();
    await emulator.main.invoiceItems.create({ customer, amount: 4000, currency: 'eur' });
    const { id } = await emulator.main.invoices.create({
      customer,
      auto_advance: true,
      pending_invoice_items_behavior: 'include',
    });
    emulator.control.moveClock({ bySeconds: 3590 });
    expect((await emulator.main.invoices.retrieve(id)).status).toBe('draft');
    emulator.control.moveClock({ bySeconds: 20 });
    expect((await emulator.main.invoices.retrieve(id)).status).toBe('paid');
  });

  test('below the smallest charge is carried over to the next', async () => {
    const customer = await customerWithCard();
    const { id } = await draft(customer, 30);
    const closed = await emulator.main.invoices.finalizeInvoice(id);
    expect(closed).toMatchObject({ status: 'paid', amount_due: 0, ending_balance: 30 });
    expect(await balanceOf(customer)).toBe(30);
    const next = await draft(customer, 1000);
    expect((await emulator.main.invoices.finalizeInvoice(next.id)).amount_due).toBe(1030);
    expect(await balanceOf(customer)).toBe(0);
  });
});
