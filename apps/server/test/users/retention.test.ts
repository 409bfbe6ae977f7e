import { randomBytes } from 'node:crypto';

import { runRetention } from '@agres/core/run-retention';
import { Prisma, type Db, type Tx } from '@agres/db/db';
import { purge, RETENTION_RULES } from '@agres/shop/retention-rules';
import { accountUnusedEmail } from '@agres/shop/users/emails';
import { EXPORT_RULES } from '@agres/shop/users/export-data';
import { describe, expect, test } from 'vitest';

import { startTestApp } from '../support/app.ts';
import { findInDatabase, tablesOfModels } from '../support/database-search.ts';
import { newEmail, startTestMembers } from '../support/members.ts';
import { addItem, addSubscription, addUser, PASSWORD, type NewUser } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, startTestShop } from '../support/shop.ts';
import { newSubscriber } from '../support/subscribing.ts';

const DAY_MS = 86_400_000;

describe('the daily retention job', () => {
  const app = useRunning(startTestApp);

  const keepTerms = () => runRetention(app.deps, RETENTION_RULES);

  const signedUp = async (daysAgo: number) => {
    const email = newEmail();
    const input = { email, mdp: PASSWORD, mdp2: PASSWORD, locale: 'fr' };
    expect((await app.client().post('/api/users', input)).status).toBe(200);
    const { id } = await app.db.user.update({
      where: { emailKey: email },
      data: { createdAt: new Date(Date.now() - daysAgo * DAY_MS) },
    });
    return { id, email };
  };
  const isThere = async (id: number) => (await app.db.user.count({ where: { id } })) === 1;

  test('deletes an account not activated for thirty days, with all its data', async () => {
    const { id, email } = await signedUp(31);
    const { id: younger } = await signedUp(29);
    await app.db.accountToken.create({
      data: {
        userId: id,
        purpose: 'activation',
        hash: `over ${id}`,
        expiresAt: new Date(Date.now() - DAY_MS),
      },
    });
    await keepTerms();
    expect(await isThere(id)).toBe(false);
    expect(await findInDatabase(app.db, email)).toEqual([]);
    const jobs = await app.db.job.findMany({
      where: { payload: { path: ['userId'], equals: id } },
    });
    expect(jobs).toEqual([]);
    expect(await isThere(younger)).toBe(true);
    const { status } = await app
      .client()
      .post('/api/users', { email, mdp: PASSWORD, mdp2: PASSWORD, locale: 'fr' });
    expect(status).toBe(200);
  });

  test('keeps an activated account, however old', async () => {
    const { id } = await addUser(app.db, { activatedAt: new Date(0) });
    await app.db.user.update({ where: { id }, data: { createdAt: new Date(0) } });
    await keepTerms();
    expect(await isThere(id)).toBe(true);
  });

  test('keeps an unactivated account whose latest link is still valid', async () => {
    const { id } = await signedUp(31);
    const expiresAt = new Date(Date.now() + DAY_MS);
    await app.db.accountToken.create({
      data: { userId: id, purpose: 'activation', hash: `live ${id}`, expiresAt },
    });
    await keepTerms();
    expect(await isThere(id)).toBe(true);
  });

  const addAttempt = async (userId: number) => {
    const { options } = await addItem(app.db);
    return app.db.purchaseAttempt.create({ data: attemptOf(userId, options[0]?.id ?? 0) });
  };
  test.each([
    ['a purchase attempt', (userId: number) => addAttempt(userId)],
    ['a subscription', (userId: number) => addSubscription(app.db, userId)],
    [
      'a customer at the provider',
      (userId: number) =>
        app.db.paymentCustomer.create({
          data: { userId, stripeAccount: 'main', stripeCustomerId: `cus_retention${userId}` },
        }),
    ],
    [
      'a referral',
      (userId: number) =>
        app.db.referralCredit.create({ data: { ownerId: userId, kind: 'gift', amountCents: 0 } }),
    ],
  ])('keeps an unactivated account with %s', async (_what, add) => {
    const { id } = await signedUp(400);
    await add(id);
    await keepTerms();
    expect(await isThere(id)).toBe(true);
  });

  test('deletes contact messages after three years', async () => {
    const { userId } = await app.member();
    const years = (n: number, days: number) => {
      const date = new Date();
      date.setUTCFullYear(date.getUTCFullYear() - n);
      return new Date(date.getTime() - days * DAY_MS);
    };
    const add = (email: string, createdAt: Date, of: number | null) =>
      app.db.contactMessage.create({
        data: {
          userId: of,
          email,
          subject: 'Question',
          message: 'Bonjour !',
          locale: 'fr',
          createdAt,
        },
      });
    const [old, oldOfMember, young] = [newEmail(), newEmail(), newEmail()];
    await add(old, years(3, 2), null);
    await add(oldOfMember, years(3, 2), userId);
    await add(young, years(3, -2), null);
    await keepTerms();
    const left = await app.db.contactMessage.findMany({
      where: { email: { in: [old, oldOfMember, young] } },
    });
    expect(left.map(({ email }) => email)).toEqual([young]);
  });

  test('deletes a session sixty days after its log-in, also one that was extended beyond', async () => {
    const sessionOf = async (days: number) => {
      const { userId } = await app.member();
      const at = (inDays: number) => new Date(Date.now() + inDays * DAY_MS);
      const data = { createdAt: at(-days), expiresAt: at(20) };
      await app.db.session.updateMany({ where: { userId }, data });
      return userId;
    };
    const [old, young] = [await sessionOf(60.1), await sessionOf(59.9)];
    await purge(app.db);
    const left = await app.db.session.findMany({ where: { userId: { in: [old, young] } } });
    expect(left.map(({ userId }) => userId)).toEqual([young]);
  });

  const interval = (text: string) => Prisma.raw(`interval '${text}'`);
  const someOrder = async (age: string) => {
    const { id: userId } = await addUser(app.db);
    const { options } = await addItem(app.db);
    const recipient = { firstName: 'Ondine', lastName: newEmail(), shippingAddress: '1 rue Haute' };
    const attempt = await app.db.purchaseAttempt.create({
      data: {
        ...attemptOf(userId, options[0]?.id ?? 0),
        state: 'paid',
        paymentIntentId: `pi_${recipient.lastName}`,
        recipient,
        buyerHash: 'a hash',
      },
    });
    const order = await app.db.order.create({
      data: {
        attemptId: attempt.id,
        userId,
        area: 0,
        ...recipient,
        itemTitleFr: 'Balles',
        itemTitleEn: 'Balls',
        itemDescriptionFr: '',
        itemDescriptionEn: '',
        priceCents: 3000,
        feeCents: 0,
        amountCents: 2999,
        stripeAccount: 'main',
        locale: 'fr',
        cgvAt: new Date(),
      },
    });
    await app.db.$executeRaw`
      UPDATE orders SET order_date = (date_trunc('year', now() AT TIME ZONE 'Europe/Paris')
        - ${interval(age)}) AT TIME ZONE 'Europe/Paris' WHERE id = ${order.id}::int`;
    return { ...recipient, id: order.id, attemptId: attempt.id };
  };

  test('erases name and address of an order ten years after its year ends, but no amount', async () => {
    // The last second of a completed year, and the first second of the next one.
    const old = await someOrder('10 years 1 second');
    const young = await someOrder('10 years');
    await keepTerms();
    expect(await findInDatabase(app.db, old.lastName)).toEqual([
      // This payment id contains the name.
      'purchase_attempt.payment_intent_id',
    ]);
    const kept = await app.db.order.findUniqueOrThrow({ where: { id: old.id } });
    expect(kept).toMatchObject({ amountCents: 2999, priceCents: 3000, itemTitleFr: 'Balles' });
    const attempt = await app.db.purchaseAttempt.findUniqueOrThrow({
      where: { id: old.attemptId },
    });
    expect(attempt).toMatchObject({ recipient: {}, buyerHash: null, state: 'paid' });
    expect(attempt.requestHash).toHaveLength(0);
    expect(await findInDatabase(app.db, young.lastName)).toEqual([
      'orders.last_name',
      'purchase_attempt.payment_intent_id',
      'purchase_attempt.recipient',
    ]);
  });

  test('erases name, address and request hash of a failed purchase after thirty days', async () => {
    const failed = async (state: string, days: number) => {
      const { id: userId } = await addUser(app.db);
      const { options } = await addItem(app.db);
      const lastName = newEmail();
      const { id } = await app.db.purchaseAttempt.create({
        data: {
          ...attemptOf(userId, options[0]?.id ?? 0),
          state,
          paymentIntentId: `pi_failed${userId}`,
          recipient: { lastName },
        },
      });
      await aged(
        app.db,
        (tx) => tx.$executeRaw`
        UPDATE purchase_attempt SET updated_at = now() - make_interval(days => ${days}::int)
        WHERE id = ${id}::uuid`,
      );
      return { id, lastName };
    };
    const hashLengthOf = async (id: string) =>
      (await app.db.purchaseAttempt.findUniqueOrThrow({ where: { id } })).requestHash.length;
    const gone = [await failed('refused', 31), await failed('expired', 31)];
    const kept = [await failed('refused', 29), await failed('paid', 31)];
    await keepTerms();
    for (const { id, lastName } of gone) {
      expect([lastName, await findInDatabase(app.db, lastName)]).toEqual([lastName, []]);
      // A hash would allow guessing names and addresses.
      expect(await hashLengthOf(id)).toBe(0);
    }
    for (const { id, lastName } of kept) {
      expect([lastName, await findInDatabase(app.db, lastName)]).toEqual([
        lastName,
        ['purchase_attempt.recipient'],
      ]);
      expect(await hashLengthOf(id)).toBe(32);
    }
  });

  test('deletes journal entries after five years; the database refuses to delete younger ones', async () => {
    const entry = async (age: string) => {
      const { id } = await app.db.journalEntry.create({
        data: {
          actorKind: 'operator',
          actorName: 'Jeanne',
          operation: 'orders.deliver',
          subjectKind: 'order',
          subjectId: '1',
          changes: {},
        },
      });
      await aged(
        app.db,
        (tx) => tx.$executeRaw`
        UPDATE journal SET at = now() - ${interval(age)} WHERE id = ${id}::int`,
      );
      return id;
    };
    const old = await entry('5 years 1 hour');
    const young = await entry('5 years -1 hour');
    await expect(app.db.$executeRaw`DELETE FROM journal WHERE id = ${young}::int`).rejects.toThrow(
      /kept for/,
    );
    await keepTerms();
    const left = await app.db.journalEntry.findMany({ where: { id: { in: [old, young] } } });
    expect(left.map(({ id }) => id)).toEqual([young]);
  });

  test('erases the hashes of a referral after five years, unless it is still undecided', async () => {
    const hash = () => new Uint8Array(randomBytes(32));
    const referral = async (age: string, decided: 'credit' | 'lapse' | null) => {
      const [{ id: ownerId }, { id: referredUserId }] = [
        await addUser(app.db),
        await addUser(app.db),
      ];
      const { id } = await app.db.referralCredit.create({
        data: {
          ownerId,
          referredUserId,
          kind: 'referral',
          amountCents: 1000,
          dueAt: new Date(),
          addressHash: hash(),
          ownerAddressHash: hash(),
        },
      });
      if (decided !== null) {
        const cardHash = decided === 'credit' ? hash() : null;
        await app.db.referralCredit.create({
          data: { ownerId, kind: decided, amountCents: 1000, referralId: id, cardHash },
        });
      }
      await aged(
        app.db,
        (tx) => tx.$executeRaw`
        UPDATE referral_credit SET at = now() - ${interval(age)}
        WHERE id = ${id}::int OR referral_id = ${id}::int`,
      );
      return id;
    };
    const old = await referral('5 years 1 hour', 'credit');
    const lapsed = await referral('5 years 1 hour', 'lapse');
    const young = await referral('5 years -1 hour', 'credit');
    const open = await referral('6 years', null);
    const hashesOf = async (id: number) => {
      const rows = await app.db.referralCredit.findMany({
        where: { OR: [{ id }, { referralId: id }] },
      });
      return rows.flatMap(({ addressHash, ownerAddressHash, cardHash }) =>
        [addressHash, ownerAddressHash, cardHash].filter((kept) => kept !== null),
      ).length;
    };
    const change = (id: number, to: Uint8Array | null) => app.db.$executeRaw`
      UPDATE referral_credit SET address_hash = ${to}::bytea, owner_address_hash = ${to}::bytea
      WHERE id = ${id}::int`;
    await expect(change(young, null)).rejects.toThrow(/kept for/);
    await expect(change(old, hash())).rejects.toThrow(/never changed/);
    await keepTerms();
    expect(await Promise.all([old, lapsed, young, open].map(hashesOf))).toEqual([0, 0, 3, 2]);
    const rows = await app.db.referralCredit.count({
      where: { referralId: { in: [old, lapsed] } },
    });
    expect(rows).toBe(2);
    await expect(
      app.db.referralCredit.create({
        data: { kind: 'referral', amountCents: 1000, dueAt: new Date() },
      }),
    ).rejects.toThrow(/with its hashes/);
  });

  test('logs its counts, and runs the other rules if one fails', async () => {
    const { id } = await signedUp(31);
    const broken = { name: 'broken', run: () => Promise.reject(new Error('away')) };
    await expect(runRetention(app.deps, [broken, ...RETENTION_RULES])).rejects.toThrow(
      'retention failed',
    );
    expect(await isThere(id)).toBe(false);
    const lines = app.logLines.filter((line) => line.includes('"msg":"retention"'));
    const counts: unknown = JSON.parse(lines.at(-1) ?? '{}');
    expect(counts).toMatchObject({ unactivated_accounts: 1 });
    // A rule that changed nothing is not listed.
    expect(counts).not.toHaveProperty('messages');
  });
});

