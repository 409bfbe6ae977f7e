import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { refusalFrom, startEmulator, type RunningEmulator } from '../testing/running-emulator.ts';

let emulator: RunningEmulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.app.close());

async function challenged(paymentMethod = 'pm_card_threeDSecure2Required', returnUrl?: string) {
  const { id } = await emulator.main.paymentIntents.create({ amount: 2999, currency: 'eur' });
  return emulator.main.paymentIntents.confirm(id, {
    payment_method: paymentMethod,
    ...(returnUrl === undefined ? {} : { return_url: returnUrl }),
  });
}

const read = (id: string) => emulator.main.paymentIntents.retrieve(id);

describe('a payment that asks for 3-D Secure', () => {
  test.each([
    'pm_card_threeDSecure2Required',
    'pm_card_threeDSecureRequired',
    'pm_card_authenticationRequired',
    'pm_card_authenticationRequiredOnSetup',
    'pm_card_authenticationRequiredSetupForOffSession',
  ])('%s takes no money before the challenge and all of it after', async (paymentMethod) => {
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

  test('takes none when the challenge fails, and may be tried with another card', async () => {
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
  ])('%s is refused after a passed challenge: %s', async (paymentMethod, declineCode) => {
    const { id } = await challenged(paymentMethod);
    emulator.control.finishChallenge({ intentId: id, outcome: 'succeed' });
    expect(await read(id)).toMatchObject({
      status: 'requires_payment_method',
      amount_received: 0,
      last_payment_error: { decline_code: declineCode },
    });
  });

  test('can be cancelled, and then the challenge is worthless', async () => {
    const { id } = await challenged();
    await emulator.main.paymentIntents.cancel(id);
    expect(() => emulator.control.finishChallenge({ intentId: id, outcome: 'succeed' })).toThrow(
      /canceled/,
    );
    expect(await read(id)).toMatchObject({ status: 'canceled', amount_received: 0 });
  });

  test('is refused when the owner is not there', async () => {
    const { id } = await emulator.main.paymentIntents.create({ amount: 2999, currency: 'eur' });
    const refusal = await refusalFrom(
      emulator.main.paymentIntents.confirm(id, {
        payment_method: 'pm_card_authenticationRequired',
        off_session: true,
      }),
    );
    expect(refusal).toMatchObject({ statusCode: 402, code: 'authentication_required' });
  });
});

describe('the challenge page', () => {
  const postTo = (id: string, form: Record<string, string>) =>
    fetch(`${emulator.url}/challenge/${id}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    });

  test('sends the customer back with the result', async () => {
    const intent = await challenged('pm_card_threeDSecure2Required', 'https://shop.test/back?x=1');
    const pageUrl = intent.next_action?.redirect_to_url?.url ?? '';
    const page = await fetch(pageUrl);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Complete authentication');

    const answer = await postTo(intent.id, {
      client_secret: intent.client_secret ?? '',
      outcome: 'succeed',
    });
    expect(answer.status).toBe(303);
    const back = new URL(answer.headers.get('location') ?? '');
    expect(back.origin + back.pathname).toBe('https://shop.test/back');
    expect(Object.fromEntries(back.searchParams)).toEqual({
      x: '1',
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: 'succeeded',
    });
    expect((await read(intent.id)).status).toBe('succeeded');
  });

  test('belongs to whoever has the client secret', async () => {
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

  test('attaches a card that works', async () => {
    const { customer, intent } = await setUp('pm_card_visa');
    expect(intent.status).toBe('succeeded');
    const methods = await emulator.main.customers.listPaymentMethods(customer.id);
    expect(methods.data.map(({ id }) => id)).toEqual([intent.payment_method]);
  });

  test('lets later payments pass without the owner once a challenge was passed', async () => {
    const { customer, intent } = await setUp('pm_card_authenticationRequiredOnSetup');
    expect(intent.status).toBe('requires_action');
    emulator.control.finishChallenge({ intentId: intent.id, outcome: 'succeed' });
    const done = await emulator.main.setupIntents.retrieve(intent.id);
    expect(done.status).toBe('succeeded');
    const payment = await emulator.main.paymentIntents.create({
      amount: 1999,
      currency: 'eur',
      customer: customer.id,
      payment_method: typeof done.payment_method === 'string' ? done.payment_method : '',
      off_session: true,
      confirm: true,
    });
    expect(payment.status).toBe('succeeded');
  });

  test('keeps nothing when the challenge fails', async () => {
    const { customer, intent } = await setUp('pm_card_threeDSecure2Required');
    emulator.control.finishChallenge({ intentId: intent.id, outcome: 'fail' });
    expect(await emulator.main.setupIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_setup_error: { code: 'setup_intent_authentication_failure' },
    });
    expect((await emulator.main.customers.listPaymentMethods(customer.id)).data).toEqual([]);
  });

  test('refuses cards that the documentation says cannot be attached, but one', async () => {
    const customer = await emulator.main.customers.create();
    const declined = await refusalFrom(
      emulator.main.paymentMethods.attach('pm_card_chargeDeclined', { customer: customer.id }),
    );
    expect(declined).toMatchObject({ statusCode: 402, code: 'card_declined' });
    const kept = await emulator.main.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: customer.id,
    });
    const payment = await refusalFrom(
      emulator.main.paymentIntents.create({
        amount: 1999,
        currency: 'eur',
        customer: customer.id,
        payment_method: kept.id,
        confirm: true,
      }),
    );
    expect(payment).toMatchObject({ statusCode: 402, code: 'card_declined' });
  });
});
