import { describe, expect, test } from 'vitest';

import { errorFrom, useEmulator } from '../testing/running-emulator.ts';

const emulator = await useEmulator();

async function challenged(paymentMethod = 'pm_card_threeDSecure2Required') {
  const { id } = await emulator.main.paymentIntents.create({ amount: 2999, currency: 'eur' });
  return emulator.main.paymentIntents.confirm(id, { payment_method: paymentMethod });
}

const read = (id: string) => emulator.main.paymentIntents.retrieve(id);

describe('a payment that requires 3-D Secure', () => {
  test.each([
    'pm_card_threeDSecure2Required',
    'pm_card_threeDSecureRequired',
    'pm_card_authenticationRequired',
    'pm_card_authenticationRequiredOnSetup',
    'pm_card_authenticationRequiredSetupForOffSession',
  ])('%s is charged nothing before the challenge and everything after', async (paymentMethod) => {
    const intent = await challenged(paymentMethod);
    expect(intent).toMatchObject({
      status: 'requires_action',
      amount_received: 0,
      next_action: { type: 'use_stripe_sdk' },
    });
    expect(emulator.control.challenges()).toContainEqual({
      account: 'main',
      intentId: intent.id,
      clientSecret: intent.client_secret,
    });
    emulator.control.finishChallenge({ intentId: intent.id, outcome: 'succeed' });
    expect(await read(intent.id)).toMatchObject({
      status: 'succeeded',
      amount_received: 2999,
      next_action: null,
    });
  });

  test('is charged nothing after a failed challenge, and can be retried with another card', async () => {
    const { id } = await challenged();
    emulator.control.finishChallenge({ intentId: id, outcome: 'fail' });
    expect(await read(id)).toMatchObject({
      status: 'requires_payment_method',
      amount_received: 0,
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
    const retried = await emulator.main.paymentIntents.confirm(id, {
      payment_method: 'pm_card_visa',
    });
    expect(retried.status).toBe('succeeded');
  });

  test.each([
    ['pm_card_authenticationRequiredChargeDeclinedInsufficientFunds', 'insufficient_funds'],
    ['pm_card_threeDSecureRequiredChargeDeclined', 'generic_decline'],
  ])('%s is declined after a passed challenge: %s', async (paymentMethod, declineCode) => {
    const { id } = await challenged(paymentMethod);
    emulator.control.finishChallenge({ intentId: id, outcome: 'succeed' });
    expect(await read(id)).toMatchObject({
      status: 'requires_payment_method',
      amount_received: 0,
      last_payment_error: { decline_code: declineCode },
    });
  });

  test('can be cancelled, which ends the challenge', async () => {
    const { id } = await challenged();
    await emulator.main.paymentIntents.cancel(id);
    expect(() => emulator.control.finishChallenge({ intentId: id, outcome: 'succeed' })).toThrow(
      /canceled/,
    );
    expect(await read(id)).toMatchObject({ status: 'canceled', amount_received: 0 });
  });
});

describe('the answer to a challenge', () => {
  const postTo = (id: string, form: Record<string, string>) =>
    fetch(`${emulator.url}/challenge/${id}`, { method: 'POST', body: new URLSearchParams(form) });

  test('completes the payment', async () => {
    const intent = await challenged();
    const answer = await postTo(intent.id, {
      client_secret: intent.client_secret ?? '',
      outcome: 'succeed',
    });
    expect(await answer.json()).toEqual({ outcome: 'succeed' });
    expect((await read(intent.id)).status).toBe('succeeded');
  });

  test('requires the client secret', async () => {
    const intent = await challenged();
    const answer = await postTo(intent.id, { client_secret: 'guessed', outcome: 'succeed' });
    expect(answer.status).toBe(400);
    expect((await read(intent.id)).status).toBe('requires_action');
  });
});

describe('saving a card', () => {
  const setUp = async (paymentMethod: string) => {
    const customer = await emulator.main.customers.create({ email: 'a@example.org' });
    const intent = await emulator.main.setupIntents.create({
      customer: customer.id,
      payment_method: paymentMethod,
      usage: 'off_session',
      confirm: true,
    });
    return { customer, intent };
  };

  test('attaches a valid card', async () => {
    const { customer, intent } = await setUp('pm_card_visa');
    expect(intent.status).toBe('succeeded');
    const methods = await emulator.main.customers.listPaymentMethods(customer.id);
    expect(methods.data.map(({ id }) => id)).toEqual([intent.payment_method]);
  });

  test('attaches nothing when the challenge fails', async () => {
    const { customer, intent } = await setUp('pm_card_threeDSecure2Required');
    emulator.control.finishChallenge({ intentId: intent.id, outcome: 'fail' });
    expect(await emulator.main.setupIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_setup_error: { code: 'setup_intent_authentication_failure' },
    });
    expect((await emulator.main.customers.listPaymentMethods(customer.id)).data).toEqual([]);
  });

  test('rejects cards documented as not attachable, except one', async () => {
    const declined = await errorFrom(setUp('pm_card_chargeDeclined'));
    expect(declined).toMatchObject({ statusCode: 402, code: 'card_declined' });
    expect((await setUp('pm_card_chargeCustomerFail')).intent.status).toBe('succeeded');
  });
});
