import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { idOf } from '../account.ts';
import {
  errorFrom,
  startEmulator,
  startReceiver,
  type RunningEmulator,
} from '../testing/running-emulator.ts';
import { beginSubscription, changeCard, subscribe } from '../testing/subscriber.ts';

const DAY = 86_400;
const HOUR = 3600;

let emulator: RunningEmulator;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
  // A month of 31 days, so that the periods are easy to count.
  const start = Date.UTC(2027, 0, 15, 12);
  receiver = await startReceiver();
  emulator = await startEmulator({
    nowMs: () => start,
    webhookTargets: [{ account: 'main', url: receiver.url, secret: 'whsec_1' }],
  });
});
afterEach(async () => {
  await emulator.app.close();
  await receiver.close();
});

const read = (id: string) => emulator.main.subscriptions.retrieve(id);
const invoicesOf = async (subscription: string) =>
  (await emulator.main.invoices.list({ subscription, limit: 100 })).data;
const dateOf = (seconds: number | null | undefined) =>
  seconds == null ? null : new Date(seconds * 1000).toISOString();
const eventTypes = async () => {
  await emulator.control.webhooksSettled({ withinMs: 5000 });
  return receiver.received.map(({ body }): string => JSON.parse(body).type).toSorted();
};

describe('creating a subscription', () => {
  test('requires a card, and charges the first period when it is confirmed', async () => {
    const { subscription: id, intent } = await beginSubscription(emulator);
    expect(await read(id)).toMatchObject({ status: 'incomplete' });
    await emulator.main.paymentIntents.confirm(intent ?? '', { payment_method: 'pm_card_visa' });
    const paid = await emulator.main.subscriptions.retrieve(id, {
      expand: ['latest_invoice.payments.data.payment.payment_intent', 'default_payment_method'],
    });
    expect(paid).toMatchObject({
      status: 'active',
      cancel_at_period_end: false,
      default_payment_method: { card: { brand: 'visa' } },
      latest_invoice: {
        status: 'paid',
        billing_reason: 'subscription_create',
        amount_paid: 1999,
        payments: { data: [{ status: 'paid', payment: { payment_intent: { amount: 1999 } } }] },
      },
    });
    expect(dateOf(paid.items.data[0]?.current_period_end)).toBe('2027-02-15T12:00:00.000Z');
    expect(await eventTypes()).toEqual([
      'charge.succeeded',
      'customer.created',
      'customer.subscription.created',
      'customer.subscription.updated',
      'invoice.created',
      'invoice.finalized',
      'invoice.paid',
      'invoice.payment_succeeded',
      'invoice_payment.paid',
      'payment_intent.created',
      'payment_intent.succeeded',
      'payment_method.attached',
    ]);
  });

  test('stays incomplete after a declined card, and expires after 23 hours', async () => {
    const { subscription: id, intent } = await beginSubscription(emulator);
    await errorFrom(
      emulator.main.paymentIntents.confirm(intent ?? '', {
        payment_method: 'pm_card_chargeCustomerFail',
      }),
    );
    expect((await read(id)).status).toBe('incomplete');
    emulator.control.moveClock({ bySeconds: 22 * HOUR });
    expect((await read(id)).status).toBe('incomplete');
    emulator.control.moveClock({ bySeconds: 2 * HOUR });
    expect((await read(id)).status).toBe('incomplete_expired');
    const [invoice] = await invoicesOf(id);
    expect(invoice?.status).toBe('void');
    expect((await emulator.main.paymentIntents.list()).data[0]?.status).toBe('canceled');
    emulator.control.moveClock({ bySeconds: 60 * DAY });
    expect(await invoicesOf(id)).toHaveLength(1);
  });

  test('accepts only a card of its own customer', async () => {
    const { subscription: id } = await subscribe(emulator);
    const { subscription: others } = await subscribe(emulator);
    const card = idOf((await read(others)).default_payment_method) ?? '';
    const foreign = await errorFrom(
      emulator.main.subscriptions.update(id, { default_payment_method: card }),
    );
    expect(foreign).toMatchObject({ statusCode: 400, param: 'default_payment_method' });
  });

  test('accepts only prices of its own account and default_incomplete', async () => {
    const { id: customer } = await emulator.main.customers.create();
    const items = [{ price: 'price_bis_monthly' }];
    const foreign = await errorFrom(
      emulator.main.subscriptions.create({
        customer,
        items,
        payment_behavior: 'default_incomplete',
      }),
    );
    expect(foreign).toMatchObject({ code: 'resource_missing', param: 'items[0][price]' });
    const own = [{ price: 'price_main_monthly' }];
    const other = await errorFrom(emulator.main.subscriptions.create({ customer, items: own }));
    expect(other).toMatchObject({ statusCode: 400, param: 'payment_behavior' });
  });
});

