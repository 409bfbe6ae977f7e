import { runRetention } from '@agres/core/run-retention';
import { stockRequestsSchema } from '@agres/domain/shapes.schema';
import { listStock } from '@agres/office/catalogue/list-stock';
import { RETENTION_RULES } from '@agres/shop/retention-rules';
import { notifyOfStock } from '@agres/shop/stock-requests/notify-of-stock';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import type { TestClient } from '../support/client.ts';
import { give } from '../support/command.ts';
import { addItem, PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, startMailedShop, startTestShop, type TestShop } from '../support/shop.ts';

const shop = useRunning(startMailedShop);

const ADDRESS = '/api/stock-requests';

const waitsOf = async (client: TestClient) => {
  const { status, body, headers } = await client.get(ADDRESS);
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  return stockRequestsSchema.parse(body);
};

const ask = (client: TestClient, itemId: number, optionIndex = 0) =>
  client.put(ADDRESS, { itemId, optionIndex, isAsked: true });

type Member = Awaited<ReturnType<TestShop['app']['member']>>;

async function waitFor(itemId: number, count: number): Promise<[Member, Member, ...Member[]]> {
  const members: Member[] = [];
  for (let index = 0; index < count; index += 1) {
    const member = await shop.app.member();
    expect((await ask(member.client, itemId)).status).toBe(200);
    members.push(member);
  }
  const [first, second, ...others] = members;
  if (first === undefined || second === undefined) throw new Error('two at least');
  return [first, second, ...others];
}

const soldOut = async () => {
  const item = await addItem(shop.app.db, { stocks: [0], title: `Épuisé ${Math.random()}` });
  const [option] = item.options;
  if (option === undefined) throw new Error('no option');
  return { item, optionId: option.id };
};

const comeIn = async (optionId: number, units: number) => {
  const answer = await give(shop, 'stock.adjust', {
    option: String(optionId),
    units: units > 0 ? `+${units}` : String(units),
    kind: 'other',
    reason: 'Counted',
  });
  expect(answer.kind).toBe('done');
};

async function tellAndSend(): Promise<void> {
  await notifyOfStock(shop.jobDeps);
  await shop.mailSent();
}

const toldOf = (title: string, kind = '') =>
  shop.mailbox
    .emails()
    .toReversed()
    .flatMap(({ subject, to }) => (subject.includes(title) && subject.includes(kind) ? to : []));

