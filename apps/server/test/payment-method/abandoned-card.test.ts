import { afterAll, afterEach, describe, expect, test } from 'vitest';

import { fault, MASTERCARD, SECURE, startCardShop } from '../support/card-update.ts';

const { shop, subscriber, update, forget, close } = await startCardShop();
afterEach(forget);
afterAll(close);

describe('the card of a subscription', () => {
  describe('after an abandoned update', () => {
    const jobsRun = () =>
      shop.jobsRun(async () => (await shop.app.db.job.count({ where: { doneAt: null } })) === 0);
    const cardsKept = async (userId: number) => {
      const row = await shop.app.db.subscription.findFirstOrThrow({ where: { userId } });
      const url = `${shop.providerUrl}/v1/customers/${row.stripeCustomerId}/payment_methods`;
      const response = await fetch(url, { headers: { authorization: 'Bearer sk_test_main' } });
      return Object(await response.json()).data.length;
    };

    test.each(['before', 'after'] as const)(
      'becomes the default in the background after a connection reset %s it was set',
      async (moment) => {
        const { client, debited, attempts, emails } = await subscriber();
        shop.provider.addFault(fault('subscriptions.update', { effect: 'reset', moment }));
        expect((await update(client, await shop.cardToken(MASTERCARD))).status).toBe(503);
        shop.provider.clearFaults();
        await jobsRun();
        expect(await debited()).toEqual(['mastercard', 'mastercard']);
        expect(await attempts()).toMatchObject([{ state: 'done' }]);
        expect(await emails()).toBe(1);
      },
    );

    test('becomes the default after 3-D Secure when the client does not return', async () => {
      const { client, debited } = await subscriber();
      await update(client, await shop.cardToken(SECURE));
      shop.answerChallenges('succeed');
      await jobsRun();
      expect((await debited())[1]).toBe('visa');
    });

    test('is retried until the provider is available again', async () => {
      const { client, debited, attempts } = await subscriber();
      const lost = { effect: 'reset', moment: 'before' } as const;
      shop.provider.addFault({ ...fault('subscriptions.update', lost), times: 12 });
      await update(client, await shop.cardToken(MASTERCARD));
      await jobsRun();
      expect(await debited()).toEqual(['mastercard', 'mastercard']);
      expect(await attempts()).toMatchObject([{ state: 'done' }]);
    });

    test('is detached when another card is set meanwhile', async () => {
      const { client, userId, debited, attempts } = await subscriber();
      const lost = { effect: 'reset', moment: 'before' } as const;
      shop.provider.addFault(fault('subscriptions.update', lost));
      const first = await shop.cardToken(MASTERCARD);
      expect((await update(client, first)).status).toBe(503);
      shop.provider.clearFaults();
      expect((await update(client, await shop.cardToken())).status).toBe(200);
      expect(await cardsKept(userId)).toBe(3);
      await jobsRun();
      expect(await cardsKept(userId)).toBe(2);
      expect(await debited()).toEqual(['visa', 'visa']);
      expect((await attempts()).map(({ state }) => state).toSorted()).toEqual(['done', 'expired']);
      expect((await update(client, first)).status).toBe(402);
      expect(await debited()).toEqual(['visa', 'visa']);
    });

    test('is discarded when its 3-D Secure challenge stays unanswered', async () => {
      const { client, userId, debited, attempts } = await subscriber();
      await update(client, await shop.cardToken(SECURE));
      await jobsRun();
      expect(shop.provider.challenges()).toEqual([]);
      expect(await attempts()).toMatchObject([{ state: 'expired' }]);
      expect(await debited()).toEqual(['visa', undefined]);
      expect(await cardsKept(userId)).toBe(1);
    });
  });
});