describe('renewing a subscription', () => {
  test('charges each period an hour after it began', async () => {
    const { subscription: id } = await subscribe(emulator);
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

  test('retries a declined card and recovers with a new one', async () => {
    const subscriber = await subscribe(emulator);
    const { subscription: id } = subscriber;
    await changeCard(emulator, subscriber, 'pm_card_chargeCustomerFail');
    emulator.control.moveClock({ to: '2027-02-15T14:00:00Z' });
    expect((await read(id)).status).toBe('past_due');
    const [failed] = await invoicesOf(id);
    expect(failed).toMatchObject({ status: 'open', attempt_count: 1 });
    expect(dateOf(failed?.next_payment_attempt)).toBe('2027-02-18T13:00:00.000Z');
    expect(await eventTypes()).toContain('invoice.payment_failed');

    await changeCard(emulator, subscriber, 'pm_card_mastercard');
    emulator.control.moveClock({ to: '2027-02-18T14:00:00Z' });
    expect((await read(id)).status).toBe('active');
    const [recovered] = await invoicesOf(id);
    expect(recovered).toMatchObject({
      id: failed?.id,
      status: 'paid',
      attempt_count: 2,
      next_payment_attempt: null,
    });
  });

  test('keeps its retry schedule after a manual attempt', async () => {
    const subscriber = await subscribe(emulator);
    const { subscription: id } = subscriber;
    await changeCard(emulator, subscriber, 'pm_card_chargeCustomerFail');
    emulator.control.moveClock({ to: '2027-02-16T00:00:00Z' });
    const [failed] = await invoicesOf(id);
    await errorFrom(emulator.main.invoices.pay(failed?.id ?? ''));
    const [tried] = await invoicesOf(id);
    expect(tried).toMatchObject({
      attempt_count: 1,
      next_payment_attempt: failed?.next_payment_attempt,
    });
    await changeCard(emulator, subscriber, 'pm_card_visa');
    await emulator.main.invoices.pay(failed?.id ?? '');
    expect((await read(id)).status).toBe('active');
    emulator.control.moveClock({ to: '2027-02-25T00:00:00Z' });
    expect(emulator.control.money()['main']?.succeeded).toBe(2);
  });

  test('cancels it after the last retry', async () => {
    const subscriber = await subscribe(emulator);
    const { subscription: id } = subscriber;
    await changeCard(emulator, subscriber, 'pm_card_chargeCustomerFail');
    emulator.control.moveClock({ to: '2027-03-02T00:00:00Z' });
    const { status } = await read(id);
    expect(status).toBe('past_due');
    emulator.control.moveClock({ to: '2027-03-03T00:00:00Z' });
    expect(await read(id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    });
    const [invoice] = await invoicesOf(id);
    expect(invoice).toMatchObject({ status: 'open', attempt_count: 4, auto_advance: false });
    expect(await eventTypes()).toContain('customer.subscription.deleted');
  });

  test('fails off-session for a card that always requires authentication', async () => {
    const { subscription: id } = await subscribe(emulator, {
      card: 'pm_card_authenticationRequired',
    });
    emulator.control.moveClock({ to: '2027-02-16T00:00:00Z' });
    expect((await read(id)).status).toBe('past_due');
    expect(await eventTypes()).toContain('invoice.payment_action_required');
  });

  test('succeeds off-session for a card that was set up by the first payment', async () => {
    const { subscription: id } = await subscribe(emulator, {
      card: 'pm_card_authenticationRequiredOnSetup',
    });
    emulator.control.moveClock({ to: '2027-02-16T00:00:00Z' });
    expect((await read(id)).status).toBe('active');
    expect(await invoicesOf(id)).toHaveLength(2);
  });

  test('succeeds off-session for a card that was saved with a challenge', async () => {
    const subscriber = await subscribe(emulator);
    const { payment_method: card, id: setUp } = await emulator.main.setupIntents.create({
      customer: subscriber.customer,
      payment_method: 'pm_card_authenticationRequiredOnSetup',
      usage: 'off_session',
      confirm: true,
    });
    emulator.control.finishChallenge({ intentId: setUp, outcome: 'succeed' });
    await emulator.main.subscriptions.update(subscriber.subscription, {
      default_payment_method: idOf(card) ?? '',
    });
    emulator.control.moveClock({ to: '2027-02-16T00:00:00Z' });
    expect((await read(subscriber.subscription)).status).toBe('active');
    expect(emulator.control.money()['main']?.succeeded).toBe(2);
  });
});

describe('cancelling a subscription', () => {
  test('immediately works only once', async () => {
    const { subscription: id } = await subscribe(emulator);
    const ended = await emulator.main.subscriptions.cancel(id);
    expect(ended.status).toBe('canceled');
    expect((await errorFrom(emulator.main.subscriptions.cancel(id))).statusCode).toBe(404);
    const late = await errorFrom(
      emulator.main.subscriptions.update(id, { cancel_at_period_end: false }),
    );
    expect(late.statusCode).toBe(400);
    emulator.control.moveClock({ bySeconds: 90 * DAY });
    expect(await invoicesOf(id)).toHaveLength(1);
    expect((await emulator.main.subscriptions.list()).data).toEqual([]);
    expect((await emulator.main.subscriptions.list({ status: 'all' })).data).toHaveLength(1);
  });

  test('voids the open invoice of an unpaid first period', async () => {
    const { subscription: id } = await beginSubscription(emulator);
    expect((await emulator.main.subscriptions.cancel(id)).status).toBe('incomplete_expired');
    const [invoice] = await invoicesOf(id);
    expect(invoice?.status).toBe('void');
  });

  test('happens when its customer is deleted', async () => {
    const { subscription: id, customer } = await subscribe(emulator);
    await emulator.main.customers.del(customer);
    expect((await read(id)).status).toBe('canceled');
    const gone = await emulator.main.customers.retrieve(customer);
    expect(gone).toEqual({ id: customer, object: 'customer', deleted: true });
    emulator.control.moveClock({ bySeconds: 90 * DAY });
    expect(emulator.control.money()['main']?.succeeded).toBe(1);
  });
});
