import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createDb, type Db } from '@agres/db/db';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '@agres/db/testing';
import { startMailbox, type Mailbox } from '@agres/mail/mailbox';
import { beforeEach, describe, expect, test } from 'vitest';

import { runOwnerProgram } from '../support/owner-program.ts';
import { addItem, addUser } from '../support/rows.ts';
import { environmentOf, startShopProcess, type ShopProcess } from '../support/shop-process.ts';
import {
  findBrokenInvariants,
  RECIPIENT,
  startTestProvider,
  type TestProvider,
} from '../support/shop.ts';
import { createVisitor } from '../support/visitor.ts';

const SITE = 'https://www.agres.test';
const ELSEWHERE = 'https://staging.agres.test';
const STOCK = 5;
const PRICE_CENTS = 3000;
const ALERTS = 'alert@example.fr';

describe('the backup drill', { timeout: 600_000 }, () => {
  let provider: TestProvider;
  let mailbox: Mailbox;
  let database: TestDatabase;
  let file: string;
  let itemId: number;
  let buyers: { id: number; email: string }[];
  let cleanUp: (() => Promise<unknown>)[];

  const optionsFor = (databaseUrl: string, publicUrl: string) =>
    ({
      databaseUrl,
      publicUrl,
      provider,
      smtpUrl: mailbox.smtpUrl,
      mode: 'development',
    }) as const;
  const start = async (url: string, site = SITE): Promise<ShopProcess> => {
    const shop = await startShopProcess(optionsFor(url, site));
    cleanUp.unshift(shop.gone);
    return shop;
  };
  const run = (
    name: 'backup' | 'restore' | 'shop',
    [url, site]: readonly [url: string, site: string],
    ...args: string[]
  ) => runOwnerProgram(name, { ...environmentOf(optionsFor(url, site)), USER: 'owner' }, ...args);
  const withDb = async <T>(url: string, work: (db: Db) => Promise<T>): Promise<T> => {
    const { db, close } = createDb(url);
    try {
      return await work(db);
    } finally {
      await close();
    }
  };
  const emptyDatabase = async (): Promise<string> => {
    const made = await createEmptyDatabase();
    cleanUp.push(made.close);
    return made.url;
  };

  const buy = async ({ origin }: ShopProcess, buyer = 0) => {
    const visitor = createVisitor();
    await visitor.signIn(origin, buyers[buyer]?.email ?? '');
    return visitor.post(`${origin}/api/items/buy`, {
      ...RECIPIENT,
      id: itemId,
      stripeToken: await provider.cardToken(),
    });
  };
  const orderIdOf = (reply: Awaited<ReturnType<typeof buy>>): string => {
    const { body } = reply ?? {};
    if (reply?.status === 200 && typeof body === 'object' && body !== null && 'id' in body) {
      return String(body.id);
    }
    throw new Error(`nothing was bought: ${JSON.stringify(reply)}`);
  };

  /** The sequence number of the last call to the provider that `changes` has covered. */
  let seen = 0;
  const changes = () => {
    const news = provider.control.journal().filter(({ sequence }) => sequence > seen);
    seen = provider.control.journal().at(-1)?.sequence ?? seen;
    return news
      .map(({ operation }) => operation)
      .filter((operation) => !/^tokens\.|\.(?:retrieve|search|list\w*)$/.test(operation));
  };
  const refundedCents = () => provider.control.money()['main']?.refundedCents;
  const emailsToPeople = () => mailbox.emails().filter(({ to }) => !to.includes(ALERTS)).length;

  const isAtRest = (db: Db) =>
    Promise.all([
      db.jobSchedule.count({
        where: {
          name: { in: ['audit', 'subscription_audit', 'laws'] },
          nextRunAt: { gt: new Date() },
          lockedUntil: null,
        },
      }),
      db.job.count({ where: { doneAt: null, deadAt: null, runAt: { lt: new Date() } } }),
    ]).then(([done, waiting]) => done === 3 && waiting === 0);

  /** Runs all periodic work of a process, its audits included, and stops the process. */
  const untilAtRest = async (url: string, site: string, began?: ShopProcess) => {
    const shop = began ?? (await start(url, site));
    await expect.poll(() => withDb(url, isAtRest), { timeout: 240_000, interval: 500 }).toBe(true);
    await shop.stop();
  };

  beforeEach(async () => {
    cleanUp = [];
    seen = 0;
    provider = await startTestProvider();
    mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
    const folder = await mkdtemp(join(tmpdir(), 'agres-drill-'));
    file = join(folder, 'backup');
    database = await createTestDatabase();
    cleanUp = [database.close];
    await withDb(database.url, async (db) => {
      itemId = (await addItem(db, { stocks: [STOCK], priceCents: PRICE_CENTS })).id;
      buyers = [await addUser(db), await addUser(db), await addUser(db)];
    });
    return async () => {
      for (const close of cleanUp) await close();
      await provider.close();
      await mailbox.close();
      await rm(folder, { recursive: true });
    };
  });

  test('I7: a lost database is restored instead: no order is lost or doubled, no refund repeated', async () => {
    const shop = await start(database.url);
    const kept = orderIdOf(await buy(shop, 0));
    const backup = await run('backup', [database.url, SITE], file);
    expect(backup).toMatchObject({ code: 0, err: '' });

    // Missing from the backup: two purchases, and the refund of the first one.
    const lost = [orderIdOf(await buy(shop, 1)), orderIdOf(await buy(shop, 2))];
    const cancelled = await run(
      'shop',
      [database.url, SITE],
      'orders',
      'cancel',
      kept,
      '--reason',
      'x',
    );
    expect(cancelled).toMatchObject({ code: 0 });
    const { amountCents = 0, refundedCents: before = 0 } = provider.control.money()['main'] ?? {};
    await expect.poll(refundedCents, { timeout: 20_000 }).toBe(amountCents / 3);
    expect(before).toBeLessThanOrEqual(amountCents / 3);
    await shop.gone();
    await database.close();
    changes();

    const url = await emptyDatabase();
    const restored = await run('restore', [url, SITE], file, '--instead');
    expect(restored).toMatchObject({ code: 0, err: '' });
    await untilAtRest(url, SITE);
    expect(changes()).toEqual([]);

    const again = await start(url);
    expect((await fetch(`${again.origin}/api/items`)).status).toBe(200);
    expect(await buy(again, 0)).toMatchObject({ status: 503, body: { code: 'sales_paused' } });
    const payments = (verb: string) =>
      run('shop', [url, SITE], 'payments', verb, '--output', 'json');
    expect(JSON.parse((await payments('list')).out)).toMatchObject({
      withoutOrder: [{ advice: 'rebuild' }, { advice: 'rebuild' }],
      restoredFrom: expect.any(String),
    });
    expect(await payments('open-sales')).toMatchObject({
      code: 1,
      err: expect.stringContaining('2 payments without an order wait for your decision'),
    });
    expect(await buy(again, 0)).toMatchObject({ status: 503 });
    expect(changes()).toEqual([]);

    const made = { order: expect.any(Number), leftAlone: null };
    expect(JSON.parse((await payments('rebuild')).out)).toMatchObject({ payments: [made, made] });
    expect(JSON.parse((await payments('open-sales')).out)).toEqual({ wasPaused: true });
    const next = orderIdOf(await buy(again, 0));
    expect(Number(next)).toBeGreaterThan(100_000);
    expect([kept, ...lost]).not.toContain(next);

    // The owner cancels again: the shop does not repeat the refund.
    await run('shop', [url, SITE], 'orders', 'cancel', kept, '--reason', 'x');
    await again.stop();
    await untilAtRest(url, SITE);
    expect(refundedCents()).toBe(amountCents / 3);
    expect(changes().filter((operation) => /refund/.test(operation))).toEqual([]);
    await withDb(url, async (db) => {
      expect(await findBrokenInvariants(db, provider.control)).toEqual([]);
      const orders = await db.order.findMany({ include: { attempt: true } });
      const paid = orders.map(({ attempt }) => attempt.paymentIntentId);
      expect(paid).toHaveLength(4);
      expect(new Set(paid).size).toBe(4);
      const open = orders.filter(({ cancelledAt }) => cancelledAt === null);
      const [option] = await db.itemOption.findMany({ where: { itemId } });
      expect(option?.remaining).toBe(STOCK - open.length);
    });
  });

  test('I7: a copy beside the live shop changes nothing at the provider, and e-mails no customer', async () => {
    const shop = await start(database.url);
    orderIdOf(await buy(shop, 0));
    const backup = await run('backup', [database.url, SITE], file);
    expect(backup).toMatchObject({ code: 0, err: '' });
    orderIdOf(await buy(shop, 1));
    await untilAtRest(database.url, SITE, shop);
    changes();
    const emails = emailsToPeople();

    const url = await emptyDatabase();
    expect(await run('restore', [url, ELSEWHERE], file, '--copy')).toMatchObject({
      code: 0,
      err: '',
    });
    // Work that a copy could still do: a requested e-mail, audits that are due.
    const copy = await start(url, ELSEWHERE);
    const visitor = createVisitor();
    const email = buyers[0]?.email ?? '';
    await visitor.signIn(copy.origin, email);
    const asked = await visitor.put(`${copy.origin}/api/users/forgottenPassword`, { email });
    expect(asked).toMatchObject({ status: 200 });
    await untilAtRest(url, ELSEWHERE, copy);
    expect(changes()).toEqual([]);
    expect(emailsToPeople()).toBe(emails);

    const living = await start(database.url);
    orderIdOf(await buy(living, 2));
    await untilAtRest(database.url, SITE, living);
    await withDb(database.url, async (db) => {
      expect(await findBrokenInvariants(db, provider.control)).toEqual([]);
    });
  });
});