describe('a stock alert of a member', () => {
  test('is stored per account and option, and can be cancelled', async () => {
    const { client } = await shop.app.member();
    const { id } = await addItem(shop.app.db, { stocks: [3, 0, 0] });
    expect(await waitsOf(client)).toEqual([]);
    expect(await ask(client, id, 2)).toMatchObject({
      status: 200,
      body: [{ itemId: id, optionIndex: 2 }],
    });
    const [first] = await waitsOf(client);
    await ask(client, id, 2);
    await ask(client, id, 1);
    expect(await waitsOf(client)).toMatchObject([first, { itemId: id, optionIndex: 1 }]);
    const back = { itemId: id, optionIndex: 2, isAsked: false };
    expect(await client.put(ADDRESS, back)).toMatchObject({
      status: 200,
      body: [{ itemId: id, optionIndex: 1 }],
    });
    expect((await client.put(ADDRESS, back)).status).toBe(200);
    expect(await client.query('stockRequests.list')).toMatchObject({
      status: 200,
      body: { result: { data: [{ itemId: id, optionIndex: 1 }] } },
    });
    const { client: other } = await shop.app.member();
    expect(await waitsOf(other)).toEqual([]);
  });

  test('is not stored for an option in stock', async () => {
    const { client } = await shop.app.member();
    const { id } = await addItem(shop.app.db, { stocks: [3, 0] });
    expect(await ask(client, id, 0)).toMatchObject({ status: 200, body: [] });
  });

  test('requires a session and a published option', async () => {
    const { client } = await shop.app.member();
    const { id } = await addItem(shop.app.db, { stocks: [0] });
    const { id: hidden } = await addItem(shop.app.db, { stocks: [0], publishedAt: null });
    expect(await ask(client, id, 1)).toMatchObject({ status: 404, body: { message: 'not_found' } });
    expect(await ask(client, hidden)).toMatchObject({ status: 404 });
    for (const body of [
      { itemId: id, optionIndex: -1, isAsked: true },
      { itemId: id, optionIndex: 0, isAsked: 'yes' },
      { itemId: 'x', optionIndex: 0, isAsked: true },
      { optionIndex: 0, isAsked: true },
    ]) {
      const answer = await client.put(ADDRESS, body);
      expect([body, answer]).toMatchObject([body, { status: 400 }]);
    }
    for (const answer of [await shop.app.client().get(ADDRESS), await ask(shop.app.client(), id)]) {
      expect(answer).toMatchObject({ status: 401, body: { message: 'not_logged_in' } });
    }
  });

  test('is in the data export, and is deleted with the account or after 90 days', async () => {
    const { item, optionId } = await soldOut();
    const [leaving, staying] = await waitFor(item.id, 2);
    const copy = await leaving.client.post('/api/users/export', { currentMdp: PASSWORD });
    expect(copy).toMatchObject({
      status: 200,
      body: { data: { stockRequests: [{ optionId, toldAt: null }] } },
    });
    expect((await leaving.client.delete('/api/users')).status).toBe(200);
    const left = () => shop.app.db.stockRequest.findMany({ where: { optionId } });
    expect(await left()).toMatchObject([{ userId: staying.userId }]);

    const age = (days: number) =>
      shop.app.db.stockRequest.updateMany({
        where: { optionId },
        data: { askedAt: new Date(Date.now() - days * 86_400_000) },
      });
    const rules = RETENTION_RULES.filter(({ name }) => name === 'stock_requests');
    await age(89);
    await runRetention(shop.jobDeps, rules);
    expect(await left()).toHaveLength(1);
    await age(91);
    await runRetention(shop.jobDeps, rules);
    expect(await left()).toEqual([]);
  });

  test('is counted in stock.list until its email is sent', async () => {
    const { item, optionId } = await soldOut();
    await waitFor(item.id, 3);
    const waiting = async () => {
      const answer = await give(shop, 'stock.list');
      const { options } = z.object({ output: listStock.output }).parse(answer).output;
      return options.find(({ id }) => id === optionId);
    };
    const empty = { remaining: 0, held: 0, sold: 0, waiting: 3, published: true };
    expect(await waiting()).toMatchObject(empty);
    await comeIn(optionId, 1);
    await tellAndSend();
    expect(await waiting()).toMatchObject({ ...empty, remaining: 1, waiting: 2 });
  });
});

