import { hashOfText, openContractTexts } from '@agres/core/contract-texts';
import { createDb, type Db, type DbHandle } from '@agres/db/db';
import { createTestDatabase } from '@agres/db/testing';
import { LOCALES, type Locale } from '@agres/domain/locale';
import { orderSchema } from '@agres/domain/shapes.schema';
import { writeContractTexts, type ContractText } from '@agres/legal/write-contract-texts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { startTestApp, type TestApp } from '../support/app.ts';
import type { TestClient } from '../support/client.ts';
import { createTestClient } from '../support/client.ts';
import { addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, RECIPIENT, startTestShop, type TestShop } from '../support/shop.ts';
import { CARDS, reconcileNow, subscribe, SUBSCRIBE } from '../support/subscribing.ts';

const HOUR_MS = 3_600_000;
const TERMS_CHANGED = { status: 409, body: { message: 'terms_changed', code: 'terms_changed' } };

function textsOf(release: string): Record<Locale, ContractText> {
  const { fr, en } = writeContractTexts();
  return {
    fr: { ...fr, terms: `${fr.terms}\n${release}\n` },
    en: { ...en, terms: `${en.terms}\n${release}\n` },
  };
}

async function addRelease(db: Db, release: string, hoursAgo: number): Promise<void> {
  const texts = textsOf(release);
  await db.contractText.createMany({
    data: LOCALES.map((locale) => ({
      locale,
      hash: hashOfText(locale, texts[locale]),
      ...texts[locale],
      firstSeenAt: new Date(Date.now() - hoursAgo * HOUR_MS),
    })),
  });
}

const hashIn = (locale: Locale, release: string) => hashOfText(locale, textsOf(release)[locale]);

