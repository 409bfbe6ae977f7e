import { describe, expect, test } from 'vitest';

import type { ProviderSubscription } from './shapes.ts';
import { usePayments, valueOf } from './testing/running-payments.ts';
import { createSubscriber } from './testing/subscriber.ts';

const { emulator, payments } = await usePayments();
const { subscribed, ensureCustomer } = createSubscriber({ emulator, payments });

const ask = ({ id: subscriptionId, customerId }: Pick<ProviderSubscription, 'id' | 'customerId'>) =>
  payments.readPayingCard('main', { subscriptionId, customerId });

describe('the card of a subscription', () => {
  test('is that of the subscription itself', async () => {
    const subscription = await subscribed();
    expect(valueOf(await ask(subscription))).toEqual({
      brand: 'visa',
      last4: '4242',
      expMonth: expect.any(Number),
      expYear: expect.any(Number),
    });
    const { customerId, id: subscriptionId } = subscription;
    const update = { customerId, subscriptionId, token: 'tok_mastercard', idempotencyKey: 'cu_1' };
    await payments.updateCard('main', update);
    expect(valueOf(await ask(subscription))).toMatchObject({ brand: 'mastercard', last4: '4444' });
  });

  test('falls back to that of the customer', async () => {
    const subscription = await subscribed();
    const { data } = await emulator.main.customers.listPaymentMethods(subscription.customerId);
    await emulator.main.subscriptions.update(subscription.id, { default_payment_method: '' });
    expect(valueOf(await ask(subscription))).toBeNull();
    await emulator.main.customers.update(subscription.customerId, {
      invoice_settings: { default_payment_method: data[0]?.id ?? '' },
    });
    expect(valueOf(await ask(subscription))).toMatchObject({ brand: 'visa', last4: '4242' });
  });

  test('is null for another customer and for an unknown subscription', async () => {
    const { id } = await subscribed();
    const { id: customerId } = await ensureCustomer(2);
    expect(valueOf(await ask({ id, customerId }))).toBeNull();
    expect(valueOf(await ask({ id: 'sub_gone', customerId }))).toBeNull();
  });

  test('is unknown if the response is about another subscription', async () => {
    const { id: customerId } = await ensureCustomer(2);
    const other = await subscribed();
    await ask(other);
    emulator.control.addFault({ operation: 'subscriptions.retrieve', effect: 'mix_up' });
    expect(await ask({ id: 'sub_another', customerId })).toMatchObject({ outcome: 'unknown' });
  });
});
