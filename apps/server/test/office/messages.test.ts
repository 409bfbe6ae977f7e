import type { Mailbox } from '@agres/mail/mailbox';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startMailedOffice, type TestOffice } from '../support/office.ts';
import { addItem } from '../support/rows.ts';
import { buy, type TestShop } from '../support/shop.ts';

let mailbox: Mailbox;
let shop: TestShop;
let office: TestOffice;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ mailbox, shop, office, close } = await startMailedOffice());
});
afterAll(() => close());

const newMessage = (email: string, locale: 'fr' | 'en' = 'fr') =>
  shop.app.db.contactMessage.create({
    data: { email, subject: 'Ma barre', message: 'Bonjour,\nquand arrive-t-elle ?', locale },
  });

const answer = (secret: string, input: object) =>
  office.call({ name: 'messages.answer', method: 'POST', input, secret });
const read = async (secret: string, message: number) =>
  (await office.call({ name: 'messages.get', input: { message }, secret })).body.result?.data;
const listed = async (secret: string, state: string) =>
  (await office.call({ name: 'messages.list', input: { state }, secret })).body.result?.data;

async function emailsTo(email: string) {
  await shop.inBackground(
    async () => (await shop.app.db.job.count({ where: { doneAt: null } })) === 0,
  );
  return mailbox.emails().filter(({ to }) => to.includes(email));
}

test('an answer is sent in the language of the message, and quotes it', async () => {
  const { secret, name } = await office.enter(['owner']);
  const { id } = await newMessage('ada@example.fr');
  const text = 'Bonjour Ada,\n<b>lundi</b>.';
  expect((await answer(secret, { message: id, text })).status).toBe(200);

  const emails = await emailsTo('ada@example.fr');
  expect(emails.map(({ subject }) => subject)).toEqual(['Re : Ma barre']);
  expect(emails[0]?.text).toContain(text);
  expect(emails[0]?.text).toContain('> Bonjour,\n> quand arrive-t-elle ?');
  expect(emails[0]?.html).toContain('&lt;b&gt;lundi');
  expect(emails[0]?.replyTo).toBe(shop.app.deps.config.contactEmail);

  expect(await read(secret, id)).toMatchObject({
    answeredDate: expect.any(String),
    answers: [{ text, sentBy: name }],
  });
  const entry = await shop.app.db.journalEntry.findFirstOrThrow({
    where: { operation: 'messages.answer', subjectId: String(id) },
  });
  expect(entry).toMatchObject({ actorName: name, changes: { answer: true } });
});

test('a second answer is added to the first; the same text again sends nothing', async () => {
  const { secret } = await office.enter(['owner']);
  const { id } = await newMessage('grace@example.fr', 'en');
  await answer(secret, { message: id, text: 'On Monday.' });
  const before = await read(secret, id);
  await answer(secret, { message: id, text: 'On Tuesday, sorry.' });
  // The page repeats the call, as after a lost answer.
  expect((await answer(secret, { message: id, text: 'On Tuesday, sorry.' })).status).toBe(200);
  expect(await read(secret, id)).toMatchObject({
    answeredDate: Object(before).answeredDate,
    answers: [{ text: 'On Monday.' }, { text: 'On Tuesday, sorry.' }],
  });
  const subjects = (await emailsTo('grace@example.fr')).map(({ subject }) => subject);
  expect(subjects).toEqual(['Re: Ma barre', 'Re: Ma barre']);
});

test('an answer is refused if another staff member has answered meanwhile', async () => {
  const { secret, name } = await office.enter(['owner']);
  const { id } = await newMessage('edith@example.fr');
  const { version } = Object(await read(secret, id));
  expect((await answer(secret, { message: id, text: 'Lundi.', version })).status).toBe(200);
  const { body } = await answer(secret, { message: id, text: 'Mardi.', version });
  expect(body.error?.data).toMatchObject({ codes: ['changed_since'] });
  expect(body.error?.data.message).toContain(name);
  expect(await read(secret, id)).toMatchObject({ answers: [{ text: 'Lundi.' }] });
  expect((await answer(secret, { message: id, text: 'Lundi.', version })).status).toBe(200);
});

