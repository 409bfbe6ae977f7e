import type { PaymentAccount } from '@agres/domain/shapes';
import {
  auditSubscriptions,
  type SubscriptionAudit,
} from '@agres/money/subscription/audit-subscriptions';
import { subscribeWithCard } from '@agres/payments/testing/paid-subscription';
import { valueOf } from '@agres/payments/testing/running-payments';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';

import type { TestClient } from '../support/client.ts';
import { addSubscription, addUser } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { startMailedShop, webhookTargetOf } from '../support/shop.ts';
import {
  CARDS,
  customerOf,
  newSubscriber,
  putCard,
  subscribe,
  UNSUBSCRIBE,
} from '../support/subscribing.ts';

const DAY = 86_400;
const ALERTS = 'alert@example.fr';

describe('the daily audit of subscriptions', () => {
  const shop = useRunning(() => startMailedShop({ clock: 'provider' }));
  beforeAll(async () => {
    const origin = await shop.app.server.listen({ host: '127.0.0.1', port: 0 });
    shop.provider.setWebhookTargets([webhookTargetOf(origin)]);
  });
  afterEach(async () => {
    shop.provider.clearFaults();
    await shop.provider.webhooksSettled({ withinMs: 5000 });
    shop.provider.setWebhookHabits({ habits: { dropRate: 0 } });
    shop.provider.reset();
    await shop.app.db.$executeRaw`
      TRUNCATE subscription, subscription_attempt, payment_customer, job CASCADE`;
  });

  const audit = () => auditSubscriptions(shop.jobDeps);
  const seen = (main: Omit<SubscriptionAudit, 'account'>) => [
    { account: 'main', ...main },
    { account: 'bis', subscriptions: 0, mended: 0, alerts: 0 },
  ];
  const dropEvents = async () => {
    await shop.provider.webhooksSettled({ withinMs: 5000 });
    shop.provider.setWebhookHabits({ habits: { dropRate: 1 } });
  };
  const subscriptionOf = async (client: TestClient) => {
    const { body } = await client.get('/api/users/status');
    return Object(body).user.subscription;
  };
  const rowOf = (userId: number) =>
    shop.app.db.subscription.findFirstOrThrow({ where: { userId } });
  const idAtProvider = async (userId: number) => (await rowOf(userId)).stripeSubscriptionId ?? '';
  const statusAtProvider = async (id: string, account: PaymentAccount = 'main') =>
    valueOf(await shop.payments.readSubscription(account, id))?.status;
  const alertsAbout = async (id: string) => {
    const fatal = shop.app.logLines.filter(
      (line) => line.includes('"level":"fatal"') && line.includes(id),
    );
    const emails = () => shop.emailsTo(ALERTS).filter(({ text }) => text.includes(id));
    await shop.inBackground(async () => emails().length >= fatal.length);
    expect(emails()).toHaveLength(fatal.length);
    return fatal.map((line) => JSON.parse(line).msg);
  };
  /** Creates a subscription in the dashboard, for a known or an unknown customer. */
  const madeByHand = async (
    customer: { userId: number; email: string },
    account: PaymentAccount,
  ) => {
    const customerId = await customerOf(shop, customer, account);
    const token = await shop.cardToken(CARDS.visa, account);
    const idempotencyKey = `by_hand_${customerId}`;
    return subscribeWithCard(shop.payments, account, { customerId, token, idempotencyKey });
  };

  test('reports nothing when the database and the provider agree', async () => {
    await newSubscriber(shop);
    const leaving = await newSubscriber(shop, { plan: 'yearly' });
    await leaving.client.delete(UNSUBSCRIBE);
    const { client } = await shop.app.member();
    await subscribe(client, { stripeToken: await shop.cardToken(CARDS.secure) });
    expect(await audit()).toEqual(seen({ subscriptions: 3, mended: 0, alerts: 0 }));
  });

  describe('stores the change of a lost webhook event', () => {
    test('for a cancellation', async () => {
      const { client, userId, email } = await newSubscriber(shop);
      await dropEvents();
      await shop.payments.cancelNow('main', await idAtProvider(userId));
      expect(await subscriptionOf(client)).not.toBeNull();
      expect(await audit()).toEqual(seen({ subscriptions: 0, mended: 1, alerts: 0 }));
      expect(await subscriptionOf(client)).toBeNull();
      const ends = () => shop.emailsTo(email).filter(({ subject }) => subject.includes('résilié'));
      await shop.inBackground(async () => ends().length > 0);
      expect(await audit()).toEqual(seen({ subscriptions: 0, mended: 0, alerts: 0 }));
    });

    test('for a cancellation at period end', async () => {
      const { client, userId } = await newSubscriber(shop);
      await dropEvents();
      await shop.payments.endAtPeriodClose('main', await idAtProvider(userId));
      expect(await audit()).toEqual(seen({ subscriptions: 1, mended: 1, alerts: 0 }));
      expect(Object(await subscriptionOf(client)).accessEndsOn).not.toBeNull();
    });

    test('for a declined renewal', async () => {
      const { userId } = await newSubscriber(shop);
      await putCard(shop, userId, CARDS.failsLater);
      await dropEvents();
      shop.provider.moveClock({ bySeconds: 32 * DAY });
      expect(await audit()).toEqual(seen({ subscriptions: 1, mended: 1, alerts: 0 }));
      expect(await rowOf(userId)).toMatchObject({ state: 'past_due' });
      expect(await audit()).toEqual(seen({ subscriptions: 1, mended: 0, alerts: 0 }));
    });
  });

  test('cancels the subscription of a deleted account whose cancellation job was lost', async () => {
    const { client, userId } = await newSubscriber(shop);
    const id = await idAtProvider(userId);
    await client.delete('/api/users');
    // A stored job will end the subscription, so there is nothing to report.
    expect(await audit()).toEqual(seen({ subscriptions: 1, mended: 0, alerts: 0 }));
    await shop.app.db.job.deleteMany({ where: { kind: 'end_subscriptions' } });
    expect(await audit()).toEqual(seen({ subscriptions: 1, mended: 0, alerts: 1 }));
    await shop.inBackground(async () => (await statusAtProvider(id)) === 'canceled');
    expect(await alertsAbout(id)).toEqual([
      'The subscription of a deleted account is still active, ending it',
    ]);
    expect(await audit()).toEqual(seen({ subscriptions: 0, mended: 0, alerts: 0 }));
  });

  test('refunds a renewal charged after the deletion, if its cancellation was given up', async () => {
    const { client, userId } = await newSubscriber(shop);
    const id = await idAtProvider(userId);
    await client.delete('/api/users');
    const job = { kind: 'end_subscriptions', doneAt: null };
    await shop.app.db.job.updateMany({ where: job, data: { deadAt: new Date() } });
    shop.provider.moveClock({ bySeconds: 32 * DAY });
    expect(await audit()).toEqual(seen({ subscriptions: 1, mended: 0, alerts: 1 }));
    await shop.inBackground(async () => (await statusAtProvider(id)) === 'canceled');
    const { id: subscriptionId } = await shop.app.db.subscription.findFirstOrThrow({
      where: { stripeSubscriptionId: id },
    });
    await shop.inBackground(
      async () => (await shop.app.db.refund.count({ where: { subscriptionId } })) === 1,
    );
  });

  describe('raises an alert and changes nothing for', () => {
    test.each(['main', 'bis'] as const)(
      'an unknown subscription, on account %s',
      async (account) => {
        const { id } = await madeByHand({ userId: 999_999, email: 'nobody@example.fr' }, account);
        const audits = await audit();
        expect(audits.find((one) => one.account === account)).toMatchObject({ alerts: 1 });
        expect(await alertsAbout(id)).toEqual(['An unknown subscription takes money']);
        expect(await statusAtProvider(id, account)).toBe('active');
      },
    );

    test('a subscription that has ended here and is active at the provider', async () => {
      const { userId } = await newSubscriber(shop);
      const id = await idAtProvider(userId);
      await shop.app.db.subscription.updateMany({ where: { userId }, data: { state: 'ended' } });
      expect(await audit()).toEqual(seen({ subscriptions: 1, mended: 0, alerts: 1 }));
      expect(await alertsAbout(id)).toEqual(['A subscription that is over takes money']);
      expect(await rowOf(userId)).toMatchObject({ state: 'ended' });
    });

    test('a pending subscription whose attempt has expired', async () => {
      const { userId } = await newSubscriber(shop);
      const id = await idAtProvider(userId);
      const open = { state: 'started', nextCheckAt: new Date('2099-01-01') };
      await shop.app.db.subscription.updateMany({ where: { userId }, data: { state: 'pending' } });
      await shop.app.db.subscriptionAttempt.updateMany({ where: { userId }, data: open });
      expect(await audit()).toEqual(seen({ subscriptions: 1, mended: 0, alerts: 0 }));
      const over = { state: 'expired', nextCheckAt: null };
      await shop.app.db.subscriptionAttempt.updateMany({ where: { userId }, data: over });
      expect(await audit()).toEqual(seen({ subscriptions: 1, mended: 0, alerts: 1 }));
      expect(await alertsAbout(id)).toEqual(['A paid subscription gives no access']);
    });

    test('a second subscription of the same member', async () => {
      const { userId, email } = await newSubscriber(shop);
      const { id } = await madeByHand({ userId, email }, 'main');
      expect(await audit()).toEqual(seen({ subscriptions: 2, mended: 0, alerts: 1 }));
      expect(await alertsAbout(id)).toEqual(['A member pays for two subscriptions']);
      expect(await alertsAbout(await idAtProvider(userId))).toEqual([]);
    });

    test('a subscription missing at the provider, as with another account’s key', async () => {
      const { id: userId } = await addUser(shop.app.db);
      await addSubscription(shop.app.db, userId);
      expect(await audit()).toEqual(seen({ subscriptions: 0, mended: 0, alerts: 1 }));
      expect(await rowOf(userId)).toMatchObject({ state: 'active', accessEndsOn: null });
      expect(shop.app.logLines.join('\n')).toContain('is it the right account?');
    });
  });

  test('changes nothing when the provider’s list is incomplete', async () => {
    const { userId } = await newSubscriber(shop);
    await dropEvents();
    await shop.payments.cancelNow('main', await idAtProvider(userId));
    shop.provider.addFault({ operation: 'subscriptions.list', effect: 'server_error', times: 9 });
    expect(await audit()).toEqual([]);
    expect(await rowOf(userId)).toMatchObject({ state: 'active' });
  });

  test('runs on its own schedule', async () => {
    const { userId } = await newSubscriber(shop);
    await dropEvents();
    await shop.payments.cancelNow('main', await idAtProvider(userId));
    // Prevent any earlier check.
    const nextCheckAt = new Date('2099-01-01');
    await shop.app.db.subscription.updateMany({ where: { userId }, data: { nextCheckAt } });
    await shop.app.db.jobSchedule.deleteMany({ where: { name: 'subscription_audit' } });
    await shop.inBackground(async () => (await rowOf(userId)).state === 'ended');
    expect(await rowOf(userId)).toMatchObject({ state: 'ended' });
  });
});
