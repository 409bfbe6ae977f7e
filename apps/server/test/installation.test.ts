import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { openInstallation } from '@agres/core/installation';
import { readSetting } from '@agres/core/settings';
import { readDatabasePlace } from '@agres/db/database-place';
import { createDb, type Db } from '@agres/db/db';
import {
  copyTestDatabase,
  createEmptyDatabase,
  createTestDatabase,
  findBackupTools,
  openTestDatabase,
  type TestDatabase,
} from '@agres/db/testing';
import { parisDayOf } from '@agres/domain/days';
import { REFERRAL_CREDIT_CENTS } from '@agres/domain/subscription';
import { startMailbox, type Mailbox } from '@agres/mail/mailbox';
import { createPayments, type Payments } from '@agres/payments/payments';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { openOwnDatabase } from '../src/database.ts';
import { enqueueStored } from './support/jobs.ts';
import { runOwnerProgram } from './support/owner-program.ts';
import { addItem, addUser } from './support/rows.ts';
import {
  startShopProcess,
  type ShopProcess,
  type ShopProcessOptions,
} from './support/shop-process.ts';
import {
  buy as buyAt,
  findBrokenInvariants,
  RECIPIENT,
  startTestProvider,
  startTestShop,
  type TestProvider,
} from './support/shop.ts';
import {
  brokenSubscriptionInvariants,
  CARDS,
  SUBSCRIBE,
  subscribe as subscribeAt,
  UNSUBSCRIBE,
} from './support/subscribing.ts';
import { createVisitor } from './support/visitor.ts';

const SITE = 'https://www.agres.test';
const ELSEWHERE = 'https://staging.agres.test';
const TEN_YEARS_AGO = new Date(Date.now() - 10 * 365 * 24 * 60 * 60 * 1000);
const ALERTS = 'alert@example.fr';
/** The audit's alert to the owner about payments that it does not decide. */
const WAITING = 'Payments without an order wait for your decision';
const FOREIGN = 'Another shop charges with the same keys';

const backupTools = await findBackupTools();

const withDb = async <T>(url: string, work: (db: Db) => Promise<T>): Promise<T> => {
  const { db, close } = createDb(url);
  try {
    return await work(db);
  } finally {
    await close();
  }
};

const adopt = (databaseUrl: string, site: string, word: string) =>
  runOwnerProgram('shop', { DATABASE_URL: databaseUrl, PUBLIC_URL: site }, 'adopt', word);

