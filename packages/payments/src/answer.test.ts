import { afterEach, describe, expect, test } from 'vitest';

import { createPayments } from './payments.ts';
import { EMULATED_ACCOUNTS, usePayments, valueOf } from './testing/running-payments.ts';

const { emulator, payments } = await usePayments();

const create = async (attemptId = 'a1', account: 'main' | 'bis' = 'main') =>
  valueOf(
    await payments.createIntent(account, {
      amountCents: 2999,
      metadata: { attempt_id: attemptId, item_id: '7' },
      idempotencyKey: `pa_${attemptId}_create`,
    }),
  );
const within = (ms: number) => {
  const endsAtMs = performance.now() + ms;
  return payments.until({ leftMs: () => endsAtMs - performance.now() });
};
const confirm = (intentId: string, token: string, key = `${intentId}_${token}`) =>
  payments.confirmIntent('main', { intentId, token, idempotencyKey: key });

describe('an answer is unknown', () => {
  test.each([
    ['server_error', 'server_error'],
    ['rate_limit', 'rate_limited'],
    ['conflict', 'in_flight'],
    ['hang', 'timeout'],
  ] as const)('after %s', async (effect, kind) => {
    const { id } = await create();
    emulator.control.addFault({ operation: 'payment_intents.confirm', effect });
    const answer = await within(effect === 'hang' ? 150 : 5000).confirmIntent('main', {
      intentId: id,
      token: 'tok_visa',
      idempotencyKey: 'k',
    });
    expect(answer).toMatchObject({ outcome: 'unknown', cause: { kind } });
  });

  test('after a broken connection, even if the card was charged', async () => {
    const { id } = await create();
    emulator.control.addFault({
      operation: 'payment_intents.confirm',
      effect: 'reset',
      moment: 'after',
      times: 2,
    });
    expect(await confirm(id, 'tok_visa')).toMatchObject({
      outcome: 'unknown',
      cause: { kind: 'connection' },
    });
    expect(valueOf(await payments.readIntent('main', id)).state).toBe('succeeded');
  });

  test('when the provider is unreachable', async () => {
    const nowhere = createPayments({ accounts: EMULATED_ACCOUNTS, apiUrl: 'http://127.0.0.1:9' });
    expect(await nowhere.readIntent('main', 'pi_1')).toMatchObject({
      outcome: 'unknown',
      cause: { kind: 'connection', status: null },
    });
    const unnamed = createPayments({
      accounts: EMULATED_ACCOUNTS,
      apiUrl: 'http://no-such-host.invalid',
    });
    expect(await unnamed.readIntent('main', 'pi_1')).toMatchObject({ outcome: 'unknown' });
  });

  test('within its timeout, even if a read has to follow the error', async () => {
    const { id } = await create();
    await confirm(id, 'tok_visa');
    emulator.control.addFault({
      operation: 'payment_intents.cancel',
      effect: 'delay',
      delayMs: 2400,
    });
    emulator.control.addFault({ operation: 'payment_intents.retrieve', effect: 'hang' });
    const patient = createPayments({
      accounts: EMULATED_ACCOUNTS,
      apiUrl: emulator.url,
      callTimeoutMs: 3000,
    });
    const start = performance.now();
    const answer = await patient.cancelIntent('main', id);
    expect(answer).toMatchObject({ outcome: 'unknown', cause: { kind: 'timeout' } });
    // With a timeout of its own, the read would take it to 5.4 seconds.
    expect(performance.now() - start).toBeLessThan(4500);
  });
});

describe('a deadline', () => {
  afterEach(() => emulator.control.setLatency({ minMs: 0, maxMs: 0 }));

  /** Creates a subscription that awaits its first payment; abandoning it takes eight calls. */
  const begin = async () => {
    const { id: customerId } = valueOf(
      await payments.ensureCustomer('main', { userId: 1, email: 'a@example.org' }),
    );
    const metadata = { user_id: '1' };
    return valueOf(
      await payments.beginSubscription('main', {
        customerId,
        plan: 'monthly',
        metadata,
        idempotencyKey: 'sub',
      }),
    );
  };

  test('limits all the calls of a step together, however slow each is', async () => {
    const { id } = await begin();
    emulator.control.setLatency({ minMs: 250, maxMs: 250 });
    emulator.control.clearJournal();
    const start = performance.now();
    const answer = await within(1000).abandonSubscription('main', id);
    expect(answer).toMatchObject({ outcome: 'unknown', cause: { kind: 'timeout' } });
    // Eight calls would take two seconds.
    expect(performance.now() - start).toBeLessThan(1800);
    const made = emulator.control.journal().length;
    expect(made).toBeGreaterThan(1);
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(emulator.control.journal()).toHaveLength(made);
  });

  test('limits the read that follows an error', async () => {
    const { id } = await create();
    await confirm(id, 'tok_visa');
    emulator.control.setLatency({ minMs: 250, maxMs: 250 });
    const start = performance.now();
    const answer = await within(400).cancelIntent('main', id);
    expect(answer).toMatchObject({ outcome: 'unknown', cause: { kind: 'timeout' } });
    expect(performance.now() - start).toBeLessThan(1500);
  });

  test('that has passed prevents any call', async () => {
    const { id } = await create();
    emulator.control.clearJournal();
    const answer = await within(0).readIntent('main', id);
    expect(answer).toMatchObject({ outcome: 'unknown', cause: { kind: 'timeout' } });
    expect(emulator.control.journal()).toEqual([]);
  });

  test('makes the answer of a list unknown', async () => {
    await create();
    const answer = await within(0).listIntents('main', { createdAfter: new Date(0) });
    expect(answer).toMatchObject({ outcome: 'unknown', cause: { kind: 'timeout' } });
  });
});

describe('an answer is misconfigured', () => {
  test.each([
    ['authentication', 'authentication', 401],
    ['permission', 'permission', 403],
  ] as const)('after %s', async (effect, kind, status) => {
    const { id } = await create();
    emulator.control.addFault({ operation: 'payment_intents.confirm', effect });
    expect(await confirm(id, 'tok_visa')).toMatchObject({
      outcome: 'misconfigured',
      cause: { kind, status },
    });
  });

  test('for invalid parameters and a reused idempotency key', async () => {
    const input = { amountCents: 1, metadata: {}, idempotencyKey: 'k' };
    expect(await payments.createIntent('main', input)).toMatchObject({
      outcome: 'misconfigured',
      cause: { kind: 'invalid_request', code: 'amount_too_small', param: 'amount' },
    });
    await create('a1');
    const reused = { amountCents: 5000, metadata: {}, idempotencyKey: 'pa_a1_create' };
    expect(await payments.createIntent('main', reused)).toMatchObject({
      outcome: 'misconfigured',
      cause: { kind: 'idempotency_mismatch' },
    });
  });

  test('without a key or a token in its cause', async () => {
    const stranger = createPayments({
      accounts: {
        ...EMULATED_ACCOUNTS,
        main: { ...EMULATED_ACCOUNTS.main, secretKey: 'sk_test_canary12345678' },
      },
      apiUrl: emulator.url,
    });
    const refused = await stranger.readIntent('main', 'pi_1');
    expect(refused).toMatchObject({ outcome: 'misconfigured', cause: { kind: 'authentication' } });
    expect(JSON.stringify(refused)).not.toMatch(/canary|5678/);
  });
});
