import { syncSubscription } from '@shop/api/inside/subscription/sync-subscription';
import { subscribeWithCard } from '@shop/payments/testing/paid-subscription';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { addSubscription } from '../support/rows.ts';
import { startTestShop, type TestShop } from '../support/shop.ts';
import {
  CARDS,
  newSubscriber,
  subscribe,
  reconcileNow,
  UNSUBSCRIBE,
} from '../support/subscribing.ts';

describe('unsubscribing', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await startTestShop();
  });
  afterEach(() => {
    shop.provider.clearFaults();
    shop.provider.clearJournal();
  });
  afterAll(() => shop.close());

  const rowOf = (userId: number) =>
    shop.app.db.subscription.findFirstOrThrow({ where: { userId }, orderBy: { id: 'desc' } });

  test('keeps access until the paid period is over, and says when that is', async () => {
    const { client, userId } = await newSubscriber(shop);
    const { paidUntil } = await rowOf(userId);
    const answer = await client.delete(UNSUBSCRIBE);
    expect(answer).toMatchObject({
      status: 200,
      body: { message: 'unsubscribed', accessEndsOn: paidUntil?.toISOString() },
    });
    expect(await client.delete(UNSUBSCRIBE)).toMatchObject({ status: 200, body: answer.body });
    const { body } = await client.get(`/api/users/${userId}`);
    expect(body).toMatchObject({ subscription: { accessEndsOn: paidUntil?.toISOString() } });
  });

  test('is taken back by subscribing again before that day, without a charge or a card', async () => {
    const { client } = await newSubscriber(shop);
    await client.delete(UNSUBSCRIBE);
    const before = shop.provider.money()['main']?.amountCents;
    expect(await subscribe(client, { plan: 'yearly' })).toMatchObject({
      status: 200,
      body: { subscription: { plan: 'monthly', accessEndsOn: null } },
    });
    expect(shop.provider.money()['main']?.amountCents).toBe(before);
  });

  test('is not held up by webhook events that keep coming in', async () => {
    const { client, userId } = await newSubscriber(shop);
    const { paidUntil } = await rowOf(userId);
    const events = new AbortController();
    const comingIn = (async () => {
      while (!events.signal.aborted) {
        // What a webhook event writes: that the provider is to be asked soon.
        await shop.app.db.$executeRaw`
          UPDATE subscription SET next_check_at = now() - interval '1 second' WHERE user_id = ${userId}::int`;
      }
    })();
    const answer = await client.delete(UNSUBSCRIBE);
    events.abort();
    await comingIn;
    expect(answer).toMatchObject({
      status: 200,
      body: { accessEndsOn: paidUntil?.toISOString() },
    });
  });

  test('is not undone by whoever asked the provider before, and hears the answer after', async () => {
    const { client, userId } = await newSubscriber(shop);
    const { id } = await rowOf(userId);
    let questions = 0;
    await syncSubscription(shop.jobDeps, id, {
      ask: async ({ account, stripeSubscriptionId }) => {
        questions += 1;
        const answer = await shop.payments.readSubscription(account, stripeSubscriptionId);
        if (questions === 1) await client.delete(UNSUBSCRIBE);
        return answer;
      },
      wanted: { by: 'provider' },
    });
    expect(questions).toBe(2);
    expect((await rowOf(userId)).accessEndsOn).not.toBeNull();
    const emails = await shop.app.db.job.findMany({
      where: { kind: 'mail', payload: { path: ['userId'], equals: userId } },
    });
    const ended = emails.filter(({ payload }) => Object(payload).letter === 'subscriptionEnded');
    expect(ended).toHaveLength(1);
  });

  test('and going on happen on the account that debits; a new one is made on the main account', async () => {
    const { client, userId, email } = await shop.app.member();
    const customer = await shop.payments.ensureCustomer('bis', {
      userId,
      email,
      installation: shop.app.deps.installation.id,
    });
    if (customer.outcome !== 'known') throw new Error(customer.cause.message);
    const { id: stripeCustomerId } = customer.value;
    const { id: stripeSubscriptionId } = await subscribeWithCard(shop.payments, 'bis', {
      customerId: stripeCustomerId,
      token: await shop.cardToken(CARDS.visa, 'bis'),
      idempotencyKey: `sub_${userId}_1`,
    });
    const { id } = await addSubscription(shop.app.db, userId, { stripeAccount: 'bis' });
    const data = { stripeCustomerId, stripeSubscriptionId };
    await shop.app.db.subscription.update({ where: { id }, data });

    expect((await client.delete(UNSUBSCRIBE)).status).toBe(200);
    expect(await subscribe(client, {})).toMatchObject({
      status: 200,
      body: { subscription: { isStripeBis: true, accessEndsOn: null } },
    });
    await shop.payments.cancelNow('bis', stripeSubscriptionId);
    await reconcileNow(shop);
    expect(await subscribe(client, { stripeToken: await shop.cardToken() })).toMatchObject({
      status: 200,
      body: { subscription: { isStripeBis: false } },
    });
  });

  test('is for subscribers', async () => {
    expect(await shop.app.client().delete(UNSUBSCRIBE)).toMatchObject({
      status: 401,
      body: { message: 'not_logged_in' },
    });
    const { client } = await shop.app.member();
    expect(await client.delete(UNSUBSCRIBE)).toMatchObject({
      status: 403,
      body: { message: 'not_subscribed' },
    });
  });
});
