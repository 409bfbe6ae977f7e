import { describe, expect, test } from 'vitest';

import { useRunning } from '../support/running.ts';
import { startTestShop } from '../support/shop.ts';
import { newSubscriber, PROGRAMME } from '../support/subscribing.ts';

describe('the state of a subscription', () => {
  const shop = useRunning(startTestShop);

  const rowOf = (userId: number) =>
    shop.app.db.subscription.findFirstOrThrow({ where: { userId }, orderBy: { id: 'desc' } });

  test('contains the end of the paid period and the number of referrals', async () => {
    const { client, userId } = await newSubscriber(shop);
    const { paidUntil } = await rowOf(userId);
    expect(await client.get(PROGRAMME)).toMatchObject({
      status: 200,
      body: {
        paidUntil: paidUntil?.toISOString(),
        isPastDue: false,
        referrals: 0,
        waitingReferrals: 0,
      },
    });

    const { personalDiscountCode } = await shop.app.db.user.findUniqueOrThrow({
      where: { id: userId },
    });
    await newSubscriber(shop, { discountCode: personalDiscountCode });
    await newSubscriber(shop, { discountCode: personalDiscountCode });
    expect((await client.get(PROGRAMME)).body).toMatchObject({
      referrals: 0,
      waitingReferrals: 2,
    });
  });

  test('reports that the last debit was declined', async () => {
    const { client, userId } = await newSubscriber(shop);
    const { id } = await rowOf(userId);
    await shop.app.db.subscription.update({ where: { id }, data: { state: 'past_due' } });
    expect((await client.get(PROGRAMME)).body).toMatchObject({ isPastDue: true });
  });

  test('is returned to subscribers only', async () => {
    expect(await shop.app.client().get(PROGRAMME)).toMatchObject({
      status: 401,
      body: { message: 'not_logged_in' },
    });
    const { client } = await shop.app.member();
    expect(await client.get(PROGRAMME)).toMatchObject({
      status: 403,
      body: { message: 'not_subscribed' },
    });
  });
});
