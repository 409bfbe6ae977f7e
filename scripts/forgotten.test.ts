import { SILENT_LOG } from '@agres/core/context';
import { runRetention } from '@agres/core/run-retention';
import { createPasswords } from '@agres/core/session/password';
import { openTestDatabase } from '@agres/db/testing';
import { giveTo } from '@agres/server/test/support/command';
import { findInDatabase } from '@agres/server/test/support/database-search';
import { RETENTION_RULES } from '@agres/shop/retention-rules';
import { expect, test } from 'vitest';

import { DEMO_ACCOUNTS, seed } from '../prisma/seed.ts';

test('erasure and retention remove every demonstration member from all columns', async () => {
  const database = await openTestDatabase();
  const { db } = database;
  await seed(db, { hashPassword: createPasswords().hash, now: new Date() });
  // A pickup point's address can contain its keeper's name, which is no trace of a member.
  await db.relayPoint.deleteMany();
  const people = DEMO_ACCOUNTS.map(({ email, lastName, discountCode }) => [
    email,
    lastName,
    discountCode,
  ]);
  const placesOf = async (traces: readonly string[]) =>
    [
      ...new Set((await Promise.all(traces.map((trace) => findInDatabase(db, trace)))).flat()),
    ].toSorted();
  const [member = [], ...subscribers] = people;
  for (const person of people) expect((await placesOf(person)).length).toBeGreaterThan(2);

  // After a deletion request a member remains only in the accounting records, for the legal period, and
  // their address with the order that has yet to arrive.
  const email = member[0] ?? '';
  const erase = { who: email, again: email, identity: 'document' };
  expect(
    await giveTo(
      { db, clock: () => new Date(), provider: () => Promise.reject(new Error('not asked for')) },
      'members.erase',
      erase,
    ),
  ).toMatchObject({ kind: 'done' });
  await db.job.deleteMany();
  expect(await placesOf([...member, 'Librairie des Pentes'])).toEqual([
    'orders.contact_email',
    'orders.last_name',
    'orders.shipping_address',
    'purchase_attempt.recipient',
  ]);

  // Eleven years after the order, and three years after the last log-in.
  await db.$executeRaw`UPDATE orders SET order_date = order_date - interval '11 years'`;
  await db.$executeRaw`
    UPDATE subscription SET state = 'ended', access_ends_on = now() - interval '3 years'`;
  await db.$executeRaw`
    UPDATE users SET last_log_in_on = current_date - 1100, inactivity_email_on = current_date - 40,
      inactivity_email_accepted_at = now() - interval '40 days'`;
  for (const person of subscribers) expect((await placesOf(person)).length).toBeGreaterThan(2);
  await runRetention(
    { db, log: SILENT_LOG, clock: () => new Date(), wakeJobs: () => undefined },
    RETENTION_RULES,
  );
  for (const person of [...people, ['Librairie des Pentes', 'Café du Marché']]) {
    expect([person, await placesOf(person)]).toEqual([person, []]);
  }
  expect(await db.order.count()).toBe(2);
  await database.close();
});
