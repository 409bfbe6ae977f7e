import { randomBytes } from 'node:crypto';

import { runRetention } from '@agres/core/run-retention';
import { Prisma } from '@agres/db/db';
import { RETENTION_RULES } from '@agres/shop/retention-rules';
import { describe, expect, test } from 'vitest';

import { findInDatabase } from '../support/database-search.ts';
import { addItem, addSubscription, PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, startTestShop } from '../support/shop.ts';

const shop = useRunning(startTestShop);

const keepTerms = () => runRetention(shop.app.deps, RETENTION_RULES);
const rowOf = (id: number) => shop.app.db.declaration.findUniqueOrThrow({ where: { id } });

let count = 0;
type Age = { closed: string | null; orderId?: number | null; email?: string };
/** Adds a declaration that was closed this long ago; null: open. */
const addDeclaration = async ({ closed, orderId = null, email }: Age) => {
  count += 1;
  const { id } = await shop.app.db.declaration.create({
    data: {
      kind: 'withdrawal',
      key: randomBytes(32),
      proof: orderId === null ? 'none' : 'account',
      orderId,
      name: `Zéphyrine Terme${count}`,
      reference: `REF ${count}`,
      email: email ?? `term${count}@exemple.fr`,
      locale: 'fr',
      statement: `Moi, Zéphyrine Terme${count}, je renonce.`,
      declaredAt: new Date('2019-01-01'),
      returnTracking: `6A${count}000`,
      numbers: [count],
      events: { create: { kind: 'owner_told', by: 'system' } },
    },
  });
  if (closed !== null) {
    await shop.app.db.$executeRaw`
      UPDATE declaration SET closed_at = now() - ${Prisma.raw(`interval '${closed}'`)} WHERE id = ${id}::int`;
  }
  return id;
};

const newBuyer = async () => {
  const member = await shop.app.member();
  const { id } = await addItem(shop.app.db);
  const answer = await buy(member.client, { id, stripeToken: await shop.cardToken() });
  const { id: orderId } = answer.body as { id: number };
  return { ...member, orderId };
};

describe('declarations', () => {
  test('lose their personal data five years after their end, and keep their events', async () => {
    const old = await addDeclaration({ closed: '5 years 1 day' });
    const young = await addDeclaration({ closed: '5 years -1 day' });
    const open = await addDeclaration({ closed: null });
    const { key } = await rowOf(old);
    const { key: youngKey } = await rowOf(young);
    await keepTerms();
    // It stands for the name and the address.
    expect((await rowOf(old)).key).not.toEqual(key);
    expect((await rowOf(young)).key).toEqual(youngKey);
    expect(await rowOf(old)).toMatchObject({
      name: null,
      reference: null,
      email: null,
      statement: null,
      returnTracking: null,
      numbers: [],
    });
    for (const kept of [young, open]) {
      expect(await rowOf(kept)).toMatchObject({
        name: expect.any(String),
        email: expect.any(String),
      });
    }
    expect(await shop.app.db.declarationEvent.count({ where: { declarationId: old } })).toBe(1);
  });

  test('take no tracking number once their personal data is erased', async () => {
    const { client, orderId } = await newBuyer();
    const erased = await addDeclaration({ closed: '5 years 1 day', orderId });
    await keepTerms();
    const answer = await client.put(`/api/declarations/${erased}/return`, { tracking: '6A1234' });
    expect(answer).toMatchObject({ status: 404, body: { message: 'not_found' } });
    expect(await rowOf(erased)).toMatchObject({ returnTracking: null });
    expect(await findInDatabase(shop.app.db, 'Terme1,')).toEqual([]);
  });

  test('lose the address thirty days after their end if the contract has no account any more', async () => {
    const [gone, there] = [await newBuyer(), await newBuyer()];
    await shop.app.db.order.update({ where: { id: gone.orderId }, data: { userId: null } });
    const forgotten = await addDeclaration({ closed: '31 days', orderId: gone.orderId });
    const recent = await addDeclaration({ closed: '29 days', orderId: gone.orderId });
    const kept = await addDeclaration({ closed: '31 days', orderId: there.orderId });
    await keepTerms();
    expect(await rowOf(forgotten)).toMatchObject({ email: null, name: expect.any(String) });
    expect((await rowOf(recent)).email).not.toBeNull();
    expect((await rowOf(kept)).email).not.toBeNull();
  });

  test('lose the address with the account, unless they are open or their receipt is pending', async () => {
    const { client, orderId, email } = await newBuyer();
    const closed = await addDeclaration({ closed: '1 day', orderId });
    const typed = await addDeclaration({ closed: '1 day', email: email.toUpperCase() });
    const owed = await addDeclaration({ closed: '1 day', orderId });
    await shop.app.db.declaration.update({
      where: { id: owed },
      data: { nextCheckAt: new Date('2099-01-01') },
    });
    const open = await addDeclaration({ closed: null, orderId });
    const answer = await client.delete('/api/users', { body: { currentMdp: PASSWORD } });
    expect(answer.status).toBe(200);
    expect((await rowOf(closed)).email).toBeNull();
    expect((await rowOf(typed)).email).toBeNull();
    expect((await rowOf(owed)).email).not.toBeNull();
    expect((await rowOf(open)).email).not.toBeNull();
  });

  test('with the address as their name, of an earlier release, lose name and sentence with it', async () => {
    const { client, userId, email } = await shop.app.member();
    const { id: subscriptionId } = await addSubscription(shop.app.db, userId);
    const addTermination = ({ closedAt, email: to }: { closedAt: Date; email: string | null }) =>
      shop.app.db.declaration.create({
        data: {
          kind: 'termination',
          key: randomBytes(32),
          proof: 'account',
          subscriptionId,
          name: email,
          email: to,
          locale: 'fr',
          statement: `Moi, ${email}, je résilie le contrat suivant : mon abonnement.`,
          closedAt,
        },
      });
    await addTermination({ closedAt: new Date(), email });
    // The address column of these rows is erased later, or was erased before.
    const yearAgo = new Date(Date.now() - 365 * 86_400_000);
    const owed = await addTermination({ closedAt: yearAgo, email });
    await shop.app.db.declaration.update({
      where: { id: owed.id },
      data: { nextCheckAt: new Date('2099-01-01') },
    });
    await addTermination({ closedAt: yearAgo, email: null });
    const answer = await client.delete('/api/users', { body: { currentMdp: PASSWORD } });
    expect(answer.status).toBe(200);
    await shop.app.db.subscription.update({
      where: { id: subscriptionId },
      data: { userId: null },
    });
    await keepTerms();
    const left = await findInDatabase(shop.app.db, email);
    expect(left.filter((place) => place.startsWith('declaration'))).toEqual([]);
  });

  test('that are open stop the inactivity email of an unused account', async () => {
    const { userId, orderId } = await newBuyer();
    await shop.app.db.$executeRaw`
      UPDATE users SET last_log_in_on = current_date - interval '4 years' WHERE id = ${userId}::int`;
    await shop.app.db.$executeRaw`
      UPDATE orders SET order_date = now() - interval '4 years' WHERE id = ${orderId}::int`;
    const id = await addDeclaration({ closed: null, orderId });
    const toldOn = async () =>
      (await shop.app.db.user.findUniqueOrThrow({ where: { id: userId } })).inactivityEmailOn;
    await keepTerms();
    expect(await toldOn()).toBeNull();
    await shop.app.db.declaration.update({ where: { id }, data: { closedAt: new Date() } });
    await keepTerms();
    expect(await toldOn()).not.toBeNull();
  });
});
