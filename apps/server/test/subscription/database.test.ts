import { openTestDatabase } from '@agres/db/testing';
import { describe, expect, test } from 'vitest';

import { startTestApp } from '../support/app.ts';
import { PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { startTestShop } from '../support/shop.ts';
import {
  brokenSubscriptionInvariants,
  lettersTo,
  newSubscriber,
  subscribe,
  reconcileNow,
  UNSUBSCRIBE,
} from '../support/subscribing.ts';

describe('two processes on one database', () => {
  const database = useRunning(openTestDatabase);
  const shop = useRunning(() => startTestShop({ database }));
  const other = useRunning(() => startTestApp({ database, deps: { payments: shop.payments } }));

  const takenCents = () => shop.provider.money()['main']?.amountCents ?? 0;
  const broken = () => brokenSubscriptionInvariants({ db: shop.app.db, payments: shop.payments });

  const twice = async () => {
    const { client, email, userId } = await shop.app.member();
    const elsewhere = other.client();
    await elsewhere.post('/api/connect', { email, mdp: PASSWORD });
    return { userId, clients: [client, elsewhere] as const };
  };

  test('concurrent identical calls create one subscription, and all get 200', async () => {
    const { clients } = await twice();
    const before = takenCents();
    const stripeToken = await shop.cardToken();
    const calls = [...clients, ...clients, ...clients].map((client) =>
      subscribe(client, { stripeToken }),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
    expect(takenCents()).toBe(before + 1999);
    expect(await broken()).toEqual([]);
  });

  test('ten concurrent calls with different cards charge once: one gets 200, nine get 409', async () => {
    const { clients } = await twice();
    const before = takenCents();
    const tokens = await Promise.all(Array.from({ length: 10 }, () => shop.cardToken()));
    const calls = tokens.map((stripeToken, index) =>
      subscribe(clients[index % 2 === 0 ? 0 : 1], { stripeToken }),
    );
    const statuses = (await Promise.all(calls))
      .map(({ status }) => status)
      .toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    expect(takenCents()).toBe(before + 1999);
    expect(await broken()).toEqual([]);
  });

  test('concurrent cancellations and reconciler runs cancel once, with one email', async () => {
    const { client, userId, email } = await newSubscriber(shop);
    const elsewhere = other.client();
    await elsewhere.post('/api/connect', { email, mdp: PASSWORD });
    const answers = await Promise.all([
      client.delete(UNSUBSCRIBE),
      elsewhere.delete(UNSUBSCRIBE),
      client.delete(UNSUBSCRIBE),
      reconcileNow(shop),
      reconcileNow(shop),
    ]);
    const statuses = answers.map((answer) => answer?.status).filter(Boolean);
    expect(statuses).toEqual([200, 200, 200]);
    await reconcileNow(shop);
    const { body } = await client.get('/api/users/status');
    expect(Object(body).user.subscription.accessEndsOn).not.toBeNull();
    const letters = await lettersTo(shop, userId);
    expect(letters.filter((letter) => letter === 'subscriptionEnded')).toHaveLength(1);
  });
});