// Sales, renewals and pending purchases are at the payment provider, where every installation with the same
// keys sees them.
describe('another installation with the same provider keys', { timeout: 240_000 }, () => {
  let provider: TestProvider;
  let payments: Payments;
  let mailbox: Mailbox;
  let database: TestDatabase;
  let itemId: number;
  /** A member with an order, a subscription and a pending purchase. */
  let person: { id: number; email: string };
  let cleanUp: (() => Promise<unknown>)[] = [];

  const start = async (
    url: string,
    publicUrl: string,
    mode: ShopProcessOptions['mode'] = 'production',
  ) => {
    const shop = await startShopProcess({
      databaseUrl: url,
      provider,
      smtpUrl: mailbox.smtpUrl,
      mode,
      publicUrl,
    });
    cleanUp.unshift(shop.gone);
    return shop;
  };
  const startError = (...of: Parameters<typeof start>) =>
    start(...of).then(
      () => 'it started',
      (error: unknown) => String(error),
    );
  const copyOf = async (original: TestDatabase) => {
    const copy = await copyTestDatabase(original);
    cleanUp.push(copy.close);
    return copy;
  };
  const signIn = async ({ origin }: ShopProcess) => {
    const visitor = createVisitor();
    await visitor.signIn(origin, person.email);
    return visitor;
  };
  const buy = async (shop: ShopProcess, card: string = CARDS.visa) =>
    (await signIn(shop)).postUntilAccepted(`${shop.origin}/api/items/buy`, {
      ...RECIPIENT,
      id: itemId,
      stripeToken: await provider.cardToken(card),
    });
  const subscribe = async (shop: ShopProcess) =>
    (await signIn(shop)).postUntilAccepted(shop.origin + SUBSCRIBE, {
      plan: 'monthly',
      stripeToken: await provider.cardToken(),
    });

  /** The sequence number of the last call to the provider that `changes` has covered. */
  let seen = 0;
  const changes = () => {
    const news = provider.control.journal().filter(({ sequence }) => sequence > seen);
    seen = provider.control.journal().at(-1)?.sequence ?? seen;
    return news
      .map(({ operation }) => operation)
      .filter((operation) => !/\.(?:retrieve|search|list\w*)$/.test(operation));
  };
  /** The id of the last email before the current test; only later ones are counted. */
  let earlier = 0;
  const emailsToOwner = (about: string) =>
    mailbox
      .emails()
      .filter(({ id, to, text }) => id > earlier && to.includes(ALERTS) && text.includes(about));
  const emailsToPeople = () => mailbox.emails().filter(({ to }) => !to.includes(ALERTS)).length;

  const leftIn = async (db: Db) => {
    const done = await db.jobSchedule.count({
      where: {
        name: {
          in: ['audit', 'subscription_audit', 'credits', 'referrals', 'reminders', 'laws'],
        },
        nextRunAt: { gt: new Date() },
        lockedUntil: null,
      },
    });
    const waiting = await db.job.count({ where: { doneAt: null, deadAt: null } });
    const due = await db.subscription.count({
      where: { state: { in: ['active', 'past_due'] }, nextCheckAt: { lt: new Date() } },
    });
    return { done, waiting, due };
  };
  /** All periodic work is done, the daily audits included. */
  const AT_REST = { done: 6, waiting: 0, due: 0 };
  const atRest = (url: string) =>
    withDb(url, async (db) => {
      await expect.poll(() => leftIn(db), { timeout: 60_000 }).toEqual(AT_REST);
    });
  const onceMore = async (url: string) => {
    await withDb(url, (db) => db.jobSchedule.deleteMany());
    await atRest(url);
  };
  /** Returns the violated invariants of one installation, ignoring what another one sold. */
  const brokenInvariants = async (url: string, other = url) => {
    const sold = await withDb(other, (db) => db.purchaseAttempt.findMany());
    const isTheirs = (invariant: string) => sold.some(({ id }) => invariant === `L4 ${id} unknown`);
    return withDb(url, async (db) => [
      ...(await findBrokenInvariants(db, provider.control)).filter(
        (invariant) => !isTheirs(invariant),
      ),
      ...(await brokenSubscriptionInvariants({ db, payments })),
    ]);
  };

  /** Runs the shop in this process, which is faster, until it has sold something and rests. */
  const sellSomething = async () => {
    const handle = createDb(database.url);
    const shop = await startTestShop({
      database: handle,
      provider,
      smtpUrl: mailbox.smtpUrl,
      config: { publicUrl: SITE },
    });
    itemId = (await addItem(handle.db)).id;
    const { client, userId, email } = await shop.app.member();
    person = { id: userId, email };
    const bought = async (card: string) =>
      buyAt(client, { id: itemId, stripeToken: await provider.cardToken(card) });
    const answers = [
      await bought(CARDS.visa),
      await subscribeAt(client, { stripeToken: await provider.cardToken() }),
      await bought(CARDS.secure),
    ];
    const told = answers.map(({ status }) => status).join(' ');
    if (told !== '200 200 402') throw new Error(`the shop sold nothing: ${told}`);
    await shop.inBackground(async () => isDeepStrictEqual(await leftIn(handle.db), AT_REST));
    await shop.close();
    await handle.close();
  };

  const addDueReferral = (db: Db) =>
    db.referralCredit.create({
      data: {
        ownerId: person.id,
        kind: 'referral',
        amountCents: REFERRAL_CREDIT_CENTS,
        dueAt: new Date(0),
        addressHash: randomBytes(32),
        ownerAddressHash: randomBytes(32),
      },
    });
  const creditCents = async (customerId: string) => {
    const read = await payments.readCustomer('main', customerId);
    return read.outcome === 'known' ? read.value?.creditCents : read.cause.message;
  };

  /**
   * Makes every job due in a copy whose original completed them long ago: all that could be sent,
   * cancelled, ended or refunded for the original's users.
   */
  const makeEverythingDue = (url: string) =>
    withDb(url, async (db) => {
      const [subscription] = await db.subscription.findMany();
      const [attempt] = await db.purchaseAttempt.findMany({
        where: { state: 'requires_action' },
      });
      const customerId = subscription?.stripeCustomerId ?? '';
      await enqueueStored(db, {
        kind: 'mail',
        payload: { letter: 'passwordRecovery', userId: person.id, locale: 'fr' },
      });
      await enqueueStored(db, {
        kind: 'cancel_intent',
        payload: { account: 'main', intentId: attempt?.paymentIntentId ?? '' },
      });
      await enqueueStored(db, {
        kind: 'refund_intent',
        payload: { account: 'main', intentId: attempt?.paymentIntentId ?? '' },
      });
      await enqueueStored(db, {
        kind: 'end_subscriptions',
        payload: { account: 'main', customerId },
      });
      await enqueueStored(db, {
        kind: 'customer_email',
        payload: { userId: person.id, account: 'main', customerId },
      });
      await db.user.update({
        where: { id: person.id },
        data: { email: 'older@example.fr', emailKey: 'older@example.fr' },
      });
      await db.declaration.create({
        data: {
          kind: 'withdrawal',
          key: randomBytes(32),
          proof: 'none',
          email: 'stranger@example.fr',
          locale: 'fr',
          receipt: 'waiting',
          declaredAt: new Date(0),
        },
      });
      await addDueReferral(db);
      await db.referralCredit.create({
        data: { ownerId: person.id, kind: 'credit', amountCents: REFERRAL_CREDIT_CENTS },
      });
      await db.jobSchedule.deleteMany();
      await db.$executeRaw`
          UPDATE purchase_attempt SET next_check_at = now() - interval '1 second', hold_until = now() - interval '1 second'
          WHERE state = 'requires_action'`;
      await db.$executeRaw`UPDATE subscription SET next_check_at = now() - interval '1 second'`;
    });

  beforeAll(async () => {
    provider = await startTestProvider();
    payments = createPayments(provider.config);
    mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
  });
  afterAll(async () => {
    await provider.close();
    await mailbox.close();
  });
  beforeEach(async () => {
    database = await createTestDatabase();
    cleanUp = [database.close];
    await sellSomething();
    changes();
    earlier = mailbox.emails()[0]?.id ?? 0;
    return async () => {
      for (const close of cleanUp) await close();
      provider.control.reset();
      seen = 0;
    };
  });

  describe('a copy beside the original', () => {
    let copy: TestDatabase;
    beforeEach(async () => {
      copy = await copyOf(database);
      await makeEverythingDue(copy.url);
    });

    test('I7: does not start for the same or another site, and has no effect', async () => {
      const emails = emailsToPeople();
      for (const site of [SITE, ELSEWHERE]) {
        for (const mode of ['production', 'development'] as const) {
          const said = await startError(copy.url, site, mode);
          expect(said).toContain('pnpm shop adopt --instead');
          expect(said).toContain('pnpm shop adopt --copy');
          for (const value of [SITE, site]) expect(said).toContain(value);
          expect(said.match(/postgresql \d+ \d+/g)).toHaveLength(2);
        }
      }
      expect(changes()).toEqual([]);
      expect(emailsToPeople()).toBe(emails);
      const tried = await withDb(copy.url, (db) =>
        db.job.count({ where: { attempts: { gt: 0 }, doneAt: null } }),
      );
      expect(tried).toBe(0);
      expect(await brokenInvariants(database.url)).toEqual([]);
    });

    test('I7: adopted as a copy, it calls no provider and sends no e-mail to customers', async () => {
      const emails = emailsToPeople();
      const adopted = await adopt(copy.url, ELSEWHERE, '--copy');
      expect(adopted).toMatchObject({ code: 0, err: '' });
      const shop = await start(copy.url, ELSEWHERE);
      await atRest(copy.url);
      expect(changes()).toEqual([]);
      expect(emailsToPeople()).toBe(emails);
      expect(await adopt(copy.url, SITE, '--instead')).toMatchObject({
        code: 1,
        err: expect.stringContaining('Another program is connected to this database'),
      });
      await shop.stop();
      expect(await withDb(copy.url, (db) => db.session.count())).toBe(0);
      const declarations = await withDb(copy.url, (db) => db.declaration.findMany());
      expect(declarations).toMatchObject([{ receipt: 'page', nextCheckAt: null }]);
      expect(await brokenInvariants(database.url)).toEqual([]);
      expect(await brokenInvariants(copy.url)).toEqual([]);
    });

    test('I7: adopted as a copy, it sells beside the original without interfering', async () => {
      expect((await adopt(copy.url, ELSEWHERE, '--copy')).code).toBe(0);
      await withDb(copy.url, (db) =>
        db.user.update({
          where: { id: person.id },
          data: { email: person.email, emailKey: person.email },
        }),
      );
      const [original, other] = await Promise.all([
        start(database.url, SITE),
        start(copy.url, ELSEWHERE),
      ]);
      for (const shop of [original, other]) {
        expect(await buy(shop)).toMatchObject({ status: 200 });
      }
      expect(await subscribe(other)).toMatchObject({ status: 200 });
      for (const { url } of [database, copy]) {
        await withDb(url, (db) => db.jobSchedule.deleteMany());
        await atRest(url);
      }
      const [ours, theirs] = await Promise.all(
        [database, copy].map(({ url }) =>
          withDb(url, (db) => db.paymentCustomer.findFirstOrThrow()),
        ),
      );
      expect(ours?.stripeCustomerId).not.toBe(theirs?.stripeCustomerId);
      const undone = changes().filter((operation) =>
        /refund|\.cancel|void|delete|update|create_balance/.test(operation),
      );
      // The buyer's newer purchase ends their own older one.
      expect(undone).toEqual(['payment_intents.cancel']);
      expect(await brokenInvariants(database.url, copy.url)).toEqual([]);
      expect(await brokenInvariants(copy.url, database.url)).toEqual([]);
      expect(provider.control.money()['main']).toMatchObject({ refundedCents: 0 });
    });
  });

  test('I7: a restored backup adopted instead continues as the shop, and refunds nothing', async () => {
    const backup = await copyOf(database);
    const shop = await start(database.url, SITE);
    expect(await buy(shop)).toMatchObject({ status: 200 });
    await shop.stop();
    changes();

    expect(await startError(backup.url, SITE, 'production')).toContain('adopt --instead');
    expect(await adopt(backup.url, SITE, '--instead')).toMatchObject({ code: 0, err: '' });
    await withDb(backup.url, (db) => db.jobSchedule.deleteMany());
    const restored = await start(backup.url, SITE);
    await atRest(backup.url);
    expect(changes()).toEqual([]);
    expect(provider.control.money()['main']).toMatchObject({ refundedCents: 0 });

    const visitor = await signIn(restored);
    expect(await visitor.delete(restored.origin + UNSUBSCRIBE)).toMatchObject({ status: 200 });
    expect(changes()).toEqual(['subscriptions.update']);
    await withDb(backup.url, async (db) => {
      expect((await addUser(db)).id).toBeGreaterThan(person.id + 100_000);
      const [before, now] = [
        await withDb(database.url, (original) => original.installation.findFirstOrThrow()),
        await db.installation.findFirstOrThrow(),
      ];
      expect(now.id).toBe(before.id);
      expect(now.place).not.toBe(before.place);
      expect(now.trustedFrom.getTime()).toBeGreaterThan(before.trustedFrom.getTime());
    });
  });

  describe.skipIf(backupTools === undefined)('a backup by pg_dump', () => {
    let file: string;
    let lost: string;
    beforeEach(async () => {
      const folder = await mkdtemp(join(tmpdir(), 'backup-'));
      cleanUp.push(() => rm(folder, { recursive: true }));
      file = join(folder, 'shop.dump');
      await backupTools?.dump(database.url, file);
      const shop = await start(database.url, SITE);
      const bought = await buy(shop);
      if (bought?.status !== 200) throw new Error('nothing was bought after the backup');
      await shop.stop();
      changes();
      lost = await withDb(database.url, async (db) => {
        const { id } = await db.purchaseAttempt.findFirstOrThrow({
          orderBy: { createdAt: 'desc' },
        });
        return id;
      });
    });

    /**
     * Checks that the adopted copy continues as the shop: it refunds nothing, and the owner decides about
     * what it lost.
     */
    const goesOnAsTheShop = async (url: string) => {
      const before = await withDb(url, (db) => db.installation.findFirstOrThrow());
      expect(await withDb(url, (db) => db.session.count())).toBeGreaterThan(0);
      expect(await adopt(url, SITE, '--instead')).toMatchObject({ code: 0, err: '' });
      await withDb(url, async (db) => {
        expect(await db.session.count()).toBe(0);
        const now = await db.installation.findFirstOrThrow();
        expect(now).toMatchObject({ id: before.id, site: SITE, copiedAt: null });
        expect(now.trustedFrom.getTime()).toBeGreaterThan(before.trustedFrom.getTime());
        expect((await addUser(db)).id).toBeGreaterThan(person.id + 100_000);
      });

      const shop = await start(url, SITE);
      await onceMore(url);
      await onceMore(url);
      expect(changes()).toEqual([]);
      expect(provider.control.money()['main']).toMatchObject({ refundedCents: 0 });
      expect(emailsToOwner(WAITING)).toHaveLength(1);
      expect(emailsToOwner(FOREIGN)).toHaveLength(0);
      expect(await brokenInvariants(url)).toEqual([`L4 ${lost} unknown`]);

      expect(await buy(shop)).toMatchObject({ status: 200 });
      changes();
      const visitor = await signIn(shop);
      expect(await visitor.delete(shop.origin + UNSUBSCRIBE)).toMatchObject({ status: 200 });
      expect(changes()).toEqual(['subscriptions.update']);
      expect(await brokenInvariants(url)).toEqual([`L4 ${lost} unknown`]);
    };

    test('I7: restored into a new database, it does not start until adopted instead', async () => {
      const restored = await createEmptyDatabase();
      cleanUp.push(restored.close);
      await backupTools?.restore(file, restored.url);
      const emails = emailsToPeople();
      for (const mode of ['production', 'development'] as const) {
        const said = await startError(restored.url, SITE, mode);
        expect(said).toContain('pnpm shop adopt --instead');
        const places = said.match(/postgresql \d+ \d+/g);
        expect(new Set(places).size).toBe(2);
      }
      expect(changes()).toEqual([]);
      expect(emailsToPeople()).toBe(emails);
      await goesOnAsTheShop(restored.url);
    });

    test('I7: restored into the same database, it starts unchanged, and is adopted instead by hand', async () => {
      await backupTools?.restore(file, database.url, 'clean');
      const handle = createDb(database.url);
      expect(await handle.db.purchaseAttempt.count({ where: { id: lost } })).toBe(0);
      const here = { site: SITE, place: await readDatabasePlace(handle.db) };
      expect(await openInstallation(handle.db, here, 'production')).toMatchObject(here);
      await handle.close();
      await goesOnAsTheShop(database.url);
    });
  });

  test('I7: a backup adopted twice assigns no ID and no invoice number twice', async () => {
    const numbersAfterAdoption = async (url: string) => {
      expect(await adopt(url, SITE, '--instead')).toMatchObject({ code: 0, err: '' });
      return withDb(url, async (db) => ({
        user: (await addUser(db)).id,
        invoices: (await readSetting(db, 'invoiceNumbersLeftOut')).value,
      }));
    };
    const first = await copyOf(database);
    const second = await copyOf(database);
    const given = await numbersAfterAdoption(first.url);
    // The lost database may have issued its first invoices after the backup.
    const year = Number(parisDayOf(new Date()).slice(0, 4));
    expect(given.invoices).toEqual({ year, upTo: expect.any(Number) });
    expect(given.invoices.upTo).toBeGreaterThanOrEqual(100_000);
    const again = await numbersAfterAdoption(second.url);
    expect(again.user).toBeGreaterThan(given.user);
    expect(again.invoices.upTo).toBeGreaterThan(given.invoices.upTo);
  });

  test('I7: a credit transferred since the backup is not transferred again', async () => {
    await withDb(database.url, addDueReferral);
    const backup = await copyOf(database);
    const passOn = async (url: string) => {
      await withDb(url, (db) => db.jobSchedule.deleteMany());
      const shop = await start(url, SITE);
      await atRest(url);
      await shop.stop();
      return withDb(url, async (db) => ({
        ...(await db.paymentCustomer.findFirstOrThrow({ select: { stripeCustomerId: true } })),
        debits: await db.referralCredit.findMany({
          where: { kind: 'debit' },
          select: { creditId: true, stripeTransactionId: true },
        }),
      }));
    };
    const before = await passOn(database.url);
    expect(await creditCents(before.stripeCustomerId)).toBe(REFERRAL_CREDIT_CENTS);
    changes();

    expect(await adopt(backup.url, SITE, '--instead')).toMatchObject({ code: 0, err: '' });
    const after = await passOn(backup.url);
    expect(after.stripeCustomerId).toBe(before.stripeCustomerId);
    expect(await creditCents(after.stripeCustomerId)).toBe(REFERRAL_CREDIT_CENTS);
    expect(changes()).toEqual([]);
    expect(after.debits[0]?.stripeTransactionId).toBe(before.debits[0]?.stripeTransactionId);
    expect(after.debits[0]?.creditId).not.toBe(before.debits[0]?.creditId);
  });

  test('I7: an empty database, or one that reuses IDs, ignores the sales of another shop', async () => {
    const empty = await createTestDatabase();
    cleanUp.push(empty.close);
    const emails = emailsToPeople();
    const shop = await start(empty.url, ELSEWHERE);
    await atRest(empty.url);
    await onceMore(empty.url);
    // The site registers its own host on both accounts, so it is not another shop.
    const registered = 'payment_method_domains.create';
    expect(changes()).toEqual([registered, registered]);
    expect(emailsToPeople()).toBe(emails);
    expect(emailsToOwner(FOREIGN)).toHaveLength(1);

    // The same id and the same email address, but another installation's user.
    await withDb(empty.url, async (db) => {
      await db.$executeRaw`SELECT setval('users_id_seq', ${person.id}, false)`;
      const twin = await addUser(db, { email: person.email });
      expect(twin.id).toBe(person.id);
    });
    expect(await subscribe(shop)).toMatchObject({ status: 200 });
    const customers = await Promise.all(
      [database, empty].map(({ url }) =>
        withDb(url, (db) => db.paymentCustomer.findFirstOrThrow()),
      ),
    );
    expect(customers[0]?.stripeCustomerId).not.toBe(customers[1]?.stripeCustomerId);
    expect(await brokenInvariants(database.url)).toEqual([]);
  });
});

