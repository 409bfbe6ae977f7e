import { findSubscriptionViolations } from '@agres/money/subscription/subscription-invariants';
import { describe, expect, test } from 'vitest';

import { useRunning } from '../support/running.ts';
import { startTestShop } from '../support/shop.ts';
import { CARDS, newSubscriber, subscribe, reconcileNow } from '../support/subscribing.ts';

describe('subscription invariants', () => {
  const shop = useRunning(startTestShop);

  const lately = () => new Date(Date.now() - 300_000);
  const broken = async () =>
    (await findSubscriptionViolations(shop.app.db, lately()))
      .map(({ invariant }) => invariant)
      .toSorted();

  test('hold after a success, a decline and a 3-D Secure challenge', async () => {
    await newSubscriber(shop);
    for (const number of [CARDS.declined, CARDS.secure]) {
      const { client } = await shop.app.member();
      await subscribe(client, { stripeToken: await shop.cardToken(number) });
      expect(await broken()).toEqual([]);
    }
    await reconcileNow(shop);
    expect(await broken()).toEqual([]);
  });

  test.each([
    ['S1', 'an open attempt without a next check'],
    ['S2', 'a pending subscription whose attempt is over'],
    ['S3', 'a successful attempt whose subscription never started'],
    ['S4', 'a subscription whose check is overdue'],
    ['S5', 'a subscriber without a confirmation email'],
  ])('report %s: %s', async (invariant) => {
    const { db } = shop.app;
    const { userId } = await newSubscriber(shop);
    const { id } = await db.subscription.findFirstOrThrow({ where: { userId } });
    const long = new Date(Date.now() - 600_000);
    const breach = {
      S1: () =>
        db.subscriptionAttempt.updateMany({
          where: { userId },
          data: { state: 'started', nextCheckAt: null },
        }),
      S2: () => db.subscription.update({ where: { id }, data: { state: 'pending' } }),
      S3: () =>
        db.subscription.update({ where: { id }, data: { state: 'ended', subscriptionDate: null } }),
      S4: () => db.subscription.update({ where: { id }, data: { nextCheckAt: long } }),
      S5: () => db.job.deleteMany({ where: { dedupe: `subscription_started:${id}` } }),
    }[invariant];
    await breach?.();
    expect(await broken()).toEqual([invariant]);
    await db.subscriptionAttempt.deleteMany({ where: { userId } });
    await db.subscription.delete({ where: { id } });
    expect(await broken()).toEqual([]);
  });
});
