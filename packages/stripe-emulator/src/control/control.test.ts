import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { DEVELOPMENT_ACCOUNTS } from '../development.ts';
import { createStripeEmulator } from '../emulator.ts';
import {
  refusalFrom,
  sdkFor,
  startEmulator,
  tokenParams,
  type RunningEmulator,
} from '../testing/running-emulator.ts';
import { connectToEmulator, type RemoteControl } from './remote-control.ts';

let emulator: RunningEmulator;
let remote: RemoteControl;
beforeAll(async () => {
  emulator = await startEmulator();
  remote = connectToEmulator(emulator.url);
});
afterAll(() => emulator.app.close());
beforeEach(() => emulator.control.reset());

async function pay(attemptId: string, amount: number, token = 'tok_visa'): Promise<string> {
  const { id } = await emulator.main.paymentIntents.create({
    amount,
    currency: 'eur',
    metadata: { attempt_id: attemptId },
  });
  await emulator.main.paymentIntents.confirm(id, tokenParams(token)).catch(() => null);
  return id;
}

describe('the money summary', () => {
  test('adds up what each account and each attempt took and gave back', async () => {
    const paid = await pay('a1', 2999);
    await pay('a1', 1000, 'tok_chargeDeclined');
    await pay('a2', 500);
    await emulator.main.refunds.create({ payment_intent: paid, amount: 999 });
    await emulator.bis.paymentIntents.create({
      amount: 700,
      currency: 'eur',
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    const { main, bis } = await remote.money();
    expect(main).toMatchObject({ succeeded: 2, amountCents: 3499, refundedCents: 999 });
    expect(main?.byAttempt['a1']).toMatchObject({
      succeeded: 1,
      amountCents: 2999,
      refundedCents: 999,
      intents: [
        { id: paid, status: 'succeeded' },
        { id: expect.any(String), status: 'requires_payment_method' },
      ],
    });
    expect(main?.byAttempt['a2']).toMatchObject({ succeeded: 1, amountCents: 500 });
    expect(bis).toEqual({ succeeded: 1, amountCents: 700, refundedCents: 0, byAttempt: {} });
  });
});

describe('the journal', () => {
  test('tells each call: what, for whom, under which key, how it ended', async () => {
    emulator.control.addFault({
      operation: 'payment_intents.confirm',
      effect: 'hang',
      moment: 'after',
    });
    const { id } = await emulator.main.paymentIntents.create(
      { amount: 2999, currency: 'eur', metadata: { attempt_id: 'a1' } },
      { idempotencyKey: 'pa_a1_create' },
    );
    const confirm = (timeout: number) =>
      emulator.main.paymentIntents.confirm(
        id,
        { payment_method: 'pm_card_visa' },
        { idempotencyKey: 'pa_a1_confirm', timeout },
      );
    await refusalFrom(confirm(50));
    await confirm(5000);
    await refusalFrom(emulator.main.paymentIntents.retrieve('pi_none'));

    const entries = await remote.journal();
    expect(
      entries.map(({ operation, idempotencyKey, attemptId, status, isReplay, fault }) => [
        operation,
        idempotencyKey,
        attemptId,
        status,
        isReplay,
        fault,
      ]),
    ).toEqual([
      ['payment_intents.create', 'pa_a1_create', 'a1', 200, false, null],
      ['payment_intents.confirm', 'pa_a1_confirm', 'a1', null, false, 'hang after'],
      ['payment_intents.confirm', 'pa_a1_confirm', 'a1', 200, true, null],
      ['payment_intents.retrieve', null, null, 404, false, null],
    ]);
    expect(await remote.journal({ attemptId: 'a1' })).toHaveLength(3);
    expect(await remote.journal({ operation: 'payment_intents.retrieve' })).toHaveLength(1);
    expect(await remote.journal({ account: 'bis' })).toEqual([]);
    await remote.clearJournal();
    expect(await remote.journal()).toEqual([]);
  });

  test('holds no card, no token and no secret', async () => {
    const token = await emulator.main.tokens.create({
      card: { number: '4000000000009995', exp_month: '11', exp_year: '2041', cvc: '987' },
    });
    const id = await pay('a1', 2999, token.id);
    const browser = sdkFor(emulator.url, DEVELOPMENT_ACCOUNTS.main.publishableKey);
    const { client_secret: secret } = await emulator.main.paymentIntents.retrieve(id);
    await browser.paymentIntents.retrieve(id, { client_secret: secret ?? '' });
    const text = JSON.stringify(await remote.journal());
    for (const canary of ['4000000000009995', '987"', '2041', token.id, secret ?? '']) {
      expect(text).not.toContain(canary);
    }
    expect(text).toContain('tok_…');
  });
});

describe('from another process', () => {
  test('scripts faults, latency, chaos and time', async () => {
    await remote.addFault({ operation: 'customers.create', effect: 'rate_limit' });
    expect(await remote.pendingFaults()).toHaveLength(1);
    expect((await refusalFrom(emulator.main.customers.create())).statusCode).toBe(429);

    await remote.setLatency({ minMs: 60, maxMs: 80 });
    const start = performance.now();
    await emulator.main.customers.create();
    expect(performance.now() - start).toBeGreaterThanOrEqual(55);
    await remote.setLatency({ minMs: 0, maxMs: 0 });

    await remote.setChaos({
      rate: 1,
      effects: [{ effect: 'conflict' }],
      delayMs: { min: 0, max: 0 },
      seed: 1,
      operations: ['customers.create'],
    });
    expect((await refusalFrom(emulator.main.customers.create())).statusCode).toBe(409);
    await emulator.main.customers.list();
    await remote.setChaos(null);
    await emulator.main.customers.create();

    const before = Date.parse(await remote.now());
    await remote.moveClock({ bySeconds: 3600 });
    expect(Date.parse(await remote.now()) - before).toBeGreaterThanOrEqual(3_600_000);
    await expect(remote.moveClock({ to: '2001-01-01' })).rejects.toThrow(/forward/);
    await expect(
      remote.addFault({ operation: 'customers.invent', effect: 'reset' }),
    ).rejects.toThrow(/no such operation/);
  });

  test('answers challenges', async () => {
    const { id } = await emulator.main.paymentIntents.create({
      amount: 2999,
      currency: 'eur',
      payment_method: 'pm_card_threeDSecure2Required',
      confirm: true,
    });
    const [challenge] = await remote.challenges();
    expect(challenge?.intentId).toBe(id);
    await remote.finishChallenge({ intentId: id, outcome: 'succeed' });
    expect(await remote.challenges()).toEqual([]);
    expect((await emulator.main.paymentIntents.retrieve(id)).status).toBe('succeeded');
  });

  test('does not know other verbs', async () => {
    const answer = await fetch(`${emulator.url}/_emulator/toString`);
    expect(answer.status).toBe(404);
  });
});

test('reset leaves what every account starts with', async () => {
  const id = await pay('a1', 2999);
  await remote.addFault({ operation: '*', effect: 'reset', times: 100 });
  await remote.reset();
  expect((await refusalFrom(emulator.main.paymentIntents.retrieve(id))).statusCode).toBe(404);
  const prices = await emulator.main.prices.list({ active: true });
  expect(prices.data.map((price) => price.id)).toEqual(['price_main_yearly', 'price_main_monthly']);
  expect((await emulator.main.products.list()).data).toHaveLength(2);
});

describe('the door', () => {
  test('asks for a key of an account and for the version it speaks', async () => {
    const stranger = sdkFor(emulator.url, 'sk_test_stranger');
    expect(await refusalFrom(stranger.customers.list())).toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    });
    expect((await fetch(`${emulator.url}/v1/customers`)).status).toBe(401);
    const old = await refusalFrom(emulator.main.customers.list({}, { apiVersion: '2019-02-11' }));
    expect(old.statusCode).toBe(400);
    const unknown = await fetch(`${emulator.url}/v1/unicorns`);
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  test('does not take the keys of a live account', () => {
    for (const change of [
      { secretKey: 'sk_live_1' },
      { publishableKey: 'pk_live_1' },
      { secretKey: 'something' },
    ]) {
      expect(() =>
        createStripeEmulator({ accounts: { main: { ...DEVELOPMENT_ACCOUNTS.main, ...change } } }),
      ).toThrow(/test keys only/);
    }
  });

  test('lets the site’s pages call it from their own origin', async () => {
    const answer = await fetch(`${emulator.url}/v1/tokens`, { method: 'OPTIONS' });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });
});
