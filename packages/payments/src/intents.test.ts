import { DEVELOPMENT_ACCOUNTS } from '@agres/stripe-emulator/development';
import { describe, expect, test } from 'vitest';

import type { Payments } from './payments.ts';
import { usePayments, valueOf } from './testing/running-payments.ts';

const { emulator, payments } = await usePayments();
const strict = await usePayments({
  accounts: {
    ...DEVELOPMENT_ACCOUNTS,
    main: { ...DEVELOPMENT_ACCOUNTS.main, inlineTokens: 'refused' },
  },
});

const create = async (attemptId = 'a1', account: 'main' | 'bis' = 'main') =>
  valueOf(
    await payments.createIntent(account, {
      amountCents: 2999,
      metadata: { attempt_id: attemptId, item_id: '7' },
      idempotencyKey: `pa_${attemptId}_create`,
    }),
  );
const confirm = (intentId: string, token: string, key = `${intentId}_${token}`) =>
  payments.confirmIntent('main', { intentId, token, idempotencyKey: key });

describe('a payment intent', () => {
  test('is created without a card, with the id of its attempt', async () => {
    const intent = await create('a1');
    expect(intent).toMatchObject({
      state: 'created',
      amountCents: 2999,
      refundedCents: 0,
      isDisputed: false,
      cardFingerprint: null,
      currency: 'eur',
      attemptId: 'a1',
      metadata: { attempt_id: 'a1', item_id: '7' },
      failure: null,
    });
    expect(intent.clientSecret).toContain('_secret_');
    expect(await create('a1')).toEqual(intent);
    const [call] = emulator.control.journal({ operation: 'payment_intents.create' });
    expect(call?.params).toMatchObject({
      'allowed_payment_method_types[0]': 'card',
      capture_method: 'automatic',
    });
  });

  test.each([
    ['tok_visa', 'succeeded', null],
    ['pm_card_visa', 'succeeded', null],
    ['tok_chargeDeclined', 'declined', 'invalid_card'],
    ['tok_chargeDeclinedExpiredCard', 'declined', 'invalid_card'],
    ['tok_chargeDeclinedIncorrectCvc', 'declined', 'invalid_card'],
    ['tok_chargeDeclinedProcessingError', 'declined', 'invalid_card'],
    ['tok_chargeDeclinedInsufficientFunds', 'declined', 'insufficient_funds'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'declined', 'insufficient_funds'],
    ['tok_threeDSecure2Required', 'requires_action', null],
    ['tok_neverMade', 'declined', 'invalid_card'],
    ['pm_neverMade', 'declined', 'invalid_card'],
  ])('with %s is %s, %s', async (token, state, failure) => {
    const { id } = await create();
    const answer = await confirm(id, token);
    expect(valueOf(answer)).toMatchObject({ id, state, failure, attemptId: 'a1' });
    expect(valueOf(await payments.readIntent('main', id)).amountCents).toBe(2999);
    const taken = emulator.control.money()['main']?.succeeded;
    expect(taken).toBe(state === 'succeeded' ? 1 : 0);
  });

  test('with a used token is declined', async () => {
    const token = await emulator.main.tokens.create({
      card: { number: '4242424242424242', exp_month: '12', exp_year: '2040', cvc: '123' },
    });
    const first = await create('a1');
    expect(valueOf(await confirm(first.id, token.id)).state).toBe('succeeded');
    const second = await create('a2');
    expect(valueOf(await confirm(second.id, token.id))).toMatchObject({
      state: 'declined',
      failure: 'invalid_card',
    });
  });

  test('that succeeded is never declined by a second card', async () => {
    const { id } = await create();
    await confirm(id, 'tok_visa');
    for (const token of ['tok_visa', 'tok_neverMade', 'tok_chargeDeclined']) {
      expect(valueOf(await confirm(id, token, `again_${token}`)).state).toBe('succeeded');
    }
    expect(emulator.control.money()['main']?.amountCents).toBe(2999);
  });

  test('that succeeds while an invalid token is being declined stays succeeded', async () => {
    const { id } = await create();
    emulator.control.addFault({
      operation: 'payment_intents.confirm',
      effect: 'delay',
      moment: 'after',
      delayMs: 200,
    });
    const worthless = confirm(id, 'tok_neverMade');
    await expect.poll(() => emulator.control.pendingFaults().length).toBe(0);
    expect(valueOf(await confirm(id, 'tok_visa')).state).toBe('succeeded');
    expect(valueOf(await worthless)).toMatchObject({ state: 'succeeded', failure: null });
  });

  test('keeps its result when its idempotency key is reused with another card', async () => {
    const { id } = await create();
    await confirm(id, 'tok_chargeDeclinedInsufficientFunds', 'pa_confirm');
    expect(valueOf(await confirm(id, 'tok_visa', 'pa_confirm'))).toMatchObject({
      state: 'declined',
      failure: 'insufficient_funds',
    });
    expect(emulator.control.money()['main']?.succeeded).toBe(0);
  });

  test('that was cancelled cannot be charged', async () => {
    const { id } = await create();
    expect(valueOf(await payments.cancelIntent('main', id)).state).toBe('canceled');
    expect(valueOf(await confirm(id, 'tok_visa')).state).toBe('canceled');
    expect(valueOf(await payments.cancelIntent('main', id)).state).toBe('canceled');
  });

  test('that succeeded cannot be cancelled, and stays succeeded', async () => {
    const { id } = await create();
    await confirm(id, 'tok_visa');
    expect(valueOf(await payments.cancelIntent('main', id)).state).toBe('succeeded');
  });

  test('completes 3-D Secure either way', async () => {
    const passed = await create('a1');
    await confirm(passed.id, 'tok_threeDSecure2Required');
    emulator.control.finishChallenge({ intentId: passed.id, outcome: 'succeed' });
    expect(valueOf(await payments.readIntent('main', passed.id)).state).toBe('succeeded');

    const failed = await create('a2');
    await confirm(failed.id, 'tok_threeDSecure2Required');
    emulator.control.finishChallenge({ intentId: failed.id, outcome: 'fail' });
    expect(valueOf(await payments.readIntent('main', failed.id))).toMatchObject({
      state: 'declined',
      failure: 'invalid_card',
    });
  });

  test('can be processing for a while', async () => {
    const { id } = await create();
    emulator.control.holdPayments();
    expect(valueOf(await confirm(id, 'tok_visa')).state).toBe('processing');
    expect(valueOf(await payments.cancelIntent('main', id)).state).toBe('processing');
    emulator.control.releasePayments();
    expect(valueOf(await payments.readIntent('main', id)).state).toBe('succeeded');
  });

  test('exists in one account only', async () => {
    const { id } = await create('a1', 'bis');
    expect(valueOf(await payments.readIntent('bis', id)).id).toBe(id);
    expect(await payments.readIntent('main', id)).toMatchObject({
      outcome: 'misconfigured',
      cause: { kind: 'invalid_request', code: 'resource_missing', status: 404 },
    });
  });

  test('converts tokens to payment methods if the account rejects inline tokens', async () => {
    const input = { amountCents: 2999, metadata: {}, idempotencyKey: 'k' };
    const expectations = [
      ['tok_visa', 'succeeded', null],
      ['tok_chargeDeclinedInsufficientFunds', 'declined', 'insufficient_funds'],
      ['tok_neverMade', 'declined', 'invalid_card'],
    ] as const;
    for (const [token, state, failure] of expectations) {
      const { id } = valueOf(
        await strict.payments.createIntent('main', { ...input, idempotencyKey: `create_${token}` }),
      );
      const paid = { intentId: id, token, idempotencyKey: `confirm_${token}` };
      for (let call = 0; call < 2; call += 1) {
        expect(valueOf(await strict.payments.confirmIntent('main', paid))).toMatchObject({
          state,
          failure,
        });
      }
    }
    expect(strict.emulator.control.money()['main']?.succeeded).toBe(1);
  });
});