describe('an unused account', () => {
  const members = useRunning(startTestMembers);

  const keepTerms = () => runRetention(members.app.deps, RETENTION_RULES);
  const absent = async (age = '2 years 1 day', user: NewUser = {}) => {
    const { db } = members.app;
    const email = newEmail();
    const { id } = await addUser(db, { email, ...user });
    await db.$executeRaw`
      UPDATE users SET last_log_in_on = current_date - ${Prisma.raw(`interval '${age}'`)}
      WHERE id = ${id}::int`;
    return { id, email };
  };
  const isThere = async (id: number) => (await members.app.db.user.count({ where: { id } })) === 1;
  const emailCount = (email: string) => members.emailsTo(email).length;
  /** Backdates the acceptance of the email by this many days. */
  const toldDaysAgo = async (id: number, days: number) => {
    await members.app.db.$executeRaw`
      UPDATE users SET inactivity_email_accepted_at =
        inactivity_email_accepted_at - make_interval(days => ${days}::int) WHERE id = ${id}::int`;
  };

  test('gets an email after two years without a log-in, and is deleted 30 days later', async () => {
    const { db } = members.app;
    const { id, email } = await absent(undefined, { locale: 'en' });
    const { id: younger, email: youngerEmail } = await absent('2 years -2 days');
    await db.user.update({ where: { id }, data: { firstName: `Zélie${id}` } });
    await keepTerms();
    const { subject, text } = await members.emailTo(email);
    expect(subject).toMatch(/^Your Agrès account will be deleted after /);
    expect(text).toContain('/en/log-in');
    await members.jobsDone();
    await keepTerms();
    await members.jobsDone();
    expect([emailCount(email), emailCount(youngerEmail)]).toEqual([1, 0]);

    await toldDaysAgo(id, 29);
    await keepTerms();
    expect(await isThere(id)).toBe(true);
    await toldDaysAgo(id, 1);
    await keepTerms();
    expect([await isThere(id), await isThere(younger)]).toEqual([false, true]);
    await members.jobsDone();
    expect(emailCount(email)).toBe(1);
    for (const trace of [email, `Zélie${id}`]) {
      expect([trace, await findInDatabase(db, trace)]).toEqual([trace, []]);
    }
    expect(members.app.logLines.join()).toContain(`"userId":${id},"why":"unused"`);
  });

  test('is kept if its owner logs in', async () => {
    const { id, email } = await absent();
    await keepTerms();
    await members.emailTo(email);
    await members.jobsDone();
    await toldDaysAgo(id, 31);
    const { status } = await members.app.client().post('/api/connect', { email, mdp: PASSWORD });
    expect(status).toBe(200);
    await keepTerms();
    expect(await members.app.db.user.findUniqueOrThrow({ where: { id } })).toMatchObject({
      inactivityEmailOn: null,
      inactivityEmailAcceptedAt: null,
      lastLogInOn: new Date(new Date().toISOString().slice(0, 10)),
    });
  });

  test('is kept until a mail server has accepted the email, however old it is', async () => {
    const { db } = members.app;
    const { id } = await absent('9 years');
    await db.$executeRaw`
      UPDATE users SET inactivity_email_on = current_date - 60 WHERE id = ${id}::int`;
    await keepTerms();
    await members.jobsDone();
    expect(await isThere(id)).toBe(true);
    // The email is retried once, after three months.
    await db.$executeRaw`
      UPDATE users SET inactivity_email_on = current_date - 91 WHERE id = ${id}::int`;
    expect(await keepTerms()).toMatchObject({ unused_accounts_told: 1, unused_accounts: 0 });
  });

  test.each<[string, (userId: number) => Promise<unknown>]>([
    ['a subscription', (userId) => addSubscription(members.app.db, userId)],
    [
      'an order that may be under guarantee',
      async (userId) => {
        const { db } = members.app;
        const { options } = await addItem(db);
        const { id: attemptId } = await db.purchaseAttempt.create({
          data: {
            ...attemptOf(userId, options[0]?.id ?? 0),
            state: 'paid',
            paymentIntentId: `pi_guarantee${userId}`,
          },
        });
        await db.order.create({
          data: {
            attemptId,
            userId,
            orderDate: new Date(Date.now() - 1000 * DAY_MS),
            firstName: '',
            lastName: '',
            shippingAddress: '',
            itemTitleFr: '',
            itemTitleEn: '',
            itemDescriptionFr: '',
            itemDescriptionEn: '',
            priceCents: 3000,
            feeCents: 0,
            amountCents: 2999,
            stripeAccount: 'main',
            locale: 'fr',
            cgvAt: new Date(),
          },
        });
      },
    ],
    [
      'a pending credit',
      (userId) =>
        members.app.db.referralCredit.create({
          data: { ownerId: userId, kind: 'credit', amountCents: 1000 },
        }),
    ],
  ])('with %s gets no email and is not deleted', async (_what, add) => {
    const { id, email } = await absent('9 years');
    await add(id);
    await keepTerms();
    await members.jobsDone();
    expect(emailCount(email)).toBe(0);
    await members.app.db.$executeRaw`
      UPDATE users SET inactivity_email_on = current_date - 40,
        inactivity_email_accepted_at = now() - interval '40 days' WHERE id = ${id}::int`;
    await keepTerms();
    expect(await isThere(id)).toBe(true);
  });

  test('is kept if its mailbox is gone, without an alert', async () => {
    const { db } = members.app;
    const { id } = await absent();
    const mailer = { send: async () => ({ kind: 'refused' as const, reason: 'smtp_550' }) };
    await db.$executeRaw`UPDATE users SET inactivity_email_on = current_date WHERE id = ${id}::int`;
    const outcome = await accountUnusedEmail.send(
      { ...members.jobDeps, mailer },
      { letter: 'accountUnused', userId: id, locale: 'fr' },
      1,
    );
    expect(outcome).toEqual({ outcome: 'done', note: 'not_sent' });
    expect(await db.user.findUniqueOrThrow({ where: { id } })).toMatchObject({
      inactivityEmailAcceptedAt: null,
    });
  });

  test('is kept while a gift that it earned is not sent', async () => {
    const { db } = members.app;
    const { id } = await absent();
    const gift = await db.referralCredit.create({
      data: { ownerId: id, kind: 'gift', amountCents: 0 },
    });
    expect(await keepTerms()).toMatchObject({ unused_accounts_told: 0 });
    await db.referralCredit.create({
      data: { ownerId: id, kind: 'gift_sent', amountCents: 0, aboutId: gift.id },
    });
    expect(await keepTerms()).toMatchObject({ unused_accounts_told: 1 });
  });

  test('is kept if its owner logs in while it is being deleted', async () => {
    const { db } = members.app;
    const { id, email } = await absent();
    await keepTerms();
    await members.emailTo(email);
    await members.jobsDone();
    await toldDaysAgo(id, 31);
    const isHeld = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const logIn = db.$transaction(async (tx) => {
      await tx.$executeRaw`
          UPDATE users SET last_log_in_on = current_date, inactivity_email_on = NULL,
            inactivity_email_accepted_at = NULL WHERE id = ${id}::int`;
      isHeld.resolve();
      await mayEnd.promise;
    });
    await isHeld.promise;
    const kept = keepTerms();
    await expect
      .poll(async () => {
        const [row] = await db.$queryRaw<[{ waiting: number }]>`
            SELECT count(*)::int AS waiting FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return row.waiting;
      })
      .toBe(1);
    mayEnd.resolve();
    await logIn;
    expect(await kept).toMatchObject({ unused_accounts: 0 });
    expect(await isThere(id)).toBe(true);
  });

  test('is deleted in batches of at most 200 a day', async () => {
    const { db } = members.app;
    const { passwordHash } = await addUser(db);
    await db.$executeRaw`
      INSERT INTO users (email, email_key, password_hash, personal_discount_code, locale,
        activated_at, last_log_in_on, inactivity_email_on, inactivity_email_accepted_at)
      SELECT 'unused' || n || '@exemple.fr', 'unused' || n || '@exemple.fr', ${passwordHash},
        'UNUSED' || n, 'fr', now(), current_date - 800, current_date - 31, now() - interval '31 days'
      FROM generate_series(1, 205) n`;
    expect(await keepTerms()).toMatchObject({ unused_accounts: 200 });
    expect(await keepTerms()).toMatchObject({ unused_accounts: 5 });
  });
});

/** What limits the retention of a table's rows; the compiler requires an entry for each table. */
type Term =
  /** Rules of the daily job, or the hourly `purge`. */
  | { rules: readonly string[] }
  /** Deleted with a row of another table that they refer to. */
  | { goWith: Prisma.ModelName }
  /** Belong to a row of another table, and hold no personal data once that row holds none. */
  | { tellOf: Prisma.ModelName }
  /** Not about a customer. */
  | { ofNobody: string };

const GOODS = { ofNobody: 'what the shop sells and publishes' };
const MACHINERY = { ofNobody: 'how the site works; hashes of callers go within a day' };

const TERMS: Readonly<Record<Prisma.ModelName, Term>> = {
  User: { rules: ['unactivated_accounts', 'unused_accounts', 'purge'] },
  Session: { rules: ['purge'] },
  KnownPlace: { rules: ['purge'] },
  AccountToken: { rules: ['purge'] },
  PaymentCustomer: { goWith: 'User' },
  ContactMessage: { rules: ['messages'] },
  ContactAnswer: { goWith: 'ContactMessage' },
  SavedDelivery: { goWith: 'User' },
  StockRequest: { rules: ['stock_requests'] },
  VisitorStockRequest: { rules: ['visitor_stock_requests'] },
  Review: { rules: ['declined_reviews'] },
  PurchaseAttempt: { rules: ['failed_purchases', 'orders', 'purge'] },
  Order: { rules: ['orders_archived', 'orders', 'order_contacts'] },
  OrderArchive: { rules: ['order_archive'] },
  Replacement: { rules: ['orders_archived'] },
  Invoice: { rules: ['invoices'] },
  DeliveryNotice: { tellOf: 'Order' },
  MoneyAudit: { tellOf: 'PurchaseAttempt' },
  Refund: { rules: ['refund_reasons'] },
  Dispute: { rules: ['dispute_refunds'] },
  Subscription: { rules: ['subscriptions'] },
  SubscriptionPayment: { tellOf: 'Subscription' },
  SubscriptionAttempt: { rules: ['subscriptions'] },
  ReferralCredit: { rules: ['referral_hashes'] },
  Declaration: { rules: ['declarations', 'declaration_addresses'] },
  DeclarationEvent: { tellOf: 'Declaration' },
  WithdrawalMark: { rules: ['order_withdrawal_marks', 'subscription_withdrawal_marks'] },
  EmailLog: { rules: ['sent_emails'] },
  JournalEntry: { rules: ['journal'] },
  Job: { rules: ['purge', 'emails_given_up'] },
  ContractText: { ofNobody: 'the texts that everybody accepts' },
  StockAdjustment: { rules: ['return_reasons'] },
  Item: GOODS,
  ItemOption: GOODS,
  ItemImage: GOODS,
  Picture: { rules: ['pictures'] },
  Setting: GOODS,
  PictureFile: { goWith: 'Picture' },
  SoldUnits: GOODS,
  RelayPoint: GOODS,
  Article: GOODS,
  Installation: MACHINERY,
  KeyedHashKey: MACHINERY,
  LogKey: MACHINERY,
  Staff: { ofNobody: 'who works for the shop, until an owner deletes them' },
  StaffPasskey: { goWith: 'Staff' },
  StaffSession: { rules: ['purge'] },
  StaffInvitation: { rules: ['purge'] },
  StaffChallenge: { rules: ['purge'] },
  JobSchedule: MACHINERY,
  RateLimit: MACHINERY,
  ProcessHeartbeat: MACHINERY,
};

describe('the retention term of every table', () => {
  test('is that of a rule or of a parent row, unless the table is not personal', async () => {
    const app = await startTestApp();
    const rules = new Set([...RETENTION_RULES.map(({ name }) => name), 'purge']);
    const named = new Set(
      Object.values(TERMS).flatMap((term) => ('rules' in term ? term.rules : [])),
    );
    rules.delete('unused_accounts_told');
    expect(named).toEqual(rules);
    const references = await app.db.$queryRaw<{ from: string; to: string; rule: string }[]>`
      SELECT c.conrelid::regclass::text AS "from", c.confrelid::regclass::text AS "to",
        c.confdeltype::text AS "rule"
      FROM pg_constraint c WHERE c.contype = 'f'`;
    const models = await tablesOfModels();
    const tableOf = new Map(Array.from(models, ([table, model]) => [model, table]));
    for (const [model, term] of Object.entries(TERMS)) {
      const copied = EXPORT_RULES[model as Prisma.ModelName];
      const isOfPeople = 'parts' in copied && model !== 'ContractText';
      expect([model, isOfPeople && 'ofNobody' in term]).toEqual([model, false]);
      const to = 'goWith' in term ? term.goWith : 'tellOf' in term ? term.tellOf : null;
      if (to === null) continue;
      const found = references.find(
        (one) => one.from === tableOf.get(model) && one.to === tableOf.get(to),
      );
      expect([model, found?.rule === 'c' || (found !== undefined && 'tellOf' in term)]).toEqual([
        model,
        true,
      ]);
    }
    await app.close();
  });

  test('is over after eleven years: no column of any table contains personal data', async () => {
    const shop = await startTestShop();
    const { db } = shop.app;
    const { client, userId, email } = await newSubscriber(shop);
    const word = 'Zéphyrin';
    await db.user.update({ where: { id: userId }, data: { firstName: word, lastName: word } });
    const { id: itemId, options } = await addItem(db, { stocks: [5] });
    const delivery = { lastName: word, shippingAddress: `${word}, 1 rue Haute\n69001 Lyon` };
    const bought = await buy(client, {
      id: itemId,
      stripeToken: await shop.cardToken(),
      ...delivery,
    });
    expect(bought.status).toBe(200);
    const orderId = (bought.body as { id: number }).id;
    const card = await shop.cardToken('4000000000000002');
    expect((await buy(client, { id: itemId, stripeToken: card, ...delivery })).status).toBe(402);
    const message = { subject: `Bonjour ${word}`, message: `C’est ${word}, de Lyon.` };
    expect((await client.post('/api/contact', message)).status).toBe(200);
    const declared = { name: word, email, orderId };
    expect((await client.post('/api/withdrawals', declared)).status).toBe(200);
    await shop.reconcileAll();
    const { personalDiscountCode } = await db.user.findUniqueOrThrow({ where: { id: userId } });
    await newSubscriber(shop, { discountCode: personalDiscountCode });
    const { stripeCustomerId, stripeSubscriptionId } = await db.subscription.findFirstOrThrow({
      where: { userId },
    });
    await db.stockRequest.create({ data: { userId, optionId: options[0]?.id ?? 0 } });
    await db.emailLog.create({
      data: {
        letter: 'orderConfirmed',
        subjectKind: 'order',
        subjectId: String(orderId),
        messageId: `${word}@site.test`,
        outcome: 'accepted',
        textHash: new Uint8Array(32),
      },
    });
    await db.job.create({
      data: {
        kind: 'mail',
        payload: { letter: 'accountDeleted', to: email, locale: 'fr' },
        deadAt: new Date(),
      },
    });
    await db.$transaction(async (tx) => {
      // As a superuser, without triggers, which forbid rows that only time makes old.
      await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
      await tx.refund.updateMany({
        data: {
          reason: `Pour ${word}`,
          state: 'succeeded',
          providerRefundId: 're_1',
          settledAt: new Date(),
          nextCheckAt: null,
          leaseHolder: null,
          leaseUntil: null,
        },
      });
      await tx.order.updateMany({ data: { cancelReason: `Pour ${word}` } });
      await tx.stockAdjustment.updateMany({ data: { reason: `Pour ${word}` } });
      await tx.dispute.create({
        data: {
          id: 'dp_old',
          stripeAccount: 'main',
          paymentIntentId: 'pi_old',
          orderId,
          amountCents: 1,
          status: 'won',
          reason: 'general',
          openedAt: new Date(),
          closedAt: new Date(),
          rest: { reason: `Pour ${word}` },
        },
      });
      await tx.declaration.updateMany({ data: { closedAt: new Date(), nextCheckAt: null } });
      // Paid until today: a month paid in December ends in the next accounting year.
      const endedOn = new Date();
      await tx.subscription.updateMany({
        data: { state: 'ended', accessEndsOn: endedOn, paidUntil: endedOn },
      });
      await tx.user.updateMany({
        data: { inactivityEmailOn: new Date(), inactivityEmailAcceptedAt: new Date() },
      });
      const columns = await tx.$queryRaw<{ table: string; column: string }[]>`
        SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name NOT IN ('job_schedule', 'process_heartbeat')
          AND data_type IN ('timestamp with time zone', 'date')`;
      for (const { table, column } of columns) {
        await tx.$executeRaw`${Prisma.raw(
          `UPDATE "${table}" SET "${column}" = "${column}" - interval '11 years'`,
        )}`;
      }
    });
    const traces = [word, email, stripeCustomerId, stripeSubscriptionId ?? ''];
    for (const trace of traces) expect(await findInDatabase(db, trace)).not.toEqual([]);
    await purge(db);
    await runRetention(shop.app.deps, RETENTION_RULES);
    // The deletion's requests to the provider are done, and forgotten a week later.
    await db.job.updateMany({
      where: { doneAt: null, deadAt: null },
      data: { doneAt: new Date(0) },
    });
    await purge(db);
    const left: [string, string[]][] = [];
    for (const trace of traces) left.push([trace, await findInDatabase(db, trace)]);
    expect(left).toEqual(traces.map((trace) => [trace, []]));
    // The accounts need the amounts, but not the persons.
    expect(await db.order.findUniqueOrThrow({ where: { id: orderId } })).toMatchObject({
      amountCents: 2999,
      userId: null,
    });
    await shop.close();
  });
});

const attemptOf = (userId: number, optionId: number) => ({
  userId,
  idempotencyKey: `h:${userId}`,
  requestHash: new Uint8Array(32),
  state: 'refused',
  optionId,
  itemSnapshot: {},
  recipient: {},
  cgvAt: new Date(),
  locale: 'fr',
  amountCents: 2999,
  stripeAccount: 'main',
});

/** Backdates rows that only time makes old, without triggers, which would refuse. */
async function aged(db: Db, write: (tx: Tx) => Promise<unknown>): Promise<void> {
  const tables = ['purchase_attempt', 'journal', 'referral_credit'].map((name) => `"${name}"`);
  await db.$transaction(async (tx) => {
    for (const table of tables) {
      await tx.$executeRaw`${Prisma.raw(`ALTER TABLE ${table} DISABLE TRIGGER USER`)}`;
    }
    await write(tx);
    for (const table of tables) {
      await tx.$executeRaw`${Prisma.raw(`ALTER TABLE ${table} ENABLE TRIGGER USER`)}`;
    }
  });
}