describe('new stock', () => {
  test('is announced to as many members as units, in order of request, once each', async () => {
    const { item, optionId } = await soldOut();
    const members = await waitFor(item.id, 4);
    const [a, b, c, d] = members.map(({ email }) => email);
    await tellAndSend();
    expect(toldOf(item.titleFr)).toEqual([]);
    await comeIn(optionId, 2);
    await tellAndSend();
    expect(new Set(toldOf(item.titleFr))).toEqual(new Set([a, b]));
    expect(toldOf(item.titleFr)).toHaveLength(2);
    // The units are still reserved for these two.
    await tellAndSend();
    expect(toldOf(item.titleFr)).toHaveLength(2);
    expect(await waitsOf(members[0].client)).toEqual([]);

    // One of them buys, and another unit arrives: the next person gets the e-mail.
    const stripeToken = await shop.cardToken();
    expect((await buy(members[0].client, { id: item.id, stripeToken })).status).toBe(200);
    await tellAndSend();
    expect(toldOf(item.titleFr)).toHaveLength(2);
    await comeIn(optionId, 1);
    await tellAndSend();
    expect(toldOf(item.titleFr).slice(2)).toEqual([c]);

    // No purchase within a day: the next person gets the e-mail.
    await shop.app.db.stockRequest.updateMany({
      where: { optionId, toldAt: { not: null } },
      data: { toldAt: new Date(Date.now() - 25 * 3_600_000) },
    });
    await tellAndSend();
    expect(toldOf(item.titleFr).slice(3)).toEqual([d]);
  });

  test('is not announced while sales are paused, and announced after', async () => {
    const { item, optionId } = await soldOut();
    await waitFor(item.id, 2);
    const value = { isPaused: true, sentence: { fr: '', en: '' }, since: new Date().toISOString() };
    await shop.app.db.setting.create({ data: { name: 'salesPause', value } });
    await comeIn(optionId, 2);
    await notifyOfStock(shop.jobDeps);
    const told = () =>
      shop.app.db.stockRequest.count({ where: { optionId, toldAt: { not: null } } });
    expect(await told()).toBe(0);
    await shop.app.db.setting.delete({ where: { name: 'salesPause' } });
    await notifyOfStock(shop.jobDeps);
    expect(await told()).toBe(2);
  });

  test('is not announced by a restored shop before it sells again', async () => {
    const { item, optionId } = await soldOut();
    await waitFor(item.id, 2);
    await comeIn(optionId, 1);
    const told = () =>
      shop.app.db.stockRequest.count({ where: { optionId, toldAt: { not: null } } });
    await shop.app.db.installation.updateMany({ data: { restoredFrom: new Date() } });
    await notifyOfStock(shop.jobDeps);
    expect(await told()).toBe(0);
    await shop.app.db.installation.updateMany({ data: { restoredFrom: null } });
    await notifyOfStock(shop.jobDeps);
    expect(await told()).toBe(1);
  });

  test('is announced once by concurrent workers', async () => {
    const { item, optionId } = await soldOut();
    await waitFor(item.id, 6);
    await comeIn(optionId, 3);
    await Promise.all(Array.from({ length: 5 }, () => notifyOfStock(shop.jobDeps)));
    const told = await shop.app.db.stockRequest.count({
      where: { optionId, toldAt: { not: null } },
    });
    expect(told).toBe(3);
    await tellAndSend();
    expect(new Set(toldOf(item.titleFr)).size).toBe(3);
    expect(toldOf(item.titleFr)).toHaveLength(3);
  });

  test('is announced to all or none if the process crashes between two emails', async () => {
    const { item, optionId } = await soldOut();
    await waitFor(item.id, 2);
    await comeIn(optionId, 2);
    // The second of the two emails cannot be enqueued.
    const { db } = shop.app;
    await db.$executeRaw`
      CREATE FUNCTION no_second_email() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM job WHERE dedupe LIKE 'stock_request:%' AND done_at IS NULL) THEN
          RAISE EXCEPTION 'the process is gone';
        END IF;
        RETURN NEW;
      END $$`;
    await db.$executeRaw`
      CREATE TRIGGER no_second_email BEFORE INSERT ON job FOR EACH ROW
      EXECUTE FUNCTION no_second_email()`;
    await expect(notifyOfStock(shop.jobDeps)).rejects.toThrow('the process is gone');
    await db.$executeRaw`DROP TRIGGER no_second_email ON job`;
    expect(await shop.app.db.stockRequest.count({ where: { optionId, toldAt: null } })).toBe(2);
    await tellAndSend();
    expect(toldOf(item.titleFr)).toHaveLength(2);
    await tellAndSend();
    expect(toldOf(item.titleFr)).toHaveLength(2);
  });

  test('is not announced when out of stock again, and requests keep their place', async () => {
    const { item, optionId } = await soldOut();
    const [member, later] = await waitFor(item.id, 2);
    await comeIn(optionId, 1);
    await notifyOfStock(shop.jobDeps);
    await comeIn(optionId, -1);
    await tellAndSend();
    expect(toldOf(item.titleFr)).toEqual([]);
    expect(await waitsOf(member.client)).toHaveLength(1);
    await comeIn(optionId, 1);
    await tellAndSend();
    expect(toldOf(item.titleFr)).toEqual([member.email]);
    expect(await waitsOf(later.client)).toHaveLength(1);
  });

  test('is announced again after a new request only', async () => {
    const { item, optionId } = await soldOut();
    const [member] = await waitFor(item.id, 2);
    await comeIn(optionId, 1);
    await tellAndSend();
    await comeIn(optionId, -1);
    await comeIn(optionId, 1);
    await tellAndSend();
    expect(toldOf(item.titleFr)).toHaveLength(1);
    await comeIn(optionId, -1);
    expect(await ask(member.client, item.id)).toMatchObject({ body: [{ itemId: item.id }] });
    await comeIn(optionId, 1);
    await tellAndSend();
    expect(toldOf(item.titleFr)).toHaveLength(2);
  });
});

