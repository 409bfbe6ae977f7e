import { describe, expect, test } from 'vitest';

import { errorFrom, startEmulator, useEmulator, tokenParams } from '../testing/running-emulator.ts';

const emulator = await useEmulator();

const create = (idempotencyKey: string, amount = 2999) =>
  emulator.main.paymentIntents.create({ amount, currency: 'eur' }, { idempotencyKey });

describe('an idempotency key', () => {
  test('replays the first response, with a header that says so', async () => {
    const first = await create('k1');
    const again = await create('k1');
    expect(again).toEqual(first);
    expect(first.lastResponse.headers).not.toHaveProperty('idempotent-replayed');
    expect(again.lastResponse.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'idempotency-key': 'k1',
    });
    expect((await emulator.main.paymentIntents.list()).data).toHaveLength(1);
  });

  test('belongs to its parameters, in any order', async () => {
    await emulator.main.paymentIntents.create(
      { amount: 2999, currency: 'eur', metadata: { a: '1', b: '2' } },
      { idempotencyKey: 'k2' },
    );
    await emulator.main.paymentIntents.create(
      { currency: 'eur', metadata: { b: '2', a: '1' }, amount: 2999 },
      { idempotencyKey: 'k2' },
    );
    const error = await errorFrom(create('k2', 3000));
    expect(error).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
    expect(error.message).toContain('same parameters');
  });

  test('belongs to its endpoint', async () => {
    const [first, second] = [await create('k3a'), await create('k3b')];
    const cancel = (id: string) =>
      emulator.main.paymentIntents.cancel(id, {}, { idempotencyKey: 'k3' });
    await cancel(first.id);
    const error = await errorFrom(cancel(second.id));
    expect(error).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
    expect(error.message).toContain('same endpoint');
    expect((await cancel(first.id)).status).toBe('canceled');
  });

  test('belongs to its account', async () => {
    const main = await create('k4');
    const bis = await emulator.bis.paymentIntents
      .create({ amount: 1, currency: 'eur' }, { idempotencyKey: 'k4' })
      .catch(() => null);
    expect(bis).toBeNull();
    const other = await emulator.bis.paymentIntents.create(
      { amount: 5000, currency: 'eur' },
      { idempotencyKey: 'k4' },
    );
    expect(other.id).not.toBe(main.id);
  });

  test('replays a declined card', async () => {
    const { id } = await create('k5');
    const confirm = () =>
      emulator.main.paymentIntents.confirm(id, tokenParams('tok_chargeDeclined'), {
        idempotencyKey: 'k5_confirm',
      });
    const first = await errorFrom(confirm());
    const again = await errorFrom(confirm());
    expect(again.charge).toBe(first.charge);
  });

  test('can be used again after a validation error', async () => {
    expect((await errorFrom(create('k6', 1))).code).toBe('amount_too_small');
    expect((await create('k6', 2999)).amount).toBe(2999);
  });

  test('replays a 500, with or without its effect', async () => {
    for (const moment of ['before', 'after'] as const) {
      const key = `k7_${moment}`;
      const metadata = { attempt_id: key };
      const call = () =>
        emulator.main.paymentIntents.create(
          { amount: 2999, currency: 'eur', metadata },
          { idempotencyKey: key },
        );
      emulator.control.addFault({
        operation: 'payment_intents.create',
        effect: 'server_error',
        moment,
      });
      expect((await errorFrom(call())).statusCode).toBe(500);
      expect((await errorFrom(call())).statusCode).toBe(500);
      const made = emulator.control.money()['main']?.byAttempt[key]?.intents.length ?? 0;
      expect(made).toBe(moment === 'after' ? 1 : 0);
    }
  });

  test('gets 409 while its first call is running, then its response', async () => {
    emulator.control.addFault({
      operation: 'payment_intents.create',
      effect: 'delay',
      delayMs: 150,
    });
    const first = create('k8');
    await expect.poll(() => emulator.control.pendingFaults().length).toBe(0);
    const second = await errorFrom(create('k8'));
    expect(second).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    const { id } = await first;
    expect((await create('k8')).id).toBe(id);
  });

  test('expires after a day', async () => {
    const alone = await startEmulator();
    const call = () =>
      alone.main.paymentIntents.create(
        { amount: 2999, currency: 'eur' },
        { idempotencyKey: 'daily' },
      );
    const { id } = await call();
    alone.control.moveClock({ bySeconds: 24 * 3600 - 60 });
    expect((await call()).id).toBe(id);
    alone.control.moveClock({ bySeconds: 120 });
    expect((await call()).id).not.toBe(id);
    await alone.app.close();
  });
});
