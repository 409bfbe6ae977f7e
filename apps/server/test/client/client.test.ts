import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createClient, ShopError, type ClientOptions } from '@agres/client';
import { inTransaction } from '@agres/db/transaction';
import { mintToken, type NewToken } from '@agres/shop/users/link-token';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { addItem, addUser, PASSWORD } from '../support/rows.ts';
import { ABROAD, RECIPIENT, startTestShop, type TestShop } from '../support/shop.ts';
import { CARDS } from '../support/subscribing.ts';

const WRONG = 'Wrong1234';
const PENDING = { pendingEmail: 'new@example.fr', pendingEmailUntil: new Date(4e12) };
const MESSAGE = { subject: 'Taille', message: 'Quelle longueur ?', email: 'someone@example.fr' };

/** What is thrown by a call that must not succeed. */
async function refusalOf(call: Promise<unknown>): Promise<ShopError> {
  const error = await call.then(
    () => new Error('it succeeded'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof ShopError) return error;
  throw error;
}

type SendRequest = NonNullable<ClientOptions['fetch']>;

/** The global fetch, but the first request to a path goes another way; `sent` are all of them. */
function withFirst(path: string, act: SendRequest) {
  const sent: { path: string; headers: Headers; at: number }[] = [];
  return {
    sentTo: (wanted: string) => sent.filter((request) => request.path === wanted),
    fetch: ((request, init) => {
      const { pathname } = new URL(request.url);
      const isFirst = pathname === path && !sent.some((earlier) => earlier.path === path);
      sent.push({ path: pathname, headers: new Headers(request.headers), at: performance.now() });
      return isFirst ? act(request, init) : fetch(request, init);
    }) satisfies SendRequest,
  };
}

/** The shop handles the call, but the client gets no answer. */
async function loseAnswer(request: Request): Promise<never> {
  await (await fetch(request)).text();
  throw new TypeError('terminated');
}

const refuse = (status: number, code: string, retryAfter?: number) => async () =>
  Response.json(
    { message: 'error_message', code },
    { status, headers: retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) } },
  );