describe('the unsubscribe link of the email', () => {
  const linkIn = (title: string) => {
    const email = shop.mailbox.emails().find(({ subject }) => subject.includes(title));
    const [, id, nonce] =
      /\/fr\/retour-en-stock\/(\d+)\/([\w-]+)/.exec(email?.links.join(' ') ?? '') ?? [];
    return { id: Number(id), nonce: nonce ?? '' };
  };

  test('supports one-click List-Unsubscribe and does not reveal the account', async () => {
    const { item, optionId } = await soldOut();
    const { item: another } = await soldOut();
    const [member] = await waitFor(item.id, 2);
    await ask(member.client, another.id);
    await comeIn(optionId, 1);
    await tellAndSend();
    const email = shop.mailbox.emails().find(({ subject }) => subject.includes(item.titleFr));
    const link = email?.links.find((address) => address.includes('/retour-en-stock/')) ?? '';
    expect(email?.listUnsubscribe).toEqual({
      address: `<${link}>`,
      post: 'List-Unsubscribe=One-Click',
    });

    // Like mail providers: a one-line form, without a cookie or our origin.
    const mailProgram = shop.app.client();
    const { pathname } = new URL(link);
    const call = (path: string, type = 'application/x-www-form-urlencoded') =>
      mailProgram.send('POST', path, {
        headers: { 'content-type': type, origin: 'https://mail.example' },
        body: 'List-Unsubscribe=One-Click',
      });
    for (const forged of [`${pathname.slice(0, -2)}AA`, `${pathname}/x`, pathname.slice(0, -8)]) {
      const { status } = await call(forged);
      expect([forged, status >= 400]).toEqual([forged, true]);
    }
    // Opening it changes nothing.
    await mailProgram.get(pathname);
    expect(await waitsOf(member.client)).toHaveLength(1);

    const ended = await call(pathname);
    expect([ended.status, ended.text, ended.headers['set-cookie']]).toEqual([200, '', undefined]);
    expect(await waitsOf(member.client)).toEqual([]);
    const again = await call(pathname, 'multipart/form-data; boundary=x');
    expect([again.status, again.text]).toEqual([200, '']);
    await shop.app.db.user.delete({ where: { id: member.userId } });
    const gone = await call(pathname.replace('/fr/retour-en-stock', '/en/back-in-stock'));
    expect([gone.status, gone.text]).toEqual([200, '']);
  });

  test('cancels every alert without a session, and is idempotent', async () => {
    const { item, optionId } = await soldOut();
    const { item: another } = await soldOut();
    const [member] = await waitFor(item.id, 2);
    await ask(member.client, another.id);
    await comeIn(optionId, 1);
    await tellAndSend();
    const link = linkIn(item.titleFr);
    expect(link.id).toBe(member.userId);
    expect(
      shop.mailbox.emails().find(({ subject }) => subject.includes(item.titleFr))?.links,
    ).toContainEqual(expect.stringMatching(new RegExp(`/fr/boutique/materiel/${item.id}$`)));

    const { client: stranger, userId } = await shop.app.member();
    await ask(stranger, another.id);
    const visitor = shop.app.client();
    for (const forged of [
      { ...link, id: userId },
      { ...link, nonce: `${link.nonce.slice(0, -2)}AA` },
      { ...link, nonce: 'x' },
      { ...link, id: 0 },
    ]) {
      const refused = await visitor.post(`${ADDRESS}/end`, forged);
      expect([forged, refused]).toMatchObject([
        forged,
        { status: 400, body: { message: 'incorrect_activation_code' } },
      ]);
    }
    expect(await waitsOf(member.client)).toHaveLength(1);
    expect(await waitsOf(stranger)).toHaveLength(1);

    const ended = await visitor.post(`${ADDRESS}/end`, link);
    expect(ended).toMatchObject({ status: 200, body: { ended: 1 } });
    expect(await waitsOf(member.client)).toEqual([]);
    const again = await visitor.post(`${ADDRESS}/end`, link);
    expect(again).toMatchObject({ status: 200, body: { ended: 0 } });
    expect(await waitsOf(stranger)).toHaveLength(1);
  });

  test('cancels an email that has not left', async () => {
    const [first, second] = [await soldOut(), await soldOut()];
    const [member] = await waitFor(first.item.id, 2);
    await ask(member.client, second.item.id);
    await comeIn(first.optionId, 1);
    await tellAndSend();
    await comeIn(second.optionId, 1);
    await notifyOfStock(shop.jobDeps);
    await shop.app.client().post(`${ADDRESS}/end`, linkIn(first.item.titleFr));
    await tellAndSend();
    expect(toldOf(second.item.titleFr)).toEqual([]);
  });
});

