import type { Stripe } from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { refusalFrom, startEmulator, type RunningEmulator } from '../testing/running-emulator.ts';

const DAY = 86_400;
const HOUR = 3600;

let emulator: RunningEmulator;
beforeEach(async () => {
  // A month of 31 days, so that the periods are easy to count.
  const start = Date.UTC(2027, 0, 15, 12);
  emulator = await startEmulator({ nowMs: () => start });
});
afterEach(() => emulator.app.close());

async function customerWith(paymentMethod: string): Promise<{ customer: string; card: string }> {
  const { id: customer } = await emulator.main.customers.create({ email: 'a@example.org' });
  const { id: card } = await emulator.main.paymentMethods.attach(paymentMethod, { customer });
  return { customer, card };
}

async function subscribe(
  paymentMethod = 'pm_card_visa',
  params: Partial<Stripe.SubscriptionCreateParams> = {},
) {
  const { customer, card } = await customerWith(paymentMethod);
  return emulator.main.subscriptions.create({
    customer,
    items: [{ price: 'price_main_monthly' }],
    default_payment_method: card,
    expand: ['latest_invoice.payments.data.payment.payment_intent'],
    ...params,
  });
}

const customerOf = ({ customer }: Pick<Stripe.Subscription, 'customer'>) =>
  typeof customer === 'string' ? customer : customer.id;
const read = (id: string) => emulator.main.subscriptions.retrieve(id);
const invoicesOf = async (subscription: string) =>
  (await emulator.main.invoices.list({ subscription, limit: 100 })).data;
const dateOf = (seconds: number | null | undefined) =>
  seconds == null ? null : new Date(seconds * 1000).toISOString();
const eventTypes = async () =>
  (await emulator.main.events.list({ limit: 100 })).data.map(({ type }) => type).toReversed();
const useCard = async (subscription: Stripe.Subscription, paymentMethod: string) => {
  const customer = customerOf(subscription);
  const { id } = await emulator.main.paymentMethods.attach(paymentMethod, { customer });
  await emulator.main.subscriptions.update(subscription.id, { default_payment_method: id });
};

describe('beginning', () => {
  test('charges the first period at once', async () => {
    const subscription = await subscribe();
    expect(subscription).toMatchObject({
      status: 'active',
      cancel_at_period_end: false,
      latest_invoice: {
        status: 'paid',
        billing_reason: 'subscription_create',
        amount_paid: 1999,
        payments: { data: [{ status: 'paid', payment: { payment_intent: { amount: 1999 } } }] },
      },
    });
    expect(dateOf(subscription.items.data[0]?.current_period_end)).toBe('2027-02-15T12:00:00.000Z');
    expect(await eventTypes()).toEqual([
      'customer.created',
      'payment_method.attached',
      'customer.subscription.created',
      'invoice.created',
      'invoice.finalized',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice_payment.paid',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.updated',
    ]);
  });

  test('waits for 3-D Secure', async () => {
    const { customer, card } = await customerWith('pm_card_authenticationRequiredOnSetup');
    const subscription = await emulator.main.subscriptions.create({
      customer,
      items: [{ price: 'price_main_yearly' }],
      default_payment_method: card,
      expand: ['latest_invoice.confirmation_secret'],
    });
    expect(subscription).toMatchObject({
      status: 'incomplete',
      latest_invoice: { status: 'open' },
    });
    const [challenge] = emulator.control.challenges();
    expect(subscription.latest_invoice).toMatchObject({
      confirmation_secret: { client_secret: challenge?.clientSecret },
    });
    emulator.control.finishChallenge({ intentId: challenge?.intentId ?? '', outcome: 'succeed' });
    expect((await read(subscription.id)).status).toBe('active');
    const [invoice] = await invoicesOf(subscription.id);
    expect(invoice).toMatchObject({ status: 'paid', amount_paid: 19_999 });
  });

  test('stays incomplete with a refused card, and is given up after 23 hours', async () => {
    const subscription = await subscribe('pm_card_chargeCustomerFail');
    expect(subscription.status).toBe('incomplete');
    emulator.control.moveClock({ bySeconds: 22 * HOUR });
    expect((await read(subscription.id)).status).toBe('incomplete');
    emulator.control.moveClock({ bySeconds: 2 * HOUR });
    expect((await read(subscription.id)).status).toBe('incomplete_expired');
    const [invoice] = await invoicesOf(subscription.id);
    expect(invoice?.status).toBe('void');
    expect((await emulator.main.paymentIntents.list()).data[0]?.status).toBe('canceled');
    emulator.control.moveClock({ bySeconds: 60 * DAY });
    expect(await invoicesOf(subscription.id)).toHaveLength(1);
  });

  test('can be refused altogether instead', async () => {
    for (const paymentMethod of [
      'pm_card_chargeCustomerFail',
      'pm_card_authenticationRequiredOnSetup',
    ]) {
      const refusal = await refusalFrom(
        subscribe(paymentMethod, { payment_behavior: 'error_if_incomplete' }),
      );
      expect(refusal.statusCode).toBe(402);
    }
    expect((await emulator.main.subscriptions.list({ status: 'all' })).data).toEqual([]);
    expect(emulator.control.money()['main']?.succeeded).toBe(0);
  });

  test('needs a card of the customer', async () => {
    const { id: customer } = await emulator.main.customers.create();
    const items = [{ price: 'price_main_monthly' }];
    const without = await refusalFrom(emulator.main.subscriptions.create({ customer, items }));
    expect(without).toMatchObject({ statusCode: 400, code: 'resource_missing' });
    const { card } = await customerWith('pm_card_visa');
    const foreign = await refusalFrom(
      emulator.main.subscriptions.create({ customer, items, default_payment_method: card }),
    );
    expect(foreign).toMatchObject({ statusCode: 400, param: 'default_payment_method' });
  });

  test('knows the prices of its own account', async () => {
    const { customer, card } = await customerWith('pm_card_visa');
    const refusal = await refusalFrom(
      emulator.main.subscriptions.create({
        customer,
        items: [{ price: 'price_bis_monthly' }],
        default_payment_method: card,
      }),
    );
    expect(refusal).toMatchObject({ code: 'resource_missing', param: 'items[0][price]' });
  });
});