describe('the contract text', () => {
  const shop = useRunning(startTestShop);
  afterEach(async () => {
    await shop.reconcileAll();
    expect(await shop.brokenInvariants()).toEqual([]);
  });

  const own = (locale: Locale) => shop.app.deps.contractTexts.own[locale];
  const rowsOf = (userId: number) =>
    shop.app.db.purchaseAttempt.findMany({ where: { userId }, include: { order: true } });

  test('is returned over REST and tRPC: the current hash, and the full text by its hash', async () => {
    const client = shop.app.client();
    for (const locale of LOCALES) {
      const { hash: ownHash, since } = own(locale);
      const text = { locale, hash: ownHash, since: since.toISOString() };
      expect(await client.get(`/api/contract-texts/current?locale=${locale}`)).toMatchObject({
        status: 200,
        body: text,
      });
      expect((await client.query('contractTexts.current', { locale })).body).toEqual({
        result: { data: text },
      });
      const whole = { ...text, ...writeContractTexts()[locale] };
      for (const hash of [text.hash, text.hash.slice(0, 12)]) {
        expect((await client.get(`/api/contract-texts/${hash}`)).body).toEqual(whole);
      }
      const rpc = await client.query('contractTexts.byHash', { hash: text.hash });
      expect(rpc.body).toEqual({ result: { data: whole } });
    }
    const spoken = await client.get('/api/contract-texts/current', {
      headers: { 'accept-language': 'en' },
    });
    expect(spoken.body).toMatchObject({ locale: 'en' });
  });

  test.each([
    ['f'.repeat(64), 404],
    ['f'.repeat(12), 404],
    ['abc', 404],
    ['%25', 404],
    ['g'.repeat(64), 404],
  ])('GET /api/contract-texts/%s gets %i', async (hash, status) => {
    const answer = await shop.app.client().get(`/api/contract-texts/${hash}`);
    expect(answer).toMatchObject({ status, body: { message: 'not_found' } });
  });

  test('gets 400 for an unknown language', async () => {
    const answer = await shop.app.client().get('/api/contract-texts/current?locale=de');
    expect(answer).toMatchObject({ status: 400, body: { message: 'invalid_fields' } });
  });

  test('is stored with the purchase and returned with the order', async () => {
    const item = await addItem(shop.app.db);
    const { client, userId } = await shop.app.member();
    const { id, hash } = own('fr');
    const shown = { id: item.id, stripeToken: await shop.cardToken(), contractText: hash };
    const answer = await buy(client, shown);
    expect(answer.status).toBe(200);
    expect(orderSchema.parse(answer.body).contractText).toBe(hash);
    const silent = await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
    expect(silent).toMatchObject({ status: 200, body: { contractText: hash } });
    for (const row of await rowsOf(userId)) {
      expect(row).toMatchObject({ contractTextId: id, order: { contractTextId: id } });
    }
    const list = await client.get('/api/orders');
    expect(list.body).toMatchObject({ orders: [{ contractText: hash }, { contractText: hash }] });
    const one = await client.get(`/api/orders/${orderSchema.parse(answer.body).id}`);
    expect(one.body).toMatchObject({ contractText: hash });
    const status = await client.get('/api/users/status');
    expect(status.body).toMatchObject({ user: { orders: [{ contractText: hash }, {}] } });
  });

  test('is in the language of the page over tRPC, and of the account over REST', async () => {
    const item = await addItem(shop.app.db);
    const { client } = await shop.app.member({ locale: 'fr' });
    const { hash } = own('en');
    const english = async () => ({
      ...RECIPIENT,
      id: item.id,
      stripeToken: await shop.cardToken(),
      contractText: hash,
    });
    const bought = await client.mutate('shop.buy', await english(), {
      headers: { 'x-locale': 'en' },
    });
    expect(bought.body).toMatchObject({ result: { data: { contractText: hash } } });
    expect(await buy(client, await english())).toMatchObject(TERMS_CHANGED);
  });

  test('that is unknown gets 409 over REST and tRPC, and nothing is charged or stored', async () => {
    const item = await addItem(shop.app.db);
    const { client, userId } = await shop.app.member();
    const before = shop.provider.money()['main']?.succeeded ?? 0;
    const calls = shop.provider.journal().length;
    const input = async () => ({
      ...RECIPIENT,
      id: item.id,
      stripeToken: await shop.cardToken(),
      contractText: 'a'.repeat(64),
    });
    expect(await buy(client, await input(), 'one-key')).toMatchObject(TERMS_CHANGED);
    expect(await client.mutate('shop.buy', await input())).toMatchObject({
      status: 409,
      body: { error: { message: 'terms_changed', data: { httpStatus: 409 } } },
    });
    const { stripeToken, contractText } = await input();
    expect(await subscribe(client, { stripeToken, contractText })).toMatchObject(TERMS_CHANGED);
    expect(
      await client.mutate('programmes.subscribe', { stripeToken, contractText, plan: 'monthly' }),
    ).toMatchObject({ status: 409, body: { error: { message: 'terms_changed' } } });
    expect(await rowsOf(userId)).toEqual([]);
    expect(await shop.app.db.subscriptionAttempt.count({ where: { userId } })).toBe(0);
    expect(shop.provider.money()['main']?.succeeded ?? 0).toBe(before);
    const made = shop.provider.journal().slice(calls);
    expect(made.filter(({ operation }) => !/token/i.test(operation))).toEqual([]);
    const [option] = await shop.app.db.itemOption.findMany({ where: { itemId: item.id } });
    expect(option?.remaining).toBe(5);
    // With the current text the same key buys: the refusal did not use it up.
    const again = { ...(await input()), contractText: own('fr').hash };
    expect((await buy(client, again, 'one-key')).status).toBe(200);
  });

  test.each(['abc', 7, null, 'A'.repeat(64), ['a'.repeat(64)]])(
    'a malformed hash %j gets 400 for its field',
    async (contractText) => {
      const item = await addItem(shop.app.db);
      const { client } = await shop.app.member();
      const issues = [{ path: 'contractText', message: 'invalid_fields' }];
      const stripeToken = await shop.cardToken();
      expect(await buy(client, { id: item.id, stripeToken, contractText })).toMatchObject({
        status: 400,
        body: { issues },
      });
      expect(await subscribe(client, { stripeToken, contractText })).toMatchObject({
        status: 400,
        body: { issues },
      });
    },
  );

  test('does not prevent the replay of a purchase', async () => {
    const item = await addItem(shop.app.db);
    const { client, userId } = await shop.app.member();
    const stripeToken = await shop.cardToken();
    const first = await buy(client, { id: item.id, stripeToken });
    for (const contractText of [own('fr').hash, 'a'.repeat(64)]) {
      const again = await buy(client, { id: item.id, stripeToken, contractText });
      expect(again).toMatchObject({ status: 200, body: first.body });
      expect(again.headers['idempotency-replayed']).toBe('true');
    }
    expect(await rowsOf(userId)).toHaveLength(1);
  });

  test('is stored with the subscription, and so is a request for immediate start', async () => {
    const { id, hash } = own('fr');
    for (const [immediateStart, begins] of [
      [true, expect.any(Date)],
      [false, null],
      [undefined, null],
    ]) {
      const { client, userId } = await shop.app.member();
      const stripeToken = await shop.cardToken();
      const answer = await subscribe(client, { stripeToken, contractText: hash, immediateStart });
      expect(answer).toMatchObject({ status: 200, body: { subscription: { contractText: hash } } });
      expect((await client.get('/api/users/status')).body).toMatchObject({
        user: { subscription: { contractText: hash } },
      });
      const kept = { contractTextId: id, immediateStartAt: begins };
      expect(await shop.app.db.subscription.findFirst({ where: { userId } })).toMatchObject(kept);
      const attempt = await shop.app.db.subscriptionAttempt.findFirst({ where: { userId } });
      expect(attempt).toMatchObject(kept);
    }
    const { client } = await shop.app.member();
    const wrong = { stripeToken: await shop.cardToken(), immediateStart: 'yes' };
    expect(await subscribe(client, wrong)).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'immediateStart', message: 'invalid_fields' }] },
    });
  });

  test('a different immediateStart under one idempotency key gets 422', async () => {
    const { client } = await shop.app.member();
    const stripeToken = await shop.cardToken(CARDS.declined);
    await subscribe(client, { stripeToken, key: 'k', immediateStart: true });
    expect(await subscribe(client, { stripeToken, key: 'k' })).toMatchObject({ status: 422 });
  });

  test('cannot be changed or deleted, and is stored once by concurrent processes', async () => {
    const { db } = shop.app;
    const texts = textsOf('started by many');
    const opened = await Promise.all(
      Array.from({ length: 8 }, () => openContractTexts(db, () => texts)),
    );
    expect(new Set(opened.map((each) => JSON.stringify(each.own))).size).toBe(1);
    const { id } = own('fr');
    await expect(
      db.contractText.update({ where: { id }, data: { terms: 'other' } }),
    ).rejects.toThrow(/rows are only added/);
    await expect(db.contractText.delete({ where: { id } })).rejects.toThrow(/never removed/);
  });
});

