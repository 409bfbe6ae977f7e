import { purge } from '@shop/api/inside/purge';
import type { Tx } from '@shop/db/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startTestApp, type TestApp } from '../support/app.ts';
import { findInDatabase } from '../support/database-search.ts';
import { addItem, addSubscription, addUser, PASSWORD } from '../support/rows.ts';

const DAY_MS = 86_400_000;

let count = 0;
const newEmail = () => {
  count += 1;
  return `retention.${count}@exemple.fr`;
};

describe('what the purge deletes', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  /** Somebody who signed up so many days ago and never followed the link. */
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

  test('an account that nobody activated for thirty days, and all of it', async () => {
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
    await purge(app.db);
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

  test('no account that was activated, however old', async () => {
    const { id } = await addUser(app.db, { activatedAt: new Date(0) });
    await app.db.user.update({ where: { id }, data: { createdAt: new Date(0) } });
    await purge(app.db);
    expect(await isThere(id)).toBe(true);
  });

  test('no account whose latest link still works', async () => {
    const { id } = await signedUp(31);
    const expiresAt = new Date(Date.now() + DAY_MS);
    await app.db.accountToken.create({
      data: { userId: id, purpose: 'activation', hash: `live ${id}`, expiresAt },
    });
    await purge(app.db);
    expect(await isThere(id)).toBe(true);
  });

  const addAttempt = async (tx: Tx | TestApp['db'], userId: number) => {
    const { options } = await addItem(app.db);
    return tx.purchaseAttempt.create({
      data: {
        userId,
        idempotencyKey: `h:${userId}`,
        requestHash: new Uint8Array(32),
        state: 'refused',
        optionId: options[0]?.id ?? 0,
        itemSnapshot: {},
        recipient: {},
        cgvAt: new Date(),
        locale: 'fr',
        amountCents: 2999,
        stripeAccount: 'main',
      },
    });
  };
  test.each([
    ['an attempt to buy', (userId: number) => addAttempt(app.db, userId)],
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
  ])('no account with %s, whatever else it lacks', async (_what, add) => {
    const { id } = await signedUp(400);
    await add(id);
    await purge(app.db);
    expect(await isThere(id)).toBe(true);
  });

  test('messages of the contact form after three years', async () => {
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
    await purge(app.db);
    const left = await app.db.contactMessage.findMany({
      where: { email: { in: [old, oldOfMember, young] } },
    });
    expect(left.map(({ email }) => email)).toEqual([young]);
  });
});
