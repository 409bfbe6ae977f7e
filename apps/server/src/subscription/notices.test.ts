import { setTimeout as sleep } from 'node:timers/promises';

import { sweepSubscriptions } from '@shop/api/subscription/sweep';
import type { PaymentAccount } from '@shop/domain/shapes';
import { subscribeWithCard } from '@shop/payments/testing/paid-subscription';
import { signatureHeaderOf } from '@shop/stripe-emulator/events/signature';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { addSubscription } from '../testing/rows.ts';
import { startTestShop, webhookSecretOf, type TestShop } from '../testing/shop.ts';
import { CARDS, newSubscriber, subscribe } from '../testing/subscribing.ts';

const PERIOD_SECONDS = 32 * 86_400;

describe('notices of the provider about subscriptions', () => {
  let shop: TestShop;
  let origin: string;
  beforeAll(async () => {
    shop = await startTestShop();
    origin = await shop.app.server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(() => {
    shop.provider.setWebhookTargets([]);
    shop.provider.setWebhookHabits({ habits: { duplicateRate: 0, shuffleWindow: 1, dropRate: 0 } });
  });
  afterAll(() => shop.close());

  const target = (account: PaymentAccount) => ({
    account,
    url: `${origin}/api/webhooks/stripe/${account}`,
    secret: webhookSecretOf(account),
  });
  const listen = () => shop.provider.setWebhookTargets([target('main'), target('bis')]);
  const delivered = async () => {
    expect(await shop.provider.webhooksSettled({ withinMs: 5000 })).toBe(true);
  };
  const stateOf = async (userId: number) => {
    const row = await shop.app.db.subscription.findFirst({ where: { userId } });
    return row?.state;
  };
  const failureLetters = async (userId: number) => {
    const jobs = await shop.app.db.job.findMany({
      where: { kind: 'mail', payload: { path: ['userId'], equals: userId } },
    });
    return jobs.filter(({ payload }) => Object(payload).letter === 'paymentFailed').length;
  };
  /** Whoever is looked at by the clock alone is not looked at in this test. */
  const onlyByNotice = () => shop.app.db.$executeRaw`
    UPDATE subscription SET next_check_at = now() + interval '1 year'`;

  /** A subscriber whose renewal will be refused. */
  const failing = async (account: PaymentAccount = 'main') => {
    const { client, userId, email } = await shop.app.member();
    const customer = await shop.payments.ensureCustomer(account, { userId, email });
    if (customer.outcome !== 'known') throw new Error(customer.cause.message);
    const { id: customerId } = customer.value;
    const { id: subscriptionId } = await subscribeWithCard(shop.payments, account, {
      customerId,
      token: await shop.cardToken(CARDS.visa, account),
      idempotencyKey: `sub_${userId}_1`,
    });
    await shop.payments.updateCard(account, {
      customerId,
      subscriptionId,
      token: await shop.cardToken(CARDS.failsLater, account),
      idempotencyKey: `failing_${userId}`,
    });
    const { id } = await addSubscription(shop.app.db, userId, { stripeAccount: account });
    await shop.app.db.subscription.update({
      where: { id },
      data: { stripeCustomerId: customerId, stripeSubscriptionId: subscriptionId },
    });
    return { client, userId, subscriptionId, customerId };
  };

  test.each(['main', 'bis'] as const)(
    'on the account %s, doubled and out of order, they have a failed renewal told once',
    async (account) => {
      const { userId } = await failing(account);
      await onlyByNotice();
      listen();
      shop.provider.setWebhookHabits({ habits: { duplicateRate: 1, shuffleWindow: 5 } });
      shop.provider.moveClock({ bySeconds: PERIOD_SECONDS });
      await delivered();
      await shop.inBackground(async () => (await stateOf(userId)) === 'past_due');
      expect(await failureLetters(userId)).toBe(1);
    },
  );

  test('a first payment that was confirmed at the bank gives access at once', async () => {
    const { client, userId } = await shop.app.member();
    listen();
    await subscribe(client, { stripeToken: await shop.cardToken(CARDS.secure) });
    const [challenge] = shop.provider.challenges();
    shop.provider.finishChallenge({ intentId: challenge?.intentId ?? '', outcome: 'succeed' });
    await delivered();
    await shop.inBackground(async () => (await stateOf(userId)) === 'active');
    const { body } = await client.get('/api/users/status');
    expect(body).toMatchObject({ user: { subscription: { plan: 'monthly' } } });
  });

  test('that come while the provider’s answer is on its way have it asked again', async () => {
    const { userId } = await newSubscriber(shop);
    const row = await shop.app.db.subscription.findFirstOrThrow({ where: { userId } });
    await onlyByNotice();
    await shop.app.db.subscription.update({
      where: { id: row.id },
      data: { nextCheckAt: new Date() },
    });
    const operation = 'subscriptions.retrieve';
    const looks = () => shop.provider.journal({ operation }).length;
    const before = looks();
    shop.provider.addFault({ operation, effect: 'delay', moment: 'after', delayMs: 600 });
    const looking = sweepSubscriptions(shop.jobDeps);
    await expect.poll(looks, { interval: 5 }).toBeGreaterThan(before);
    listen();
    await shop.payments.cancelNow('main', row.stripeSubscriptionId ?? '');
    await delivered();
    await looking;
    expect(await stateOf(userId)).toBe('active');
    await sweepSubscriptions(shop.jobDeps);
    expect(await stateOf(userId)).toBe('ended');
  });

  test('what they say is not believed: the subscription is read', async () => {
    const { client, userId } = await newSubscriber(shop);
    const { stripeCustomerId, stripeSubscriptionId } =
      await shop.app.db.subscription.findFirstOrThrow({ where: { userId } });
    await onlyByNotice();
    const answer = await send('main', {
      type: 'customer.subscription.deleted',
      data: {
        object: {
          object: 'subscription',
          id: stripeSubscriptionId,
          customer: stripeCustomerId,
          status: 'canceled',
        },
      },
    });
    expect(answer.status).toBe(200);
    await shop.inBackground(async () => (await dueCount()) === 0);
    const { body } = await client.get('/api/users/status');
    expect(body).toMatchObject({ user: { subscription: { accessEndsOn: null } } });
  });

  test('one account does not speak for the other', async () => {
    const { userId, subscriptionId, customerId } = await failing('main');
    await onlyByNotice();
    shop.provider.moveClock({ bySeconds: PERIOD_SECONDS });
    const object = { object: 'subscription', id: subscriptionId, customer: customerId };
    const answer = await send('bis', { type: 'customer.subscription.updated', data: { object } });
    expect(answer.status).toBe(200);
    expect(await dueCount()).toBe(0);
    expect(await stateOf(userId)).toBe('active');
  });

  test('signed by the other account’s secret, or by nobody, they are refused and not kept', async () => {
    const before = await shop.app.db.webhookEvent.count();
    const event = { type: 'customer.subscription.deleted', data: { object: {} } };
    expect((await send('main', event, webhookSecretOf('bis'))).status).toBe(400);
    expect((await send('main', event, 'whsec_nobody')).status).toBe(400);
    expect(await shop.app.db.webhookEvent.count()).toBe(before);
  });

  test('of subscriptions that are not ours, they are taken in and change nothing', async () => {
    const object = { object: 'subscription', id: 'sub_other', customer: 'cus_other' };
    const event = { type: 'customer.subscription.deleted', data: { object } };
    expect((await send('main', event)).status).toBe(200);
  });

  test('dropped, everything happens all the same, when it is due', async () => {
    const { userId } = await failing();
    listen();
    shop.provider.setWebhookHabits({ habits: { dropRate: 1 } });
    shop.provider.moveClock({ bySeconds: PERIOD_SECONDS });
    await delivered();
    await sleep(50);
    expect(await stateOf(userId)).toBe('active');
    await shop.app.db.$executeRaw`UPDATE subscription SET next_check_at = now()`;
    await shop.inBackground(async () => (await stateOf(userId)) === 'past_due');
    expect(await failureLetters(userId)).toBe(1);
  });

  const dueCount = async () =>
    shop.app.db.subscription.count({ where: { nextCheckAt: { lte: new Date() } } });

  let count = 0;
  /** Sends a notice that the provider never made, signed as an account would. */
  const send = async (
    account: PaymentAccount,
    event: object,
    secret = webhookSecretOf(account),
  ) => {
    count += 1;
    const created = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({ id: `evt_test${count}`, livemode: false, created, ...event });
    return shop.app.client().send('POST', `/api/webhooks/stripe/${account}`, {
      body,
      headers: {
        'content-type': 'application/json',
        'stripe-signature': signatureHeaderOf(body, secret, created),
      },
    });
  };
});
