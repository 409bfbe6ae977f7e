import { createDb, type Db, type Tx } from '@agres/db/db';
import { createTestDatabase } from '@agres/db/testing';
import { auditPayments } from '@agres/money/purchase/audit-payments';
import { reconcileSubscriptions } from '@agres/money/subscription/reconcile-subscriptions';
import { expect, describe, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import type { Answer } from '../support/client.ts';
import { loseRows } from '../support/lost-rows.ts';
import { buy, startTestShop, webhookTargetOf, type TestShop } from '../support/shop.ts';
import { brokenSubscriptionInvariants, CARDS, subscribe } from '../support/subscribing.ts';

const ROUNDS = 2;
const AT_ONCE = 6;
/** The results of three cards: a declined one, one without funds, a valid one. */
const TOLD = ['invalid_card', 'insufficient_funds', 'subscribed'];

describe('concurrent attempts, webhook events and reconcilers', () => {
  test('the end of a declined attempt and its webhook event do not deadlock', async () => {
    const deadlocks = await deadlocksWhile(async (shop, observer) => {
      const { client } = await shop.app.member();
      const stripeToken = await shop.cardToken(CARDS.declined);
      const answer = await meet(
        { shop, observer },
        {
          call: () => subscribe(client, { stripeToken }),
          before: 'invoices.void_invoice',
          rival: async () => shop.provider.releaseWebhooks(),
        },
      );
      expect(answer).toMatchObject({ status: 402, body: { message: 'invalid_card' } });
    });
    expect(deadlocks).toBe(0);
  });

  test('a first payment and the deletion of the referrer do not deadlock', async () => {
    const deadlocks = await deadlocksWhile(async (shop, observer) => {
      const referrer = await newReferrer(shop);
      const { client } = await shop.app.member();
      const { discountCode } = referrer;
      const stripeToken = await shop.cardToken();
      const answer = await meet(
        { shop, observer },
        {
          call: () => subscribe(client, { stripeToken, discountCode }),
          before: 'payment_intents.confirm',
          rival: () => referrer.client.delete('/api/users'),
        },
      );
      expect(answer).toMatchObject({ status: 200 });
    });
    expect(deadlocks).toBe(0);
  });

  test('the payment of a purchase and the deletion of its buyer do not deadlock', async () => {
    const deadlocks = await deadlocksWhile(async (shop, observer) => {
      const { item, client } = await startBuyer(shop);
      const stripeToken = await shop.cardToken();
      const answer = await meet(
        { shop, observer },
        {
          call: () => buy(client, { id: item.id, stripeToken }),
          before: 'payment_intents.confirm',
          rival: () => client.copy().delete('/api/users'),
          // The order is about to be written, and refers to its buyer.
          lock: (tx) => tx.$executeRaw`LOCK TABLE orders IN SHARE MODE`,
        },
      );
      expect(answer).toMatchObject({ status: 200 });
    });
    expect(deadlocks).toBe(0);
  });

  test('the rebuild of an order and the deletion of its buyer do not deadlock', async () => {
    const deadlocks = await deadlocksWhile(async (shop, observer) => {
      const { item, client, attempts } = await startBuyer(shop);
      const body = { id: item.id, stripeToken: await shop.cardToken() };
      expect((await buy(client, body, 'first')).status).toBe(200);
      const [lost] = await attempts();
      await loseRows(observer, lost?.id ?? '');
      // This call uses up its key in vain: rebuilding the order frees it.
      expect((await buy(client, body, 'first')).status).toBe(402);
      const clock = () => new Date(Date.now() + 20 * 60_000);
      const rivals = await observer.$transaction(async (tx) => {
        // Blocks the deletion from these rows once it has locked the person's purchases.
        await tx.$executeRaw`LOCK TABLE contact_message IN SHARE MODE`;
        const deletion = client.copy().delete('/api/users');
        await expect.poll(() => waiting(observer), often).toBe(1);
        const audit = auditPayments({ ...shop.jobDeps, clock });
        await expect.poll(() => waiting(observer), often).toBe(2);
        return { deletion, audit };
      });
      expect(await rivals.deletion).toMatchObject({ status: 200 });
      expect(await rivals.audit).toMatchObject([{ rebuilt: 1 }, { rebuilt: 0 }]);
      expect(await observer.order.findMany()).toMatchObject([{ userId: null }]);
    });
    expect(deadlocks).toBe(0);
  });

  test('two declined cards and a valid one get their own results under concurrent load', async () => {
    const deadlocks = await deadlocksWhile(async (shop) => {
      const { discountCode, ...referrer } = await newReferrer(shop);
      await whileReconciling(shop, async () => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const told = await Promise.all(
            Array.from({ length: AT_ONCE }, () => tryCards(shop, discountCode)),
          );
          expect(told).toEqual(told.map(() => TOLD));
        }
      });
      expect(await shop.provider.webhooksSettled({ withinMs: 10_000 })).toBe(true);
      expect(
        await brokenSubscriptionInvariants({ db: shop.app.db, payments: shop.payments }),
      ).toEqual([]);
      const referrals = await shop.app.db.referralCredit.count({
        where: { ownerId: referrer.userId, kind: 'referral' },
      });
      expect(referrals).toBe(ROUNDS * AT_ONCE);
    });
    expect(deadlocks).toBe(0);
  }, 300_000);
});

