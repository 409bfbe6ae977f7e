import { beforeAll, expect, test } from 'vitest';

import { startTestOffice, type Person } from '../support/office.ts';
import { addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, startMailedShop } from '../support/shop.ts';

const shop = useRunning(startMailedShop);
const office = useRunning(() => startTestOffice(shop.app.database));
let owner: Person;
beforeAll(async () => {
  owner = await office.enter(['owner']);
});

const newMessage = (email: string, locale: 'fr' | 'en' = 'fr') =>
  shop.app.db.contactMessage.create({
    data: { email, subject: 'Ma barre', message: 'Bonjour,\nquand arrive-t-elle ?', locale },
  });

const answer = (input: object) => owner.change('messages.answer', input);
const read = (message: number) => owner.read('messages.get', { message });
const listed = (state: string) => owner.read('messages.list', { state });

test('an answer is sent in the language of the message, and quotes it', async () => {
  const { id } = await newMessage('ada@example.fr');
  const text = 'Bonjour Ada,\n<b>lundi</b>.';
  expect((await answer({ message: id, text })).status).toBe(200);

  const emails = await shop.sentTo('ada@example.fr');
  expect(emails.map(({ subject }) => subject)).toEqual(['Re: Ma barre']);
  expect(emails[0]?.text).toContain(text);
  expect(emails[0]?.text).toContain('> Bonjour,\n> quand arrive-t-elle ?');
  expect(emails[0]?.html).toContain('&lt;b&gt;lundi');
  expect(emails[0]?.replyTo).toBe(shop.app.deps.config.contactEmail);

  expect(await read(id)).toMatchObject({
    answeredDate: expect.any(String),
    answers: [{ text, sentBy: owner.name }],
  });
  const entry = await shop.app.db.journalEntry.findFirstOrThrow({
    where: { operation: 'messages.answer', subjectId: String(id) },
  });
  expect(entry).toMatchObject({ actorName: owner.name, changes: { answer: true } });
});

test('a second answer is added to the first; the same text again sends nothing', async () => {
  const { id } = await newMessage('grace@example.fr', 'en');
  await answer({ message: id, text: 'On Monday.' });
  const before = await read(id);
  await answer({ message: id, text: 'On Tuesday, sorry.' });
  // The page repeats the call, as after a lost answer.
  expect((await answer({ message: id, text: 'On Tuesday, sorry.' })).status).toBe(200);
  expect(await read(id)).toMatchObject({
    answeredDate: before.answeredDate,
    answers: [{ text: 'On Monday.' }, { text: 'On Tuesday, sorry.' }],
  });
  const subjects = (await shop.sentTo('grace@example.fr')).map(({ subject }) => subject);
  expect(subjects).toEqual(['Re: Ma barre', 'Re: Ma barre']);
});

test('an answer is refused if another staff member has answered meanwhile', async () => {
  const { id } = await newMessage('edith@example.fr');
  const { version } = await read(id);
  expect((await answer({ message: id, text: 'Lundi.', version })).status).toBe(200);
  const { body } = await answer({ message: id, text: 'Mardi.', version });
  expect(body.error?.data).toMatchObject({ codes: ['changed_since'] });
  expect(body.error?.data.message).toContain(owner.name);
  expect(await read(id)).toMatchObject({ answers: [{ text: 'Lundi.' }] });
  expect((await answer({ message: id, text: 'Lundi.', version })).status).toBe(200);
});

test('an unknown message is refused, and so is an empty or too long answer', async () => {
  const unknown = await answer({ message: 999_999, text: 'Bonjour' });
  expect(unknown).toMatchObject({ status: 409, code: 'refused' });
  expect(unknown.body.error?.data.message).toContain('999999');
  const call = { name: 'messages.get', input: { message: 999_999 }, secret: owner.secret };
  expect(await office.call(call)).toMatchObject({ status: 409, code: 'refused' });
  const { id } = await newMessage('alan@example.fr');
  expect((await answer({ message: id, text: ' \n ' })).code).toBe('invalid_input');
  expect((await answer({ message: id, text: 'a'.repeat(5001) })).code).toBe('invalid_input');
  expect(await read(id)).toMatchObject({ answeredDate: null, answers: [], member: null });
  expect(await shop.sentTo('alan@example.fr')).toEqual([]);
});

test('messages are listed by state, and marking one as answered sends no e-mail', async () => {
  const { id } = await newMessage('mary@example.fr');
  const one = expect.objectContaining({ id });
  expect(await listed('unanswered')).toMatchObject({
    messages: expect.arrayContaining([one]),
    areMore: false,
  });
  await owner.done('messages.markAnswered', { messages: [id] });
  expect(await listed('unanswered')).toMatchObject({
    messages: expect.not.arrayContaining([one]),
  });
  expect(await listed('answered')).toMatchObject({
    messages: expect.arrayContaining([one]),
  });
  expect(await shop.sentTo('mary@example.fr')).toEqual([]);
});

test('a closed message is reopened, and the journal tells both', async () => {
  const { id } = await newMessage('hedy@example.fr');
  await owner.done('messages.markAnswered', { messages: [id] });
  await owner.done('messages.reopen', { message: id });
  expect(await read(id)).toMatchObject({ answeredDate: null });
  const entries = await shop.app.db.journalEntry.findMany({
    where: { subjectKind: 'contact_message', subjectId: String(id) },
    orderBy: { id: 'asc' },
  });
  expect(entries).toMatchObject([
    { operation: 'messages.markAnswered', changes: { answeredAt: [null, expect.any(String)] } },
    { operation: 'messages.reopen', changes: { answeredAt: [expect.any(String), null] } },
  ]);
  expect(await shop.sentTo('hedy@example.fr')).toEqual([]);
});

test('an answer with the words of an earlier one is sent once its message is reopened', async () => {
  const { id } = await newMessage('sophie@example.fr');
  const text = 'Votre colis part lundi.';
  const count = async (times: number) => {
    await expect.poll(async () => (await shop.sentTo('sophie@example.fr')).length).toBe(times);
  };
  await answer({ message: id, text });
  await answer({ message: id, text });
  await count(1);
  await owner.done('messages.reopen', { message: id });
  await answer({ message: id, text });
  await count(2);
  expect(await read(id)).toMatchObject({ answers: [{ text }, { text }] });
});

test('a listed message begins with its text, and names an order that exists', async () => {
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
  expect(await listed('unanswered')).toMatchObject({
    messages: expect.arrayContaining([
      expect.objectContaining({
        id,
        name: null,
        order: orderId,
        excerpt: expect.stringMatching(/^Bonjour, commande n° .{1,118}…$/),
      }),
    ]),
  });
  expect(await read(id)).toMatchObject({ order: orderId, isOrderOfSender: false });
  expect(await read(other)).toMatchObject({ order: null });
  const { id: userId } = await shop.app.db.user.findFirstOrThrow({
    where: { email: 'katherine@example.fr' },
  });
  await shop.app.db.contactMessage.update({ where: { id }, data: { userId } });
  expect(await read(id)).toMatchObject({ order: orderId, isOrderOfSender: true });
});

test('an unsent answer is deleted with its message', async () => {
  const { id } = await newMessage('joan@example.fr');
  await answer({ message: id, text: 'Lundi.' });
  await shop.app.db.contactMessage.delete({ where: { id } });
  expect(await shop.app.db.contactAnswer.count({ where: { messageId: id } })).toBe(0);
  expect(await shop.sentTo('joan@example.fr')).toEqual([]);
});
