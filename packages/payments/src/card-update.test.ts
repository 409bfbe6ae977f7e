import { describe, expect, test } from 'vitest';

import type { ProviderSubscription } from './shapes.ts';
import { usePayments, valueOf } from './testing/running-payments.ts';
import { createSubscriber } from './testing/subscriber.ts';

const START = Date.UTC(2027, 0, 15, 12);

const { emulator, payments } = await usePayments({ nowMs: () => START });
const { subscribed, passChallenge, moveTo, inDays } = createSubscriber({ emulator, payments });

describe('a card update', () => {
  const update = (subscription: ProviderSubscription, token: string, key = `cu_1_${token}`) =>
    payments.updateCard('main', {
      customerId: subscription.customerId,
      subscriptionId: subscription.id,
      token,
      idempotencyKey: key,
    });
  const chargedCard = async (subscription: ProviderSubscription) => {
    const { default_payment_method: method } = await emulator.main.subscriptions.retrieve(
      subscription.id,
      { expand: ['default_payment_method'] },
    );
    return typeof method === 'object' ? method?.card?.brand : undefined;
  };

  test('charges the new card from then on, once per idempotency key', async () => {
    const subscription = await subscribed();
    expect(valueOf(await update(subscription, 'tok_mastercard'))).toEqual({ state: 'updated' });
    expect(valueOf(await update(subscription, 'tok_mastercard'))).toEqual({ state: 'updated' });
    expect(await chargedCard(subscription)).toBe('mastercard');
    const customer = await emulator.main.customers.retrieve(subscription.customerId, {
      expand: ['invoice_settings.default_payment_method'],
    });
    expect(customer).toMatchObject({
      invoice_settings: { default_payment_method: { card: { brand: 'mastercard' } } },
    });
    expect(emulator.control.money()['main']?.succeeded).toBe(1);
  });

  test.each([
    ['tok_chargeDeclined', 'invalid_card'],
    ['tok_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
    ['tok_neverMade', 'invalid_card'],
  ])('with %s is declined, %s, and changes nothing', async (token, failure) => {
    const subscription = await subscribed();
    expect(valueOf(await update(subscription, token))).toEqual({ state: 'declined', failure });
    expect(await chargedCard(subscription)).toBe('visa');
    const cards = await emulator.main.customers.listPaymentMethods(subscription.customerId);
    expect(cards.data).toHaveLength(1);
  });

  test('waits for 3-D Secure and resumes with the same idempotency key', async () => {
    const subscription = await subscribed();
    const waiting = valueOf(await update(subscription, 'tok_threeDSecure2Required'));
    expect(waiting).toMatchObject({ state: 'requires_action' });
    const repeated = await update(subscription, 'tok_threeDSecure2Required');
    expect(valueOf(repeated)).toEqual(waiting);
    passChallenge();
    const done = await update(subscription, 'tok_threeDSecure2Required');
    expect(valueOf(done)).toEqual({ state: 'updated' });
  });

  test('is declined after a failed challenge', async () => {
    const subscription = await subscribed();
    await update(subscription, 'tok_threeDSecure2Required');
    passChallenge('fail');
    const failed = await update(subscription, 'tok_threeDSecure2Required');
    expect(valueOf(failed)).toEqual({ state: 'declined', failure: 'invalid_card' });
    expect(await chargedCard(subscription)).toBe('visa');
  });

  test('repairs a failed renewal', async () => {
    const subscription = await subscribed();
    await update(subscription, 'tok_chargeCustomerFail');
    moveTo(inDays(32));
    const behind = valueOf(await payments.readSubscription('main', subscription.id));
    expect(behind).toMatchObject({
      status: 'past_due',
      openPayment: { state: 'declined', failure: 'invalid_card' },
    });
    const invoiceId = behind?.latestInvoiceId ?? '';
    const pay = () => emulator.main.invoices.pay(invoiceId);
    const invoice = async () => valueOf(await payments.readInvoice('main', invoiceId));
    await expect(pay()).rejects.toMatchObject({ type: 'StripeCardError' });
    expect(await invoice()).toMatchObject({ status: 'open', paidCents: 0, paymentIntentId: null });
    await update(subscription, 'tok_visa');
    await pay();
    expect(await invoice()).toMatchObject({ status: 'paid', paidCents: 1999 });
    const repaired = valueOf(await payments.readSubscription('main', subscription.id));
    expect(repaired).toMatchObject({ status: 'active', openPayment: null });
  });
});