describe('optional details of an intent', () => {
  const createWith = (given: Partial<Parameters<Payments['createIntent']>[1]>) =>
    payments.createIntent('main', {
      amountCents: 2999,
      metadata: { attempt_id: 'a1', installation: 'shop' },
      description: 'Un tapis',
      shipping: { name: 'Jeanne Petit', address: 'Relais\n01000 Bourg' },
      idempotencyKey: 'pa_a1_create',
      ...given,
    });

  test('include description and recipient, with line breaks', async () => {
    expect(valueOf(await createWith({}))).toMatchObject({
      metadata: { installation: 'shop' },
      description: 'Un tapis',
      shipping: { name: 'Jeanne Petit', address: 'Relais\n01000 Bourg' },
    });
  });

  test.each([
    ['a long description', { description: 'x'.repeat(1001) }, { description: null }],
    [
      'a long address, with any text',
      { shipping: { name: 'Jeanne', address: 'x'.repeat(5001) } },
      { description: null, shipping: null },
    ],
    ['an empty name', { shipping: { name: '', address: 'Relais' } }, { shipping: null }],
    [
      'a long metadata value',
      { metadata: { attempt_id: 'a1', long: 'x'.repeat(501) } },
      { metadata: { attempt_id: 'a1' } },
    ],
  ])('are left out if invalid, without rejecting the intent: %s', async (_case, given, kept) => {
    const intent = valueOf(await createWith(given));
    expect(intent).toMatchObject({ attemptId: 'a1', amountCents: 2999, ...kept });
    expect(valueOf(await createWith(given)).id).toBe(intent.id);
  });
});

