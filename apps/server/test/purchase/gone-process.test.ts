import { Prisma, type Tx } from '@agres/db/db';
import { DEAD_AFTER_SECONDS } from '@agres/money/checkout/heartbeat';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
} from 'vitest';

import { addItem, addUser } from '../support/rows.ts';
import type { ShopProcess } from '../support/shop-process.ts';
import { RECIPIENT } from '../support/shop.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { createVisitor, type Reply } from '../support/visitor.ts';

const CONFIRM = 'payment_intents.confirm';
/** Far less than the lease of a call, and far more than it takes to detect a dead process, in ms. */
const SOON_MS = 40_000;

describe('two processes on one database', () => {
  let cluster: TestCluster;
  let other: ShopProcess;

  beforeAll(async () => {
    cluster = await startTestCluster({ processes: 0 });
    other = await cluster.start();
    cluster.processes.push(other);
  });
  afterEach(async () => {
    expect(await cluster.brokenInvariants()).toEqual([]);
  });
  afterAll(() => cluster.close());

  const newBuyer = async (origin: string) => {
    const item = await addItem(cluster.db);
    const user = await addUser(cluster.db);
    const visitor = createVisitor();
    await visitor.signIn(origin, user.email);
    const body = { ...RECIPIENT, id: item.id, stripeToken: await cluster.provider.cardToken() };
    return {
      buy: (process: ShopProcess, key: string): Promise<Reply> =>
        visitor.post(`${process.origin}/api/items/buy`, body, { 'idempotency-key': key }),
      states: async () => {
        const rows = await cluster.db.purchaseAttempt.findMany({ where: { userId: user.id } });
        return rows.map(({ state }) => state);
      },
    };
  };
  /** Runs something while the next card is charged; the charge's answer waits for it. */
  const whileCharged = (meanwhile: () => Promise<unknown>) =>
    cluster.provider.control.addFault({
      operation: CONFIRM,
      effect: 'delay',
      moment: 'after',
      meanwhile,
    });

  describe('a busy process keeps sending heartbeats', () => {
    const silence = async (by: Tx = cluster.db) => {
      const [row] = await by.$queryRaw<{ seconds: number | null }[]>`
        SELECT extract(epoch FROM clock_timestamp() - min(beat_at))::float8 AS "seconds"
        FROM process_heartbeat`;
      return row?.seconds ?? Number.POSITIVE_INFINITY;
    };
    /** Returns the longest time without a heartbeat of a process within eight seconds. */
    const longestSilence = async (by: Tx, meanwhile: () => void = () => undefined) => {
      let longest = 0;
      for (let look = 0; look < 16; look += 1) {
        meanwhile();
        await new Promise((resolve) => setTimeout(resolve, 500));
        longest = Math.max(longest, await silence(by));
      }
      return longest;
    };
    beforeEach(async () => {
      // Only live processes send heartbeats again.
      await cluster.db.processHeartbeat.deleteMany();
    });

    test('under more requests than it can answer', async () => {
      const busy = await cluster.start();
      const user = await addUser(cluster.db);
      const visitor = createVisitor();
      await visitor.signIn(busy.origin, user.email);
      await expect.poll(() => silence(), { timeout: 30_000 }).toBeLessThan(4);
      const calls: Promise<unknown>[] = [];
      // More than can be answered, continuously.
      const callMore = () => {
        for (let call = 0; call < 40; call += 1) {
          calls.push(visitor.delete(`${busy.origin}/api/programsPerso/unsubscribe`));
        }
      };
      // Every connection for requests waits for a locked row until its deadline, and further calls queue.
      const longest = await cluster.db.$transaction(
        async (tx) => {
          await tx.$executeRaw`LOCK TABLE session IN ACCESS EXCLUSIVE MODE`;
          return longestSilence(tx, callMore);
        },
        { timeout: 30_000 },
      );
      expect(longest).toBeLessThan(6);
      await busy.gone();
      await Promise.all(calls);
    });

    test('with background work on a slow database', async () => {
      await cluster.db.$executeRaw`
        CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql
        AS 'BEGIN PERFORM pg_sleep(4); RETURN NULL; END'`;
      onTestFinished(
        async () =>
          void (await cluster.db.$executeRaw`
            CREATE OR REPLACE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql
            AS 'BEGIN RETURN NULL; END'`),
      );
      for (const table of [Prisma.sql`job`, Prisma.sql`job_schedule`]) {
        await cluster.db.$executeRaw`
          CREATE TRIGGER slow BEFORE INSERT OR UPDATE ON ${table} EXECUTE FUNCTION be_slow()`;
      }
      // A starting process runs all periodic work.
      const busy = await cluster.start();
      const longest = await longestSilence(cluster.db);
      await busy.gone();
      expect(longest).toBeLessThan(6);
    });
  });

  test('a call interrupted by a crash is completed by the other process within 40 seconds', async () => {
    const victim = await cluster.start();
    const buyer = await newBuyer(victim.origin);
    whileCharged(victim.gone);
    expect(await buyer.buy(victim, 'crashed')).toBeNull();
    const diedAtMs = performance.now();
    let reply: Reply = null;
    while (reply?.status !== 200 && performance.now() - diedAtMs < 2 * SOON_MS) {
      reply = await buyer.buy(other, 'crashed');
    }
    expect(reply?.status).toBe(200);
    expect(performance.now() - diedAtMs).toBeLessThan(SOON_MS);
    expect(await buyer.states()).toEqual(['paid']);
  });

  test('an abandoned purchase is completed by the reconciler after the crash', async () => {
    const victim = await cluster.start();
    const buyer = await newBuyer(victim.origin);
    whileCharged(victim.gone);
    expect(await buyer.buy(victim, 'left')).toBeNull();
    await expect.poll(buyer.states, { timeout: SOON_MS, interval: 200 }).toEqual(['paid']);
  });

  test('after a database outage no process takes over the purchase of a live one', async () => {
    const living = await cluster.start();
    const buyer = await newBuyer(living.origin);
    whileCharged(async () => {
      await cluster.proxy.goAway();
      // Longer than the time after which a silent process counts as dead.
      await new Promise((resolve) => setTimeout(resolve, (DEAD_AFTER_SECONDS + 1) * 1000));
      cluster.proxy.comeBack();
      // The same buyer's other tab must not end the pending purchase.
      let reply = await buyer.buy(other, 'another-tab');
      while (reply === null || reply.status === 503 || reply.status === 401) {
        reply = await buyer.buy(other, 'another-tab');
      }
      expect(reply).toMatchObject({ status: 409, body: { message: 'purchase_in_progress' } });
    });
    expect(await buyer.buy(living, 'under-way')).toMatchObject({ status: 200 });
    expect(await buyer.states()).toEqual(['paid']);
    expect(await living.stop()).toBe(0);
  });
});
