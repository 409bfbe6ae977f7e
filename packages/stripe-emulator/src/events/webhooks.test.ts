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

describe('a delivery', () => {
  test('is signed with the account’s secret, as the SDK checks it', async () => {
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

  test('stays fresh when the emulator’s clock was moved', async () => {
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

  test('goes to the account’s own address', async () => {
    await pay('bis');
    await settled();
    expect(receiver.received.map(({ path }) => path)).toEqual(
      PAYMENT.map(() => '/api/webhooks/stripe/bis'),
    );
  });

  test('is repeated until it is acknowledged, then given up', async () => {
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

  test('of an unreachable receiver fails and is repeated', async () => {
    await receiver.close();
    await emulator.main.customers.create();
    await settled();
    expect(emulator.control.deliveries().map(({ status }) => status)).toEqual([null, null, null]);
  });
});

describe('the post', () => {
  test('can be late', async () => {
    emulator.control.setWebhookHabits({ habits: { delayMs: { min: 80, max: 120 } } });
    await pay();
    expect(receiver.received).toHaveLength(0);
    await settled();
    expect(receiver.received).toHaveLength(3);
  });

  test('can deliver twice', async () => {
    emulator.control.setWebhookHabits({ habits: { duplicateRate: 1 } });
    await pay();
    await settled();
    expect(receivedTypes().toSorted()).toEqual([...PAYMENT, ...PAYMENT].toSorted());
  });

  test('can lose everything, which the list of events still has', async () => {
    emulator.control.setWebhookHabits({ habits: { dropRate: 1 } });
    await pay();
    await settled();
    expect(receiver.received).toHaveLength(0);
    expect(emulator.control.deliveries().every(({ result }) => result === 'dropped')).toBe(true);
    const events = await emulator.main.events.list();
    expect(events.data.map(({ type }) => type)).toEqual(PAYMENT.toReversed());
  });

  test('can change the order', async () => {
    emulator.control.setWebhookHabits({ habits: { shuffleWindow: 30 } });
    for (let payment = 0; payment < 10; payment += 1) await pay();
    await settled();
    const sent = (await emulator.main.events.list({ limit: 100 })).data
      .map(({ id }) => id)
      .toReversed();
    const arrived = receiver.received.map(({ body }): string => JSON.parse(body).id);
    expect(arrived.toSorted()).toEqual(sent.toSorted());
    expect(arrived).not.toEqual(sent);
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

  test('can work badly for one receiver only, and send an old event again', async () => {
    const [main] = webhookTargetsOf(receiver.url);
    emulator.control.setWebhookHabits({ habits: { dropRate: 1 }, url: main?.url ?? '' });
    await emulator.main.customers.create();
    await emulator.bis.customers.create();
    await settled();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/api/webhooks/stripe/bis']);

    emulator.control.setWebhookHabits({ habits: { dropRate: 0 }, url: main?.url ?? '' });
    const [event] = (await emulator.main.events.list()).data;
    emulator.control.resendEvent({ eventId: event?.id ?? '' });
    await settled();
    expect(receiver.received.at(-1)?.path).toBe('/api/webhooks/stripe/main');
  });
});

test('an event keeps the object as it was then', async () => {
  const id = await pay();
  const events = await emulator.main.events.list({ type: 'payment_intent.created' });
  const [created] = events.data;
  expect(created?.data.object).toMatchObject({ id, status: 'requires_payment_method' });
  expect(created?.api_version).toBe('2026-10-28.endive');
  expect((await emulator.main.events.retrieve(created?.id ?? '')).id).toBe(created?.id);
});
