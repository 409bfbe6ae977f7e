import { openTestDatabase } from '@agres/db/testing';
import { setShopFacts, shopFacts, SOURCE_FACTS } from '@agres/domain/brand';
import { addDays, parisDayOf } from '@agres/domain/days';
import { pathOf } from '@agres/domain/paths';
import { beforeAll, beforeEach, expect, test } from 'vitest';

import { decodeHtml } from '../support/html.ts';
import { startTestOffice, type Person } from '../support/office.ts';
import { addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import {
  ABROAD,
  buy,
  RECIPIENT,
  startTestProvider,
  startTestShop,
  type TestShop,
} from '../support/shop.ts';
import { subscribe } from '../support/subscribing.ts';

const database = useRunning(openTestDatabase);
const provider = useRunning(startTestProvider);
const startShop = () => startTestShop({ database, provider, pages: 'built' });
/** Two processes of one site. */
const shops = [useRunning(startShop), useRunning(startShop)] as const;
const office = useRunning(() => startTestOffice(database));
let owner: Person;
let itemId: number;
beforeAll(async () => {
  owner = await office.enter(['owner']);
  itemId = (await addItem(database.db, { stocks: [9] })).id;
});

/** The time within which every process shows a change. */
const SOON = { timeout: 1000, interval: 50 };

const set: Person['change'] = (name, input) => owner.change(name, input);
const read: Person['read'] = (name) => owner.read(name);

async function pause(isPaused: boolean, sentences: object = {}) {
  const { updatedAt } = await read('shop.readPause');
  const input = { isPaused, sentenceFr: null, sentenceEn: null, ...sentences, updatedAt };
  return set('shop.setPause', input);
}

async function pageOf({ app }: TestShop, url: string): Promise<string> {
  const { statusCode, body } = await app.server.inject({ method: 'GET', url });
  expect(statusCode).toBe(200);
  return body;
}
const shownOf = async (shop: TestShop, url: string) => {
  const html = await pageOf(shop, url);
  return decodeHtml(html.slice(html.indexOf('<main'), html.indexOf('</main>')));
};

const SENTENCES = {
  sentenceFr: 'Inventaire : retour le 3 <mars>.',
  sentenceEn: 'Stocktaking: back on 3 <March>.',
};

test('a pause shows on both processes, in place of the buttons, and ends again', async () => {
  const item = pathOf('item', 'fr', { id: itemId });
  for (const shop of shops) expect(await shownOf(shop, item)).toContain('name="buy"');
  expect((await pause(true, SENTENCES)).status).toBe(200);
  for (const shop of shops) {
    await expect.poll(() => shownOf(shop, item), SOON).toContain(SENTENCES.sentenceFr);
    expect(await shownOf(shop, item)).not.toContain('name="buy"');
    const english = await shownOf(shop, pathOf('item', 'en', { id: itemId }));
    expect(english).toContain(SENTENCES.sentenceEn);
    expect(await shownOf(shop, pathOf('shop', 'fr'))).toContain(SENTENCES.sentenceFr);
    expect(await shownOf(shop, pathOf('home', 'fr'))).not.toContain(SENTENCES.sentenceFr);
  }
  await pause(true);
  for (const shop of shops) {
    await expect.poll(() => shownOf(shop, item), SOON).toContain('Les ventes sont suspendues');
  }
  await pause(false);
  for (const shop of shops) {
    await expect.poll(() => shownOf(shop, item), SOON).toContain('name="buy"');
  }
});

test('a pause refuses new sales, and replays completed purchases', async () => {
  const [shop, other] = shops;
  const { client } = await shop.app.member();
  const input = { id: itemId, stripeToken: await shop.cardToken() };
  const bought = await buy(client, input, 'before-the-pause');
  expect(bought.status).toBe(200);
  await pause(true, SENTENCES);

  const sentence = { fr: SENTENCES.sentenceFr, en: SENTENCES.sentenceEn };
  const refused = await buy(client, { id: itemId, stripeToken: await shop.cardToken() });
  expect(refused).toMatchObject({ status: 503, body: { code: 'sales_paused', sentence } });
  expect(refused.headers['retry-after']).toBe('600');
  const elsewhere = await other.app.member();
  const there = await buy(elsewhere.client, { id: itemId, stripeToken: await other.cardToken() });
  expect(there).toMatchObject({ status: 503, body: { code: 'sales_paused' } });
  expect(await subscribe(client, { stripeToken: 'tok_visa' })).toMatchObject({
    status: 503,
    body: { code: 'sales_paused', sentence },
  });
  const overTrpc = await client.mutate('shop.buy', {
    ...RECIPIENT,
    id: itemId,
    stripeToken: await shop.cardToken(),
  });
  expect(overTrpc.status).toBe(503);
  expect(overTrpc.text).toContain('sales_paused');
  // The repeated call returns the order from before the pause.
  expect(await buy(client, input, 'before-the-pause')).toMatchObject({
    status: 200,
    body: Object(bought.body),
  });
  expect(await shop.app.db.itemOption.findFirst({ where: { itemId } })).toMatchObject({
    remaining: 8,
  });
  await pause(false);
  const again = await buy(client, { id: itemId, stripeToken: await shop.cardToken() });
  expect(again.status).toBe(200);
});

test('the start of a pause is unchanged by a new sentence, and is on the to-do list', async () => {
  expect(await read('today.read')).toMatchObject({ salesPausedSince: null });
  await pause(true);
  const { pausedSince } = await read('shop.readPause');
  await pause(true, SENTENCES);
  expect(await read('shop.readPause')).toMatchObject({ ...SENTENCES, pausedSince });
  expect(await read('today.read')).toMatchObject({ salesPausedSince: pausedSince });
  await pause(false, SENTENCES);
  expect(await read('shop.readPause')).toMatchObject({ ...SENTENCES, pausedSince: null });
  const entry = await shops[0].app.db.journalEntry.findFirstOrThrow({
    where: { operation: 'shop.setPause' },
    orderBy: { id: 'desc' },
  });
  expect(entry.changes).toMatchObject({ isPaused: [true, false] });
});

test('the second of two concurrent saves is refused', async () => {
  const { updatedAt } = await read('shop.readPause');
  const input = { isPaused: false, sentenceFr: 'Un', sentenceEn: 'One', updatedAt };
  expect((await set('shop.setPause', input)).status).toBe(200);
  const second = await set('shop.setPause', { ...input, isPaused: true });
  expect(second).toMatchObject({ status: 409, code: 'refused' });
  expect(await read('shop.readPause')).toMatchObject({ isPaused: false });
});

const setFacts = async (facts: object) => {
  const { updatedAt: _, ...now } = await read('shop.readFacts');
  const { updatedAt } = await read('shop.readFacts');
  return set('shop.setFacts', { ...now, ...facts, updatedAt });
};
const setDelivery = async (area: number, terms: object) => {
  const { areas, updatedAt } = await read('shop.readDelivery');
  const present = areas.find((one: { area: number }) => one.area === area);
  return set('shop.setDelivery', { ...present, ...terms, updatedAt });
};
test('a delivery time that is not a number is refused, with its field', async () => {
  const { body, code } = await setDelivery(0, { fromDays: 'trois' });
  expect(code).toBe('invalid_input');
  expect(body.error?.data.fields).toEqual({ fromDays: 'Saisissez un nombre entier.' });
});

const MEDIATOR = {
  mediatorName: 'Médiation du sport',
  mediatorAddress: '2 rue Neuve, 69002 Lyon',
  mediatorUrl: 'https://mediation.example.fr/',
};

test('seller details show on both processes, and in the texts of new contracts', async () => {
  const [first] = shops;
  const { client } = await first.app.member();
  const { body } = await client.get('/api/contract-texts/current?locale=fr');
  const { hash: before } = Object(body);
  expect((await read('today.read')).withoutMaker).toContainEqual(
    expect.objectContaining({ id: itemId }),
  );
  expect((await read('today.read')).missingFacts).toEqual(
    expect.arrayContaining(['seller.telephone', 'seller.address', 'mediator', 'producerIds']),
  );
  const telephone = '+33 4 78 00 12 34';
  const facts = { telephone, hostTelephone: '1007', ...MEDIATOR };
  expect((await setFacts(facts)).status).toBe(200);
  for (const shop of shops) {
    for (const page of [pathOf('legalNotices', 'fr'), pathOf('terms', 'fr')]) {
      await expect.poll(() => shownOf(shop, page), SOON).toContain(telephone);
    }
  }
  const { missingFacts } = await read('today.read');
  expect(missingFacts).not.toContain('seller.telephone');
  expect(missingFacts).not.toContain('mediator');
  const { hash: after } = Object((await client.get('/api/contract-texts/current?locale=fr')).body);
  expect(after).not.toBe(before);
  const stored = await first.app.db.contractText.findMany({ orderBy: { id: 'desc' }, take: 2 });
  expect(stored.map(({ locale }) => locale).toSorted()).toEqual(['en', 'fr']);
  for (const { terms } of stored) expect(terms).toContain(telephone);
  // A form that was open before accepts the text that it showed; a new form accepts the current text.
  for (const contractText of [before, after]) {
    const input = { id: itemId, contractText, stripeToken: await first.cardToken() };
    const { status, body: order } = await buy(client, input);
    expect([status, Object(order).contractText]).toEqual([200, contractText]);
  }
  expect(await setFacts({ mediatorUrl: null })).toMatchObject({ status: 409, code: 'refused' });
  for (const none of ['aucun', '112', '4711', '12345']) {
    expect(await setFacts({ telephone: none })).toMatchObject({ code: 'invalid_input' });
  }
});

test('a delivery fee changed after the form was shown is not charged, on any process', async () => {
  const [shop, other] = shops;
  const { client } = await other.app.member();
  const order = async (shownAmountCents: number) =>
    buy(client, {
      ...ABROAD[1],
      id: itemId,
      shownAmountCents,
      stripeToken: await other.cardToken(),
    });
  const { price } = Object((await client.get(`/api/items/${itemId}`)).body);
  const shownCents = Math.round(price * 100) + 1000 - 1;
  const earlier = await order(shownCents);
  expect(earlier).toMatchObject({ status: 200, body: { amountCents: shownCents } });

  expect((await setDelivery(1, { feeCents: 1250, fromDays: 3, toDays: 9 })).status).toBe(200);
  await expect
    .poll(() => shownOf(shop, pathOf('item', 'fr', { id: itemId })), SOON)
    .toMatch(/12,50\s€/);
  const inForce = shopFacts();
  // As in a process that has not received the change.
  setShopFacts(SOURCE_FACTS);
  expect(await order(shownCents)).toMatchObject({ status: 409, body: { code: 'price_changed' } });
  setShopFacts(inForce);
  const { body } = await client.get('/api/delivery');
  expect(body).toContainEqual({ area: 1, feeCents: 1250, days: [3, 9], usualDays: null });
  const paid = await order(shownCents + 250);
  expect(paid).toMatchObject({
    status: 200,
    body: { amountCents: shownCents + 250, promisedBy: addDays(parisDayOf(new Date()), 9) },
  });
  // An earlier order keeps its fee.
  const mine = await client.get(`/api/orders/${Object(earlier.body).id}`);
  expect(mine.body).toMatchObject({ amountCents: shownCents });
});

test('a file of ten thousand pickup points is imported', async () => {
  const head = 'id;country;name;number;street;postcode;town;hours';
  const lines = Array.from(
    { length: 10_000 },
    (_none, index) => `P${index};FR;Librairie des Pentes;12;rue des Tables;69001;Lyon;9 h à 19 h`,
  );
  const csv = [head, ...lines].join('\r\n');
  const { status, body } = await set('relays.import', { csv, isSure: true });
  expect([status, body]).toMatchObject([200, { result: { data: { points: 10_000 } } }]);
});

test('a usual delivery time shows beside the promised day', async () => {
  const usual = { usualFromDays: 3, usualToDays: 5 };
  expect((await setDelivery(0, usual)).status).toBe(200);
  for (const shop of shops) {
    const item = () => shownOf(shop, pathOf('item', 'fr', { id: itemId }));
    await expect.poll(item, SOON).toMatch(/sous 3\sà\s5\sjours/);
  }
  await setDelivery(0, { usualFromDays: null, usualToDays: null });
});

test('invalid fees and delivery times are refused', async () => {
  for (const terms of [
    { feeCents: -1 },
    { feeCents: 10_001 },
    { feeCents: 2.5 },
    { toDays: 31 },
    { fromDays: 1.5 },
  ]) {
    expect([terms, (await setDelivery(2, terms)).code]).toEqual([terms, 'invalid_input']);
  }
  for (const terms of [
    { fromDays: 5, toDays: 3 },
    { fromDays: 5, toDays: null },
    { fromDays: 0, toDays: 0 },
    { fromDays: 2, toDays: 6, usualFromDays: 3, usualToDays: 7 },
  ]) {
    const { body } = await setDelivery(2, terms);
    expect([terms, body.error?.data.codes]).toEqual([terms, ['delivery_days']]);
  }
  const { areas } = await read('shop.readDelivery');
  const late = await set('shop.setDelivery', { ...areas[2], updatedAt: null });
  expect(late.body.error?.data.codes).toEqual(['setting_changed']);
  expect(await read('shop.readDelivery')).toMatchObject({
    areas: [{}, {}, { feeCents: 2000, toDays: null }],
  });
});

const ENTRY = {
  questionFr: 'Livrez-vous <b>en Suisse</b> ?',
  questionEn: 'Do you deliver <b>to Switzerland</b>?',
  answerFr: 'Oui.\n\n<script>alert(1)</script>',
  answerEn: 'Yes.\n\n<script>alert(1)</script>',
};

const add = async (texts: object = ENTRY) =>
  set('faq.add', { ...texts, updatedAt: (await read('faq.list')).updatedAt });

// A test that fails leaves its questions behind, which would fail its second try too.
beforeEach(async () => {
  const { entries } = await read('faq.list');
  for (const { id, origin } of entries) {
    if (origin === 'site') continue;
    const { updatedAt } = await read('faq.list');
    await set('faq.remove', { entry: id, updatedAt });
  }
});

/** Counts the folded topics and questions of the FAQ page. */
const countFolded = (html: string) => html.match(/<details name="faq"/g)?.length ?? 0;

test('a question of the owner shows on the FAQ page of both processes, escaped', async () => {
  const before = countFolded(await pageOf(shops[0], pathOf('faq', 'fr')));
  const { body } = await add();
  const { entry } = Object(body.result?.data);
  for (const shop of shops) {
    for (const [locale, question] of [
      ['fr', ENTRY.questionFr],
      ['en', ENTRY.questionEn],
    ] as const) {
      const url = pathOf('faq', locale);
      await expect.poll(() => shownOf(shop, url), SOON).toContain(question);
      const html = await pageOf(shop, url);
      expect(html).not.toContain('<script>alert(1)');
      expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
      const [, stated = ''] =
        /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
      expect(JSON.stringify(JSON.parse(stated))).toContain(JSON.stringify(question));
      expect(countFolded(html)).toBe(before + 1);
    }
  }
  const { updatedAt } = await read('faq.list');
  expect((await set('faq.remove', { entry, updatedAt })).status).toBe(200);
  for (const shop of shops) {
    await expect
      .poll(() => shownOf(shop, pathOf('faq', 'fr')), SOON)
      .not.toContain(ENTRY.questionFr);
  }
});

test('a built-in question can be replaced by the owner, and restored', async () => {
  const listed = async () => (await read('faq.list')).entries[1];
  const { origin, ...activation } = await listed();
  expect(origin).toBe('site');
  const before = countFolded(await pageOf(shops[0], pathOf('faq', 'fr')));
  const question = 'Où est mon e-mail d’activation ?';
  const change = async (name: string, texts: object) =>
    set(name, { entry: activation.id, ...texts, updatedAt: (await read('faq.list')).updatedAt });
  const { id: _, ...texts } = { ...activation, questionFr: question };
  expect((await change('faq.set', texts)).status).toBe(200);
  expect(await listed()).toMatchObject({ questionFr: question, origin: 'changed' });
  expect(await change('faq.move', { direction: 'down' })).toMatchObject({ code: 'refused' });
  for (const shop of shops) {
    await expect.poll(() => shownOf(shop, pathOf('faq', 'fr')), SOON).toContain(question);
    const html = await pageOf(shop, pathOf('faq', 'fr'));
    expect(html).not.toContain(activation.questionFr);
    expect(countFolded(html)).toBe(before);
    expect(html.indexOf(question)).toBeLessThan(html.indexOf('consignes d’une séance'));
  }
  expect((await change('faq.remove', {})).status).toBe(200);
  expect(await listed()).toEqual({ ...activation, origin });
  await expect
    .poll(() => shownOf(shops[0], pathOf('faq', 'fr')), SOON)
    .toContain(activation.questionFr);
  expect(await change('faq.remove', {})).toMatchObject({ code: 'refused' });
});

test('questions are changed, moved and removed, one editor at a time', async () => {
  const first = Object((await add()).body.result?.data).entry;
  const { entry: second, updatedAt: seen } = Object(
    (await add({ ...ENTRY, questionFr: 'Deux ?' })).body.result?.data,
  );
  const own = async () => (await read('faq.list')).entries.slice(3);
  const idsOf = async () => (await own()).map(({ id }: { id: number }) => id);
  const moved = await set('faq.move', { entry: second, direction: 'up', updatedAt: seen });
  expect(moved.status).toBe(200);
  expect(await idsOf()).toEqual([second, first]);
  // Another page was opened before the change.
  const late = await set('faq.set', { ...ENTRY, entry: first, updatedAt: seen });
  expect(late).toMatchObject({ status: 409, code: 'refused' });
  const now = async () => (await read('faq.list')).updatedAt;
  const up = await set('faq.move', { entry: second, direction: 'up', updatedAt: await now() });
  expect(up).toMatchObject({ status: 409, code: 'refused' });
  const changed = { ...ENTRY, questionFr: 'Trois ?', entry: first, updatedAt: await now() };
  expect((await set('faq.set', changed)).status).toBe(200);
  expect(await own()).toMatchObject([{}, { questionFr: 'Trois ?' }]);
  const unknown = await set('faq.remove', { entry: 99, updatedAt: await now() });
  expect(unknown).toMatchObject({ status: 409, code: 'refused' });
  expect((await add({ ...ENTRY, answerEn: ' \n ' })).code).toBe('invalid_input');
});

test('at most fifty questions can be added', async () => {
  const { length } = (await read('faq.list')).entries;
  for (let count = length - 3; count < 50; count += 1) expect((await add()).status).toBe(200);
  expect(await add()).toMatchObject({ status: 409, code: 'refused' });
});