describe('renewing', () => {
  test('charges each period an hour after it began', async () => {
    const { id } = await subscribe();
    emulator.control.moveClock({ to: '2027-02-15T12:30:00Z' });
    const [draft] = await invoicesOf(id);
    expect(draft).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle' });
    expect(dateOf(draft?.automatically_finalizes_at)).toBe('2027-02-15T13:00:00.000Z');

    emulator.control.moveClock({ to: '2027-04-20T00:00:00Z' });
    const invoices = await invoicesOf(id);
    expect(invoices.map(({ status, created }) => [status, dateOf(created)])).toEqual([
      ['paid', '2027-04-15T12:00:00.000Z'],
      ['paid', '2027-03-15T12:00:00.000Z'],
      ['paid', '2027-02-15T12:00:00.000Z'],
      ['paid', '2027-01-15T12:00:00.000Z'],
    ]);
    expect(invoices.map(({ lines }) => dateOf(lines.data[0]?.period.end))).toEqual([
      '2027-05-15T12:00:00.000Z',
      '2027-04-15T12:00:00.000Z',
      '2027-03-15T12:00:00.000Z',
      '2027-02-15T12:00:00.000Z',
    ]);
    expect(emulator.control.money()['main']).toMatchObject({ succeeded: 4, amountCents: 4 * 1999 });
  });

  test('tries a refused card again and recovers with a new one', async () => {
    const subscription = await subscribe();
    await useCard(subscription, 'pm_card_chargeCustomerFail');
    emulator.control.moveClock({ to: '2027-02-15T14:00:00Z' });
    expect((await read(subscription.id)).status).toBe('past_due');
    const [failed] = await invoicesOf(subscription.id);
    expect(failed).toMatchObject({ status: 'open', attempt_count: 1 });
    expect(dateOf(failed?.next_payment_attempt)).toBe('2027-02-18T13:00:00.000Z');
    expect(await eventTypes()).toContain('invoice.payment_failed');

    await useCard(subscription, 'pm_card_mastercard');
    emulator.control.moveClock({ to: '2027-02-18T14:00:00Z' });
    expect((await read(subscription.id)).status).toBe('active');
    const [recovered] = await invoicesOf(subscription.id);
    expect(recovered).toMatchObject({
      id: failed?.id,
      status: 'paid',
      attempt_count: 2,
      next_payment_attempt: null,
    });
  });

  test('keeps its schedule when a person tries the card in between', async () => {
    const subscription = await subscribe();
    await useCard(subscription, 'pm_card_chargeCustomerFail');
    emulator.control.moveClock({ to: '2027-02-16T00:00:00Z' });
    const [failed] = await invoicesOf(subscription.id);
    await refusalFrom(emulator.main.invoices.pay(failed?.id ?? ''));
    const [tried] = await invoicesOf(subscription.id);
    expect(tried).toMatchObject({
      attempt_count: 1,
      next_payment_attempt: failed?.next_payment_attempt,
    });
    await useCard(subscription, 'pm_card_visa');
    await emulator.main.invoices.pay(failed?.id ?? '');
    expect((await read(subscription.id)).status).toBe('active');
    emulator.control.moveClock({ to: '2027-02-25T00:00:00Z' });
    expect(emulator.control.money()['main']?.succeeded).toBe(2);
  });

  test('ends after the last attempt', async () => {
    const subscription = await subscribe();
    await useCard(subscription, 'pm_card_chargeCustomerFail');
    emulator.control.moveClock({ to: '2027-03-02T00:00:00Z' });
    const { status } = await read(subscription.id);
    expect(status).toBe('past_due');
    emulator.control.moveClock({ to: '2027-03-03T00:00:00Z' });
    expect(await read(subscription.id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    });
    const [invoice] = await invoicesOf(subscription.id);
    expect(invoice).toMatchObject({ status: 'open', attempt_count: 4, auto_advance: false });
    expect(await eventTypes()).toContain('customer.subscription.deleted');
  });

  test('fails without the owner for a card that always wants authentication', async () => {
    const { customer, card } = await customerWith('pm_card_authenticationRequired');
    const subscription = await emulator.main.subscriptions.create({
      customer,
      items: [{ price: 'price_main_monthly' }],
      default_payment_method: card,
    });
    const [challenge] = emulator.control.challenges();
    emulator.control.finishChallenge({ intentId: challenge?.intentId ?? '', outcome: 'succeed' });
    emulator.control.moveClock({ to: '2027-02-16T00:00:00Z' });
    expect((await read(subscription.id)).status).toBe('past_due');
    expect(await eventTypes()).toContain('invoice.payment_action_required');
  });

  test('passes without the owner for a card that was set up by the first payment', async () => {
    const { id } = await subscribe('pm_card_authenticationRequiredOnSetup');
    const [challenge] = emulator.control.challenges();
    emulator.control.finishChallenge({ intentId: challenge?.intentId ?? '', outcome: 'succeed' });
    emulator.control.moveClock({ to: '2027-02-16T00:00:00Z' });
    expect((await read(id)).status).toBe('active');
    expect(await invoicesOf(id)).toHaveLength(2);
  });
});

