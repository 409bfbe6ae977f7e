import { syncSubscription } from '@agres/money/subscription/sync-subscription';
import { valueOf } from '@agres/payments/testing/running-payments';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { TestClient } from '../support/client.ts';
import { PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { startTestShop } from '../support/shop.ts';
import {
  CARDS,
  lettersTo,
  newSubscriber,
  newSubscriberOf,
  putCard,
  subscribe,
  reconcileNow,
  subscriptionsAtProvider,
  UNSUBSCRIBE,
} from '../support/subscribing.ts';

describe('unsubscribing', () => {
  const shop = useRunning(startTestShop);
  afterEach(() => {
    shop.provider.clearFaults();
    shop.provider.clearJournal();
  });

  const rowOf = (userId: number) =>
    shop.app.db.subscription.findFirstOrThrow({ where: { userId }, orderBy: { id: 'desc' } });

  test('keeps access until the end of the paid period, and returns that date', async () => {
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

  test('stores the number of an account without a name, and not its address', async () => {
    for (const [locale, name] of [
      ['fr', 'compte n°\u00A0'],
      ['en', 'account no.\u00A0'],
    ] as const) {
      const { client, userId, email } = await shop.app.member({ locale });
      expect(await subscribe(client, { stripeToken: 'tok_visa' })).toMatchObject({ status: 200 });
      expect((await client.delete(UNSUBSCRIBE)).status).toBe(200);
      const { id: subscriptionId } = await rowOf(userId);
      const declaration = await shop.app.db.declaration.findFirstOrThrow({
        where: { subscriptionId },
      });
      expect(declaration).toMatchObject({ name: `${name}${userId}`, email });
      expect(declaration.statement).toContain(`, ${name}${userId}, `);
      expect(declaration.statement).not.toContain(email);
    }
  });

  test('is undone by subscribing again before that date, without a charge or a card', async () => {
    const { client } = await newSubscriber(shop);
    await client.delete(UNSUBSCRIBE);
    const before = shop.provider.money()['main']?.amountCents;
    expect(await subscribe(client, { plan: 'yearly' })).toMatchObject({
      status: 200,
      body: { subscription: { plan: 'monthly', accessEndsOn: null } },
    });
    expect(shop.provider.money()['main']?.amountCents).toBe(before);
  });

  test('is not delayed by a stream of webhook events', async () => {
    const { client, userId } = await newSubscriber(shop);
    const { paidUntil } = await rowOf(userId);
    const events = new AbortController();
    const comingIn = (async () => {
      while (!events.signal.aborted) {
        // As a webhook event does: the provider should be queried soon.
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

  test('is not undone by a concurrent sync that read the provider before it', async () => {
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
    const letters = await lettersTo(shop, userId);
    expect(letters.filter((letter) => letter === 'subscriptionEnded')).toHaveLength(1);
  });

  test('and resuming use the debiting account, and a new subscription the main account', async () => {
    const { client, stripeSubscriptionId } = await newSubscriberOf(shop, 'bis');
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

  test('is sent to the provider again after the seller resumed the subscription there', async () => {
    const { client, userId } = await newSubscriber(shop);
    await client.delete(UNSUBSCRIBE);
    const { stripeSubscriptionId, paidUntil } = await rowOf(userId);
    await shop.payments.resume('main', stripeSubscriptionId ?? '');
    expect(await client.delete(UNSUBSCRIBE)).toMatchObject({
      status: 200,
      body: { accessEndsOn: paidUntil?.toISOString() },
    });
    const [provider] = await subscriptionsAtProvider(
      { db: shop.app.db, payments: shop.payments },
      userId,
    );
    expect(provider?.endsAt).toEqual(paidUntil);
  });

  test('is completed in the background when the provider call fails', async () => {
    const { client, userId } = await newSubscriber(shop);
    shop.provider.addFault({ operation: 'subscriptions.update', effect: 'reset', times: 20 });
    expect((await client.delete(UNSUBSCRIBE)).status).toBe(503);
    shop.provider.clearFaults();
    const { id: subscriptionId } = await rowOf(userId);
    const declarations = await shop.app.db.declaration.findMany({ where: { subscriptionId } });
    expect(declarations).toMatchObject([{ kind: 'termination', closedAt: null }]);
    await shop.app.db.$executeRaw`
      UPDATE declaration SET next_check_at = now() - interval '1 second'
      WHERE subscription_id = ${subscriptionId}::int`;
    await shop.inBackground(async () => (await rowOf(userId)).accessEndsOn !== null);
    await shop.inBackground(
      async () =>
        (await shop.app.db.declaration.count({ where: { subscriptionId, closedAt: null } })) === 0,
    );
  });

  test('gets 401 without a session, and 403 without a subscription', async () => {
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

/** Every way for a signed-in subscriber to cancel. Each returns the date on which access ends. */
const WAYS: readonly (readonly [string, (client: TestClient) => Promise<unknown>])[] = [
  ['over REST', async (client) => Object((await client.delete(UNSUBSCRIBE)).body).accessEndsOn],
  [
    'over tRPC',
    async (client) => {
      const { body } = await client.mutate('programmes.unsubscribe', undefined);
      return Object(body).result?.data?.accessEndsOn;
    },
  ],
  [
    'by a declaration',
    async (client) => {
      const declared = { name: 'Ada Lovelace', email: 'ada@example.fr', subscription: true };
      const { status } = await client.post('/api/terminations', declared);
      return status === 200 ? undefined : status;
    },
  ],
];

describe.each(WAYS)('unsubscribing %s without webhook events', (_way, unsubscribe) => {
  const shop = useRunning(() => startTestShop({ clock: 'provider' }));
  beforeEach(() => shop.provider.reset());

  const rowOf = (userId: number) =>
    shop.app.db.subscription.findFirstOrThrow({ where: { userId }, orderBy: { id: 'desc' } });
  const atProvider = async (userId: number) =>
    (await subscriptionsAtProvider({ db: shop.app.db, payments: shop.payments }, userId))[0];
  const takenCents = () => {
    const { amountCents = 0, refundedCents = 0 } = shop.provider.money()['main'] ?? {};
    return { amountCents, refundedCents };
  };
  const invoicesOf = async (userId: number) => {
    const { stripeSubscriptionId } = await rowOf(userId);
    const invoices = await shop.payments.listInvoices('main', stripeSubscriptionId ?? '');
    return valueOf(invoices).map(({ status }) => status);
  };
  /** Moves the provider's clock past the paid period without delivering a webhook, and logs the member in again. */
  const pastPeriod = async (member: Member, seconds: number) => {
    const { paidUntil } = await rowOf(member.userId);
    const to = new Date((paidUntil?.getTime() ?? 0) + seconds * 1000).toISOString();
    shop.provider.moveClock({ to });
    await member.client.post('/api/connect', { email: member.email, mdp: PASSWORD });
  };
  const refused = async () => {
    const member = await newSubscriber(shop);
    await putCard(shop, member.userId, CARDS.failsLater);
    await pastPeriod(member, 2 * 3600);
    expect(await rowOf(member.userId)).toMatchObject({ state: 'active' });
    expect(await atProvider(member.userId)).toMatchObject({ status: 'past_due' });
    return member;
  };
  type Member = Awaited<ReturnType<typeof newSubscriber>>;
  const isOver = async ({ userId }: Member, answer: unknown) => {
    const now = Date.parse(shop.provider.now());
    const row = await rowOf(userId);
    expect(row.state).toBe('ended');
    expect(row.accessEndsOn?.getTime()).toBeLessThanOrEqual(now);
    if (answer !== undefined) expect(answer).toBe(row.accessEndsOn?.toISOString());
    expect(await atProvider(userId)).toMatchObject({ status: 'canceled' });
  };
  const refundsArrive = async (count: number) =>
    shop.inBackground(async () => {
      const { refundedCents } = takenCents();
      return refundedCents === count * 1999;
    });
  const declarationsOf = async (userId: number) => {
    const { id: subscriptionId } = await rowOf(userId);
    return shop.app.db.declaration.findMany({ where: { subscriptionId } });
  };

  test('after a declined renewal ends access at once, and voids the invoice', async () => {
    const member = await refused();
    const before = takenCents();
    await isOver(member, await unsubscribe(member.client));
    expect(await invoicesOf(member.userId)).toEqual(['void', 'paid']);
    // The provider would have retried within this time.
    shop.provider.moveClock({ bySeconds: 30 * 86_400 });
    expect(takenCents()).toEqual(before);
    expect(await declarationsOf(member.userId)).toMatchObject([{ closedAt: expect.any(Date) }]);
  });

  test('before a due renewal is debited prevents the debit', async () => {
    const member = await newSubscriber(shop);
    await pastPeriod(member, 60);
    expect(await atProvider(member.userId)).toMatchObject({
      status: 'active',
      isPeriodPaid: false,
    });
    const before = takenCents();
    await isOver(member, await unsubscribe(member.client));
    shop.provider.moveClock({ bySeconds: 30 * 86_400 });
    expect(takenCents()).toEqual(before);
  });

  test('refunds a renewal debited during the cancellation, once', async () => {
    const member = await refused();
    await putCard(shop, member.userId, CARDS.visa);
    const before = takenCents();
    shop.provider.addFault({
      operation: 'subscriptions.cancel',
      effect: 'delay',
      moment: 'before',
      meanwhile: async () => void shop.provider.moveClock({ bySeconds: 4 * 86_400 }),
    });
    await isOver(member, await unsubscribe(member.client));
    expect(takenCents().amountCents).toBe(before.amountCents + 1999);
    await refundsArrive(1);
    expect(await declarationsOf(member.userId)).toMatchObject([{ closedAt: expect.any(Date) }]);
  });

  test('while the period renews ends the new period without a debit', async () => {
    const member = await newSubscriber(shop);
    await pastPeriod(member, -60);
    const before = takenCents();
    shop.provider.addFault({
      operation: 'subscriptions.update',
      effect: 'delay',
      moment: 'before',
      meanwhile: async () => void shop.provider.moveClock({ bySeconds: 120 }),
    });
    await isOver(member, await unsubscribe(member.client));
    shop.provider.moveClock({ bySeconds: 30 * 86_400 });
    expect(takenCents()).toEqual(before);
  });
});