describe('a stock alert without an account', () => {
  let visitors = 0;
  const askBy = (email: string, itemId: number, optionIndex = 0) =>
    shop.app.client().post(ADDRESS, { itemId, optionIndex, email });
  const newAddress = () => `visitor-${(visitors += 1)}@example.fr`;
  const rowsOf = (email: string) => shop.app.db.visitorStockRequest.findMany({ where: { email } });

  const linkTo = (email: string, page: string) => {
    const links = shop.emailsTo(email)[0]?.links.join(' ') ?? '';
    const [, id, nonce] = new RegExp(`/${page}/(\\d+)/([\\w-]+)`).exec(links) ?? [];
    return { id: Number(id), nonce: nonce ?? '' };
  };

  const confirm = (link: { id: number; nonce: string }) =>
    shop.app.client().post(`${ADDRESS}/confirm`, link);

  async function waitByAddress(itemId: number, email = newAddress()): Promise<string> {
    expect(await askBy(email, itemId)).toMatchObject({ status: 200, body: { isAsked: true } });
    await tellAndSend();
    const answer = await confirm(linkTo(email, 'alerte-stock'));
    expect(answer).toMatchObject({ status: 200, body: { itemId, optionIndex: 0 } });
    return email;
  }

  test('counts after confirmation by email, and is sent once in the visitor’s language', async () => {
    const { item, optionId } = await soldOut();
    const email = newAddress();
    expect(
      await shop.app
        .client()
        .post(
          ADDRESS,
          { itemId: item.id, optionIndex: 0, email },
          { headers: { 'accept-language': 'en' } },
        ),
    ).toMatchObject({ status: 200, body: { isAsked: true } });
    const silent = newAddress();
    await askBy(silent, item.id);
    await tellAndSend();
    expect(shop.emailsTo(email).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Confirm your stock alert'),
    ]);
    const link = linkTo(email, 'stock-alert');
    await shop.app.client().get(`/en/stock-alert/${link.id}/${link.nonce}`);
    expect(await rowsOf(email)).toMatchObject([{ confirmedAt: null, toldAt: null }]);
    for (const forged of [
      { ...link, id: link.id + 1 },
      { ...link, nonce: `${link.nonce.slice(0, -2)}AA` },
      { ...link, nonce: link.nonce.slice(0, 43) },
    ]) {
      const refused = await confirm(forged);
      expect([forged, refused]).toMatchObject([
        forged,
        { status: 400, body: { message: 'incorrect_activation_code' } },
      ]);
    }
    const confirmed = { status: 200, body: { itemId: item.id, optionIndex: 0 } };
    expect(await confirm(link)).toMatchObject(confirmed);
    expect(await confirm(link)).toMatchObject(confirmed);

    await comeIn(optionId, 2);
    // A mail server that was away for two days: the alert is kept until its email has left.
    const rules = RETENTION_RULES.filter(({ name }) => name === 'visitor_stock_requests');
    const dayPasses = async () => {
      await shop.app.db.visitorStockRequest.updateMany({
        where: { email },
        data: { toldAt: new Date(Date.now() - 25 * 3_600_000) },
      });
      await runRetention(shop.jobDeps, rules);
    };
    await notifyOfStock(shop.jobDeps);
    await dayPasses();
    await tellAndSend();
    expect(shop.emailsTo(email).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Back in stock'),
      expect.stringContaining('Confirm your stock alert'),
    ]);
    expect(shop.emailsTo(silent)).toHaveLength(1);

    // An alert is deleted a day after it was announced; until then its unit is reserved.
    await shop.app.db.visitorStockRequest.updateMany({
      where: { email },
      data: { toldAt: new Date() },
    });
    await runRetention(shop.jobDeps, rules);
    expect(await rowsOf(email)).toHaveLength(1);
    await dayPasses();
    expect(await rowsOf(email)).toEqual([]);
  });

  test('is limited to three emails a day per address, and not sent unconfirmed', async () => {
    const strict = await startTestShop({
      smtpUrl: shop.mailbox.smtpUrl,
      config: { rateLimit: 'strict' },
      http: { trustedProxies: ['127.0.0.0/8'] },
    });
    const { db } = strict.app;
    const stranger = newAddress();
    const itemIds: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      itemIds.push((await addItem(db, { stocks: [0] })).id);
    }
    const statuses = new Map<number, number>();
    for (let turn = 0; turn < 1000; turn += 1) {
      const itemId = itemIds[turn % itemIds.length];
      // Forty networks, each asking twenty-five times.
      const network = { headers: { 'x-forwarded-for': `198.51.${turn % 40}.1` } };
      const asked = { itemId, optionIndex: 0, email: stranger };
      const { status } = await strict.app.client().post(ADDRESS, asked, network);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(new Set(statuses.keys())).toEqual(new Set([200, 429]));
    expect(statuses.get(429)).toBeGreaterThan(100);
    await strict.mailSent();
    expect(shop.emailsTo(stranger)).toHaveLength(3);
    expect(await db.visitorStockRequest.count()).toBe(3);
    // None was confirmed, so new stock sends nothing.
    await db.itemOption.updateMany({ data: { remaining: 5 } });
    await notifyOfStock(strict.jobDeps);
    expect(await db.job.count({ where: { doneAt: null, kind: 'mail' } })).toBe(0);
    await strict.close();
  });

  test('shares one queue with those of members, and counts in stock.list', async () => {
    const { item, optionId } = await soldOut();
    const first = await waitByAddress(item.id);
    const [member, last] = await waitFor(item.id, 2);
    await askBy(newAddress(), item.id);
    const answer = await give(shop, 'stock.list');
    const { options } = z.object({ output: listStock.output }).parse(answer).output;
    expect(options.find(({ id }) => id === optionId)).toMatchObject({ waiting: 3 });
    await comeIn(optionId, 1);
    await tellAndSend();
    await tellAndSend();
    const told = () => toldOf(item.titleFr, 'De retour en stock');
    expect(told()).toEqual([first]);
    await comeIn(optionId, 1);
    await tellAndSend();
    expect(told()).toEqual([first, member.email]);
    expect(await waitsOf(last.client)).toHaveLength(1);
  });

  test('is not stored for an option in stock, and refused for an unknown option or bad address', async () => {
    const { id } = await addItem(shop.app.db, { stocks: [3, 0] });
    const { id: hidden } = await addItem(shop.app.db, { stocks: [0], publishedAt: null });
    const email = newAddress();
    expect(await askBy(email, id)).toMatchObject({ status: 200, body: { isAsked: false } });
    expect(await rowsOf(email)).toEqual([]);
    expect(await askBy(email, id, 2)).toMatchObject({
      status: 404,
      body: { message: 'not_found' },
    });
    expect(await askBy(email, hidden)).toMatchObject({ status: 404 });
    expect(await askBy('lea@', id, 1)).toMatchObject({
      status: 400,
      body: { message: 'invalid_email_message' },
    });
  });

  test('is deleted unconfirmed after 7 days, confirmed after 90', async () => {
    const { item, optionId } = await soldOut();
    await waitByAddress(item.id);
    await askBy(newAddress(), item.id);
    const rules = RETENTION_RULES.filter(({ name }) => name === 'visitor_stock_requests');
    const { db } = shop.app;
    const leftAfter = async (days: number) => {
      const askedAt = new Date(Date.now() - days * 86_400_000);
      await db.visitorStockRequest.updateMany({ where: { optionId }, data: { askedAt } });
      await runRetention(shop.jobDeps, rules);
      return db.visitorStockRequest.count({ where: { optionId } });
    };
    expect(await leftAfter(6)).toBe(2);
    expect(await leftAfter(8)).toBe(1);
    expect(await leftAfter(89)).toBe(1);
    expect(await leftAfter(91)).toBe(0);
  });

  test('is cancelled by the link of any of its emails, with all others of the address', async () => {
    const [{ item, optionId }, { item: another }] = [await soldOut(), await soldOut()];
    const email = await waitByAddress(item.id);
    await waitByAddress(another.id, email);
    const stranger = await waitByAddress(another.id);
    await comeIn(optionId, 1);
    await tellAndSend();
    const link = linkTo(email, 'retour-en-stock');
    expect(shop.emailsTo(email)[0]?.listUnsubscribe?.address).toContain(link.nonce);
    const { db } = shop.app;
    await db.visitorStockRequest.deleteMany({ where: { email, optionId } });
    const end = () => shop.app.client().post(`${ADDRESS}/end`, link);
    expect(await end()).toMatchObject({ status: 200, body: { ended: 1 } });
    expect(await end()).toMatchObject({ status: 200, body: { ended: 0 } });
    expect(await rowsOf(email)).toEqual([]);
    expect(await rowsOf(stranger)).toHaveLength(1);
  });

  test('of a member’s address is exported and deleted with the account; both send one email', async () => {
    const { item, optionId } = await soldOut();
    const { item: another, optionId: anotherId } = await soldOut();
    const member = await shop.app.member();
    await ask(member.client, item.id);
    await waitByAddress(item.id, member.email);
    await waitByAddress(another.id, member.email);
    const copy = await member.client.post('/api/users/export', { currentMdp: PASSWORD });
    expect(copy).toMatchObject({
      status: 200,
      body: { data: { stockRequestsByAddress: [{ optionId }, { optionId: anotherId }] } },
    });
    await comeIn(optionId, 2);
    await tellAndSend();
    await tellAndSend();
    expect(toldOf(item.titleFr).filter((to) => to === member.email)).toHaveLength(2);
    expect(await rowsOf(member.email)).toMatchObject([{ optionId: anotherId }]);
    expect((await member.client.delete('/api/users')).status).toBe(200);
    expect(await rowsOf(member.email)).toEqual([]);
  });
});
