import { startMailbox, type Mailbox } from '@shop/mail/mailbox';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { SHORT_CALL_MS, startTestShop, type TestShop } from '../testing/shop.ts';
import { CARDS, newSubscriber, subscribe, sweep } from '../testing/subscribing.ts';

const DELETED = { status: 200, body: { message: 'account_deleted' } };

describe('a subscriber who deletes the account', () => {
  let mailbox: Mailbox;
  let shop: TestShop;
  beforeAll(async () => {
    mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
    shop = await startTestShop({ smtpUrl: mailbox.smtpUrl, callTimeoutMs: SHORT_CALL_MS });
  });
  afterEach(() => shop.provider.clearFaults());
  afterAll(async () => {
    await shop.close();
    await mailbox.close();
  });

  const customerOf = async (userId: number) => {
    const row = await shop.app.db.paymentCustomer.findFirstOrThrow({ where: { userId } });
    return row.stripeCustomerId;
  };
  const statusesAt = async (customerId: string) => {
    const found = await shop.payments.findSubscriptions('main', customerId);
    return found.outcome === 'known' ? found.value.map(({ status }) => status) : found.outcome;
  };
  /** Does the jobs that are due now, and those of later too if told. */
  const jobsRun = (until: () => Promise<boolean>) =>
    shop.inBackground(async () => {
      await shop.app.db.$executeRaw`
        UPDATE job SET run_at = now() WHERE done_at IS NULL AND locked_by IS NULL`;
      return until();
    });
  const takenCents = () => shop.provider.money()['main']?.amountCents ?? 0;

  test('leaves at once though the provider is away, and is debited no more once it is back', async () => {
    const { client, userId } = await newSubscriber(shop);
    const customerId = await customerOf(userId);
    shop.provider.addFault({ operation: '*', effect: 'reset', moment: 'before', times: 1000 });
    expect(await client.delete('/api/users')).toMatchObject(DELETED);
    let tries = 0;
    await jobsRun(async () => {
      const [job] = await shop.app.db.job.findMany({
        where: { kind: 'end_subscriptions', doneAt: null },
      });
      tries = job?.attempts ?? 0;
      return tries >= 2;
    });
    shop.provider.clearFaults();
    expect(await statusesAt(customerId)).toEqual(['active']);
    await jobsRun(async () => (await shop.app.db.job.count({ where: { doneAt: null } })) === 0);
    expect(await statusesAt(customerId)).toEqual(['canceled']);
    const before = takenCents();
    shop.provider.moveClock({ bySeconds: 40 * 86_400 });
    expect(takenCents()).toBe(before);
    const rows = await shop.app.db.subscription.findMany({
      where: { stripeCustomerId: customerId },
    });
    expect(rows).toMatchObject([{ userId: null, state: 'ended' }]);
  });

  test('is told of nothing more than the farewell', async () => {
    const { client, email } = await newSubscriber(shop);
    await client.delete('/api/users');
    await jobsRun(async () => (await shop.app.db.job.count({ where: { doneAt: null } })) === 0);
    await sweep(shop);
    await jobsRun(async () => (await shop.app.db.job.count({ where: { doneAt: null } })) === 0);
    const subjects = mailbox.letters().filter(({ to }) => to.includes(email));
    expect(subjects.map(({ subject }) => subject)).toEqual([expect.stringMatching(/supprimé/)]);
  });

  test('while the bank is asked, can pay for nothing afterwards', async () => {
    const { client, userId } = await shop.app.member();
    const before = takenCents();
    await subscribe(client, { stripeToken: await shop.cardToken(CARDS.secure) });
    const customerId = await customerOf(userId);
    expect(await client.delete('/api/users')).toMatchObject(DELETED);
    await jobsRun(async () => (await shop.app.db.job.count({ where: { doneAt: null } })) === 0);
    await sweep(shop);
    expect(shop.provider.challenges()).toEqual([]);
    expect(await statusesAt(customerId)).toEqual(['incomplete_expired']);
    expect(takenCents()).toBe(before);
    const open = await shop.app.db.subscriptionAttempt.count({
      where: { kind: 'subscribe', state: { in: ['started', 'requires_action'] } },
    });
    expect(open).toBe(0);
  });

  test('in the middle of the first payment gets it back, and has no subscription', async () => {
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
    const customerId = await customerOf(userId);
    expect(await client.delete('/api/users')).toMatchObject(DELETED);
    await subscribing;
    await jobsRun(async () => (await shop.app.db.job.count({ where: { doneAt: null } })) === 0);
    expect(await statusesAt(customerId)).not.toContain('active');
    await sweep(shop);
    await jobsRun(async () => (await shop.app.db.job.count({ where: { doneAt: null } })) === 0);
    const { amountCents = 0, refundedCents = 0 } = shop.provider.money()['main'] ?? {};
    expect(amountCents - refundedCents).toBe(kept);
    expect(
      await shop.app.db.subscription.findMany({ where: { stripeCustomerId: customerId } }),
    ).toMatchObject([{ userId: null, state: 'ended' }]);
  });
});