describe('the typed client', () => {
  let shop: TestShop;
  let baseUrl: string;
  beforeAll(async () => {
    shop = await startTestShop({ config: { rateLimit: 'strict' }, pages: 'built' });
    baseUrl = await shop.app.server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(async () => {
    shop.provider.clearFaults();
    await shop.app.db.$executeRaw`DELETE FROM rate_limit`;
  });
  afterAll(() => shop.close());

  const client = (options: Partial<ClientOptions> = {}) => createClient({ baseUrl, ...options });

  /** The secret of a link as an email has it. */
  const linkOf = (token: Omit<NewToken, 'now'>) =>
    inTransaction(shop.app.db, (tx) => mintToken(tx, { ...token, now: new Date() }));

  /** A signed-in member, and an item to buy. */
  const buyer = async (options: Partial<ClientOptions> = {}) => {
    const { id: userId, email } = await addUser(shop.app.db);
    const item = await addItem(shop.app.db, { stocks: [5] });
    const person = client(options);
    await person.post('/connect', { email, mdp: PASSWORD });
    const purchase = {
      ...RECIPIENT,
      area: 0,
      cgv: true,
      id: item.id,
      stripeToken: await shop.cardToken(),
    } as const;
    const charges = async () => {
      const attempts = await shop.app.db.purchaseAttempt.findMany({ where: { userId } });
      return attempts.map(({ id }) => shop.provider.money()['main']?.byAttempt[id]?.succeeded);
    };
    return { person, item, email, userId, purchase, charges };
  };

  describe('with a session', () => {
    test('reads without one', async () => {
      const item = await addItem(shop.app.db);
      const items = await client().get('/items');
      expect(items.map(({ id }) => id)).toContain(item.id);
      expect(await client().get('/items/{id}', { id: item.id })).toMatchObject({ id: item.id });
    });

    test('logs in before any other call, knows who it is, and logs out', async () => {
      const { email } = await addUser(shop.app.db);
      const person = client();
      expect(await person.post('/connect', { email, mdp: PASSWORD })).toMatchObject({ email });
      expect(await person.get('/users/status')).toMatchObject({ user: { email } });
      expect(await person.get('/disconnect')).toEqual({ message: 'disconnected' });
      expect(await person.get('/users/status')).toEqual({ isConnected: false, user: null });
      expect((await refusalOf(person.get('/orders'))).code).toBe('not_logged_in');
      await person.post('/connect', { email, mdp: PASSWORD });
      expect(await person.delete('/users/sessions')).toEqual({ message: 'disconnected' });
    });

    test('goes on with cookies that were kept, and forgets those that end', async () => {
      const { email } = await addUser(shop.app.db);
      const cookies = new Map<string, string>();
      await client({ cookies }).post('/connect', { email, mdp: PASSWORD });
      const later = client({ cookies: new Map(cookies) });
      expect((await later.get('/users/status')).isConnected).toBe(true);
      await client({ cookies }).get('/disconnect');
      expect([...cookies.keys()]).not.toContain('session');
    });

    test('calls that run at once all find a token', async () => {
      const { email } = await addUser(shop.app.db);
      const person = client();
      await person.post('/connect', { email, mdp: PASSWORD });
      const form = { email, mdp: PASSWORD, mdp2: PASSWORD };
      const calls = ['Ada', 'Zoé', 'Eve'].map((firstName) =>
        person.put('/users', { ...form, firstName }),
      );
      await expect(Promise.all(calls)).resolves.toHaveLength(3);
    });

    test('says which language it wants, and finds an address that ends with /api/', async () => {
      const way = withFirst('/', fetch);
      const reader = client({ baseUrl: `${baseUrl}/api/`, locale: 'en', fetch: way.fetch });
      await reader.get('/home');
      expect(way.sentTo('/api/home')[0]?.headers.get('accept-language')).toBe('en');
    });

    test('refuses an address that is none', () => {
      expect(() => client({ baseUrl: 'shop.example' })).toThrow('Invalid URL');
    });

    test('never follows to where the session does not belong', async () => {
      const elsewhere = createServer((_request, response) => {
        response.writeHead(307, { location: `${baseUrl}/api/home` }).end('gone');
      }).listen(0, '127.0.0.1');
      await once(elsewhere, 'listening');
      const { port } = elsewhere.address() as AddressInfo;
      const moved = client({ baseUrl: `http://127.0.0.1:${port}` });
      expect(await refusalOf(moved.get('/home'))).toMatchObject({ status: 307, code: 'unknown' });
      elsewhere.close();
    });
  });

  describe('when it buys', () => {
    test('answers with the order, which the orders have too', async () => {
      const { person, purchase } = await buyer();
      const order = await person.post('/items/buy', purchase);
      expect(order).toMatchObject({ status: 'waiting', itemId: purchase.id });
      expect((await person.get('/orders', { limit: 1 })).orders).toEqual([order]);
      expect(await person.get('/orders/{id}', { id: order.id })).toEqual(order);
    });

    test('two purchases of the same are two orders, because each has a key of its own', async () => {
      const { person, purchase } = await buyer();
      const first = await person.post('/items/buy', { ...purchase, stripeToken: 'tok_visa' });
      const second = await person.post('/items/buy', { ...purchase, stripeToken: 'tok_visa' });
      expect(second.id).not.toBe(first.id);
    });

    test('a lost answer is asked again with the same key: one order, charged once', async () => {
      const way = withFirst('/api/items/buy', loseAnswer);
      const { person, purchase, charges } = await buyer({ fetch: way.fetch });
      const order = await person.post('/items/buy', { ...purchase, stripeToken: 'tok_visa' });
      expect((await person.get('/orders')).orders).toEqual([order]);
      expect(await charges()).toEqual([1]);
      const [first, second, ...more] = way.sentTo('/api/items/buy');
      expect(more).toEqual([]);
      expect(first?.headers.get('idempotency-key')).toMatch(/^[\da-f-]{36}$/);
      expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
    });

    test('an answer that does not come in time is asked again too', async () => {
      const way = withFirst('/api/items/buy', async (request, { signal }) => {
        await (await fetch(request)).text();
        if (!signal.aborted) await once(signal, 'abort');
        throw signal.reason;
      });
      const { person, purchase, charges } = await buyer({ fetch: way.fetch });
      const order = await person.post('/items/buy', purchase, { timeoutMs: 5000 });
      expect((await person.get('/orders')).orders).toEqual([order]);
      expect(await charges()).toEqual([1]);
    });

    test('a key of the caller is kept, and goes with what is thrown', async () => {
      const { person, purchase, charges } = await buyer();
      const idempotencyKey = 'the click of 12:04';
      const withKey = (key: string) => person.post('/items/buy', purchase, { idempotencyKey: key });
      expect((await refusalOf(withKey(idempotencyKey))).issues).toEqual([
        { path: 'Idempotency-Key', message: 'invalid_fields' },
      ]);
      const order = await withKey('click-1204');
      expect(await withKey('click-1204')).toEqual(order);
      expect(await charges()).toEqual([1]);
      const other = person.post(
        '/items/buy',
        { ...purchase, ...ABROAD[1] },
        { idempotencyKey: 'click-1204' },
      );
      expect(await refusalOf(other)).toMatchObject({
        status: 422,
        code: 'idempotency_key_reused',
        idempotencyKey: 'click-1204',
      });
    });

    test('goes on after 3-D Secure with the key of the refusal', async () => {
      const { person, purchase } = await buyer();
      const secure = { ...purchase, stripeToken: await shop.cardToken(CARDS.secure) };
      const asked = await refusalOf(person.post('/items/buy', secure));
      expect(asked).toMatchObject({ status: 402, code: 'authentication_required' });
      expect(asked.challenge?.clientSecret).toMatch(/^pi_.*_secret_/);
      const [challenge] = shop.provider.challenges();
      shop.provider.finishChallenge({
        intentId: challenge?.intentId ?? '',
        outcome: 'succeed',
      });
      const { idempotencyKey } = asked;
      const order = await person.post('/items/buy', secure, { idempotencyKey });
      expect(order.status).toBe('waiting');
    });
  });

  describe('when it has to wait', () => {
    const LOG_IN = '/api/connect';

    test('a shop that is away for a moment is asked again when it says so, under the same key', async () => {
      const way = withFirst('/', fetch);
      const { person, purchase, charges } = await buyer({ fetch: way.fetch });
      shop.provider.addFault({
        operation: 'payment_intents.create',
        effect: 'authentication',
        times: 1,
      });
      const order = await person.post('/items/buy', purchase);
      expect(order.status).toBe('waiting');
      expect(await charges()).toEqual([1]);
      const tries = way.sentTo('/api/items/buy');
      expect(tries).toHaveLength(2);
      expect(new Set(tries.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
      const [first, second] = tries.map(({ at }) => at);
      expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(990);
    });

    test('too many calls are refused at once where the wait is longer than the patience', async () => {
      const { email } = await addUser(shop.app.db);
      const person = client({ patienceMs: 1000 });
      const logIn = () => refusalOf(person.post('/connect', { email, mdp: WRONG }));
      for (let turn = 0; turn < 10; turn += 1) expect((await logIn()).status).toBe(401);
      const startedAt = performance.now();
      const refused = await logIn();
      expect(performance.now() - startedAt).toBeLessThan(5000);
      expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' });
      expect(refused.retryAfterSeconds).toBeGreaterThan(1);
    });

    test('else as many seconds are waited as are named, whatever the call', async () => {
      const way = withFirst('/api/contact', refuse(429, 'too_many_requests', 2));
      expect(await client({ fetch: way.fetch }).post('/contact', MESSAGE)).toEqual({
        message: 'message_sent',
      });
      // The one between them was refused for its token.
      const [first, second] = way.sentTo('/api/contact').map(({ at }) => at);
      expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(1990);
    });

    test('a purchase in progress is waited for', async () => {
      const way = withFirst('/api/items/buy', refuse(409, 'purchase_in_progress', 1));
      const { person, purchase } = await buyer({ fetch: way.fetch });
      expect((await person.post('/items/buy', purchase)).status).toBe('waiting');
    });

    test.each([
      ['a lost answer', loseAnswer, 'no_answer'],
      ['503', refuse(503, 'unavailable', 1), 'unavailable'],
    ] as const)('after %s a log-in is repeated, and a message is not', async (_what, act, code) => {
      const { email } = await addUser(shop.app.db);
      const atLogIn = withFirst(LOG_IN, act);
      const person = client({ fetch: atLogIn.fetch });
      await expect(person.post('/connect', { email, mdp: PASSWORD })).resolves.toMatchObject({
        email,
      });
      const atContact = withFirst('/api/contact', act);
      const writer = client({ fetch: atContact.fetch });
      await writer.get('/users/status');
      expect((await refusalOf(writer.post('/contact', MESSAGE))).code).toBe(code);
      expect(atContact.sentTo('/api/contact')).toHaveLength(1);
    });

    test('a lost answer of a link that works once is not asked again', async () => {
      const { id, email } = await addUser(shop.app.db);
      const retrieve = await linkOf({ userId: id, purpose: 'password_recovery' });
      const way = withFirst('/api/users/retrievePassword', loseAnswer);
      const person = client({ fetch: way.fetch });
      await person.get('/users/status');
      const password = { mdp: 'Nouveau34', mdp2: 'Nouveau34' };
      const call = person.put('/users/retrievePassword', { id: String(id), retrieve, ...password });
      expect((await refusalOf(call)).code).toBe('no_answer');
      expect(way.sentTo('/api/users/retrievePassword')).toHaveLength(1);
      // How a caller finds out.
      await expect(person.post('/connect', { email, mdp: 'Nouveau34' })).resolves.toBeDefined();
    });

    test.each([
      { path: '/users/activate', purpose: 'activation', data: { activatedAt: null } },
      { path: '/users/email/confirm', purpose: 'email_confirm', data: PENDING },
      { path: '/users/email/cancel', purpose: 'email_undo', data: PENDING },
      { path: '/users/email/undo', purpose: 'email_undo', data: PENDING },
    ] as const)('a lost answer of $path is asked again', async ({ path, purpose, data }) => {
      const { id, email } = await addUser(shop.app.db);
      await shop.app.db.user.update({ where: { id }, data });
      const nonce = await linkOf({
        userId: id,
        purpose,
        ...(purpose === 'email_undo' && { change: { previousEmail: email, at: new Date() } }),
        ...(purpose === 'email_confirm' && { newEmail: PENDING.pendingEmail }),
      });
      const way = withFirst(`/api${path}`, loseAnswer);
      const person = client({ fetch: way.fetch });
      if (purpose !== 'activation') await person.post('/connect', { email, mdp: PASSWORD });
      await person.get('/users/status');
      await expect(person.put(path, { id: String(id), nonce })).resolves.toBeDefined();
      expect(way.sentTo(`/api${path}`)).toHaveLength(2);
    });

    test.each(['/users', '/users/sessions'] as const)(
      'DELETE %s that was done and is asked again finds no session',
      async (path) => {
        const { email } = await addUser(shop.app.db);
        const way = withFirst(`/api${path}`, loseAnswer);
        const person = client({ fetch: way.fetch });
        await person.post('/connect', { email, mdp: PASSWORD });
        expect((await refusalOf(person.delete(path))).code).toBe('not_logged_in');
        expect(way.sentTo(`/api${path}`)).toHaveLength(2);
      },
    );

    test('a wait of no seconds is a second, then longer', async () => {
      let asked = 0;
      const busy = client({
        fetch: async () => {
          asked += 1;
          return refuse(503, 'unavailable', 0)();
        },
      });
      const error = await refusalOf(busy.get('/items', undefined, { patienceMs: 2500 }));
      expect(error).toMatchObject({ status: 503, retryAfterSeconds: 0 });
      expect(asked).toBe(2);
    });

    test('nobody is asked for longer than the patience', async () => {
      let asked = 0;
      const nobody = client({
        fetch: async () => {
          asked += 1;
          throw new TypeError('fetch failed');
        },
      });
      const error = await refusalOf(nobody.get('/items', undefined, { patienceMs: 2500 }));
      expect(error).toMatchObject({ code: 'no_answer', status: 0, cause: expect.any(TypeError) });
      expect(asked).toBe(2);
      await refusalOf(nobody.get('/items', undefined, { patienceMs: 0 }));
      expect(asked).toBe(3);
    });

    test('no answer is waited for longer than was allowed, whatever carries the request', async () => {
      const deaf = client({ fetch: () => new Promise(() => {}) });
      const error = await refusalOf(deaf.post('/contact', MESSAGE, { timeoutMs: 1000 }));
      expect(error).toMatchObject({ code: 'no_answer', cause: { name: 'TimeoutError' } });
      const controller = new AbortController();
      const call = deaf.get('/items', undefined, controller);
      controller.abort(new Error('the page was left'));
      await expect(call).rejects.toBe(controller.signal.reason);
    }, 10_000);

    test('a request whose time is over is taken back from the shop', async () => {
      const leaving = Promise.withResolvers<string>();
      const silent = createServer(({ socket }) => {
        socket.once('close', () => leaving.resolve('taken back'));
      });
      await once(silent.listen(0, '127.0.0.1'), 'listening');
      const { port } = silent.address() as AddressInfo;
      const person = createClient({ baseUrl: `http://127.0.0.1:${port}` });
      await refusalOf(person.post('/contact', MESSAGE, { timeoutMs: 500 }));
      expect(await leaving.promise).toBe('taken back');
      silent.close();
    }, 10_000);

    test('a call ends with the signal of its caller, also while it waits', async () => {
      const reason = new Error('the page was left');
      expect(
        await client()
          .get('/items', undefined, { signal: AbortSignal.abort(reason) })
          .catch((error: unknown) => error),
      ).toBe(reason);
      const write = client().post('/contact', MESSAGE, { signal: AbortSignal.abort(reason) });
      await expect(write).rejects.toBe(reason);
      const controller = new AbortController();
      const way = withFirst('/api/items', refuse(503, 'unavailable', 30));
      const call = client({ fetch: way.fetch }).get('/items', undefined, controller);
      setTimeout(() => controller.abort(reason), 50);
      await expect(call).rejects.toBe(reason);
      expect(way.sentTo('/api/items')).toHaveLength(1);
    });
  });

  describe('when it is refused', () => {
    test('says which fields, by code', async () => {
      const form = { email: 'nobody', mdp: 'short', mdp2: 'other', locale: 'fr' } as const;
      const error = await refusalOf(client().post('/users', form));
      expect(error).toMatchObject({
        name: 'ShopError',
        status: 400,
        code: 'invalid_email_message',
      });
      expect(error.issues.map(({ path }) => path)).toEqual(['email', 'mdp', 'mdp2']);
      expect(error.message).toMatch(
        /^POST \/users: 400 invalid_email_message \(email: invalid_email_message\) \(mdp: /,
      );
      expect(error.requestId).toMatch(/^[\da-f-]{36}$/);
    });

    test('an item that is gone, and one that never was', async () => {
      const { person, purchase, item } = await buyer();
      await shop.app.db.itemOption.updateMany({
        where: { itemId: item.id },
        data: { remaining: 0 },
      });
      expect(await refusalOf(person.post('/items/buy', purchase))).toMatchObject({
        status: 409,
        code: 'sold_out_item',
        retryAfterSeconds: undefined,
      });
      expect((await refusalOf(person.get('/items/{id}', { id: 987_654 }))).code).toBe('not_found');
    });

    test.each([
      ['a code that is newer than this client', refuse(418, 'teapot'), 418],
      [
        'a page of something before the shop',
        async () => new Response('<h1>', { status: 502 }),
        502,
      ],
      ['a page where the shop is not', async () => new Response('<!doctype html>'), 200],
      ['null where an answer should be', async () => new Response('null', { status: 500 }), 500],
    ])('%s is unknown, and the status tells what to do', async (_what, act, status) => {
      const way = withFirst('/api/home', act);
      expect(await refusalOf(client({ fetch: way.fetch }).get('/home'))).toMatchObject({
        status,
        code: 'unknown',
        issues: [],
      });
    });
  });
});
