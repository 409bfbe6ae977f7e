import { describe, expect, test } from 'vitest';

import { DEVELOPMENT_ACCOUNTS } from '../development.ts';
import {
  errorFrom,
  sdkFor,
  startEmulator,
  useEmulator,
  tokenParams,
} from '../testing/running-emulator.ts';
import { hasValidCheckDigit } from './test-cards.ts';

const emulator = await useEmulator();

const card = (changes: Record<string, string> = {}) => ({
  card: { number: '4242424242424242', exp_month: '12', exp_year: '2040', cvc: '123', ...changes },
});

const pay = async (token: string) => {
  const { id } = await emulator.main.paymentIntents.create({ amount: 2999, currency: 'eur' });
  return emulator.main.paymentIntents.confirm(id, tokenParams(token));
};

describe('a token created from a card number', () => {
  test('can be charged once', async () => {
    const token = await emulator.main.tokens.create(card());
    expect(token).toMatchObject({ used: false, type: 'card', card: { last4: '4242' } });
    expect((await pay(token.id)).status).toBe('succeeded');
    const again = await errorFrom(pay(token.id));
    expect(again).toMatchObject({ statusCode: 400, code: 'token_already_used' });
  });

  test('is used up by a declined payment too', async () => {
    const token = await emulator.main.tokens.create(card({ number: '4000000000009995' }));
    expect(await errorFrom(pay(token.id))).toMatchObject({ decline_code: 'insufficient_funds' });
    expect(await errorFrom(pay(token.id))).toMatchObject({ code: 'token_already_used' });
  });

  test('is not used up by a payment that was cancelled before', async () => {
    const token = await emulator.main.tokens.create(card());
    const { id } = await emulator.main.paymentIntents.create({ amount: 2999, currency: 'eur' });
    await emulator.main.paymentIntents.cancel(id);
    await errorFrom(emulator.main.paymentIntents.confirm(id, tokenParams(token.id)));
    expect((await pay(token.id)).status).toBe('succeeded');
  });

  test('is unknown to the other account', async () => {
    const token = await emulator.bis.tokens.create(card());
    expect(await errorFrom(pay(token.id))).toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
    });
  });

  test.each([
    [{ number: '4242424242424241' }, 'incorrect_number'],
    [{ number: '4111111111111111' }, 'card_declined'],
    [{ exp_month: '13' }, 'invalid_expiry_month'],
    [{ exp_year: '2020' }, 'invalid_expiry_year'],
    [{ cvc: '12' }, 'invalid_cvc'],
  ])('is rejected for %j with %s', async (changes, code) => {
    const error = await errorFrom(emulator.main.tokens.create(card(changes)));
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code });
  });
});

test.each(['tok_nosuch', 'tok_visa_nosuch', 'tok_toString'])('%s is unknown', async (token) => {
  const error = await errorFrom(pay(token));
  expect(error).toMatchObject({ statusCode: 400, code: 'resource_missing' });
  expect(error.param).toBe('payment_method_data[card][token]');
});

test('an account can require a payment method instead of an inline token', async () => {
  const strict = await startEmulator({
    accounts: {
      main: { ...DEVELOPMENT_ACCOUNTS.main, inlineTokens: 'refused' },
      bis: DEVELOPMENT_ACCOUNTS.bis,
    },
  });
  const { id } = await strict.main.paymentIntents.create({ amount: 2999, currency: 'eur' });
  const error = await errorFrom(strict.main.paymentIntents.confirm(id, tokenParams('tok_visa')));
  expect(error.code).toBe('parameter_unknown');
  await strict.app.close();
});

test('only the secret key sees the fingerprint of a token’s card, equal to that of its payment', async () => {
  const browser = sdkFor(emulator.url, DEVELOPMENT_ACCOUNTS.main.publishableKey);
  const { id, card: seen } = await browser.tokens.create(card());
  expect(seen?.fingerprint).toBeUndefined();
  const { card: told } = await emulator.main.tokens.retrieve(id);
  expect(told?.fingerprint).toMatch(/^[\w-]{16}$/);
  const { id: intentId } = await pay(id);
  const paid = await emulator.main.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] });
  expect(paid.latest_charge).toMatchObject({
    payment_method_details: { card: { fingerprint: told?.fingerprint } },
  });
  expect((await emulator.main.tokens.retrieve(id)).used).toBe(true);
  expect(await errorFrom(emulator.main.tokens.retrieve('tok_gone'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  });
  const { id: other } = await browser.tokens.create(card());
  const method = await browser.paymentMethods.create({ type: 'card', card: { token: other } });
  expect(method.card).toMatchObject({ last4: '4242', fingerprint: null });
  expect((await emulator.main.paymentMethods.retrieve(method.id)).card?.fingerprint).toBe(
    told?.fingerprint,
  );
  expect(await errorFrom(browser.tokens.retrieve(id))).toMatchObject({
    code: 'secret_key_required',
  });
});

describe('the publishable key', () => {
  test('can only create tokens and payment methods', async () => {
    const browser = sdkFor(emulator.url, DEVELOPMENT_ACCOUNTS.main.publishableKey);
    expect((await browser.tokens.create(card())).id).toMatch(/^tok_/);
    for (const call of [
      browser.paymentIntents.create({ amount: 2999, currency: 'eur' }),
      browser.paymentIntents.list(),
      browser.customers.list(),
    ]) {
      expect(await errorFrom(call)).toMatchObject({
        statusCode: 401,
        code: 'secret_key_required',
      });
    }
  });

  test('reads an intent only with its client secret', async () => {
    const intent = await emulator.main.paymentIntents.create({ amount: 2999, currency: 'eur' });
    const browser = sdkFor(emulator.url, DEVELOPMENT_ACCOUNTS.main.publishableKey);
    expect(await errorFrom(browser.paymentIntents.retrieve(intent.id))).toMatchObject({
      statusCode: 400,
    });
    const read = await browser.paymentIntents.retrieve(intent.id, {
      client_secret: intent.client_secret ?? '',
    });
    expect(read.id).toBe(intent.id);
  });
});

test('the check digit of a card number', () => {
  expect(hasValidCheckDigit('4242424242424242')).toBe(true);
  expect(hasValidCheckDigit('4242424242424224')).toBe(false);
  expect(hasValidCheckDigit('378282246310005')).toBe(true);
  expect(hasValidCheckDigit('')).toBe(false);
});
