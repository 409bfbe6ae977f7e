import { findSubscriptionViolations } from '@shop/api/subscription/laws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startTestShop, type TestShop } from '../testing/shop.ts';
import { CARDS, newSubscriber, subscribe, sweep } from '../testing/subscribing.ts';

describe('the laws of subscriptions', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await startTestShop();
  });
  afterAll(() => shop.close());

  const broken = async () =>
    (await findSubscriptionViolations(shop.app.db)).map(({ law }) => law).toSorted();

  test('hold for whoever subscribes, is refused or has to ask the bank', async () => {
    await newSubscriber(shop);
    for (const number of [CARDS.declined, CARDS.secure]) {
      const { client } = await shop.app.member();
      await subscribe(client, { stripeToken: await shop.cardToken(number) });
      expect(await broken()).toEqual([]);
    }
    await sweep(shop);
    expect(await broken()).toEqual([]);
  });

  test.each([
    ['S1', 'a click that nobody will look at'],
    ['S2', 'a subscription whose click is over'],
    ['S3', 'a click that began nothing'],
    ['S4', 'a subscription that should have been looked at long ago'],
    ['S5', 'a subscriber without a letter'],
  ])('tell of %s: %s', async (law) => {
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
    }[law];
    await breach?.();
    expect(await broken()).toEqual([law]);
    await db.subscriptionAttempt.deleteMany({ where: { userId } });
    await db.subscription.delete({ where: { id } });
    expect(await broken()).toEqual([]);
  });
});
