import { startMailbox, type Mailbox } from '@agres/mail/mailbox';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import { startTestOffice, type TestOffice } from '../support/office.ts';
import { buy, startTestShop, type TestShop } from '../support/shop.ts';

let mailbox: Mailbox;
let shop: TestShop;
let office: TestOffice;
let secret: string;
beforeAll(async () => {
  mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
  shop = await startTestShop({ smtpUrl: mailbox.smtpUrl });
  office = await startTestOffice(shop.app.database);
  ({ secret } = await office.enter(['owner']));
});
afterAll(async () => {
  await office.close();
  await shop.close();
  await mailbox.close();
});

const read = async (name: string, input: object) =>
  Object((await office.call({ name, input, secret })).body.result?.data);
const change = (name: string, input: object) =>
  office.call({ name, method: 'POST', input, secret });
const list = (search: string | null, before: number | null = null) =>
  read('members.list', { search, before, limit: null });

async function member(email: string, firstName: string, lastName: string) {
  const made = await shop.app.member({ email });
  await shop.app.db.user.update({ where: { id: made.userId }, data: { firstName, lastName } });
  return made;
}

async function emailsTo(email: string) {
  await shop.inBackground(
    async () => (await shop.app.db.job.count({ where: { doneAt: null } })) === 0,
  );
  return mailbox.emails().filter(({ to }) => to.includes(email));
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
  expect(await read('members.get', { who: String(id) })).toMatchObject(one);
  expect(await read('members.get', { who: 'ZOE@example.fr' })).toMatchObject(one);
  const { secret: preparer } = await office.enter(['preparer']);
  const call = { name: 'members.list', input: { search: 'zoé', before: null, limit: null } };
  expect((await office.call({ ...call, secret: preparer })).code).toBe('not_permitted');
});

test('a member is found by the name on an order, not by its item', async () => {
  const { client, item, userId: id } = await startBuyer(shop, { user: { email: 'g@example.fr' } });
  await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
  await shop.app.db.order.updateMany({
    where: { userId: id },
    data: { firstName: 'Grace', lastName: 'Hopper' },
  });
  expect((await list('hopper gra')).members).toMatchObject([{ id, email: 'g@example.fr' }]);
  expect((await list(item.titleFr)).members).toEqual([]);
  expect(await read('members.get', { who: String(id) })).toMatchObject({
    orders: [{ item: { title: item.titleFr }, lastName: 'Hopper', withdrawal: null }],
  });
});

test('activation and recovery e-mails are resent, at most three an hour', async () => {
  const { userId: id } = await member('ida@example.fr', 'Ida', 'Rhodes');
  expect(
    (await change('members.sendActivation', { member: id })).body.error?.data.message,
  ).toContain('déjà actif');
  await shop.app.db.user.update({ where: { id }, data: { activatedAt: null } });
  expect((await change('members.sendActivation', { member: id })).status).toBe(200);
  for (let sent = 0; sent < 3; sent += 1) {
    expect((await change('members.sendRecovery', { member: id })).status).toBe(200);
  }
  expect((await change('members.sendRecovery', { member: id })).code).toBe('refused');
  expect(await emailsTo('ida@example.fr')).toHaveLength(4);
  expect((await change('members.sendRecovery', { member: 999_999 })).code).toBe('refused');
});

test('endSessions signs a member out at once', async () => {
  const { client, userId: id } = await member('joan@example.fr', 'Joan', 'Clarke');
  const isConnected = async () => (await client.get('/api/users/status')).body;
  expect(await isConnected()).toMatchObject({ isConnected: true });
  expect((await change('members.endSessions', { member: id })).status).toBe(200);
  expect(await isConnected()).toMatchObject({ isConnected: false });
  const entry = await shop.app.db.journalEntry.findFirstOrThrow({
    where: { operation: 'members.endSessions' },
  });
  expect(entry).toMatchObject({ subjectKind: 'user', subjectId: String(id) });
});
