import { valueOf } from '@agres/payments/testing/running-payments';
import { afterEach, describe, expect, test } from 'vitest';

import { useRunning } from '../support/running.ts';
import { SHORT_CALL_MS, startMailedShop } from '../support/shop.ts';
import { CARDS, newSubscriber, putCard, subscribe, reconcileNow } from '../support/subscribing.ts';

const DELETED = { status: 200, body: { message: 'account_deleted' } };

describe('deleting the account of a subscriber', () => {
  const shop = useRunning(() => startMailedShop({ callTimeoutMs: SHORT_CALL_MS }));
  afterEach(() => shop.provider.clearFaults());

  const findOrMakeCustomer = async (userId: number) => {
    const row = await shop.app.db.paymentCustomer.findFirstOrThrow({ where: { userId } });
    return row.stripeCustomerId;
  };
  const statusesAt = async (customerId: string) => {
    const found = await shop.payments.findSubscriptions('main', customerId);
    return found.outcome === 'known' ? found.value.map(({ status }) => status) : found.outcome;
  };
  const takenCents = () => shop.provider.money()['main']?.amountCents ?? 0;

  test('succeeds while the provider is down, and cancels the subscription once it is back', async () => {
    const { client, userId } = await newSubscriber(shop);
    const customerId = await findOrMakeCustomer(userId);
    shop.provider.addFault({ operation: '*', effect: 'reset', moment: 'before', times: 1000 });
    expect(await client.delete('/api/users')).toMatchObject(DELETED);
    let tries = 0;
    await shop.jobsRun(async () => {
      const [job] = await shop.app.db.job.findMany({
        where: { kind: 'end_subscriptions', doneAt: null },
      });
      tries = job?.attempts ?? 0;
      return tries >= 2;
    });
    shop.provider.clearFaults();
    expect(await statusesAt(customerId)).toEqual(['active']);
    await shop.jobsRun(
      async () => (await shop.app.db.job.count({ where: { doneAt: null } })) === 0,
    );
    expect(await statusesAt(customerId)).toEqual(['canceled']);
    const before = takenCents();
    shop.provider.moveClock({ bySeconds: 40 * 86_400 });
    expect(takenCents()).toBe(before);
    const rows = await shop.app.db.subscription.findMany({
      where: { stripeCustomerId: customerId },
    });
    expect(rows).toMatchObject([{ userId: null, state: 'ended' }]);
  });

  test('refunds a renewal debited before the cancellation reaches the provider', async () => {
    const { client, userId } = await newSubscriber(shop);
    const customerId = await findOrMakeCustomer(userId);
    const { refundedCents = 0 } = shop.provider.money()['main'] ?? {};
    expect(await client.delete('/api/users')).toMatchObject(DELETED);
    const before = takenCents();
    shop.provider.moveClock({ bySeconds: 32 * 86_400 });
    expect(takenCents()).toBe(before + 1999);
    await shop.jobsRun(
      async () => shop.provider.money()['main']?.refundedCents === refundedCents + 1999,
    );
    expect(await statusesAt(customerId)).toEqual(['canceled']);
  });

  test('voids the unpaid invoice of a declined renewal', async () => {
    const { client, userId } = await newSubscriber(shop);
    const customerId = await findOrMakeCustomer(userId);
    const { stripeSubscriptionId } = await shop.app.db.subscription.findFirstOrThrow({
      where: { userId },
    });
    await putCard(shop, userId, CARDS.failsLater);
    shop.provider.moveClock({ bySeconds: 32 * 86_400 });
    expect(await statusesAt(customerId)).toEqual(['past_due']);
    expect(await client.delete('/api/users')).toMatchObject(DELETED);
    await shop.jobsRun(
      async () => (await shop.app.db.job.count({ where: { doneAt: null } })) === 0,
    );
    const invoices = await shop.payments.listInvoices('main', stripeSubscriptionId ?? '');
    expect(valueOf(invoices).map(({ status }) => status)).toEqual(['void', 'paid']);
  });

  test('sends the farewell email and no other', async () => {
    const { client, email } = await newSubscriber(shop);
    await client.delete('/api/users');
    await shop.jobsRun(
      async () => (await shop.app.db.job.count({ where: { doneAt: null } })) === 0,
    );
    await reconcileNow(shop);
    await shop.jobsRun(
      async () => (await shop.app.db.job.count({ where: { doneAt: null } })) === 0,
    );
    const subjects = shop.emailsTo(email);
    expect(subjects.map(({ subject }) => subject)).toEqual([expect.stringMatching(/supprimé/)]);
  });

  test('during 3-D Secure cancels the challenge, and nothing can be paid afterwards', async () => {
    const { client, userId } = await shop.app.member();
    const before = takenCents();
    await subscribe(client, { stripeToken: await shop.cardToken(CARDS.secure) });
    const customerId = await findOrMakeCustomer(userId);
    expect(await client.delete('/api/users')).toMatchObject(DELETED);
    await shop.jobsRun(
      async () => (await shop.app.db.job.count({ where: { doneAt: null } })) === 0,
    );
    await reconcileNow(shop);
    expect(shop.provider.challenges()).toEqual([]);
    expect(await statusesAt(customerId)).toEqual(['incomplete_expired']);
    expect(takenCents()).toBe(before);
    const open = await shop.app.db.subscriptionAttempt.count({
      where: { kind: 'subscribe', state: { in: ['started', 'requires_action'] } },
    });
    expect(open).toBe(0);
  });

  describe('during the first payment', () => {
    const allDone = () => shop.jobsRun(async () => (await jobsLeft()) === 0);
    const jobsLeft = () => shop.app.db.job.count({ where: { doneAt: null, deadAt: null } });
    const keptCents = () => {
      const { amountCents = 0, refundedCents = 0 } = shop.provider.money()['main'] ?? {};
      return amountCents - refundedCents;
    };
    const calls = (operation: string) => shop.provider.journal({ operation }).length;
    const alerts = async () => {
      const jobs = await shop.app.db.job.findMany({ where: { kind: 'mail' } });
      return jobs.filter(({ payload }) => /gives no access/.test(Object(payload).event)).length;
    };

    /** Returns the provider's subscriptions that are live, or could become so, and have no account here. */
    const strays = async () => {
      const found: string[] = [];
      const subscriptions = valueOf(await shop.payments.listSubscriptions('main'));
      for (const { id: stripeSubscriptionId } of subscriptions) {
        const row = await shop.app.db.subscription.findUnique({ where: { stripeSubscriptionId } });
        if (row === null || row.userId === null) found.push(stripeSubscriptionId);
      }
      return found;
    };

    /** Deletes the account during a call to the provider, and runs all due work before it is answered. */
    const leaveDuring = async (operation: string, moment: 'before' | 'after') => {
      const { client } = await shop.app.member();
      const kept = keptCents();
      const told = await alerts();
      const before = calls(operation);
      shop.provider.addFault({ operation, effect: 'delay', moment, delayMs: 900 });
      const subscribing = subscribe(client, { stripeToken: await shop.cardToken() });
      await expect.poll(() => calls(operation), { interval: 5 }).toBeGreaterThan(before);
      if (moment === 'after' && operation === 'payment_intents.confirm') {
        await expect.poll(keptCents, { interval: 5 }).toBe(kept + 1999);
      }
      expect(await client.delete('/api/users')).toMatchObject(DELETED);
      await allDone();
      const answer = await subscribing;
      await reconcileNow(shop);
      await allDone();
      return { answer, kept, told };
    };

    test.each([
      ['customers.create', 'after'],
      ['subscriptions.create', 'before'],
      ['subscriptions.create', 'after'],
      ['payment_intents.confirm', 'before'],
      ['payment_intents.confirm', 'after'],
      ['subscriptions.retrieve', 'after'],
    ] as const)(
      'during %s, delayed %s its effect, leaves no net charge and no live subscription',
      async (operation, moment) => {
        const { answer, kept } = await leaveDuring(operation, moment);
        expect([401, 503]).toContain(answer.status);
        expect(keptCents()).toBe(kept);
        expect(await strays()).toEqual([]);
        const open = await shop.app.db.subscriptionAttempt.count({
          where: { kind: 'subscribe', state: { in: ['started', 'requires_action'] } },
        });
        expect(open).toBe(0);
        const living = await shop.app.db.subscription.count({
          where: { userId: null, state: { not: 'ended' } },
        });
        expect(living).toBe(0);
      },
    );

    test.each(['the job comes first', 'the reconciler comes first'])(
      'refunds the payment when every response is lost: %s',
      async (order) => {
        const { client } = await shop.app.member();
        const kept = keptCents();
        const lost = { effect: 'reset', moment: 'after', times: 20 } as const;
        shop.provider.addFault({ operation: 'payment_intents.confirm', ...lost });
        // The first read happens before the card is charged.
        shop.provider.addFault({ operation: 'payment_intents.retrieve', occurrence: 2, ...lost });
        const answer = await subscribe(client, { stripeToken: await shop.cardToken() });
        expect(answer.status).toBe(503);
        expect(keptCents()).toBe(kept + 1999);
        expect(await client.delete('/api/users')).toMatchObject(DELETED);
        shop.provider.clearFaults();
        if (order === 'the reconciler comes first') await reconcileNow(shop);
        await allDone();
        await reconcileNow(shop);
        await allDone();
        expect(keptCents()).toBe(kept);
        expect(await strays()).toEqual([]);
      },
    );

    test('refunds a payment that passed 3-D Secure just before', async () => {
      const { client } = await shop.app.member();
      const kept = keptCents();
      const stripeToken = await shop.cardToken(CARDS.secure);
      expect((await subscribe(client, { stripeToken })).status).toBe(402);
      shop.answerChallenges('succeed');
      expect(keptCents()).toBe(kept + 1999);
      expect(await client.delete('/api/users')).toMatchObject(DELETED);
      // On a busy machine one round may find the payment before the provider has settled it.
      const settle = async () => {
        await allDone();
        await reconcileNow(shop);
        await allDone();
        return keptCents();
      };
      await expect.poll(settle, { timeout: 10_000 }).toBe(kept);
      expect(await strays()).toEqual([]);
    });

    test('refunds a completed charge once and alerts the owner', async () => {
      const { kept, told } = await leaveDuring('payment_intents.confirm', 'after');
      expect(keptCents()).toBe(kept);
      expect(await alerts()).toBe(told + 1);
    });
  });

  test('while the charge is delayed leaves no net charge and an ended subscription', async () => {
    const { client, userId } = await shop.app.member();
    shop.provider.addFault({
      operation: 'payment_intents.confirm',
      effect: 'delay',
      moment: 'before',
      delayMs: 300,
    });
    const confirmations = () =>
      shop.provider.journal({ operation: 'payment_intents.confirm' }).length;
    const before = confirmations();
    const money = shop.provider.money()['main'];
    const kept = (money?.amountCents ?? 0) - (money?.refundedCents ?? 0);
    const subscribing = subscribe(client, { stripeToken: await shop.cardToken() });
    await expect.poll(confirmations, { interval: 5 }).toBeGreaterThan(before);
    const customerId = await findOrMakeCustomer(userId);
    expect(await client.delete('/api/users')).toMatchObject(DELETED);
    await subscribing;
    await shop.jobsRun(
      async () => (await shop.app.db.job.count({ where: { doneAt: null } })) === 0,
    );
    expect(await statusesAt(customerId)).not.toContain('active');
    await reconcileNow(shop);
    await shop.jobsRun(
      async () => (await shop.app.db.job.count({ where: { doneAt: null } })) === 0,
    );
    const { amountCents = 0, refundedCents = 0 } = shop.provider.money()['main'] ?? {};
    expect(amountCents - refundedCents).toBe(kept);
    expect(
      await shop.app.db.subscription.findMany({ where: { stripeCustomerId: customerId } }),
    ).toMatchObject([{ userId: null, state: 'ended' }]);
  });
});
