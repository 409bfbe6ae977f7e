import { createDb } from '@agres/db/db';
import { openTestDatabase } from '@agres/db/testing';
import { reconcilePurchases } from '@agres/money/purchase/open-purchases';
import type { Fault } from '@agres/stripe-emulator/control/faults';
import { afterEach, describe, expect, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import type { Answer } from '../support/client.ts';
import { useRunning } from '../support/running.ts';
import { buy, endSoundly, loseConfirmations, startTestShop } from '../support/shop.ts';

const DECLINED = '4000000000000002';
const CREATE = 'payment_intents.create';
const CONFIRM = 'payment_intents.confirm';

describe('concurrent work on the same purchase', () => {
  const database = useRunning(openTestDatabase);
  const second = useRunning(() => createDb(database.url));
  const shop = useRunning(() => startTestShop({ database }));

  afterEach(() => endSoundly(shop));

  const hold = (
    call: Pick<Fault, 'operation' | 'moment' | 'occurrence'>,
    meanwhile: () => Promise<unknown>,
  ) => shop.provider.addFault({ ...call, effect: 'delay', meanwhile });
  const makeDue = () => shop.app.db.$executeRaw`
    UPDATE purchase_attempt SET next_check_at = now() - interval '1 second', lease_until = NULL, hold_until = NULL
    WHERE state IN ('reserved', 'charging', 'requires_action')`;
  /** Runs the reconciler of this process and of another at the same time. */
  const reconcileTwice = () =>
    Promise.all([
      reconcilePurchases(shop.jobDeps),
      reconcilePurchases({ ...shop.jobDeps, db: second.db }),
      reconcilePurchases({ ...shop.jobDeps, db: second.workers() }),
    ]);
  const emailsOf = (attemptId: string | undefined) =>
    shop.app.db.job.count({ where: { dedupe: `order:${attemptId}` } });

  test('concurrent reconcilers share the open purchases and check each once', async () => {
    const buyers = [];
    for (let index = 0; index < 8; index += 1) buyers.push(await startBuyer(shop));
    const tokens = await Promise.all(buyers.map(() => shop.cardToken()));
    loseConfirmations(shop.provider);
    await Promise.all(
      buyers.map(({ client, item }, index) =>
        buy(client, { id: item.id, stripeToken: tokens[index] ?? '' }),
      ),
    );
    shop.provider.clearFaults();
    await makeDue();
    shop.provider.clearJournal();
    await reconcileTwice();
    expect(shop.provider.journal({ operation: 'payment_intents.retrieve' })).toHaveLength(8);
    for (const { attempts, charges, remaining } of buyers) {
      const [attempt, ...others] = await attempts();
      expect(others).toEqual([]);
      expect(attempt).toMatchObject({ state: 'paid', order: { amountCents: 2999 } });
      expect(await charges()).toBe(1);
      expect(await remaining()).toBe(4);
      expect(await emailsOf(attempt?.id)).toBe(1);
    }
  });

  test('a call and the reconciler that complete the same purchase write one order and one email', async () => {
    const { item, client, states, attempts, charges } = await startBuyer(shop);
    hold({ operation: CONFIRM, moment: 'after' }, async () => {
      expect(await states()).toEqual(['charging']);
      expect(await charges()).toBe(1);
      await makeDue();
      await Promise.all([reconcileTwice(), reconcileTwice()]);
    });
    const answer = await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
    expect(answer.status).toBe(200);
    const [attempt] = await attempts();
    expect(answer.body).toMatchObject({ id: attempt?.order?.id });
    expect(await shop.app.db.order.count({ where: { attemptId: attempt?.id ?? '' } })).toBe(1);
    expect(await emailsOf(attempt?.id)).toBe(1);
    expect(await shop.app.db.moneyAudit.count({ where: { attemptId: attempt?.id ?? '' } })).toBe(3);
  });

  test('a call and the reconciler that see the same refusal return the unit to stock once', async () => {
    const { item, client, states, remaining } = await startBuyer(shop);
    hold({ operation: CONFIRM, moment: 'after' }, async () => {
      expect(await states()).toEqual(['charging']);
      await makeDue();
      await Promise.all([reconcileTwice(), reconcileTwice()]);
    });
    const answer = await buy(client, { id: item.id, stripeToken: await shop.cardToken(DECLINED) });
    expect(answer.status).toBe(402);
    expect(await states()).toEqual(['refused']);
    expect(await remaining()).toBe(5);
  });

  /**
   * Buys by a process that stops at the given call until its attempt has expired and a second process has come
   * as far; `letGo` then lets the second one continue.
   */
  const buyTooLate = async (
    { item, client, states }: Awaited<ReturnType<typeof startBuyer>>,
    { operation, moment }: Required<Pick<Fault, 'operation' | 'moment'>>,
  ) => {
    const purchase = { id: item.id, stripeToken: await shop.cardToken() };
    const comesAsFar = Promise.withResolvers<void>();
    const mayContinue = Promise.withResolvers<void>();
    let again: Promise<Answer> | undefined;
    hold({ operation, moment }, async () => {
      expect(await states()).toEqual([operation === CREATE ? 'reserved' : 'charging']);
      await shop.reconcile();
      expect(await states()).toEqual(['expired']);
      again = buy(client.copy(), purchase);
      await comesAsFar.promise;
    });
    hold({ operation, moment: 'after', occurrence: 2 }, () => {
      comesAsFar.resolve();
      return mayContinue.promise;
    });
    const late = await buy(client, purchase);
    const letGo = () => {
      mayContinue.resolve();
      return again;
    };
    return { late, letGo };
  };

  test('a process that resumes too late does not replace the new payment with its own', async () => {
    const buyer = await startBuyer(shop);
    const { attempts, charges } = buyer;
    const { late, letGo } = await buyTooLate(buyer, { operation: CREATE, moment: 'after' });
    expect(late.status).toBe(503);
    // The second call is still creating its payment, and finds the attempt unchanged.
    expect(await attempts()).toMatchObject([{ state: 'reserved', paymentIntentId: null }]);
    expect(await letGo()).toMatchObject({ status: 200 });
    const [attempt] = await attempts();
    const made = shop.provider.money()['main']?.byAttempt[attempt?.id ?? '']?.intents ?? [];
    const left = made.filter(({ id }) => id !== attempt?.paymentIntentId);
    expect(left.map(({ status }) => status)).toEqual(['canceled']);
    expect(await charges()).toBe(1);
  });

  test('a process that resumes too late does not end the purchase by its former payment', async () => {
    const buyer = await startBuyer(shop);
    const { attempts, states, remaining, charges } = buyer;
    const { letGo } = await buyTooLate(buyer, { operation: CONFIRM, moment: 'before' });
    // The first call finds its payment cancelled, while the second call charges another one.
    expect(await states()).toEqual(['charging']);
    expect(await remaining()).toBe(4);
    expect(await letGo()).toMatchObject({ status: 200 });
    expect(await attempts()).toMatchObject([{ state: 'paid' }]);
    expect(await charges()).toBe(1);
    expect(await remaining()).toBe(4);
  });

  test('three tabs with their own keys get 200 or 409, and each attempt is charged once', async () => {
    const { item, client, states, charges, remaining } = await startBuyer(shop, { stocks: [50] });
    shop.provider.setLatency({ minMs: 20, maxMs: 60 });
    let sold = 0;
    for (let round = 0; round < 5; round += 1) {
      const tokens = await Promise.all([1, 2, 3].map(() => shop.cardToken()));
      const answers = await Promise.all(
        tokens.map((stripeToken, tab) =>
          buy(client.copy(), { id: item.id, stripeToken }, `round-${round}-tab-${tab}`),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
      sold += statuses.filter((status) => status === 200).length;
      expect(statuses).toContain(200);
    }
    shop.provider.setLatency({ minMs: 0, maxMs: 0 });
    expect(await charges()).toBe((await states()).length);
    expect(await remaining()).toBe(50 - (await charges()));
    expect(sold).toBeGreaterThanOrEqual(await charges());
  });
});
