import { beforeAll, describe, expect, test } from 'vitest';

import type { TestClient } from '../support/client.ts';
import { listOperations, type Operation } from '../support/contract/operations.ts';
import { linkIn } from '../support/members.ts';
import { startRecorder, type Recorder, type Sent } from '../support/recorder.ts';
import { addArticle, addItem, PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { RECIPIENT, startMailedShop } from '../support/shop.ts';
import { CARDS, newSubscriber } from '../support/subscribing.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const OPERATIONS = listOperations();
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];
const inOneLine = (text: string) => JSON.stringify(text).slice(1, -1);

/**
 * Other programs read these answers: status, headers and bytes must not change. `/api/openapi.json` and
 * `/api/errors` are excluded, because they change with every new call. An intended change appears in the
 * recording (`--update` rewrites it).
 */
describe('the recorded REST answers', () => {
  const shop = useRunning(() => startMailedShop({ pages: 'built' }));
  let recorder: Recorder;
  let origin: string;
  const openRecorder = async () => {
    recorder = await startRecorder(origin);
  };
  beforeAll(async () => {
    origin = await shop.app.server.listen({ host: '127.0.0.1', port: 0 });
  });

  const visitor = async () => {
    const client = shop.app.client();
    await client.get('/api/users/status');
    return client;
  };
  const member = async () => (await shop.app.member()).client;
  const subscriber = async () => (await newSubscriber(shop)).client;

  /** Sends a request with the client's XSRF token, and as JSON unless the body is a text. */
  const record = (client: TestClient, sent: Omit<Sent, 'body'> & { body?: unknown }) => {
    const { body, headers = {}, ...rest } = sent;
    const token: Record<string, string> =
      sent.method === 'GET' || sent.method === 'HEAD'
        ? {}
        : { 'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '' };
    return recorder.record(client, {
      ...rest,
      headers: { ...token, ...(body === undefined ? {} : JSON_TYPE), ...headers },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  };

  test('of public reads', async () => {
    await openRecorder();
    await addItem(shop.app.db, { title: 'Anneaux', stocks: [3, 0] });
    await addArticle(shop.app.db, { title: 'Tenir sur les mains' });
    const client = await visitor();
    const call = (method: string, path: string) => record(client, { method, path });
    for (const path of ['/items', '/blog', '/home', '/payment/config', '/users/status']) {
      // A query or HEAD bypasses the cached bytes.
      await record(client, { method: 'GET', path: `/api${path}` });
      await record(client, { method: 'GET', path: `/api${path}?x=1&x=2&__proto__=3` });
      await record(client, { method: 'HEAD', path: `/api${path}?x=1` });
      await record(client, { method: 'HEAD', path: `/api${path}` });
      await record(shop.app.client(), { method: 'GET', path: `/api${path}?x=1` });
    }
    for (const [locale, { hash }] of Object.entries(shop.app.deps.contractTexts.own)) {
      const text = await shop.app.db.contractText.findFirstOrThrow({ where: { hash } });
      recorder.hide(hash, 'HASH');
      for (const part of ['terms', 'notice', 'form'] as const) {
        recorder.hide(inOneLine(text[part]), part.toUpperCase());
      }
      await call('GET', `/api/contract-texts/current?locale=${locale}`);
      await call('GET', `/api/contract-texts/${hash}`);
    }
    await call('GET', '/api/contract-texts/current?locale=de');
    await call('GET', '/api/contract-texts/ffffffffffff');
    await expect(recorder.text()).toMatchFileSnapshot('recorded/reads.txt');
  });

  test('of accounts', async () => {
    await openRecorder();
    const { db } = shop.app;
    const email = 'jeanne@exemple.fr';
    const client = await visitor();
    const linkFor = async (address: string, subject: RegExp) => {
      const matching = () => shop.emailsTo(address).filter((one) => subject.test(one.subject));
      await shop.inBackground(async () => matching().length > 0);
      const [received] = matching();
      if (received === undefined) throw new Error(`no email to ${address}`);
      return linkIn(received);
    };
    const call = (method: string, path: string, body?: unknown) =>
      record(client, { method, path, body });

    const signUp = { email, mdp: PASSWORD, mdp2: PASSWORD, locale: 'fr' };
    await call('POST', '/api/users', signUp);
    await call('POST', '/api/users', signUp);
    await call('POST', '/api/users', { ...signUp, mdp2: 'Autre1234' });
    await call('POST', '/api/connect', { email, mdp: PASSWORD });
    await call('PUT', '/api/users/activation', { email });
    const { id, secret } = await linkFor(email, /./);
    recorder.hide(`"id":${id}`, '"id":OWN_ID');
    recorder.hide(`"id":"${id}"`, '"id":"OWN_ID"');
    await call('PUT', '/api/users/activate', { id, nonce: 'wrong' });
    await call('PUT', '/api/users/activate', { id: 'abc', nonce: secret });
    await call('POST', '/api/connect', { email, mdp: 'Faux1234' });
    await call('POST', '/api/connect', { email: 'nobody@exemple.fr', mdp: PASSWORD });
    await db.user.update({ where: { id }, data: { activatedAt: new Date() } });
    await call('PUT', '/api/users/activate', { id: String(id), nonce: secret });
    await call('POST', '/api/connect', { email, mdp: PASSWORD });
    await call('PUT', '/api/users/forgottenPassword', { email: 'nobody@exemple.fr' });
    await call('PUT', '/api/users/retrievePassword', {
      id,
      retrieve: 'wrong',
      mdp: PASSWORD,
      mdp2: PASSWORD,
    });
    await call('PUT', '/api/users/email/undo', { id, nonce: 'wrong' });

    const { client: signedIn, userId } = await shop.app.member({ email: 'lea@exemple.fr' });
    recorder.hide(`"id":${userId}`, '"id":OWN_ID');
    recorder.hide(`/users/${userId + 1000}`, '/users/UNKNOWN_ID');
    recorder.hide(`/users/${userId}`, '/users/OWN_ID');
    const own = (method: string, path: string, body?: unknown) =>
      record(signedIn, { method, path, body });
    await own('GET', '/api/users/status');
    await own('GET', `/api/users/${userId}`);
    await own('HEAD', `/api/users/${userId}`);
    await own('GET', `/api/users/${userId}?id=1&x=y`);
    const odd = ['0', 'abc', '%20', '1%2F2', '99999999999', '-1', '1.0', '%zz', '1/', ''];
    for (const text of odd) await own('GET', `/api/users/${text}`);
    const encoded = Array.from(String(userId), (digit) => `%3${digit}`).join('');
    recorder.hide(`/users/${encoded}`, '/users/OWN_ID_ENCODED');
    await own('GET', `/api/users/${encoded}`);
    await own('GET', `/api/users/${userId + 1000}`);
    await own('PUT', '/api/users', {});
    await own('PUT', '/api/users', { email: 'no address' });
    await own('PUT', '/api/users', { mdp: 'short', mdp2: 'short' });
    await own('DELETE', '/api/users/sessions');
    const leaving = await member();
    await record(leaving, {
      method: 'GET',
      path: '/api/disconnect',
      headers: { origin: 'http://evil.example' },
    });
    await record(leaving, { method: 'HEAD', path: '/api/disconnect' });
    await record(leaving, { method: 'GET', path: '/api/disconnect' });
    await record(leaving, { method: 'GET', path: '/api/disconnect' });
    await record(await visitor(), { method: 'GET', path: '/api/disconnect' });
    await record(await member(), { method: 'DELETE', path: '/api/users' });
    await record(await visitor(), { method: 'GET', path: `/api/users/${userId}` });
    await expect(recorder.text()).toMatchFileSnapshot('recorded/users.txt');
  });

  test('of purchases, subscriptions and messages', async () => {
    await openRecorder();
    const item = await addItem(shop.app.db, { title: 'Barre', stocks: [2, 0] });
    recorder.hide(`"id":${item.id},"stripeToken"`, '"id":ITEM_ID,"stripeToken"');
    recorder.hide(`"id":"${item.id}","stripeToken"`, '"id":"ITEM_ID","stripeToken"');
    const client = await member();
    const buy = async (body: object, headers: Record<string, string> = {}) =>
      record(client, {
        method: 'POST',
        path: '/api/items/buy',
        headers,
        body: { ...RECIPIENT, id: item.id, stripeToken: 'tok_visa', ...body },
      });
    const key = { 'idempotency-key': 'recorded-1' };
    const stripeToken = await shop.cardToken();
    await buy({ stripeToken }, key);
    await buy({ stripeToken }, key);
    await buy({ stripeToken, firstName: 'Autre' }, key);
    await buy({ stripeToken: await shop.cardToken(CARDS.declined) });
    await buy({ stripeToken: await shop.cardToken(CARDS.short) });
    await buy({ optionIndex: 1 });
    await buy({ optionIndex: 7 });
    await buy({ id: 2_000_000_000 });
    await buy({ cgv: false });
    await buy({ cgv: 'true', id: String(item.id) });
    await buy({}, { 'idempotency-key': 'é' });
    await buy({ stripeToken: await shop.cardToken(CARDS.secure) });

    const person = await member();
    const subscribe = async (body: unknown) =>
      record(person, { method: 'POST', path: '/api/programsPerso/subscribe', body });
    await record(person, { method: 'GET', path: '/api/programsPerso' });
    await subscribe({ plan: 'monthly', stripeToken: await shop.cardToken(CARDS.declined) });
    await subscribe({ plan: 'weekly', stripeToken: 7 });
    await subscribe({ plan: 'monthly', stripeToken: await shop.cardToken() });
    await subscribe({ plan: 'monthly', stripeToken: await shop.cardToken() });
    await record(person, { method: 'GET', path: '/api/programsPerso' });
    await record(person, { method: 'HEAD', path: '/api/programsPerso' });
    await record(person, { method: 'GET', path: '/api/payment/card' });
    for (const card of [CARDS.mastercard, CARDS.declined, CARDS.secure]) {
      const body = { stripeToken: await shop.cardToken(card) };
      await record(person, { method: 'POST', path: '/api/updateMobileAppPaymentMethod', body });
    }
    await record(person, { method: 'DELETE', path: '/api/programsPerso/unsubscribe' });
    await record(person, { method: 'DELETE', path: '/api/programsPerso/unsubscribe' });

    const message = { subject: 'Une question', message: 'Quelle longueur ont les sangles ?' };
    await record(client, { method: 'POST', path: '/api/contact', body: message });
    const sender = { ...message, email: 'someone@exemple.fr' };
    await record(await visitor(), { method: 'POST', path: '/api/contact', body: sender });
    await expect(recorder.text()).toMatchFileSnapshot('recorded/purchases.txt');
  });

  test('of addresses and methods', async () => {
    await openRecorder();
    const client = await visitor();
    const placeOf = ({ path }: Operation) => `/api${path.replace('{id}', '1')}`;
    const kinds = new Set<string>();
    for (const path of new Set([...OPERATIONS.map(placeOf), '/api/openapi.json', '/api/docs'])) {
      const own = OPERATIONS.filter((one) => placeOf(one) === path).map(({ method }) => method);
      // contract.test.ts tries all methods but TRACE on every call, so one call stands for those that allow
      // the same methods. The other paths are no calls, or a GET that does not allow HEAD.
      const kind = own.length === 0 || path === '/api/disconnect' ? path : own.join();
      const methods = kinds.has(kind) ? ['TRACE'] : METHODS;
      kinds.add(kind);
      for (const method of methods) {
        const isOwn = own.some((one) => one === method);
        const isRead = method === 'HEAD' && path !== '/api/disconnect';
        if (isOwn || isRead) continue;
        if (method === 'GET' && (path === '/api/openapi.json' || path === '/api/docs')) continue;
        await record(client, { method, path });
      }
    }
    for (const path of [
      '/api',
      '/api/',
      '/api/items/',
      '/api//items',
      '/api/Items',
      '/API/items',
      '/api/items%20',
      '/api/item%73',
      '/api/./items',
      '/api/items/../blog',
      '/api/items;x=1',
      '/api/items/1',
      '/api/%zz',
      '/api/constructor',
      '/api/__proto__',
      '/api/users/1/2',
      `/api/${'a'.repeat(2000)}`,
    ]) {
      for (const method of ['GET', 'HEAD', 'POST']) {
        await record(client, { method, path, ...(method === 'POST' ? { body: {} } : {}) });
      }
    }
    await expect(recorder.table()).toMatchFileSnapshot('recorded/addresses.txt');
  });

  test('of malformed bodies, for every call', async () => {
    await openRecorder();
    const clients = new Map<string, TestClient>();
    const ends = (operation: Operation) => operation.method === 'DELETE';
    const clientFor = async (operation: Operation) => {
      if (!operation.needsSession) return visitor();
      const isForSubscribers = /update(?:Mobile|Card)|unsubscribe/.test(operation.path);
      const make = isForSubscribers ? subscriber : member;
      if (ends(operation)) return make();
      const name = isForSubscribers ? 'subscriber' : 'member';
      const client = clients.get(name) ?? (await make());
      clients.set(name, client);
      return client;
    };
    for (const operation of OPERATIONS.filter(({ method }) => method !== 'GET')) {
      const { method } = operation;
      const path = `/api${operation.path}`;
      const send = async (sent: { body?: unknown; headers?: Record<string, string> }) =>
        record(await clientFor(operation), { method, path, ...sent });
      await send({});
      await send({ headers: JSON_TYPE });
      await send({ headers: { 'content-type': 'text/plain' } });
      await send({ headers: { 'x-xsrf-token': 'wrong' }, body: {} });
      for (const body of [
        '',
        ' ',
        '{',
        '[]',
        'null',
        '"text"',
        '7',
        '{}',
        '{"__proto__":{"email":"a@b.fr"}}',
        '{"constructor":{"prototype":{"x":1}}}',
        '{"email":{"__proto__":1}}',
        '{"email":7,"mdp":false,"id":"7","stripeToken":null,"plan":[],"subject":{},"area":"0"}',
        '{"unknown":1,"id":{"a":1}}',
        '\uFEFF{}',
      ]) {
        await send({ body });
      }
      await send({ body: '{}', headers: { 'content-type': 'text/plain' } });
      await send({ body: '{}', headers: { 'content-type': 'application/x-www-form-urlencoded' } });
      await send({ body: '{}', headers: { 'content-type': 'application/json; charset=latin1' } });
      await send({ body: '{}', headers: { 'content-type': 'APPLICATION/JSON; charset=UTF-8' } });
      await send({ body: `{"email":"${'x'.repeat(66_000)}"}` });
      await recorder.record(await clientFor(operation), {
        method,
        path,
        headers: JSON_TYPE,
        body: '{}',
      });
      if (operation.needsSession) await record(await visitor(), { method, path, body: {} });
    }
    await expect(recorder.table()).toMatchFileSnapshot('recorded/bodies.txt');
  });

  test('of an unexpected failure', async () => {
    await openRecorder();
    const email = 'paul@exemple.fr';
    const { client, userId } = await shop.app.member({ email });
    recorder.hide(`/users/${userId}`, '/users/OWN_ID');
    await shop.app.db.$executeRaw`ALTER TABLE subscription RENAME TO subscription_away`;
    await record(client, { method: 'GET', path: `/api/users/${userId}` });
    await record(client, { method: 'HEAD', path: `/api/users/${userId}` });
    await record(await visitor(), {
      method: 'POST',
      path: '/api/connect',
      body: { email, mdp: PASSWORD },
    });
    await shop.app.db.$executeRaw`ALTER TABLE subscription_away RENAME TO subscription`;
    await expect(recorder.text()).toMatchFileSnapshot('recorded/failures.txt');
  });
});