test('an unknown message is refused, and so is an empty or too long answer', async () => {
  const { secret } = await office.enter(['owner']);
  const unknown = await answer(secret, { message: 999_999, text: 'Bonjour' });
  expect(unknown).toMatchObject({ status: 409, code: 'refused' });
  expect(unknown.body.error?.data.message).toContain('999999');
  const call = { name: 'messages.get', input: { message: 999_999 }, secret };
  expect(await office.call(call)).toMatchObject({ status: 409, code: 'refused' });
  const { id } = await newMessage('alan@example.fr');
  expect((await answer(secret, { message: id, text: ' \n ' })).code).toBe('invalid_input');
  expect((await answer(secret, { message: id, text: 'a'.repeat(5001) })).code).toBe(
    'invalid_input',
  );
  expect(await read(secret, id)).toMatchObject({ answeredDate: null, answers: [], member: null });
  expect(await emailsTo('alan@example.fr')).toEqual([]);
});

test('messages are listed by state, and marking one as answered sends no e-mail', async () => {
  const { secret } = await office.enter(['owner']);
  const { id } = await newMessage('mary@example.fr');
  const one = expect.objectContaining({ id });
  expect(await listed(secret, 'unanswered')).toMatchObject({
    messages: expect.arrayContaining([one]),
    areMore: false,
  });
  const input = { messages: [id] };
  await office.call({ name: 'messages.markAnswered', method: 'POST', input, secret });
  expect(await listed(secret, 'unanswered')).toMatchObject({
    messages: expect.not.arrayContaining([one]),
  });
  expect(await listed(secret, 'answered')).toMatchObject({
    messages: expect.arrayContaining([one]),
  });
  expect(await emailsTo('mary@example.fr')).toEqual([]);
});

test('a listed message begins with its text, and names an order that exists', async () => {
  const { secret } = await office.enter(['owner']);
  const item = await addItem(shop.app.db);
  const { client } = await shop.app.member({ email: 'katherine@example.fr' });
  await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
  const { id: orderId } = await shop.app.db.order.findFirstOrThrow({ orderBy: { id: 'desc' } });
  const write = (message: string) =>
    shop.app.db.contactMessage.create({
      data: { email: 'ada@example.fr', subject: 'Ma barre', message, locale: 'fr' },
    });
  const { id } = await write(`Bonjour,\n\ncommande n° ${orderId}${' et encore'.repeat(20)}`);
  const { id: other } = await write('Ma commande 999999999 est là.');
  expect(await listed(secret, 'unanswered')).toMatchObject({
    messages: expect.arrayContaining([
      expect.objectContaining({
        id,
        name: null,
        order: orderId,
        excerpt: expect.stringMatching(/^Bonjour, commande n° .{1,118}…$/),
      }),
    ]),
  });
  expect(await read(secret, id)).toMatchObject({ order: orderId, isOrderOfSender: false });
  expect(await read(secret, other)).toMatchObject({ order: null });
  const { id: userId } = await shop.app.db.user.findFirstOrThrow({
    where: { email: 'katherine@example.fr' },
  });
  await shop.app.db.contactMessage.update({ where: { id }, data: { userId } });
  expect(await read(secret, id)).toMatchObject({ order: orderId, isOrderOfSender: true });
});

test('an unsent answer is deleted with its message', async () => {
  const { secret } = await office.enter(['owner']);
  const { id } = await newMessage('joan@example.fr');
  await answer(secret, { message: id, text: 'Lundi.' });
  await shop.app.db.contactMessage.delete({ where: { id } });
  expect(await shop.app.db.contactAnswer.count({ where: { messageId: id } })).toBe(0);
  expect(await emailsTo('joan@example.fr')).toEqual([]);
});
