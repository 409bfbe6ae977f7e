import { describe, expect, test } from 'vitest';

import { idOf } from '../account.ts';
import { errorFrom, useEmulator, tokenParams } from '../testing/running-emulator.ts';

const emulator = await useEmulator();

const create = (amount = 2999, metadata: Record<string, string> = {}) =>
  emulator.main.paymentIntents.create({
    amount,
    currency: 'eur',
    allowed_payment_method_types: ['card'],
    metadata,
  });

describe('creating', () => {
  test('returns an intent that requires a payment method', async () => {
    const intent = await create(2999, { attempt_id: 'a1' });
    expect(intent).toMatchObject({
      object: 'payment_intent',
      amount: 2999,
      currency: 'eur',
      status: 'requires_payment_method',
      metadata: { attempt_id: 'a1' },
      livemode: false,
      latest_charge: null,
    });
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w{25}$`));
  });

  test.each([
    [{ currency: 'eur' }, 'parameter_missing', 'amount'],
    [{ amount: 2999 }, 'parameter_missing', 'currency'],
    [{ amount: 49, currency: 'eur' }, 'amount_too_small', 'amount'],
    [{ amount: 100_000_000, currency: 'eur' }, 'amount_too_large', 'amount'],
    [{ amount: 0, currency: 'eur' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: 29.99, currency: 'eur' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: 2999, currency: 'eur', colour: 'red' }, 'parameter_unknown', 'colour'],
    [
      { amount: 2999, currency: 'eur', payment_method_types: ['card'] },
      'payment_method_types_no_longer_supported',
      'payment_method_types',
    ],
  ])('rejects %j with %s', async (params, code, param) => {
    const error = await errorFrom(emulator.main.rawRequest('POST', '/v1/payment_intents', params));
    expect(error).toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      code,
      param,
    });
  });

  test('stores the intent, and an unknown one gets 404', async () => {
    const intent = await create();
    expect((await emulator.main.paymentIntents.retrieve(intent.id)).id).toBe(intent.id);
    const error = await errorFrom(emulator.main.paymentIntents.retrieve('pi_none'));
    expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing' });
  });
});

describe('confirming', () => {
  test.each([
    ['tok_chargeDeclined', 'card_declined', 'generic_decline'],
    ['tok_visa_chargeDeclined', 'card_declined', 'generic_decline'],
    ['tok_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['tok_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['tok_visa_chargeDeclinedLostCard', 'card_declined', 'lost_card'],
    ['tok_visa_chargeDeclinedStolenCard', 'card_declined', 'stolen_card'],
    ['tok_visa_chargeDeclinedVelocityLimitExceeded', 'card_declined', 'card_velocity_exceeded'],
    ['tok_chargeDeclinedFraudulent', 'card_declined', 'fraudulent'],
    ['tok_chargeDeclinedExpiredCard', 'expired_card', ''],
    ['tok_chargeDeclinedIncorrectCvc', 'incorrect_cvc', ''],
    ['tok_chargeDeclinedProcessingError', 'processing_error', ''],
    ['tok_chargeCustomerFail', 'card_declined', 'generic_decline'],
  ])(
    'with %s is declined with %s, %s, and leaves the intent open',
    async (token, code, declineCode) => {
      const { id } = await create();
      const error = await errorFrom(emulator.main.paymentIntents.confirm(id, tokenParams(token)));
      expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code });
      expect(error.decline_code).toBe(declineCode);
      expect(error.payment_intent).toMatchObject({
        id,
        status: 'requires_payment_method',
        last_payment_error: { type: 'card_error', code },
      });
      expect(error.charge).toMatch(/^ch_/);
    },
  );

  test('accepts another card after an error', async () => {
    const { id } = await create();
    await errorFrom(emulator.main.paymentIntents.confirm(id, tokenParams('tok_chargeDeclined')));
    const intent = await emulator.main.paymentIntents.confirm(id, {
      payment_method: 'pm_card_visa',
    });
    expect(intent).toMatchObject({ status: 'succeeded', last_payment_error: null });
  });

  test('is rejected without a card, a second time, and after the end', async () => {
    const { id } = await create();
    const without = await errorFrom(emulator.main.paymentIntents.confirm(id));
    expect(without.code).toBe('payment_intent_unexpected_state');

    await emulator.main.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    const twice = await errorFrom(
      emulator.main.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
    );
    expect(twice).toMatchObject({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
      payment_intent: { id, status: 'succeeded' },
    });

    const ended = await create();
    await emulator.main.paymentIntents.cancel(ended.id);
    const late = await errorFrom(
      emulator.main.paymentIntents.confirm(ended.id, { payment_method: 'pm_card_visa' }),
    );
    expect(late).toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { status: 'canceled' },
    });
    expect((await emulator.main.paymentIntents.retrieve(ended.id)).amount_received).toBe(0);
  });

  test('uses up a payment method unless it is attached to a customer', async () => {
    const { id: methodId } = await emulator.main.paymentMethods.create({
      type: 'card',
      card: { token: 'tok_visa' },
    });
    const first = await create();
    await emulator.main.paymentIntents.confirm(first.id, { payment_method: methodId });
    const second = await create();
    const error = await errorFrom(
      emulator.main.paymentIntents.confirm(second.id, { payment_method: methodId }),
    );
    expect(error).toMatchObject({ statusCode: 400, param: 'payment_method' });
    expect(error.message).toContain('previously used');
  });

  test('charges a customer’s card for that customer only', async () => {
    const customer = await emulator.main.customers.create();
    const { payment_method: method } = await emulator.main.setupIntents.create({
      customer: customer.id,
      payment_method: 'pm_card_visa',
      usage: 'off_session',
      confirm: true,
    });
    const intent = await create();
    const error = await errorFrom(
      emulator.main.paymentIntents.confirm(intent.id, { payment_method: idOf(method) ?? '' }),
    );
    expect(error).toMatchObject({ statusCode: 400, param: 'payment_method' });
  });
});
