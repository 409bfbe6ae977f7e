import { afterEach, describe, expect, test } from 'vitest';

import type { TestClient } from '../support/client.ts';
import { PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { startMailedShop } from '../support/shop.ts';
import {
  brokenSubscriptionInvariants,
  CARDS,
  newSubscriber,
  putCard,
  subscribe,
  subscriptionsAtProvider,
  reconcileNow,
  UNSUBSCRIBE,
} from '../support/subscribing.ts';

const DAY = 86_400;
const FAILED = 'Le prélèvement de votre abonnement Agrès n’a pas abouti';
const ENDED = 'Votre abonnement Agrès est résilié';
const STOPPED = 'Votre abonnement Agrès s’est arrêté';

describe('a subscription over time', () => {
  const shop = useRunning(() => startMailedShop({ clock: 'provider' }));
  afterEach(async () => {
    const { db } = shop.app;
    expect(await brokenSubscriptionInvariants({ db, payments: shop.payments })).toEqual([]);
  });

  const takenCents = () => shop.provider.money()['main']?.amountCents ?? 0;
  const atProvider = (userId: number) =>
    subscriptionsAtProvider({ db: shop.app.db, payments: shop.payments }, userId);

  type Member = { client: TestClient; email: string; userId: number };

  /** Lets time pass, and logs the person in again, whose session has expired. */
  const wait = async ({ client, email }: Member, seconds: number) => {
    shop.provider.moveClock({ bySeconds: seconds });
    await reconcileNow(shop);
    await client.post('/api/connect', { email, mdp: PASSWORD });
  };
  const subscriptionOf = async ({ client }: Member) => {
    const { body } = await client.get('/api/users/status');
    return Object(body).user.subscription;
  };
  const emailsTo = async ({ email }: Member) => {
    await shop.mailSent();
    return shop.emailsTo(email).map(({ subject }) => subject);
  };
  const failing = async () => {
    const member = await newSubscriber(shop);
    await putCard(shop, member.userId, CARDS.failsLater);
    return member;
  };

  test.each([
    ['monthly', 32, 1999],
    ['yearly', 367, 19_999],
  ] as const)(
    'the %s plan renews automatically, and access continues',
    async (plan, days, cents) => {
      const member = await newSubscriber(shop, { plan });
      const first = await subscriptionOf(member);
      const before = takenCents();
      await wait(member, days * DAY);
      expect(takenCents()).toBeGreaterThanOrEqual(before + cents);
      const [invoice] = await shop.app.db.subscription.findMany({
        where: { userId: member.userId },
      });
      expect(invoice?.paidUntil?.getTime()).toBeGreaterThan(Date.parse(shop.provider.now()));
      expect(await subscriptionOf(member)).toEqual(first);
      await member.client.delete(UNSUBSCRIBE);
    },
  );

  test('a failed renewal keeps access during retries, with one email, then ends with another', async () => {
    const member = await failing();
    await wait(member, 32 * DAY);
    expect(await subscriptionOf(member)).toMatchObject({ accessEndsOn: null });
    expect(await emailsTo(member)).toContain(FAILED);
    const failed = shop.emailsTo(member.email).find(({ subject }) => subject === FAILED);
    expect(failed?.text).toContain('/fr/mettre-a-jour-paiement');
    // A check without news sends no email.
    await reconcileNow(shop);
    // Not even a week later, when the job that sent it has been deleted.
    await emailsTo(member);
    await shop.app.db.job.deleteMany({ where: { dedupe: { startsWith: 'payment_failed:' } } });
    await wait(member, 4 * DAY);
    expect(await subscriptionOf(member)).toMatchObject({ accessEndsOn: null });
    const update = { stripeToken: await shop.cardToken(CARDS.declined) };
    const path = '/api/updateMobileAppPaymentMethod';
    expect((await member.client.post(path, update)).status).toBe(402);
    await wait(member, 20 * DAY);
    expect(await subscriptionOf(member)).toBeNull();
    expect((await member.client.delete(UNSUBSCRIBE)).status).toBe(403);
    const subjects = await emailsTo(member);
    expect(subjects.filter((subject) => subject === FAILED)).toHaveLength(1);
    expect(subjects.filter((subject) => subject === STOPPED)).toHaveLength(1);
    expect(subjects).not.toContain(ENDED);
    expect(await atProvider(member.userId)).toMatchObject([{ status: 'canceled' }]);
  });

  test('a renewal that is not charged yet does not count as paid, and is rechecked soon', async () => {
    const member = await failing();
    const rowOf = () =>
      shop.app.db.subscription.findFirstOrThrow({ where: { userId: member.userId } });
    const { paidUntil } = await rowOf();
    const left = ((paidUntil?.getTime() ?? 0) - Date.parse(shop.provider.now())) / 1000;
    await wait(member, left + 60);
    const row = await rowOf();
    expect(row).toMatchObject({ state: 'active', paidUntil });
    const soon = Date.parse(shop.provider.now()) + 3 * 3_600_000;
    expect(row.nextCheckAt?.getTime()).toBeLessThan(soon);
    await wait(member, 2 * 3600);
    expect(await rowOf()).toMatchObject({ state: 'past_due', paidUntil });
    await member.client.delete(UNSUBSCRIBE);
  });

  test('a new card after a failed renewal is charged on the provider’s next retry', async () => {
    const member = await failing();
    await wait(member, 32 * DAY);
    const before = takenCents();
    const stripeToken = await shop.cardToken();
    const answer = await member.client.post('/api/updateMobileAppPaymentMethod', { stripeToken });
    expect(answer.status).toBe(200);
    await wait(member, 8 * DAY);
    expect(takenCents()).toBeGreaterThanOrEqual(before + 1999);
    const row = await shop.app.db.subscription.findFirst({ where: { userId: member.userId } });
    expect(row).toMatchObject({ state: 'active', accessEndsOn: null });
    expect(await emailsTo(member)).not.toContain(STOPPED);
    await member.client.delete(UNSUBSCRIBE);
  });

  test('a cancelled subscription gives access until its last second, and is not debited again', async () => {
    const member = await newSubscriber(shop);
    const { body } = await member.client.delete(UNSUBSCRIBE);
    const { accessEndsOn } = Object(body);
    const left = (Date.parse(accessEndsOn) - Date.parse(shop.provider.now())) / 1000;
    const rowOf = () =>
      shop.app.db.subscription.findFirstOrThrow({ where: { userId: member.userId } });
    await wait(member, left - 60);
    expect(await subscriptionOf(member)).toMatchObject({ accessEndsOn });
    // Access ends at that moment, with or without an event from the provider.
    shop.provider.moveClock({ bySeconds: 61 });
    expect(await subscriptionOf(member)).toBeNull();
    expect(await rowOf()).toMatchObject({ state: 'active' });
    expect(await member.client.delete(UNSUBSCRIBE)).toMatchObject({
      status: 403,
      body: { message: 'not_subscribed' },
    });
    const before = takenCents();
    await wait(member, 40 * DAY);
    expect(takenCents()).toBe(before);
    expect(await rowOf()).toMatchObject({ state: 'ended' });
    expect((await emailsTo(member)).filter((subject) => subject === ENDED)).toHaveLength(1);
  });

  test('subscribing after the end starts a new subscription, even before the end is stored', async () => {
    const member = await newSubscriber(shop);
    await member.client.delete(UNSUBSCRIBE);
    shop.provider.moveClock({ bySeconds: 40 * DAY });
    const { client, email } = member;
    await client.post('/api/connect', { email, mdp: PASSWORD });
    const before = takenCents();
    const answer = await subscribe(client, { stripeToken: await shop.cardToken(), plan: 'yearly' });
    expect(answer).toMatchObject({ status: 200, body: { subscription: { plan: 'yearly' } } });
    expect(takenCents()).toBe(before + 19_999);
    const statuses = (await atProvider(member.userId)).map(({ status }) => status);
    expect(statuses).toEqual(['active', 'canceled']);
    await client.delete(UNSUBSCRIBE);
  });

  test('a resumed subscription is debited again, and a second cancellation sends another email', async () => {
    const member = await newSubscriber(shop);
    await member.client.delete(UNSUBSCRIBE);
    const before = takenCents();
    expect((await subscribe(member.client, {})).status).toBe(200);
    expect(takenCents()).toBe(before);
    await wait(member, 32 * DAY);
    expect(takenCents()).toBe(before + 1999);
    expect(await subscriptionOf(member)).toMatchObject({ accessEndsOn: null });
    await member.client.delete(UNSUBSCRIBE);
    expect((await emailsTo(member)).filter((subject) => subject === ENDED)).toHaveLength(2);
  });

  test('cancelling after a failed renewal ends the subscription at once', async () => {
    const member = await failing();
    await wait(member, 32 * DAY);
    const answer = await member.client.delete(UNSUBSCRIBE);
    expect(answer.status).toBe(200);
    const { accessEndsOn } = Object(answer.body);
    expect(Date.parse(accessEndsOn)).toBeLessThanOrEqual(Date.parse(shop.provider.now()));
    expect(await subscriptionOf(member)).toBeNull();
    expect(await atProvider(member.userId)).toMatchObject([{ status: 'canceled' }]);
    expect(await emailsTo(member)).toContain(ENDED);
  });

  test('a subscription cancelled at the provider ends here, with an email', async () => {
    const member = await newSubscriber(shop);
    const [{ id } = { id: '' }] = await atProvider(member.userId);
    await shop.payments.cancelNow('main', id);
    await reconcileNow(shop);
    expect(await subscriptionOf(member)).toBeNull();
    expect(await emailsTo(member)).toContain(ENDED);
  });

  test('emails about tRPC calls are in the language of the page', async () => {
    const member = await shop.app.member({ locale: 'fr' });
    const input = { plan: 'monthly', stripeToken: await shop.cardToken() };
    const english = { headers: { 'x-locale': 'en' } };
    await member.client.mutate('programmes.subscribe', input, english);
    await member.client.mutate('programmes.unsubscribe', undefined, english);
    expect((await emailsTo(member)).toSorted()).toEqual([
      'Your Agrès subscription has started',
      'Your Agrès subscription is cancelled',
    ]);
  });

  test('emails about REST calls are in the account’s language, and repeated calls send none', async () => {
    const member = await shop.app.member({ locale: 'en' });
    const stripeToken = await shop.cardToken();
    await subscribe(member.client, { stripeToken });
    await subscribe(member.client, { stripeToken });
    await member.client.delete(UNSUBSCRIBE);
    await member.client.delete(UNSUBSCRIBE);
    expect((await emailsTo(member)).toSorted()).toEqual([
      'Your Agrès subscription has started',
      'Your Agrès subscription is cancelled',
    ]);
  });
});