describe('releases with different terms on one database', () => {
  const place = useRunning(createTestDatabase);
  let databases: DbHandle[];
  let shop: TestShop;
  let servers: Record<string, TestApp>;

  beforeAll(async () => {
    const first = createDb(place.url);
    await addRelease(first.db, 'long gone', 100);
    await addRelease(first.db, 'old', 70);
    await addRelease(first.db, 'former', 30);
    await addRelease(first.db, 'present', 23);
    await addRelease(first.db, 'next', 1);
    shop = await startTestShop({ database: first });
    databases = [first];
    servers = {};
    for (const release of ['old', 'present', 'next']) {
      const database = createDb(place.url);
      databases.push(database);
      servers[release] = await startTestApp({
        database,
        deps: {
          payments: shop.payments,
          contractTexts: await openContractTexts(database.db, () => textsOf(release)),
        },
      });
    }
  });
  afterEach(async () => {
    await shop.reconcileAll();
    await reconcileNow(shop);
    expect(await shop.brokenInvariants()).toEqual([]);
  });
  afterAll(async () => {
    await Promise.all(Object.values(servers).map((server) => server.close()));
    await shop.close();
    await Promise.all(databases.map((database) => database.close()));
  });

  const at = (release: string, client: TestClient): TestClient => {
    const server = servers[release]?.server;
    if (server === undefined) throw new Error(`no server of ${release}`);
    return createTestClient(server, client.cookies);
  };
  /** Buys and subscribes at a server of one release with the text that another has shown. */
  const accept = async (shown: string, release: string) => {
    const { id } = await addItem(shop.app.db);
    const { client, userId } = await shop.app.member();
    const contractText = hashIn('fr', shown);
    const [one, other] = [await shop.cardToken(), await shop.cardToken()];
    const bought = await buy(at(release, client), { id, stripeToken: one, contractText });
    const subscribed = await subscribe(at(release, client), { stripeToken: other, contractText });
    return { client, userId, contractText, bought, subscribed };
  };

  test.each([
    // The text as agreed, unchanged by later edits.
    ['old', 'old'],
    ['present', 'present'],
    ['next', 'next'],
    // Shown by a newer process.
    ['next', 'old'],
    ['next', 'present'],
    ['present', 'old'],
    // Replaced an hour ago, and 23 hours ago.
    ['present', 'next'],
    ['former', 'next'],
    ['former', 'present'],
  ])('the text of release %s is accepted by a server of %s', async (shown, release) => {
    const { client, userId, contractText, bought, subscribed } = await accept(shown, release);
    expect(bought).toMatchObject({ status: 200, body: { contractText } });
    expect(subscribed.status).toBe(200);
    // Every process confirms the order with the accepted text, even one that does not know the text yet.
    for (const other of Object.keys(servers)) {
      const { body } = await at(other, client).get('/api/orders');
      expect(body).toMatchObject({ orders: [{ contractText }] });
      const status = await at(other, client).get('/api/users/status');
      expect(status.body).toMatchObject({ user: { subscription: { contractText } } });
    }
    const kept = await shop.app.db.contractText.findFirstOrThrow({ where: { hash: contractText } });
    expect(await shop.app.db.subscription.findFirst({ where: { userId } })).toMatchObject({
      contractTextId: kept.id,
    });
  });

  test.each([
    // Replaced 30 hours ago, and longer.
    ['old', 'next'],
    ['old', 'present'],
    ['long gone', 'present'],
    ['long gone', 'old'],
    ['never there', 'present'],
  ])('the text of release %s is refused by a server of %s', async (shown, release) => {
    const { userId, bought, subscribed } = await accept(shown, release);
    expect(bought).toMatchObject(TERMS_CHANGED);
    expect(subscribed).toMatchObject(TERMS_CHANGED);
    expect(await shop.app.db.purchaseAttempt.count({ where: { userId } })).toBe(0);
    expect(await shop.app.db.subscriptionAttempt.count({ where: { userId } })).toBe(0);
  });

  test('a call after 3-D Secure, a replay and a lost response never get terms_changed', async () => {
    const item = await addItem(shop.app.db, { stocks: [9] });
    const { client, userId } = await shop.app.member();
    // The text is this server's own; the other servers replaced it long ago.
    const contractText = hashIn('fr', 'old');
    const secure = { id: item.id, stripeToken: await shop.cardToken(CARDS.secure), contractText };
    const challenged = await buy(at('old', client), secure, 'secure');
    expect(challenged).toMatchObject({ status: 402, body: { requiresAction: true } });
    shop.answerChallenges('succeed');
    const bought = await buy(at('present', client), secure, 'secure');
    expect(bought).toMatchObject({ status: 200, body: { contractText } });

    // The process records after the answer that it was sent: a pending write would undo the loss.
    const unsent = () =>
      shop.app.db.purchaseAttempt.count({ where: { responseSentAt: null, userId } });
    await expect.poll(unsent).toBe(0);
    await shop.app.db.purchaseAttempt.updateMany({
      where: { userId },
      data: { responseSentAt: null },
    });
    const lost = { ...secure, stripeToken: await shop.cardToken() };
    const found = await buy(at('next', client), lost, 'other-key');
    expect(found).toMatchObject({ status: 200, body: bought.body });
    const replayed = await buy(at('next', client), secure, 'secure');
    expect(replayed).toMatchObject({ status: 200, body: bought.body });
  });

  test('a subscription after 3-D Secure does not get terms_changed', async () => {
    const { client, userId } = await shop.app.member();
    const contractText = hashIn('fr', 'old');
    const input = { plan: 'yearly', stripeToken: await shop.cardToken(CARDS.secure), contractText };
    const send = (release: string) =>
      at(release, client).post(SUBSCRIBE, input, { headers: { 'idempotency-key': 'secure' } });
    expect(await send('old')).toMatchObject({ status: 402, body: { requiresAction: true } });
    shop.answerChallenges('succeed');
    expect((await send('present')).status).toBe(200);
    expect((await send('next')).status).toBe(200);
    const kept = await shop.app.db.contractText.findFirstOrThrow({ where: { hash: contractText } });
    expect(await shop.app.db.subscription.findMany({ where: { userId } })).toMatchObject([
      { contractTextId: kept.id },
    ]);
  });

  test('an expired purchase restarts with the terms accepted under its key', async () => {
    const item = await addItem(shop.app.db);
    const { client, userId } = await shop.app.member();
    const contractText = hashIn('fr', 'old');
    const secure = { id: item.id, stripeToken: await shop.cardToken(CARDS.secure), contractText };
    expect(await buy(at('old', client), secure, 'again')).toMatchObject({ status: 402 });
    await shop.reconcileAll();
    const states = await shop.app.db.purchaseAttempt.findMany({ where: { userId } });
    expect(states).toMatchObject([{ state: 'expired' }]);
    const again = { ...secure, stripeToken: await shop.cardToken() };
    const bought = await buy(at('next', client), again, 'again');
    expect(bought).toMatchObject({ status: 200, body: { contractText } });
  });
});