const often = { interval: 5 };

type Scene = { shop: TestShop; observer: Db };
type Meeting = {
  call: () => Promise<Answer>;
  /** The provider operation from which on the call is blocked from the subscription's row. */
  before: string;
  /** Starts as soon as the call waits for that row. */
  rival: () => Promise<unknown>;
  /** Locks what blocks the call, if that is not its subscription. */
  lock?: (tx: Tx) => Promise<unknown>;
};

/** Makes a call and a rival compete for the same rows, the call first; webhook events are held back. */
async function meet(
  { shop, observer }: Scene,
  { call, before, rival, lock }: Meeting,
): Promise<Answer> {
  const isMade = Promise.withResolvers<void>();
  const isLocked = Promise.withResolvers<void>();
  const meanwhile = () => {
    isMade.resolve();
    return isLocked.promise;
  };
  shop.provider.setWebhookHabits({ habits: { isHeld: true } });
  shop.provider.addFault({ operation: before, effect: 'delay', moment: 'before', meanwhile });
  const answer = call();
  await Promise.race([isMade.promise, answer]);
  let rivalry: Promise<unknown> = Promise.resolve();
  await observer.$transaction(async (tx) => {
    await (lock?.(tx) ?? tx.$executeRaw`SELECT FROM subscription FOR UPDATE`);
    isLocked.resolve();
    await expect.poll(() => waiting(observer), often).toBe(1);
    rivalry = rival();
    await expect.poll(() => waiting(observer), often).toBeGreaterThan(1);
  });
  await rivalry;
  return answer;
}

async function whileReconciling(shop: TestShop, act: () => Promise<void>): Promise<void> {
  let isOver = false;
  const reconciling = (async () => {
    while (!isOver) await reconcileSubscriptions(shop.jobDeps);
  })();
  try {
    await act();
  } finally {
    isOver = true;
    await reconciling;
  }
}

async function tryCards(shop: TestShop, discountCode: string): Promise<string[]> {
  const { client } = await shop.app.member();
  const told: string[] = [];
  for (const card of [CARDS.declined, CARDS.short, CARDS.visa]) {
    const stripeToken = await shop.cardToken(card);
    const { body } = await subscribe(client, { stripeToken, discountCode });
    told.push(Object(body).message);
  }
  return told;
}

async function newReferrer(shop: TestShop) {
  const { client, userId } = await shop.app.member();
  const { personalDiscountCode: discountCode } = await shop.app.db.user.findUniqueOrThrow({
    where: { id: userId },
  });
  return { client, userId, discountCode };
}

async function waiting(db: Db): Promise<number> {
  const [row] = await db.$queryRaw<{ sessions: number }[]>`
    SELECT count(*)::int AS "sessions" FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return row?.sessions ?? 0;
}

/**
 * Runs a shop that receives every webhook event, and counts the deadlocks that its database resolved. The
 * observer has its own connections.
 */
async function deadlocksWhile(
  act: (shop: TestShop, observer: Db) => Promise<void>,
): Promise<number> {
  const database = await createTestDatabase();
  const [handle, observer] = [createDb(database.url), createDb(database.url)];
  const shop = await startTestShop({ database: handle });
  try {
    const origin = await shop.app.server.listen({ host: '127.0.0.1', port: 0 });
    shop.provider.setWebhookTargets([webhookTargetOf(origin)]);
    await act(shop, observer.db);
    shop.provider.setWebhookTargets([]);
  } finally {
    await shop.close();
    await Promise.all([handle.close(), observer.close()]);
  }
  const deadlocks = await countDeadlocks(database.url);
  await database.close();
  return deadlocks;
}

/** Counts the deadlocks; a session reports its statistics at the latest when it ends. */
async function countDeadlocks(url: string): Promise<number> {
  const { db, close } = createDb(url);
  const others = async () => {
    const [row] = await db.$queryRaw<{ sessions: number }[]>`
      SELECT count(*)::int AS "sessions" FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND backend_type = 'client backend'`;
    return row?.sessions;
  };
  await expect.poll(others, often).toBe(0);
  const [row] = await db.$queryRaw<{ deadlocks: number }[]>`
    SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`;
  await close();
  return row?.deadlocks ?? Number.NaN;
}