describe('ending', () => {
  test('at the close of the paid period, unless it is taken back', async () => {
    const { id } = await subscribe();
    const stopped = await emulator.main.subscriptions.update(id, { cancel_at_period_end: true });
    expect(stopped).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect(dateOf(stopped.cancel_at)).toBe('2027-02-15T12:00:00.000Z');
    const resumed = await emulator.main.subscriptions.update(id, { cancel_at_period_end: false });
    expect(resumed).toMatchObject({ cancel_at_period_end: false, cancel_at: null });

    await emulator.main.subscriptions.update(id, { cancel_at_period_end: true });
    emulator.control.moveClock({ to: '2027-02-15T11:59:00Z' });
    expect((await read(id)).status).toBe('active');
    emulator.control.moveClock({ to: '2027-02-15T12:01:00Z' });
    const ended = await read(id);
    expect(ended.status).toBe('canceled');
    expect(dateOf(ended.ended_at)).toBe('2027-02-15T12:00:00.000Z');
    expect(await invoicesOf(id)).toHaveLength(1);
  });

  test('at once, and only once', async () => {
    const { id } = await subscribe();
    const ended = await emulator.main.subscriptions.cancel(id);
    expect(ended.status).toBe('canceled');
    expect((await refusalFrom(emulator.main.subscriptions.cancel(id))).statusCode).toBe(404);
    const late = await refusalFrom(
      emulator.main.subscriptions.update(id, { cancel_at_period_end: false }),
    );
    expect(late.statusCode).toBe(400);
    emulator.control.moveClock({ bySeconds: 90 * DAY });
    expect(await invoicesOf(id)).toHaveLength(1);
    expect((await emulator.main.subscriptions.list()).data).toEqual([]);
    expect((await emulator.main.subscriptions.list({ status: 'all' })).data).toHaveLength(1);
  });

  test('voids the open invoice of a first payment that never came', async () => {
    const { id } = await subscribe('pm_card_chargeCustomerFail');
    expect((await emulator.main.subscriptions.cancel(id)).status).toBe('incomplete_expired');
    const [invoice] = await invoicesOf(id);
    expect(invoice?.status).toBe('void');
  });

  test('with the customer', async () => {
    const { id, customer } = await subscribe();
    await emulator.main.customers.del(customerOf({ customer }));
    expect((await read(id)).status).toBe('canceled');
    const gone = await emulator.main.customers.retrieve(customerOf({ customer }));
    expect(gone).toEqual({ id: customerOf({ customer }), object: 'customer', deleted: true });
    emulator.control.moveClock({ bySeconds: 90 * DAY });
    expect(emulator.control.money()['main']?.succeeded).toBe(1);
  });
});
