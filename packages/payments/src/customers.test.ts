import { describe, expect, test } from 'vitest';

import { usePayments, valueOf } from './testing/running-payments.ts';
import { createSubscriber } from './testing/subscriber.ts';

const START = Date.UTC(2027, 0, 15, 12);

const { emulator, payments } = await usePayments({ nowMs: () => START });
const { ensureCustomer, subscribed } = createSubscriber({ emulator, payments });

describe('a customer', () => {
  test('is created once per user, under concurrent calls too', async () => {
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

  test('is separate for each installation, with the same user id and address', async () => {
    const person = { userId: 7, email: 'twin@example.org' };
    const idOf = async (installation?: string) =>
      valueOf(
        await payments.ensureCustomer('main', {
          ...person,
          ...(installation === undefined ? {} : { installation }),
        }),
      ).id;
    const ids = [await idOf('a'), await idOf('b'), await idOf()];
    expect(new Set(ids).size).toBe(3);
    expect([await idOf('a'), await idOf('b'), await idOf()]).toEqual(ids);
  });

  test('gets a credit once per reference, and keeps the rest', async () => {
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

  test('gets a credit even if a customer of another user has the same reference', async () => {
    const [{ id: first }, { id: second }] = [await ensureCustomer(), await ensureCustomer(2)];
    for (const customerId of [first, second]) valueOf(await credit(customerId, 'ref_1'));
    expect([await creditOf(first), await creditOf(second)]).toEqual([1000, 1000]);
  });

  test('gets a credit once, even after the provider forgot the idempotency key', async () => {
    const { id: customerId } = await ensureCustomer();
    await credit(customerId, 'ref_1');
    emulator.control.moveClock({ bySeconds: 40 * 86_400 });
    await credit(customerId, 'ref_1');
    expect(await creditOf(customerId)).toBe(1000);
  });

  test.each(['before', 'after'] as const)(
    'gets a credit once when the provider fails %s creating it',
    async (moment) => {
      const { id: customerId } = await ensureCustomer();
      const operation = 'customers.create_balance_transaction';
      emulator.control.addFault({ operation, effect: 'server_error', moment });
      expect(valueOf(await credit(customerId, 'ref_1'))?.transactionId).toMatch(/^cbtxn_/);
      expect(await creditOf(customerId)).toBe(1000);
    },
  );

  test('gets a credit on a retry after an outage that failed every idempotency key', async () => {
    const { id: customerId } = await ensureCustomer();
    const operation = 'customers.create_balance_transaction';
    emulator.control.addFault({ operation, effect: 'server_error', times: 5 });
    const tryOnce = (tries: number) =>
      payments.creditBalance('main', {
        customerId,
        amountCents: 1000,
        description: 'Parrainage',
        reference: 'ref_1',
        tries,
      });
    expect(await tryOnce(1)).toMatchObject({ outcome: 'unknown' });
    expect(await tryOnce(2)).toMatchObject({ outcome: 'unknown' });
    emulator.control.clearFaults();
    const given = valueOf(await tryOnce(3));
    expect(given?.transactionId).toMatch(/^cbtxn_/);
    expect(valueOf(await tryOnce(4))).toEqual(given);
    expect(await creditOf(customerId)).toBe(1000);
  });

  test('gets a credit even if the provider responds with that of another customer', async () => {
    const [{ id: other }, { id: customerId }] = [await ensureCustomer(2), await ensureCustomer()];
    const first = valueOf(await credit(other, 'ref_1'));
    emulator.control.addFault({
      operation: 'customers.create_balance_transaction',
      effect: 'mix_up',
    });
    const own = valueOf(await credit(customerId, 'ref_2'));
    expect(own).not.toEqual(first);
    expect([await creditOf(other), await creditOf(customerId)]).toEqual([1000, 1000]);
  });

  test('keeps a credit of another amount with the same reference, which is reported', async () => {
    const { id: customerId } = await ensureCustomer();
    await emulator.main.customers.createBalanceTransaction(customerId, {
      amount: -500,
      currency: 'eur',
      metadata: { reference: 'ref_1' },
    });
    expect(await credit(customerId, 'ref_1')).toMatchObject({
      outcome: 'misconfigured',
      cause: { kind: 'foreign', message: 'the answer differs in amount' },
    });
    expect(await creditOf(customerId)).toBe(500);
  });

  test('has credits by identity, or by reference if they have no identity', async () => {
    const { id: customerId } = await ensureCustomer();
    const sum = { customerId, amountCents: 1000, description: 'Parrainage' };
    const named = (reference: string, identity: string) =>
      payments.creditBalance('main', { ...sum, reference, identity });
    const former = valueOf(await credit(customerId, 'ref_1'));
    expect(valueOf(await named('ref_1', 'anna'))).toEqual(former);
    const second = valueOf(await named('ref_2', 'bert'));
    expect(valueOf(await named('ref_102', 'bert'))).toEqual(second);
    const third = valueOf(await named('ref_2', 'cleo'));
    expect(third).not.toEqual(second);
    expect(await creditOf(customerId)).toBe(3000);
    const look = { ...sum, reference: 'ref_9', identity: 'cleo' };
    expect(valueOf(await payments.findCredit('main', look))).toEqual(third);
    const unknown = { ...look, identity: 'dora' };
    expect(valueOf(await payments.findCredit('main', unknown))).toBeNull();
  });

  describe('whose credit is reversed', () => {
    const named = (customerId: string, reference = 'reversal_1') => ({
      customerId,
      amountCents: 1000,
      description: 'Parrainage annulé',
      reference,
    });
    const take = (customerId: string, reference?: string) =>
      payments.takeCreditBack('main', named(customerId, reference));
    const balanceOf = async (id: string) => {
      const customer = await emulator.main.customers.retrieve(id);
      return customer.deleted ? null : customer.balance;
    };
    /** Uses part of a customer's balance, as an invoice does. */
    const use = (customerId: string, cents: number) =>
      emulator.main.customers.createBalanceTransaction(customerId, {
        amount: cents,
        currency: 'eur',
      });

    test.each([
      ['loses all of an unused credit', 0, 1000],
      ['loses the unused rest', 300, 700],
      ['loses nothing of a used credit', 1000, 0],
    ])('%s, once', async (_case, usedCents, takenCents) => {
      const { id } = await ensureCustomer();
      await credit(id, 'referral_1');
      if (usedCents > 0) await use(id, usedCents);
      expect(valueOf(await take(id))).toMatchObject({ takenCents });
      expect(valueOf(await take(id))).toMatchObject({ takenCents });
      expect((await balanceOf(id)) === 0).toBe(true);
    });

    test('keeps the credits of other referrals', async () => {
      const { id } = await ensureCustomer();
      for (const reference of ['referral_1', 'referral_2']) await credit(id, reference);
      expect(valueOf(await take(id))).toMatchObject({ takenCents: 1000 });
      expect(await creditOf(id)).toBe(1000);
      expect(valueOf(await take(id, 'reversal_2'))).toMatchObject({ takenCents: 1000 });
      expect(await creditOf(id)).toBe(0);
    });

    test.each([
      [400, 600],
      [1000, 0],
    ])(
      'never owes anything if an invoice uses %i cents meanwhile',
      async (usedCents, takenCents) => {
        const { id } = await ensureCustomer();
        await credit(id, 'referral_1');
        emulator.control.addFault({
          operation: 'customers.create_balance_transaction',
          effect: 'delay',
          moment: 'before',
          meanwhile: () => use(id, usedCents),
        });
        expect(valueOf(await take(id))).toMatchObject({ takenCents });
        expect((await balanceOf(id)) === 0).toBe(true);
        expect(valueOf(await take(id))).toMatchObject({ takenCents });
        expect((await balanceOf(id)) === 0).toBe(true);
      },
    );

    test.each([
      { effect: 'reset', moment: 'after', times: 2 },
      { effect: 'reset', moment: 'before', times: 2 },
      { effect: 'server_error', moment: 'after', times: 1 },
      { effect: 'mix_up', moment: 'after', times: 1 },
    ] as const)('loses it once if the response is $effect $moment', async (fault) => {
      const { id } = await ensureCustomer();
      const { id: other } = await ensureCustomer(2, 'b@example.org');
      await credit(other, 'referral_9');
      await credit(id, 'referral_1');
      emulator.control.addFault({
        operation: 'customers.create_balance_transaction',
        ...fault,
      });
      await take(id);
      expect(valueOf(await take(id))).toMatchObject({ takenCents: 1000 });
      expect(await creditOf(id)).toBe(0);
      expect(await creditOf(other)).toBe(1000);
    });

    test('can be unknown, and is then null', async () => {
      expect(valueOf(await take('cus_never'))).toBeNull();
    });
  });

  test('gets a new e-mail address, idempotently', async () => {
    const { id: customerId } = await ensureCustomer();
    const email = 'b@example.org';
    for (let times = 0; times < 2; times += 1) {
      const changed = await payments.changeCustomerEmail('main', { customerId, email });
      expect(valueOf(changed)).toMatchObject({ id: customerId, email });
    }
    expect(valueOf(await payments.readCustomer('main', customerId))).toMatchObject({ email });
  });

  test('can be deleted, and is then null for every call', async () => {
    const { id: customerId } = await ensureCustomer();
    await emulator.main.customers.del(customerId);
    const moved = { customerId, email: 'b@example.org' };
    expect(valueOf(await payments.changeCustomerEmail('main', moved))).toBeNull();
    expect(valueOf(await payments.readCustomer('main', customerId))).toBeNull();
    expect(valueOf(await payments.readCustomer('main', 'cus_never'))).toBeNull();
    expect(valueOf(await credit(customerId, 'ref'))).toBeNull();
  });
});
