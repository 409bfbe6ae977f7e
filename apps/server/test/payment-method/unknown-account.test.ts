import { inTransaction } from '@agres/db/transaction';
import { findCustomers } from '@agres/money/checkout/customers';
import { beforeAll, describe, expect, test } from 'vitest';

import { tryJob } from '../support/jobs.ts';
import { useRunning } from '../support/running.ts';
import { startTestShop } from '../support/shop.ts';
import { newSubscriber } from '../support/subscribing.ts';

// A row with an account unknown to this release, as an older release reads after a newer one.
describe('an unknown provider account', () => {
  const shop = useRunning(startTestShop);
  beforeAll(async () => {
    await shop.app.db.$executeRaw`
      ALTER TABLE subscription DROP CONSTRAINT subscription_account_known`;
    await shop.app.db.$executeRaw`
      ALTER TABLE subscription_attempt DROP CONSTRAINT subscription_attempt_account_known`;
  });

  const stranger = async () => {
    const member = await newSubscriber(shop);
    await shop.app.db.subscription.updateMany({
      where: { userId: member.userId },
      data: { stripeAccount: 'third' },
    });
    return member;
  };

  test('does not fall back to the main one for the publishable key or a card update', async () => {
    const { client } = await stranger();
    const failed = { status: 500, body: { message: 'error_message' } };
    expect(await client.get('/api/payment/config')).toMatchObject(failed);
    shop.provider.clearJournal();
    const stripeToken = await shop.cardToken();
    expect(await client.post('/api/updateMobileAppPaymentMethod', { stripeToken })).toMatchObject(
      failed,
    );
    expect(
      shop.provider.journal().filter(({ operation }) => operation !== 'tokens.create'),
    ).toEqual([]);
  });

  test('does not fall back to the main one for customers or a settle_card job', async () => {
    const { userId } = await stranger();
    await expect(inTransaction(shop.app.db, (tx) => findCustomers(tx, userId))).rejects.toThrow(
      /third/,
    );
    const subscription = await shop.app.db.subscription.findFirstOrThrow({ where: { userId } });
    const { id: attemptId } = await shop.app.db.subscriptionAttempt.create({
      data: {
        userId,
        kind: 'card_update',
        state: 'started',
        idempotencyKey: 'h:third',
        requestHash: new Uint8Array(32),
        stripeAccount: 'third',
        subscriptionId: subscription.id,
      },
    });
    await expect(
      tryJob(shop.jobDeps, { kind: 'settle_card', payload: { attemptId } }),
    ).rejects.toThrow(/third/);
  });
});
