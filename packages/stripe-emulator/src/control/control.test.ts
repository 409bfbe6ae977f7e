import { describe, expect, onTestFinished, test } from 'vitest';

import { DEVELOPMENT_ACCOUNTS } from '../development.ts';
import { createStripeEmulator } from '../emulator.ts';
import {
  errorFrom,
  sdkFor,
  startEmulator,
  useEmulator,
  tokenParams,
} from '../testing/running-emulator.ts';

const emulator = await useEmulator();

async function pay(attemptId: string, amount: number, token = 'tok_visa'): Promise<string> {
  const { id } = await emulator.main.paymentIntents.create({
    amount,
    currency: 'eur',
    metadata: { attempt_id: attemptId },
  });
  await emulator.main.paymentIntents.confirm(id, tokenParams(token)).catch(() => null);
  return id;
}

async function ask(verb: string, argument?: object): Promise<unknown> {
  const response = await fetch(`${emulator.url}/_emulator/${verb}`, {
    method: 'POST',
    body: argument === undefined ? '' : JSON.stringify(argument),
  });
  const answer: unknown = await response.json();
  if (response.ok) return answer;
  throw new Error(JSON.stringify(answer));
}

describe('the money summary', () => {
  test('adds up charges and refunds per account and attempt', async () => {
    const paid = await pay('a1', 2999);
    await pay('a1', 1000, 'tok_chargeDeclined');
    await pay('a2', 500);
    await emulator.main.refunds.create({ payment_intent: paid, amount: 999 });
    const other = await emulator.bis.paymentIntents.create({ amount: 700, currency: 'eur' });
    await emulator.bis.paymentIntents.confirm(other.id, { payment_method: 'pm_card_visa' });
    const { main, bis } = emulator.control.money();
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
  test('records operation, attempt, idempotency key and outcome of each call', async () => {
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
    await errorFrom(confirm(50));
    await confirm(5000);
    await errorFrom(emulator.main.paymentIntents.retrieve('pi_none'));

    const entries = emulator.control.journal();
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
    expect(emulator.control.journal({ operation: 'payment_intents.retrieve' })).toHaveLength(1);
    expect(emulator.control.journal({ account: 'bis' })).toEqual([]);
    emulator.control.clearJournal();
    expect(emulator.control.journal()).toEqual([]);
  });

  test('contains no card, token or secret', async () => {
    const token = await emulator.main.tokens.create({
      card: { number: '4000000000009995', exp_month: '11', exp_year: '2041', cvc: '987' },
    });
    const id = await pay('a1', 2999, token.id);
    const browser = sdkFor(emulator.url, DEVELOPMENT_ACCOUNTS.main.publishableKey);
    const { client_secret: secret } = await emulator.main.paymentIntents.retrieve(id);
    await browser.paymentIntents.retrieve(id, { client_secret: secret ?? '' });
    const text = JSON.stringify(emulator.control.journal());
    for (const canary of ['4000000000009995', '987"', '2041', token.id, secret ?? '']) {
      expect(text).not.toContain(canary);
    }
    expect(text).toContain('tok_…');
  });
});

describe('over HTTP', () => {
  test('controls faults, latency, chaos and the clock', async () => {
    await ask('addFault', { operation: 'customers.create', effect: 'rate_limit' });
    expect(await ask('pendingFaults')).toHaveLength(1);
    expect((await errorFrom(emulator.main.customers.create())).statusCode).toBe(429);

    await ask('setLatency', { minMs: 60, maxMs: 80 });
    const start = performance.now();
    await emulator.main.customers.create();
    expect(performance.now() - start).toBeGreaterThanOrEqual(55);
    await ask('setLatency', { minMs: 0, maxMs: 0 });

    await ask('setChaos', {
      rate: 1,
      effects: [{ effect: 'conflict' }],
      delayMs: { min: 0, max: 0 },
      seed: 1,
      operations: ['customers.create'],
    });
    expect((await errorFrom(emulator.main.customers.create())).statusCode).toBe(409);
    await emulator.main.customers.list();
    await ask('clearFaults');
    await emulator.main.customers.create();

    const before = Date.parse(String(await ask('now')));
    await ask('moveClock', { bySeconds: 3600 });
    expect(Date.parse(String(await ask('now'))) - before).toBeGreaterThanOrEqual(3_600_000);
    await expect(ask('moveClock', { to: '2001-01-01' })).rejects.toThrow(/forward/);
    await expect(
      ask('addFault', { operation: 'customers.invent', effect: 'reset' }),
    ).rejects.toThrow(/no such operation/);
  });

  test('rejects an unknown verb', async () => {
    const answer = await fetch(`${emulator.url}/_emulator/toString`);
    expect(answer.status).toBe(404);
  });
});

test('reset keeps only the initial objects of each account', async () => {
  const id = await pay('a1', 2999);
  emulator.control.addFault({ operation: '*', effect: 'reset', times: 100 });
  emulator.control.reset();
  expect((await errorFrom(emulator.main.paymentIntents.retrieve(id))).statusCode).toBe(404);
  expect((await emulator.main.prices.retrieve('price_main_monthly')).unit_amount).toBe(1999);
});

describe('authentication', () => {
  test('requires a key of an account and the supported API version', async () => {
    const unknownKey = sdkFor(emulator.url, 'sk_test_stranger');
    expect(await errorFrom(unknownKey.customers.list())).toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    });
    expect((await fetch(`${emulator.url}/v1/customers`)).status).toBe(401);
    const old = await errorFrom(emulator.main.customers.list({}, { apiVersion: '2019-02-11' }));
    expect(old.statusCode).toBe(400);
    const unknown = await fetch(`${emulator.url}/v1/unicorns`);
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  test('rejects live keys', () => {
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

  test('allows CORS requests from local pages, and none from other sites', async () => {
    const preflight = (origin: string) =>
      fetch(`${emulator.url}/v1/tokens`, { method: 'OPTIONS', headers: { origin } });
    for (const origin of ['http://localhost:3000', 'http://127.0.0.1:4000', 'http://[::1]:3000']) {
      const answer = await preflight(origin);
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    }
    for (const origin of ['https://evil.example', 'http://localhost.evil.example', 'null']) {
      const answer = await preflight(origin);
      expect({ origin, status: answer.status }).toEqual({ origin, status: 403 });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
    // The images and forms of another site cannot call verbs either.
    const image = await fetch(`${emulator.url}/_emulator/reset`, {
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    });
    expect(image.status).toBe(403);
  });

  test('allows CORS requests from a configured host name', async () => {
    const named = await startEmulator({ sites: ['shop.test'] });
    onTestFinished(async () => {
      await named.app.close();
    });
    const headers = { origin: 'http://shop.test:3000' };
    const told = await fetch(`${named.url}/v1/tokens`, { method: 'OPTIONS', headers });
    expect(told.headers.get('access-control-allow-origin')).toBe('http://shop.test:3000');
    expect((await fetch(`${emulator.url}/v1/tokens`, { method: 'OPTIONS', headers })).status).toBe(
      403,
    );
  });

  test.each(['null', 'file:///tmp/page.html', 'https://'])(
    'rejects a page without a host: Origin: %s',
    async (origin) => {
      const named = await startEmulator({ sites: [''] });
      onTestFinished(async () => {
        await named.app.close();
      });
      const answer = await fetch(`${named.url}/v1/tokens`, {
        method: 'OPTIONS',
        headers: { origin },
      });
      expect(answer.status).toBe(403);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  test.each([
    ['rebound.example:12111', 403],
    ['localhost', 200],
    ['[::1]:12111', 200],
  ])('accepts only local Host headers: %s', async (host, status) => {
    const { statusCode } = await emulator.app.inject({
      url: '/_emulator/journal',
      headers: { host },
    });
    expect(statusCode).toBe(status);
  });
});
