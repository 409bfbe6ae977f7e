import { createDb } from '@agres/db/db';
import { openTestDatabase } from '@agres/db/testing';
import { reconcilePurchases } from '@agres/money/purchase/open-purchases';
import { afterEach, describe, expect, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import { useRunning } from '../support/running.ts';
import { ABROAD, buy, endSoundly, startTestShop } from '../support/shop.ts';
import { answerSlowly, LEASE_MS, SLOW_TIMES, timed } from '../support/slow-provider.ts';

const SECURE = '4000000000003220';
const READ = 'payment_intents.retrieve';
const CANCEL = 'payment_intents.cancel';

describe('a slow payment provider', () => {
  const database = useRunning(openTestDatabase);
  const second = useRunning(() => createDb(database.url));
  const shop = useRunning(() => startTestShop({ database, ...SLOW_TIMES }));

  afterEach(() => endSoundly(shop));

  /** Creates a buyer whose 3-D Secure failed at the bank, before the shop records it. */
  const refusedByBank = async () => {
    const buyer = await startBuyer(shop);
    const stripeToken = await shop.cardToken(SECURE);
    expect((await buy(buyer.client, { id: buyer.item.id, stripeToken })).status).toBe(402);
    shop.answerChallenges('fail');
    return { ...buyer, stripeToken };
  };
  const endHold = () => shop.app.db.$executeRaw`
    UPDATE purchase_attempt SET next_check_at = now() - interval '1 second', hold_until = now() - interval '1 second'
    WHERE state = 'requires_action'`;

  /** Runs `work` while another process resumes abandoned purchases. */
  const besideAnother = async <Result>(work: Promise<Result>): Promise<Result> => {
    let isDone = false;
    const look = async () => {
      while (!isDone) {
        await reconcilePurchases({ ...shop.jobDeps, db: second.db });
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    const [result] = await Promise.all([work.finally(() => (isDone = true)), look()]);
    return result;
  };
  const isUnavailable = (answer: Awaited<ReturnType<typeof buy>>) => {
    expect(answer.status).toBe(503);
    expect(answer.body).toEqual({ message: 'error_message', code: 'unavailable' });
    expect(answer.headers['retry-after']).toBeDefined();
  };

  test('does not keep a call beyond its lease, so no other process takes it over meanwhile', async () => {
    const { item, client, stripeToken, attempts, states, remaining, charges } =
      await refusedByBank();
    answerSlowly(shop.provider, { late: READ, never: CANCEL });
    const calling = buy(client, { id: item.id, stripeToken });
    const [answer, tookMs] = await timed(besideAnother(calling));
    isUnavailable(answer);
    expect(tookMs).toBeLessThan(LEASE_MS);
    expect(await attempts()).toMatchObject([{ leaseHolder: null, tries: 0 }]);
    expect(await remaining()).toBe(4);
    shop.provider.clearFaults();
    expect((await buy(client, { id: item.id, stripeToken })).status).toBe(402);
    expect(await states()).toEqual(['refused']);
    expect(await remaining()).toBe(5);
    expect(await charges()).toBe(0);
  });

  test('does not keep a call that has to end an older purchase first beyond its lease', async () => {
    const { item, client, attempts, states, charges } = await refusedByBank();
    await endHold();
    answerSlowly(shop.provider, { late: READ, never: CANCEL });
    const other = { id: item.id, stripeToken: await shop.cardToken(), ...ABROAD[1] };
    const [answer, tookMs] = await timed(buy(client, other));
    isUnavailable(answer);
    expect(tookMs).toBeLessThan(LEASE_MS);
    expect(await attempts()).toMatchObject([{ leaseHolder: null }]);
    shop.provider.clearFaults();
    expect((await buy(client, other)).status).toBe(200);
    expect(await states()).toEqual(['refused', 'paid']);
    expect(await charges()).toBe(1);
  });

  test('does not keep the reconciler beyond its lease, and the next run completes the work', async () => {
    const { attempts, states, remaining } = await refusedByBank();
    await endHold();
    answerSlowly(shop.provider, { late: READ, never: CANCEL });
    const [, tookMs] = await timed(besideAnother(reconcilePurchases(shop.jobDeps)));
    expect(tookMs).toBeLessThan(LEASE_MS);
    expect(await attempts()).toMatchObject([{ leaseHolder: null, tries: 1 }]);
    shop.provider.clearFaults();
    await shop.reconcile();
    expect(await states()).toEqual(['refused']);
    expect(await remaining()).toBe(5);
  });

  test('that charges but answers too late is not asked to charge again', async () => {
    const { item, client, attempts, states, charges } = await startBuyer(shop);
    const slow = { effect: 'delay', delayMs: 1000, moment: 'after' } as const;
    shop.provider.addFault({ operation: 'payment_intents.create', ...slow });
    shop.provider.addFault({ operation: 'payment_intents.confirm', ...slow });
    const stripeToken = await shop.cardToken();
    const [answer, tookMs] = await timed(
      besideAnother(buy(client, { id: item.id, stripeToken }, 'slow')),
    );
    isUnavailable(answer);
    expect(tookMs).toBeLessThan(LEASE_MS);
    expect(await attempts()).toMatchObject([{ state: 'charging', leaseHolder: null, tries: 0 }]);
    expect((await buy(client, { id: item.id, stripeToken }, 'slow')).status).toBe(200);
    expect(await states()).toEqual(['paid']);
    expect(await charges()).toBe(1);
  });
});
