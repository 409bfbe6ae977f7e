import { RETENTION_BATCH_SIZE, runRetention } from '@agres/core/run-retention';
import { RETENTION_RULES } from '@agres/shop/retention-rules';
import { beforeAll, describe, expect, test } from 'vitest';

import { give, said } from '../support/command.ts';
import { findInDatabase } from '../support/database-search.ts';
import { addItem, PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, startTestShop } from '../support/shop.ts';

const ARCHIVED = ['order_archive.first_name', 'order_archive.last_name'];

describe('the recipient of an order', () => {
  const shop = useRunning(startTestShop);
  let itemId: number;
  beforeAll(async () => {
    itemId = (await addItem(shop.app.db, { stocks: [100] })).id;
  });

  const keepTerms = () => runRetention(shop.app.deps, RETENTION_RULES);
  const DELIVERED = { status: 'delivered', postDate: new Date() };
  let count = 0;
  const someOrder = async (age: string, state: object = DELIVERED) => {
    count += 1;
    const lastName = `Archiviste${'abcdefghijklmnop'[count] ?? ''}${'abcdefghijklmnop'[count] ?? ''}`;
    const { client, userId } = await shop.app.member();
    const stripeToken = await shop.cardToken();
    await buy(client, { id: itemId, stripeToken, firstName: `Prénom ${lastName}`, lastName });
    const { id } = await shop.app.db.order.findFirstOrThrow({ where: { userId } });
    await shop.app.db.order.update({ where: { id }, data: state });
    await shop.app.db.$executeRaw`
      UPDATE orders SET order_date = now() - ${age}::interval WHERE id = ${id}::int`;
    return { id, lastName, client, userId };
  };
  const whereIs = async (name: string) => [...(await findInDatabase(shop.app.db, name))].toSorted();

  test('moves from the order to the archive after three years; amounts and facts stay', async () => {
    const old = await someOrder('3 years 1 hour');
    const young = await someOrder('3 years -1 hour');
    const before = await whereIs(young.lastName);
    expect(before).toContain('orders.last_name');
    const { orders_archived: archived } = await keepTerms();
    expect(archived).toBe(1);
    expect(await whereIs(old.lastName)).toEqual(ARCHIVED);
    expect(await whereIs(young.lastName)).toEqual(before);
    const row = await shop.app.db.order.findUniqueOrThrow({
      where: { id: old.id },
      include: { attempt: true },
    });
    expect(row).toMatchObject({ firstName: '', lastName: '', shippingAddress: '' });
    expect(row.amountCents).toBeGreaterThan(0);
    expect(row.attempt).toMatchObject({ recipient: {}, state: 'paid' });
    // A hash would allow guessing names and addresses.
    expect(row.attempt.requestHash).toHaveLength(0);
    expect(await keepTerms()).toMatchObject({ orders_archived: 0, order_archive: 0 });
  });

  test.each([
    ['that was never sent', { status: 'waiting' }],
    ['that is held', { status: 'waiting', heldFor: 'dispute' }],
  ])('stays with an order %s', async (_what, state) => {
    const { id, lastName } = await someOrder('4 years', state);
    await keepTerms();
    expect(await whereIs(lastName)).toContain('orders.last_name');
    await shop.app.db.order.update({
      where: { id },
      data: { heldFor: null, ...DELIVERED },
    });
    await keepTerms();
    expect(await whereIs(lastName)).toEqual(ARCHIVED);
  });

  test('stays while a withdrawal is open', async () => {
    const { id, lastName } = await someOrder('4 years');
    const { id: declaration } = await shop.app.db.declaration.create({
      data: {
        kind: 'withdrawal',
        key: new Uint8Array([id]),
        orderId: id,
        proof: 'account',
        name: 'Ada',
        email: 'ada@example.fr',
        locale: 'fr',
        statement: 'Je me rétracte.',
        declaredAt: new Date(),
      },
    });
    await keepTerms();
    expect(await whereIs(lastName)).toContain('orders.last_name');
    await shop.app.db.declaration.update({
      where: { id: declaration },
      data: { closedAt: new Date(), nextCheckAt: null },
    });
    await keepTerms();
    expect(await whereIs(lastName)).toEqual(ARCHIVED);
  });

  test('is in the buyer’s data export after archiving, and in no order or list', async () => {
    const { id, lastName, client } = await someOrder('5 years');
    await keepTerms();
    const shown = await client.get(`/api/orders/${id}`);
    expect(shown).toMatchObject({
      status: 200,
      body: { id, firstName: '', lastName: '', shippingAddress: '' },
    });
    const copied = await client.post('/api/users/export', { currentMdp: PASSWORD });
    expect(copied).toMatchObject({
      status: 200,
      body: { data: { archivedRecipients: [{ orderId: id, lastName }] } },
    });
    for (const command of ['orders.list', 'today.read']) {
      expect(said(await give(shop, command))).not.toContain(lastName);
    }
    const one = await give(shop, 'orders.get', { order: String(id) });
    expect(said(one)).not.toContain(lastName);
    expect(one).toMatchObject({ output: { id, firstName: '', lastName: '', shippingAddress: '' } });
  });

  test('is read from the archive with a reason only, and the journal records the reader', async () => {
    const { id, lastName } = await someOrder('3 years 2 days');
    const order = String(id);
    const read = (why: string) => give(shop, 'orders.readArchived', { order, why });
    expect(await read('accounts')).toMatchObject({
      kind: 'refused',
      codes: ['order_not_archived'],
    });
    await keepTerms();
    expect(await read('curiosity')).toMatchObject({
      kind: 'misused',
      text: '--why must be one of accounts, claim, authority, buyer-asks.',
    });
    const journal = () =>
      shop.app.db.journalEntry.findMany({
        where: { subjectKind: 'order', subjectId: order, operation: 'orders.readArchived' },
      });
    expect(await journal()).toEqual([]);
    expect(await read('claim')).toMatchObject({
      text: expect.stringContaining(lastName),
      output: { order: id, firstName: `Prénom ${lastName}`, lastName },
    });
    expect(await journal()).toMatchObject([
      { actorName: 'Jeanne', changes: { readFor: [null, 'claim'] } },
    ]);
  });

  test('is deleted ten years after the end of its year', async () => {
    const { id, lastName } = await someOrder('11 years 1 day');
    await keepTerms();
    expect(await whereIs(lastName)).toEqual([]);
    const row = await shop.app.db.order.findUniqueOrThrow({
      where: { id },
      include: { attempt: { select: { buyerHash: true } } },
    });
    expect(row.attempt.buyerHash).toBeNull();
    expect(
      await give(shop, 'orders.readArchived', { order: String(id), why: 'claim' }),
    ).toMatchObject({ kind: 'refused', codes: ['order_recipient_gone'] });
  });

  test('is archived in batches, all in one run', async () => {
    const { id } = await someOrder('6 years');
    const many = RETENTION_BATCH_SIZE + 1;
    await shop.app.db.$transaction([
      shop.app.db.$executeRaw`
        INSERT INTO purchase_attempt SELECT (p).* FROM (
          SELECT jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(),
            'idempotency_key', 'copy ' || n, 'payment_intent_id', 'pi_copy' || n)) AS p
          FROM purchase_attempt a JOIN orders o ON o.attempt_id = a.id,
            generate_series(1, ${many}::int) n WHERE o.id = ${id}::int) copies`,
      shop.app.db.$executeRaw`
        INSERT INTO orders SELECT (p).* FROM (
          SELECT jsonb_populate_record(o, jsonb_build_object(
            'id', 1000000 + row_number() OVER (), 'attempt_id', a.id)) AS p
          FROM orders o, purchase_attempt a
          WHERE o.id = ${id}::int AND a.payment_intent_id LIKE 'pi_copy%') copies`,
    ]);
    const { orders_archived: archived } = await keepTerms();
    expect(archived).toBe(many + 1);
    const left = await shop.app.db.order.count({
      where: { id: { gte: 1_000_000 }, NOT: { shippingAddress: '' } },
    });
    expect(left).toBe(0);
  });
});
