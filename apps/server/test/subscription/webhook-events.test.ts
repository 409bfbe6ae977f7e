import { setTimeout as sleep } from 'node:timers/promises';

import type { PaymentAccount } from '@agres/domain/shapes';
import { reconcileSubscriptions } from '@agres/money/subscription/reconcile-subscriptions';
import { signatureHeaderOf } from '@agres/stripe-emulator/events/signature';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';

import { useRunning } from '../support/running.ts';
import { startTestShop, webhookSecretOf, webhookTargetOf } from '../support/shop.ts';
import {
  CARDS,
  lettersTo,
  newSubscriber,
  newSubscriberOf,
  putCard,
  subscribe,
} from '../support/subscribing.ts';

const PERIOD_SECONDS = 32 * 86_400;

describe('webhook events about subscriptions', () => {
  const shop = useRunning(startTestShop);
  let origin: string;
  beforeAll(async () => {
    origin = await shop.app.server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(() => {
    shop.provider.setWebhookTargets([]);
    shop.provider.setWebhookHabits({ habits: { duplicateRate: 0, shuffleWindow: 1, dropRate: 0 } });
  });

  const listen = () =>
    shop.provider.setWebhookTargets([webhookTargetOf(origin), webhookTargetOf(origin, 'bis')]);
  const delivered = async () => {
    expect(await shop.provider.webhooksSettled({ withinMs: 5000 })).toBe(true);
  };
  const stateOf = async (userId: number) => {
    const row = await shop.app.db.subscription.findFirst({ where: { userId } });
    return row?.state;
  };
  const failureEmails = async (userId: number) =>
    (await lettersTo(shop, userId)).filter((letter) => letter === 'paymentFailed').length;
  /** Leaves the webhook events as the only trigger of a check. */
  const onlyByWebhook = () => shop.app.db.$executeRaw`
    UPDATE subscription SET next_check_at = now() + interval '1 year'`;

  const failing = async (account: PaymentAccount = 'main') => {
    const member = await newSubscriberOf(shop, account);
    await putCard(shop, member.userId, CARDS.failsLater);
    return member;
  };

  test.each([
    ['the reconciler checks it', async () => void (await reconcileSubscriptions(shop.jobDeps))],
    [
      'the client retries its call',
      async (again: () => Promise<unknown>) => {
        await again();
      },
    ],
  ])('trigger another check of an attempt if they arrive while %s', async (_when, check) => {
    listen();
    const { client, userId } = await shop.app.member();
    const call = { stripeToken: await shop.cardToken(CARDS.secure), key: `secure-${userId}` };
    expect((await subscribe(client, call)).status).toBe(402);
    await delivered();
    await shop.app.db.$executeRaw`
      UPDATE subscription_attempt SET next_check_at = now() - interval '1 second' WHERE user_id = ${userId}::int`;
    shop.provider.addFault({
      operation: 'payment_intents.retrieve',
      effect: 'delay',
      moment: 'after',
      meanwhile: async () => {
        shop.answerChallenges('succeed');
        await delivered();
      },
    });
    await check(() => subscribe(client, call));
    expect(await stateOf(userId)).toBe('pending');
    // No clock is moved: the event triggers another check of what the first one missed.
    await shop.inBackground(async () => (await stateOf(userId)) === 'active');
  });

  test.each(['main', 'bis'] as const)(
    'on account %s, duplicated and out of order, send one email about a failed renewal',
    async (account) => {
      const { userId } = await failing(account);
      await onlyByWebhook();
      listen();
      shop.provider.setWebhookHabits({ habits: { duplicateRate: 1, shuffleWindow: 5 } });
      shop.provider.moveClock({ bySeconds: PERIOD_SECONDS });
      await delivered();
      await shop.inBackground(async () => (await stateOf(userId)) === 'past_due');
      expect(await failureEmails(userId)).toBe(1);
    },
  );

  test('that arrive during a denied provider read are handled within a minute', async () => {
    const { userId } = await failing();
    await onlyByWebhook();
    const nextCheck = () =>
      shop.app.db.subscription.findFirstOrThrow({
        where: { userId },
        select: { nextCheckAt: true },
      });
    await shop.app.db.subscription.updateMany({
      where: { userId },
      data: { nextCheckAt: new Date(0) },
    });
    shop.provider.addFault({
      operation: 'subscriptions.retrieve',
      effect: 'permission',
      meanwhile: async () => {
        listen();
        shop.provider.moveClock({ bySeconds: PERIOD_SECONDS });
        await delivered();
      },
    });
    await reconcileSubscriptions(shop.jobDeps);
    expect((await nextCheck()).nextCheckAt?.getTime()).toBeLessThan(Date.now() + 60_000);
    await shop.inBackground(async () => (await stateOf(userId)) === 'past_due');
  });

  test('give access at once when 3-D Secure confirms the first payment', async () => {
    const { client, userId } = await shop.app.member();
    listen();
    await subscribe(client, { stripeToken: await shop.cardToken(CARDS.secure) });
    shop.answerChallenges('succeed');
    await delivered();
    await shop.inBackground(async () => (await stateOf(userId)) === 'active');
    const { body } = await client.get('/api/users/status');
    expect(body).toMatchObject({ user: { subscription: { plan: 'monthly' } } });
  });

  test('that arrive during a provider read trigger another read', async () => {
    const { userId } = await newSubscriber(shop);
    const row = await shop.app.db.subscription.findFirstOrThrow({ where: { userId } });
    await onlyByWebhook();
    await shop.app.db.subscription.update({
      where: { id: row.id },
      data: { nextCheckAt: new Date() },
    });
    const operation = 'subscriptions.retrieve';
    const meanwhile = async () => {
      listen();
      await shop.payments.cancelNow('main', row.stripeSubscriptionId ?? '');
      await delivered();
    };
    shop.provider.addFault({ operation, effect: 'delay', moment: 'after', meanwhile });
    await reconcileSubscriptions(shop.jobDeps);
    expect(await stateOf(userId)).toBe('active');
    await shop.inBackground(async () => (await stateOf(userId)) === 'ended');
  });

  test('are not trusted: the subscription is read from the provider', async () => {
    const { client, userId } = await newSubscriber(shop);
    const { stripeCustomerId, stripeSubscriptionId } =
      await shop.app.db.subscription.findFirstOrThrow({ where: { userId } });
    await onlyByWebhook();
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
    expect(await soonCount()).toBe(1);
    await shop.inBackground(async () => (await soonCount()) === 0);
    const { body } = await client.get('/api/users/status');
    expect(body).toMatchObject({ user: { subscription: { accessEndsOn: null } } });
  });

  test('from one account do not affect subscriptions of the other', async () => {
    const { userId, stripeSubscriptionId: id, customerId } = await failing('main');
    await onlyByWebhook();
    shop.provider.moveClock({ bySeconds: PERIOD_SECONDS });
    const object = { object: 'subscription', id, customer: customerId };
    const answer = await send('bis', { type: 'customer.subscription.updated', data: { object } });
    expect(answer.status).toBe(200);
    expect(await soonCount()).toBe(0);
    expect(await stateOf(userId)).toBe('active');
  });

  test('signed with the other account’s secret or an unknown one get 400', async () => {
    const { userId } = await newSubscriber(shop);
    const { stripeCustomerId, stripeSubscriptionId } =
      await shop.app.db.subscription.findFirstOrThrow({ where: { userId } });
    await onlyByWebhook();
    const object = {
      object: 'subscription',
      id: stripeSubscriptionId,
      customer: stripeCustomerId,
    };
    const event = { type: 'customer.subscription.deleted', data: { object } };
    expect((await send('main', event, webhookSecretOf('bis'))).status).toBe(400);
    expect((await send('main', event, 'whsec_nobody')).status).toBe(400);
    expect(await soonCount()).toBe(0);
  });

  test.each(['null', '{}', '[]', '7', '{"id":"evt_1","type":"x"}', '{"id":"evt_1","data":null}'])(
    'with a valid signature over malformed %s get 400 without an exception',
    async (body) => {
      shop.app.logLines.length = 0;
      expect((await sendBody('main', body)).status).toBe(400);
      expect(shop.app.logLines.join('\n')).not.toMatch(/TypeError|"stack"/);
    },
  );

  test('about unknown subscriptions get 200', async () => {
    const object = { object: 'subscription', id: 'sub_other', customer: 'cus_other' };
    const event = { type: 'customer.subscription.deleted', data: { object } };
    expect((await send('main', event)).status).toBe(200);
  });

  test('that are all dropped delay a failed renewal only until its scheduled check', async () => {
    const { userId } = await failing();
    listen();
    shop.provider.setWebhookHabits({ habits: { dropRate: 1 } });
    shop.provider.moveClock({ bySeconds: PERIOD_SECONDS });
    await delivered();
    await sleep(50);
    expect(await stateOf(userId)).toBe('active');
    await shop.app.db
      .$executeRaw`UPDATE subscription SET next_check_at = now() - interval '1 second'`;
    await shop.inBackground(async () => (await stateOf(userId)) === 'past_due');
    expect(await failureEmails(userId)).toBe(1);
  });

  /** Counts the subscriptions that are to be checked within a minute. */
  const soonCount = async () =>
    shop.app.db.subscription.count({
      where: { nextCheckAt: { lte: new Date(Date.now() + 60_000) } },
    });

  let count = 0;
  /** Sends a webhook event that the provider never created, signed as an account would. */
  const send = async (
    account: PaymentAccount,
    event: object,
    secret = webhookSecretOf(account),
  ) => {
    count += 1;
    const created = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({ id: `evt_test${count}`, livemode: false, created, ...event });
    return sendBody(account, body, secret);
  };
  const sendBody = async (
    account: PaymentAccount,
    body: string,
    secret = webhookSecretOf(account),
  ) => {
    const signedAt = Math.floor(Date.now() / 1000);
    return shop.app.client().send('POST', `/api/webhooks/stripe/${account}`, {
      body,
      headers: {
        'content-type': 'application/json',
        'stripe-signature': signatureHeaderOf(body, secret, signedAt),
      },
    });
  };
});
