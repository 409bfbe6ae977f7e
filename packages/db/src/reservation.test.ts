import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Db, DbHandle, Tx } from './db.ts';
import { openTestDatabase } from './testing.ts';
import { inTransaction } from './transaction.ts';

type Outcome = 'reserved' | 'sold out' | 'known key';

/**
 * A purchase reserves like this: first the attempt, then the stock, in one statement of one transaction,
 * which is rolled back if the stock is empty.
 */
describe('a reservation', () => {
  let handle: DbHandle;
  let userIds: number[];
  beforeAll(async () => {
    handle = await openTestDatabase();
    userIds = await addUsers(handle.db, 30);
  });
  afterAll(() => handle.close());

  test('sells each unit once to concurrent buyers', async () => {
    const optionId = await addOption(handle.db, 10);
    const outcomes = await Promise.all(
      userIds.map((userId) => reserve(handle.db, { userId, optionId, key: randomUUID() })),
    );
    expect(outcomes.filter((outcome) => outcome === 'reserved')).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome === 'sold out')).toHaveLength(20);
    expect(await remainingOf(handle.db, optionId)).toBe(0);
    expect(await handle.db.purchaseAttempt.count({ where: { optionId } })).toBe(10);
    await end(handle.db, optionId);
  });

  test('takes one unit per idempotency key under concurrent calls', async () => {
    const optionId = await addOption(handle.db, 20);
    const outcomes = await Promise.all(
      userIds.flatMap((userId) =>
        Array.from({ length: 4 }, () => reserve(handle.db, { userId, optionId, key: 'same' })),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'reserved')).toHaveLength(20);
    expect(await remainingOf(handle.db, optionId)).toBe(0);
    expect(await handle.db.purchaseAttempt.count({ where: { optionId } })).toBe(20);
    await end(handle.db, optionId);
  });

  test('of a second item by the same user is refused until the first has ended', async () => {
    const [userId = 0] = userIds;
    const optionId = await addOption(handle.db, 5);
    expect(await reserve(handle.db, { userId, optionId, key: 'a' })).toBe('reserved');
    expect(await reserve(handle.db, { userId, optionId, key: 'b' })).toBe('known key');
    expect(await remainingOf(handle.db, optionId)).toBe(4);
    await end(handle.db, optionId);
    expect(await reserve(handle.db, { userId, optionId, key: 'b' })).toBe('reserved');
    await end(handle.db, optionId);
  });
});

async function reserve(
  db: Db,
  { userId, optionId, key }: { userId: number; optionId: number; key: string },
): Promise<Outcome> {
  const soldOut = new Error('sold out');
  const work = async (tx: Tx): Promise<Outcome> => {
    const [row] = await tx.$queryRaw<{ attempt: string | null; option: number | null }[]>`
      with a as (
        insert into purchase_attempt (user_id, idempotency_key, request_hash, state, option_id,
          item_snapshot, recipient, area, cgv_at, locale, amount_cents, stripe_account, lease_until)
        select ${userId}, ${key}, '\\x00', 'reserved', o.id,
          jsonb_build_object('priceCents', i.price_cents), '{}', 0, now(), 'fr', i.price_cents - 1,
          'main', now() + interval '60 seconds'
        from item i join item_option o on o.item_id = i.id where o.id = ${optionId}
        on conflict do nothing returning id, option_id),
      s as (
        update item_option set remaining = remaining - 1 from a
        where item_option.id = a.option_id and remaining >= 1 returning item_option.id)
      select (select id from a) as attempt, (select id from s) as option`;
    if (row?.attempt == null) return 'known key';
    if (row.option === null) throw soldOut;
    return 'reserved';
  };
  try {
    return await inTransaction(db, work);
  } catch (error) {
    if (error === soldOut) return 'sold out';
    throw error;
  }
}

async function addUsers(db: Db, count: number): Promise<number[]> {
  const users = await db.user.createManyAndReturn({
    data: Array.from({ length: count }, (_, index) => ({
      email: `buyer${index}@agres.example`,
      emailKey: `buyer${index}@agres.example`,
      passwordHash: '-',
      personalDiscountCode: `BUYER${index}`,
      locale: 'fr',
    })),
  });
  return users.map((user) => user.id);
}

async function addOption(db: Db, stock: number): Promise<number> {
  const option = await db.itemOption.create({
    data: {
      position: 0,
      titleFr: 'Unique',
      titleEn: 'One size',
      initialStock: stock,
      remaining: stock,
      item: {
        create: {
          priceCents: 3000,
          titleFr: 'Cerceau',
          titleEn: 'Hoop',
          descriptionFr: '',
          descriptionEn: '',
        },
      },
    },
  });
  return option.id;
}

async function remainingOf(db: Db, optionId: number): Promise<number> {
  const { remaining } = await db.itemOption.findUniqueOrThrow({ where: { id: optionId } });
  return remaining;
}

async function end(db: Db, optionId: number): Promise<void> {
  await db.purchaseAttempt.updateMany({ where: { optionId }, data: { state: 'expired' } });
}