describe('a mixed-up response', () => {
  const foreign = { outcome: 'misconfigured', cause: { kind: 'foreign' } };

  test('with another payment is rejected when creating one', async () => {
    await create('a1');
    emulator.control.addFault({ operation: 'payment_intents.create', effect: 'mix_up' });
    const mixedUp = await payments.createIntent('main', {
      amountCents: 2999,
      metadata: { attempt_id: 'a2' },
      idempotencyKey: 'pa_a2_create',
    });
    expect(mixedUp).toMatchObject(foreign);
  });

  test.each(['confirm', 'cancel'] as const)(
    'with another payment is unknown when trying to %s one',
    async (verb) => {
      const other = await create('a1');
      await confirm(other.id, 'tok_visa');
      await payments.cancelIntent('main', (await create('a0')).id);
      const { id } = await create('a2');
      emulator.control.addFault({ operation: `payment_intents.${verb}`, effect: 'mix_up' });
      const answer =
        verb === 'confirm'
          ? await confirm(id, 'tok_visa')
          : await payments.cancelIntent('main', id);
      expect(answer.outcome).toBe('unknown');
    },
  );
});

describe('listIntents', () => {
  test('returns every intent since a date, across pages', async () => {
    await create('old');
    emulator.control.moveClock({ bySeconds: 3600 });
    const since = new Date(emulator.control.now());
    for (let index = 0; index < 103; index += 1) await create(`a${index}`);
    const intents = valueOf(await payments.listIntents('main', { createdAfter: since }));
    const attempts = intents.map(({ attemptId }) => attemptId);
    expect(attempts).toHaveLength(103);
    expect(new Set(attempts).size).toBe(103);
    expect(attempts).not.toContain('old');
  });

  test('is unknown if a page fails', async () => {
    for (let index = 0; index < 101; index += 1) await create(`a${index}`);
    emulator.control.addFault({
      operation: 'payment_intents.list',
      effect: 'server_error',
      occurrence: 2,
    });
    const answer = await payments.listIntents('main', { createdAfter: new Date(0) });
    expect(answer.outcome).toBe('unknown');
  });
});