describe('the installation row of a database', { timeout: 120_000 }, () => {
  test('is created once by concurrent processes', async () => {
    const database = await openTestDatabase();
    const here = { site: SITE, place: await readDatabasePlace(database.db) };
    const opened = await Promise.all(
      [1, 2, 3, 4, 5].map(() => openInstallation(database.db, here, 'production')),
    );
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
    const elsewhere = { ...here, site: ELSEWHERE };
    await expect(openInstallation(database.db, elsewhere, 'production')).rejects.toThrow(SITE);
    await database.close();
  });

  test('of another place is refused before the migration, and opened in its own place', async () => {
    const database = await createTestDatabase();
    await withDb(database.url, async (db) => {
      await db.$executeRaw`INSERT INTO installation (site, place) VALUES (${SITE}, 'elsewhere')`;
      // As if a migration were missing.
      await db.$executeRaw`UPDATE _prisma_migrations SET migration_name = 'waits'
        WHERE migration_name = '0001_shop'`;
    });
    const open = () =>
      openOwnDatabase({
        url: database.url,
        publicUrl: SITE,
        mode: 'production',
        log: { info: () => {} },
      });
    await expect(open()).rejects.toThrow('pnpm shop adopt --instead');
    const handle = createDb(database.url);
    await handle.db.$executeRaw`
      UPDATE _prisma_migrations SET migration_name = '0001_shop' WHERE migration_name = 'waits'`;
    await handle.db
      .$executeRaw`UPDATE installation SET place = ${await readDatabasePlace(handle.db)}`;
    await handle.close();
    const { database: opened, installation } = await open();
    expect(installation).toMatchObject({ site: SITE, restoredFrom: null });
    await opened.close();
    await database.close();
  });

  test('of a developer accepts a new port or folder, and trusts nothing from before a move', async () => {
    const database = await openTestDatabase();
    const first = { site: 'http://localhost:3000', place: 'postgresql 1 1' };
    const { id, trustedFrom } = await openInstallation(database.db, first, 'development');
    const port = { ...first, site: 'http://localhost:4000' };
    await expect(openInstallation(database.db, port, 'production')).rejects.toThrow('adopt');
    expect(await openInstallation(database.db, port, 'development')).toMatchObject({
      ...port,
      id,
      trustedFrom,
    });
    const folder = { ...port, place: 'postgresql 2 2' };
    const moved = await openInstallation(database.db, folder, 'development');
    expect(moved).toMatchObject({ ...folder, id });
    expect(moved.trustedFrom.getTime()).toBeGreaterThan(trustedFrom.getTime());
    expect(await openInstallation(database.db, folder, 'production')).toEqual(moved);
    await database.close();
  });

  test('of a backup ten years old is adopted, with IDs left to assign', async () => {
    const database = await createTestDatabase();
    const newId = () => withDb(database.url, async (db) => (await addUser(db)).id);
    const first = await newId();
    await withDb(database.url, (db) => db.user.updateMany({ data: { createdAt: TEN_YEARS_AGO } }));
    expect(await adopt(database.url, SITE, '--instead')).toMatchObject({ code: 0, err: '' });
    const second = await newId();
    expect(second).toBeGreaterThan(first + 100_000);
    await withDb(database.url, (db) => db.user.updateMany({ data: { createdAt: TEN_YEARS_AGO } }));
    expect(await adopt(database.url, ELSEWHERE, '--copy')).toMatchObject({ code: 0, err: '' });
    expect(await newId()).toBeGreaterThan(second + 100_000);
    await database.close();
  });

  test('of a malformed site is refused, with instructions', async () => {
    const database = await openTestDatabase();
    const place = await readDatabasePlace(database.db);
    await database.db.installation.create({
      data: { site: 'null', place, trustedFrom: new Date() },
    });
    const here = { site: 'http://localhost:3000', place };
    await expect(openInstallation(database.db, here, 'development')).rejects.toThrow(
      'PUBLIC_URL=http://localhost:3000',
    );
    await database.close();
  });
});
