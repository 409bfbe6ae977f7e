import { beforeAll, expect, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import { startTestOffice, type Person } from '../support/office.ts';
import { addSubscription } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, startMailedShop } from '../support/shop.ts';

const shop = useRunning(startMailedShop);
const office = useRunning(() => startTestOffice(shop.app.database));
let owner: Person;
beforeAll(async () => {
  owner = await office.enter(['owner']);
});

const list = (search: string | null, before: number | null = null) =>
  owner.read('members.list', { search, before, limit: null });

async function member(email: string, firstName: string, lastName: string) {
  const made = await shop.app.member({ email });
  await shop.app.db.user.update({ where: { id: made.userId }, data: { firstName, lastName } });
  return made;
}

test('a member is found by name, e-mail address or ID, by owners only', async () => {
  const { userId: id } = await member('zoe@example.fr', 'Zoé', 'Lefèvre');
  for (const search of ['lefevre', 'ZOÉ lef', 'zoe@', String(id)]) {
    const { members } = await list(search);
    expect({ search, members }).toMatchObject({
      search,
      members: [{ id, name: 'Zoé Lefèvre' }],
    });
  }
  expect((await list('zoé', id)).members).toEqual([]);
  const { members } = await list(null);
  expect(members).toMatchObject([{ id, name: 'Zoé Lefèvre', email: 'zoe@example.fr' }]);
  const one = { id, email: 'zoe@example.fr', name: 'Zoé Lefèvre' };
  expect(await owner.read('members.get', { who: String(id) })).toMatchObject(one);
  expect(await owner.read('members.get', { who: 'ZOE@example.fr' })).toMatchObject(one);
  const unknown = { name: 'members.get', input: { who: 'nobody@example.fr' } };
  expect((await office.call({ ...unknown, secret: owner.secret })).code).toBe('refused');
  const { secret } = await office.enter(['preparer']);
  const call = { name: 'members.list', input: { search: 'zoé', before: null, limit: null } };
  expect((await office.call({ ...call, secret })).code).toBe('not_permitted');
});

test('a member is found by the name on an order, not by its item', async () => {
  const { client, item, userId: id } = await startBuyer(shop, { user: { email: 'g@example.fr' } });
  await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
  await shop.app.db.order.updateMany({
    where: { userId: id },
    data: { firstName: 'Grace', lastName: 'Hopper' },
  });
  const { amountCents } = await shop.app.db.order.findFirstOrThrow({ where: { userId: id } });
  expect((await list('hopper gra')).members).toMatchObject([
    { id, email: 'g@example.fr', orders: 1, paidCents: amountCents },
  ]);
  expect((await list(item.titleFr)).members).toEqual([]);
  expect(await owner.read('members.get', { who: String(id) })).toMatchObject({
    orders: [{ item: { title: item.titleFr }, lastName: 'Hopper', withdrawal: null }],
  });
});

test('the list can hold subscribers alone', async () => {
  const { userId: id } = await member('barbara@example.fr', 'Barbara', 'Liskov');
  await member('frances@example.fr', 'Frances', 'Allen');
  await addSubscription(shop.app.db, id);
  const subscribed = async (search: string | null, before: number | null = null) =>
    (
      await owner.read('members.list', { search, before, limit: null, isSubscribedOnly: true })
    ).members.map(({ id: found }: { id: number }) => found);
  expect(await subscribed(null)).toEqual([id]);
  expect(await subscribed('liskov')).toEqual([id]);
  expect(await subscribed('allen')).toEqual([]);
  expect(await subscribed(null, id)).toEqual([]);
});

test('a member shows their messages, newest first', async () => {
  const { userId } = await member('mary@example.fr', 'Mary', 'Shaw');
  for (const [subject, answeredAt] of [
    ['Taille', new Date()],
    ['Retour', null],
  ] as const) {
    await shop.app.db.contactMessage.create({
      data: {
        userId,
        email: 'mary@example.fr',
        subject,
        message: 'Bonjour',
        locale: 'fr',
        answeredAt,
      },
    });
  }
  expect(await owner.read('members.get', { who: String(userId) })).toMatchObject({
    messages: [
      { subject: 'Retour', isAnswered: false },
      { subject: 'Taille', isAnswered: true },
    ],
  });
});

test('activation and recovery e-mails are resent, at most three an hour', async () => {
  const { userId: id } = await member('ida@example.fr', 'Ida', 'Rhodes');
  expect(
    (await owner.change('members.sendActivation', { member: id })).body.error?.data.message,
  ).toContain('déjà actif');
  await shop.app.db.user.update({ where: { id }, data: { activatedAt: null } });
  expect((await owner.change('members.sendActivation', { member: id })).status).toBe(200);
  for (let sent = 0; sent < 3; sent += 1) {
    expect((await owner.change('members.sendRecovery', { member: id })).status).toBe(200);
  }
  expect((await owner.change('members.sendRecovery', { member: id })).code).toBe('refused');
  expect(await shop.sentTo('ida@example.fr')).toHaveLength(4);
  expect((await owner.change('members.sendRecovery', { member: 999_999 })).code).toBe('refused');
});

test('a member is erased by the ID of the page, only with the address that the account has then', async () => {
  const { userId: id } = await member('kay@example.fr', 'Kay', 'McNulty');
  const { db } = shop.app;
  // Since the page was shown, the account has moved, and another member has the address.
  const moved = { email: 'kay.new@example.fr', emailKey: 'kay.new@example.fr' };
  await db.user.update({ where: { id }, data: moved });
  const { userId: other } = await member('kay@example.fr', 'Kay', 'Antonelli');
  const erase = (again: string) =>
    owner.change('members.erase', { who: String(id), again, identity: 'document' });
  const refused = await erase('kay@example.fr');
  expect(refused).toMatchObject({ status: 409 });
  expect(refused.body.error?.data.message).toContain('une autre adresse');
  expect((await erase(String(other))).status).toBe(400);
  expect(await db.user.count({ where: { id: { in: [id, other] } } })).toBe(2);
  expect((await erase(' Kay.New@example.fr ')).status).toBe(200);
  const left = await db.user.findMany({ where: { id: { in: [id, other] } } });
  expect(left.map((row) => row.id)).toEqual([other]);
});

test('endSessions signs a member out at once', async () => {
  const { client, userId: id } = await member('joan@example.fr', 'Joan', 'Clarke');
  const isConnected = async () => (await client.get('/api/users/status')).body;
  expect(await isConnected()).toMatchObject({ isConnected: true });
  expect((await owner.change('members.endSessions', { member: id })).status).toBe(200);
  expect(await isConnected()).toMatchObject({ isConnected: false });
  const entry = await shop.app.db.journalEntry.findFirstOrThrow({
    where: { operation: 'members.endSessions' },
  });
  expect(entry).toMatchObject({ subjectKind: 'user', subjectId: String(id) });
});
