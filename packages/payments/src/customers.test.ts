import { afterAll, beforeEach, describe, expect, test } from 'vitest';

import { startPayments, valueOf } from './testing/running-payments.ts';
import { createSubscriber } from './testing/subscriber.ts';

const START = Date.UTC(2027, 0, 15, 12);

const { emulator, payments } = await startPayments({ nowMs: () => START });
const { ensureCustomer, subscribed } = createSubscriber({ emulator, payments });
afterAll(() => emulator.app.close());
beforeEach(() => emulator.control.reset());

describe('a customer', () => {
  test('is the same one however often it is asked for', async () => {
    const [first, second] = await Promise.all([ensureCustomer(), ensureCustomer()]);
    expect(second.id).toBe(first.id);
    emulator.control.moveClock({ bySeconds: 3 * 86_400 });
    expect((await ensureCustomer()).id).toBe(first.id);
    expect((await ensureCustomer(2)).id).not.toBe(first.id);
    expect((await emulator.main.customers.list()).data).toHaveLength(2);
  });

  const credit = (customerId: string, reference: string) =>
    payments.creditBalance('main', {
      customerId,
      amountCents: 1000,
      description: 'Parrainage',
      reference,
    });
  const creditOf = async (customerId: string) =>
    valueOf(await payments.readCustomer('main', customerId))?.creditCents;

  test('gets credit once per reference, and keeps what is left', async () => {
    const { id: customerId } = await ensureCustomer();
    const first = valueOf(await credit(customerId, 'ref_1'));
    expect(valueOf(await credit(customerId, 'ref_1'))).toEqual(first);
    expect(await creditOf(customerId)).toBe(1000);
    expect(valueOf(await credit(customerId, 'ref_2'))).not.toEqual(first);
    expect(await creditOf(customerId)).toBe(2000);
    await subscribed();
    expect(await creditOf(customerId)).toBe(1);
    expect(emulator.control.money()['main']?.amountCents).toBe(0);
  });

  test('gets it once long after the provider forgot the key', async () => {
    const { id: customerId } = await ensureCustomer();
    await credit(customerId, 'ref_1');
    emulator.control.moveClock({ bySeconds: 40 * 86_400 });
    await credit(customerId, 'ref_1');
    expect(await creditOf(customerId)).toBe(1000);
  });

  test.each(['before', 'after'] as const)(
    'gets it once when the provider fails %s giving it, and keeps that failure',
    async (moment) => {
      const { id: customerId } = await ensureCustomer();
      const operation = 'customers.create_balance_transaction';
      emulator.control.addFault({ operation, effect: 'server_error', moment });
      expect(valueOf(await credit(customerId, 'ref_1'))?.transactionId).toMatch(/^cbtxn_/);
      expect(await creditOf(customerId)).toBe(1000);
    },
  );

  test('gets another address, as often as it is told', async () => {
    const { id: customerId } = await ensureCustomer();
    const email = 'b@example.org';
    for (let times = 0; times < 2; times += 1) {
      const changed = await payments.changeCustomerEmail('main', { customerId, email });
      expect(valueOf(changed)).toMatchObject({ id: customerId, email });
    }
    expect(valueOf(await payments.readCustomer('main', customerId))).toMatchObject({ email });
  });

  test('may be gone', async () => {
    const { id: customerId } = await ensureCustomer();
    await emulator.main.customers.del(customerId);
    const moved = { customerId, email: 'b@example.org' };
    expect(valueOf(await payments.changeCustomerEmail('main', moved))).toBeNull();
    expect(valueOf(await payments.readCustomer('main', customerId))).toBeNull();
    expect(valueOf(await payments.readCustomer('main', 'cus_never'))).toBeNull();
    expect(valueOf(await credit(customerId, 'ref'))).toBeNull();
  });
});
