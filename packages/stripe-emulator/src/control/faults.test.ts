import { describe, expect, test } from 'vitest';

import { errorFrom, useEmulator } from '../testing/running-emulator.ts';
import { createFaults } from './faults.ts';

const emulator = await useEmulator();

const create = () => emulator.main.paymentIntents.create({ amount: 2999, currency: 'eur' });
const confirm = (id: string, timeout = 5000) =>
  emulator.main.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }, { timeout });
const statusOf = async (id: string) => (await emulator.main.paymentIntents.retrieve(id)).status;

describe('before the effect', () => {
  test.each([
    ['server_error', 'StripeAPIError', 500],
    ['rate_limit', 'StripeRateLimitError', 429],
    ['conflict', 'StripeAPIError', 409],
    ['authentication', 'StripeAuthenticationError', 401],
    ['permission', 'StripePermissionError', 403],
  ] as const)('%s is %s %i without an effect', async (effect, type, statusCode) => {
    const { id } = await create();
    emulator.control.addFault({ operation: 'payment_intents.confirm', effect });
    expect(await errorFrom(confirm(id))).toMatchObject({ type, statusCode });
    expect(await statusOf(id)).toBe('requires_payment_method');
    expect((await confirm(id)).status).toBe('succeeded');
  });

  test('reset breaks the connection without an effect', async () => {
    const { id } = await create();
    // The SDK retries a closed connection once, so two resets make the call fail.
    emulator.control.addFault({ operation: 'payment_intents.confirm', effect: 'reset', times: 2 });
    expect((await errorFrom(confirm(id))).type).toBe('StripeConnectionError');
    expect(await statusOf(id)).toBe('requires_payment_method');
  });

  test('hang never responds, without an effect', async () => {
    const { id } = await create();
    emulator.control.addFault({ operation: 'payment_intents.confirm', effect: 'hang' });
    expect((await errorFrom(confirm(id, 100))).type).toBe('StripeConnectionError');
    expect(await statusOf(id)).toBe('requires_payment_method');
  });

  test('delay lets the effect follow after the caller’s timeout', async () => {
    const { id } = await create();
    emulator.control.addFault({
      operation: 'payment_intents.confirm',
      effect: 'delay',
      delayMs: 200,
    });
    expect((await errorFrom(confirm(id, 50))).type).toBe('StripeConnectionError');
    expect(await statusOf(id)).toBe('requires_payment_method');
    await expect.poll(() => statusOf(id)).toBe('succeeded');
  });
});

describe('after the effect', () => {
  test('server_error, reset and hang hide a success', async () => {
    for (const effect of ['server_error', 'reset', 'hang'] as const) {
      const { id } = await create();
      emulator.control.addFault({
        operation: 'payment_intents.confirm',
        effect,
        moment: 'after',
        times: effect === 'reset' ? 2 : 1,
      });
      await errorFrom(confirm(id, 100));
      expect(await statusOf(id)).toBe('succeeded');
    }
  });

  test('a retry with the same idempotency key gets the hidden response', async () => {
    const { id } = await create();
    emulator.control.addFault({
      operation: 'payment_intents.confirm',
      effect: 'hang',
      moment: 'after',
    });
    const keyed = (timeout: number) =>
      emulator.main.paymentIntents.confirm(
        id,
        { payment_method: 'pm_card_visa' },
        { idempotencyKey: 'same', timeout },
      );
    await errorFrom(keyed(100));
    expect((await keyed(5000)).status).toBe('succeeded');
    expect(emulator.control.money()['main']).toMatchObject({ succeeded: 1, amountCents: 2999 });
  });
});

describe('choosing the call', () => {
  test('by occurrence and number', async () => {
    emulator.control.addFault({
      operation: 'payment_intents.create',
      effect: 'rate_limit',
      occurrence: 2,
      times: 2,
    });
    const outcomes = [];
    for (let call = 0; call < 4; call += 1) {
      outcomes.push(
        await create().then(
          () => 'made',
          () => 'refused',
        ),
      );
    }
    expect(outcomes).toEqual(['made', 'refused', 'refused', 'made']);
    expect(emulator.control.pendingFaults()).toEqual([]);
  });

  test('a 500 waits for a call that is not a replay', async () => {
    const { id } = await create();
    const keyed = (key: string) =>
      emulator.main.paymentIntents.confirm(
        id,
        { payment_method: 'pm_card_visa' },
        { idempotencyKey: key },
      );
    await keyed('first');
    emulator.control.addFault({ operation: 'payment_intents.confirm', effect: 'server_error' });
    expect((await keyed('first')).status).toBe('succeeded');
    expect(emulator.control.pendingFaults()).toHaveLength(1);
    expect((await errorFrom(keyed('second'))).statusCode).toBe(500);
  });

  test('an unknown operation throws', () => {
    expect(() =>
      emulator.control.addFault({ operation: 'payment_intents.confrim', effect: 'reset' }),
    ).toThrow(/no such operation/);
  });
});

describe('chaos', () => {
  const subject = {
    operation: 'refunds.create',
    isReplay: false,
  };
  const storm = {
    rate: 0.5,
    effects: [{ effect: 'reset' as const, moment: 'after' as const }, { effect: 'delay' as const }],
    delayMs: { min: 1, max: 9 },
  };
  const runOf = (seed: number) => {
    const faults = createFaults();
    faults.setChaos({ ...storm, seed });
    return Array.from({ length: 200 }, () => faults.choose(subject));
  };

  test('is reproducible by its seed', () => {
    expect(runOf(7)).toEqual(runOf(7));
    expect(runOf(7)).not.toEqual(runOf(8));
  });

  test('strikes at about its rate, within its bounds', () => {
    const struck = runOf(7).filter((fault) => fault !== undefined);
    expect(struck.length).toBeGreaterThan(60);
    expect(struck.length).toBeLessThan(140);
    for (const fault of struck.filter(({ effect }) => effect === 'delay')) {
      expect(fault.delayMs).toBeGreaterThanOrEqual(1);
      expect(fault.delayMs).toBeLessThanOrEqual(9);
    }
  });

  test('never answers a replay with a new 500', () => {
    const faults = createFaults();
    faults.setChaos({ ...storm, rate: 1, effects: [{ effect: 'server_error' }], seed: 1 });
    expect(faults.choose({ ...subject, isReplay: true })).toBeUndefined();
    expect(faults.choose(subject)).toMatchObject({ effect: 'server_error' });
  });
});
