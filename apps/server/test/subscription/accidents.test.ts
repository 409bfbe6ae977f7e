import { afterEach, describe, expect, test } from 'vitest';

import { useRunning } from '../support/running.ts';
import { startTestShop } from '../support/shop.ts';
import { brokenSubscriptionInvariants, subscribe, reconcileNow } from '../support/subscribing.ts';

const SUBSCRIBED = { status: 200, body: { message: 'subscribed' } };

describe('an interrupted subscription attempt', () => {
  const shop = useRunning(startTestShop);
  afterEach(async () => {
    shop.provider.clearFaults();
    await reconcileNow(shop);
    expect(
      await brokenSubscriptionInvariants({ db: shop.app.db, payments: shop.payments }),
    ).toEqual([]);
  });

  const attemptOf = (userId: number) =>
    shop.app.db.subscriptionAttempt.findFirstOrThrow({ where: { userId } });

  /** Creates a member whose card never reached the provider. */
  const unheard = async () => {
    const { client, userId } = await shop.app.member();
    const stripeToken = await shop.cardToken();
    shop.provider.addFault({ operation: 'payment_intents.confirm', effect: 'reset', times: 6 });
    expect((await subscribe(client, { stripeToken })).status).toBe(503);
    shop.provider.clearFaults();
    return { client, userId, stripeToken };
  };

  /** Moves times forward by an hour, as if the database's clock had been set back afterwards. */
  const setClockBack = (userId: number) => shop.app.db.$executeRaw`
    UPDATE subscription_attempt SET lease_owner = 'gone', lease_until = now() + interval '61 minutes',
      next_check_at = now() + interval '61 minutes' WHERE user_id = ${userId}::int`;

  test('expires without a retry after the database clock is set back an hour', async () => {
    const { userId } = await unheard();
    await setClockBack(userId);
    await shop.inBackground(async () => (await attemptOf(userId)).state !== 'started');
    expect((await attemptOf(userId)).state).toBe('expired');
  });

  test('succeeds on retry after the database clock is set back an hour', async () => {
    const { client, userId, stripeToken } = await unheard();
    await setClockBack(userId);
    expect(await subscribe(client, { stripeToken })).toMatchObject(SUBSCRIBED);
  });

  test('raises an alert while its end cannot be stored, and succeeds on retry afterwards', async () => {
    const { client, userId, stripeToken } = await unheard();
    await shop.app.db.$executeRaw`
      ALTER TABLE subscription ADD CONSTRAINT unwritable CHECK (state <> 'ended') NOT VALID`;
    await shop.app.db.$executeRaw`
      UPDATE subscription_attempt SET created_at = now() - interval '31 minutes'
      WHERE user_id = ${userId}::int`;
    await reconcileNow(shop);
    expect(await attemptOf(userId)).toMatchObject({ state: 'started', leaseHolder: null });
    expect(shop.app.logLines.join('\n')).toContain('A subscription is undecided for too long');
    await shop.app.db.$executeRaw`ALTER TABLE subscription DROP CONSTRAINT unwritable`;
    // The abandoned attempt ends first, and clients retry a 503.
    expect((await subscribe(client, { stripeToken })).status).toBe(503);
    expect(await subscribe(client, { stripeToken })).toMatchObject(SUBSCRIBED);
  });
});
