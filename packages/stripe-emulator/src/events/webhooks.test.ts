import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { DEVELOPMENT_ACCOUNTS, webhookTargetsOf } from '../development.ts';
import { startEmulator, startReceiver, type RunningEmulator } from '../testing/running-emulator.ts';

let emulator: RunningEmulator;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
  receiver = await startReceiver();
  emulator = await startEmulator({
    webhookTargets: webhookTargetsOf(receiver.url),
    webhookRetryMs: [20, 20],
  });
});
afterEach(async () => {
  await emulator.app.close();
  await receiver.close();
});

const { webhookSecret } = DEVELOPMENT_ACCOUNTS.main;

async function pay(account: 'main' | 'bis' = 'main'): Promise<string> {
  const { id } = await emulator[account].paymentIntents.create({ amount: 2999, currency: 'eur' });
  await emulator[account].paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
  return id;
}
const settled = () => emulator.control.webhooksSettled({ withinMs: 3000 });
const receivedTypes = () =>
  receiver.received.map(({ body }): string => String(JSON.parse(body).type));
const PAYMENT = ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded'];

describe('a webhook delivery', () => {
  test('is signed with the account’s secret, as the SDK verifies', async () => {
    const id = await pay();
    expect(await settled()).toBe(true);
    for (const { path, body, signature } of receiver.received) {
      expect(path).toBe('/api/webhooks/stripe/main');
      const event = emulator.main.webhooks.constructEvent(body, signature, webhookSecret);
      expect(event.livemode).toBe(false);
      expect(() =>
        emulator.main.webhooks.constructEvent(
          body,
          signature,
          DEVELOPMENT_ACCOUNTS.bis.webhookSecret,
        ),
      ).toThrow(/signature/);
      expect(() =>
        emulator.main.webhooks.constructEvent(`${body} `, signature, webhookSecret),
      ).toThrow(/signature/);
    }
    expect(receivedTypes().toSorted()).toEqual(PAYMENT.toSorted());
    expect(receiver.received.some(({ body }) => body.includes(id))).toBe(true);
  });

  test('has a current timestamp after the emulator’s clock was moved', async () => {
    emulator.control.moveClock({ bySeconds: 90 * 86_400 });
    await pay();
    await settled();
    const [first] = receiver.received;
    expect(() =>
      emulator.main.webhooks.constructEvent(
        first?.body ?? '',
        first?.signature ?? '',
        webhookSecret,
      ),
    ).not.toThrow();
  });

  test('goes to the account’s own endpoint', async () => {
    await pay('bis');
    await settled();
    expect(receiver.received.map(({ path }) => path)).toEqual(
      PAYMENT.map(() => '/api/webhooks/stripe/bis'),
    );
  });

  test('is retried until it is acknowledged, then abandoned', async () => {
    receiver.answerWith(500);
    await emulator.main.customers.create();
    await settled();
    expect(receivedTypes()).toEqual(Array(3).fill('customer.created'));
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(
      emulator.control.deliveries().map(({ attempt, result, status }) => [attempt, result, status]),
    ).toEqual([
      [1, 'failed', 500],
      [2, 'failed', 500],
      [3, 'failed', 500],
    ]);
    receiver.answerWith(200);
    await emulator.main.customers.create();
    await settled();
    expect(receiver.received).toHaveLength(4);
  });

  test('to an unreachable receiver fails and is retried', async () => {
    await receiver.close();
    await emulator.main.customers.create();
    await settled();
    expect(emulator.control.deliveries().map(({ status }) => status)).toEqual([null, null, null]);
  });
});

describe('webhook deliveries', () => {
  test('can be delayed', async () => {
    emulator.control.setWebhookHabits({ habits: { delayMs: { min: 80, max: 120 } } });
    await pay();
    expect(receiver.received).toHaveLength(0);
    await settled();
    expect(receiver.received).toHaveLength(3);
  });

  test('can be duplicated', async () => {
    emulator.control.setWebhookHabits({ habits: { duplicateRate: 1 } });
    await pay();
    await settled();
    expect(receivedTypes().toSorted()).toEqual([...PAYMENT, ...PAYMENT].toSorted());
  });

  test('can be dropped', async () => {
    emulator.control.setWebhookHabits({ habits: { dropRate: 1 } });
    await pay();
    await settled();
    expect(receiver.received).toHaveLength(0);
    expect(emulator.control.deliveries().every(({ result }) => result === 'dropped')).toBe(true);
  });

  test('can be reordered', async () => {
    emulator.control.setWebhookHabits({ habits: { shuffleWindow: 30 } });
    const paid: string[] = [];
    for (let payment = 0; payment < 10; payment += 1) paid.push(await pay());
    await settled();
    const told = receiver.received
      .map(({ body }) => JSON.parse(body))
      .filter(({ type }) => type === 'payment_intent.succeeded')
      .map(({ data }): string => data.object.id);
    expect(told.toSorted()).toEqual(paid.toSorted());
    expect(told).not.toEqual(paid);
  });

  test('can be held back and released', async () => {
    emulator.control.setWebhookHabits({ habits: { isHeld: true } });
    await pay();
    await settled();
    expect(receiver.received).toHaveLength(0);
    emulator.control.setWebhookHabits({ habits: { isHeld: false } });
    emulator.control.releaseWebhooks();
    await settled();
    expect(receivedTypes().toSorted()).toEqual(PAYMENT.toSorted());
  });

  test('can repeat an old event', async () => {
    await emulator.main.customers.create();
    await settled();
    const [first] = emulator.control.deliveries();
    emulator.control.resendEvent({ eventId: first?.eventId ?? '' });
    await settled();
    const [sent, again] = receiver.received;
    expect(again?.body).toBe(sent?.body);
  });
});

test('an event keeps the object as it was at the time', async () => {
  const id = await pay();
  await settled();
  const created = receiver.received
    .map(({ body }) => JSON.parse(body))
    .find(({ type }) => type === 'payment_intent.created');
  expect(created).toMatchObject({
    api_version: '2026-10-28.endive',
    data: { object: { id, status: 'requires_payment_method' } },
  });
});
