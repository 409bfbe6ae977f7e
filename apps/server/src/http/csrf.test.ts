import { changedTables, hashTables } from '@agres/db/testing/table-hashes';
import { listProcedures } from '@agres/shop/rest/procedures';
import { describe, expect, test } from 'vitest';

import { startBuiltSite } from '../../test/support/built-web.ts';
import type { TestClient } from '../../test/support/client.ts';
import { addUser } from '../../test/support/rows.ts';
import { useRunning } from '../../test/support/running.ts';
import { listAddresses } from '../calls/rest-addresses.ts';
import { createXsrfTokens } from './csrf.ts';

const CHANGES = [
  ...listAddresses().flatMap(({ path, methods }) =>
    methods.filter((method) => method !== 'GET').map((method) => ({ method, url: `/api${path}` })),
  ),
  ...listProcedures()
    .filter(([, { type }]) => type === 'mutation')
    .map(([name]) => ({ method: 'POST', url: `/trpc/${name}` })),
] as { method: 'POST' | 'PUT' | 'DELETE'; url: string }[];

const REFUSED = { status: 403, code: 'invalid_xsrf_token' };

describe('XSRF', () => {
  const app = useRunning(startBuiltSite);

  const codeOf = (body: unknown): unknown => {
    const { message, error } = body as { message?: string; error?: { message: string } };
    return message ?? error?.message;
  };

  /** Sends each change as a member, spoilt by the given function; returns the different answers. */
  async function outcomesOf(spoil: (client: TestClient) => Record<string, string>) {
    const { client } = await app.member();
    const outcomes = new Set<string>();
    for (const { method, url } of CHANGES) {
      const { status, body } = await client
        .copy()
        .send(method, url, { body: {}, headers: spoil(client) });
      outcomes.add(JSON.stringify({ status, code: codeOf(body) }));
    }
    const { body } = await client.get('/api/users/status');
    expect(body).toMatchObject({ isConnected: true });
    return [...outcomes].map((outcome) => JSON.parse(outcome) as unknown);
  }

  const tokenOf = (client: TestClient) => client.cookies.get('XSRF-TOKEN') ?? '';

  test('there are mutations to refuse, over both transports', () => {
    expect(CHANGES.map(({ url }) => url)).toEqual(
      expect.arrayContaining(['/api/connect', '/trpc/users.signIn', '/trpc/users.signOut']),
    );
  });

  test('D1: a mutation without the header is refused', async () => {
    expect(await outcomesOf(() => ({}))).toEqual([REFUSED]);
  });

  test('D2: a header that differs from the cookie is refused', async () => {
    const other = app.client();
    await other.get('/api/users/status');
    expect(await outcomesOf(() => ({ 'x-xsrf-token': tokenOf(other) }))).toEqual([REFUSED]);
  });

  test.each([['anything'], [`v1.${'a'.repeat(22)}.${'b'.repeat(43)}`], ['v1..'], ['']])(
    'D3: a planted cookie and header %o are refused',
    async (planted) => {
      const { client } = await app.member();
      client.cookies.set('XSRF-TOKEN', planted);
      const { status } = await client.send('POST', '/trpc/users.signOut', {
        body: {},
        headers: { 'x-xsrf-token': planted },
      });
      expect(status).toBe(403);
    },
  );

  test('D4: a token of another session or from before the log-in is refused', async () => {
    const before = app.client();
    await before.get('/api/users/status');
    const beforeLogIn = tokenOf(before);
    const { client: other } = await app.member();
    for (const stale of [beforeLogIn, tokenOf(other)]) {
      const { client } = await app.member();
      client.cookies.set('XSRF-TOKEN', stale);
      const answer = await client.send('POST', '/trpc/users.signOut', {
        body: {},
        headers: { 'x-xsrf-token': stale },
      });
      expect(answer.status).toBe(403);
      // The answer sets a token that works.
      expect((await client.mutate('users.signOut')).status).toBe(200);
    }
  });

  /** One token as another installation on a parent domain sets it, and tokens of other programs. */
  const FOREIGN = [`v1.${'a'.repeat(22)}.${'b'.repeat(43)}`, '5f1c0e1e-9c5c-4b7e', '%zz', ''];

  describe.each([['first'], ['last']])('with a foreign cookie of the same name %s', (place) => {
    const lineOf = (own: Map<string, string>, name: string, foreign: string) => {
      const pairs = Array.from(own, ([key, value]) => `${key}=${value}`);
      const other = `${name}=${foreign}`;
      return (place === 'first' ? [other, ...pairs] : [...pairs, other]).join('; ');
    };

    test.each(FOREIGN)('a token of this session is valid beside %j', async (foreign) => {
      const { client } = await app.member();
      const token = tokenOf(client);
      const cookie = lineOf(client.cookies, 'XSRF-TOKEN', foreign);
      const change = (sent: string) =>
        client.send('PUT', '/api/users/email/cancel', {
          body: {},
          headers: { cookie, 'x-xsrf-token': sent },
        });
      expect((await change(token)).status).toBe(200);
      const refused = await change(foreign);
      expect([refused.status, codeOf(refused.body)]).toEqual([403, 'invalid_xsrf_token']);
      for (const url of ['/api/users/status', '/api/items']) {
        const { headers } = await client.send('GET', url, { headers: { cookie } });
        expect([url, headers['set-cookie']]).toEqual([url, undefined]);
      }
    });

    test('a visitor token is valid beside a foreign visitor cookie', async () => {
      const client = app.client();
      await client.get('/api/users/status');
      const sent = { 'x-xsrf-token': tokenOf(client) };
      for (const foreign of ['x', 'a'.repeat(22)]) {
        const cookie = lineOf(client.cookies, 'pre', foreign);
        const answer = await client.send('POST', '/api/contact', {
          body: {},
          headers: { cookie, ...sent },
        });
        expect([foreign, answer.status]).toEqual([foreign, 400]);
      }
    });

    test('the live session is used for reads, mutations and pages', async () => {
      const { client, userId } = await app.member();
      const { client: ended } = await app.member();
      const over = ended.cookies.get('session') ?? '';
      await ended.copy().get('/api/disconnect');
      for (const foreign of ['x', 'A'.repeat(43), over]) {
        const cookie = lineOf(client.cookies, 'session', foreign);
        const status = await client.send('GET', '/api/users/status', { headers: { cookie } });
        expect(status.body).toMatchObject({ isConnected: true, user: { id: userId } });
        expect(status.headers['set-cookie']).toBeUndefined();
        const change = await client.send('PUT', '/api/users/email/cancel', {
          body: {},
          headers: { cookie, 'x-xsrf-token': tokenOf(client) },
        });
        expect([foreign, change.status]).toEqual([foreign, 200]);
      }
    });

    test('the token of another session is refused, even with its cookie', async () => {
      const { client } = await app.member();
      const { client: other } = await app.member();
      await other.copy().get('/api/disconnect');
      // All credentials of a session that was logged out: its cookie, its XSRF cookie, and the header with its token.
      const all = `${other.cookies.get('session')}; XSRF-TOKEN=${tokenOf(other)}`;
      const cookie = lineOf(client.cookies, 'session', all);
      const answer = await client.send('DELETE', '/api/users', {
        body: {},
        headers: { cookie, 'x-xsrf-token': tokenOf(other) },
      });
      expect([answer.status, codeOf(answer.body)]).toEqual([403, 'invalid_xsrf_token']);
      expect((await client.get('/api/users/status')).body).toMatchObject({ isConnected: true });
    });

    test('the locale is read from the cookie with a supported value', async () => {
      const { client, email } = await app.member();
      client.cookies.set('locale', 'en');
      const answer = await client.send('POST', '/trpc/users.forgotPassword', {
        body: { email },
        headers: {
          cookie: lineOf(client.cookies, 'locale', 'de'),
          'x-xsrf-token': tokenOf(client),
        },
      });
      expect(answer.status).toBe(200);
      const job = await app.db.job.findFirstOrThrow({ orderBy: { id: 'desc' } });
      expect(job.payload).toMatchObject({ locale: 'en' });
    });
  });

  test.each([
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { origin: 'http://localhost:3000.evil.test' },
    { origin: 'http://localhost:3001' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('D5: a valid token from another origin is refused: %o', async (headers) => {
    expect(
      await outcomesOf((client) => ({
        'x-xsrf-token': tokenOf(client),
        ...headers,
      })),
    ).toEqual([REFUSED]);
  });

  test('D5: same-origin requests pass, outside production also by the Host header', async () => {
    const { client } = await app.member();
    const own = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' };
    expect((await client.mutate('users.signOut', {}, { headers: own })).status).toBe(200);

    const byHost = { origin: 'http://127.0.0.1:4000', host: '127.0.0.1:4000' };
    expect((await client.mutate('users.signOut', {}, { headers: byHost })).status).toBe(403);
    const development = await startBuiltSite({
      database: app.database,
      http: { trustsOwnHost: 'yes' },
    });
    const answer = await development.client().mutate('users.signOut', {}, { headers: byHost });
    expect(answer.status).toBe(200);
    await development.close();
  });

  test.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/octet-stream'],
  ])('D6: a form content type (%s) is refused with 415', async (type) => {
    const { client } = await app.member();
    for (const { method, url } of CHANGES) {
      const answer = await client.send(method, url, {
        body: '{"email":"a@b.fr"}',
        headers: { 'x-xsrf-token': tokenOf(client), 'content-type': type },
      });
      expect([url, answer.status, codeOf(answer.body)]).toEqual([url, 415, 'error_message']);
    }
  });

  test('D7: neither a GET nor a method override header can mutate', async () => {
    const { client } = await app.member();
    const get = await client.query('users.signOut', {});
    expect(get).toMatchObject({ status: 405, headers: { allow: 'POST' } });
    const overridden = await client.post(
      '/api/connect',
      {},
      { headers: { 'x-http-method-override': 'DELETE' } },
    );
    expect(overridden.status).toBe(400);
    expect((await client.get('/api/users/status')).body).toMatchObject({ isConnected: true });
  });

  test.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-dest': 'image' },
    { 'sec-fetch-dest': 'iframe' },
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { 'sec-purpose': 'prefetch;anonymous-client-ip', 'sec-fetch-dest': 'document' },
    { purpose: 'prefetch' },
    { purpose: 'preview' },
    { 'x-purpose': 'preview' },
    { 'x-moz': 'prefetch' },
  ])('D8: the log-out by GET is refused for %o, and the session stays valid', async (headers) => {
    const { client } = await app.member();
    const answer = await client.get('/api/disconnect', {
      headers,
    });
    expect(answer).toMatchObject({ status: 403, body: { message: 'invalid_xsrf_token' } });
    expect((await client.get('/api/users/status')).body).toMatchObject({ isConnected: true });
  });

  test.each([
    {},
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' },
    { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' },
  ])('D8: the log-out by GET is allowed for %o', async (headers) => {
    const { client } = await app.member();
    const answer = await client.get('/api/disconnect', {
      headers,
    });
    expect(answer).toMatchObject({ status: 200, body: { message: 'disconnected' } });
  });

  test('D8: no other GET changes data, over both transports', async () => {
    const { client, userId } = await app.member();
    const addresses = listAddresses().filter(({ methods }) => methods.includes('GET'));
    const queries = listProcedures().filter(([, { type }]) => type === 'query');
    expect([addresses.length, queries.length].every((count) => count > 10)).toBe(true);
    const readAll = async () => {
      const answers: [string, number][] = [];
      for (const { path } of addresses) {
        if (path === '/disconnect') continue;
        const url = `/api${path.replaceAll(/\{\w+\}/g, String(userId))}`;
        answers.push([url, (await client.get(url)).status]);
      }
      for (const [name] of queries) {
        answers.push([name, (await client.query(name, { id: userId })).status]);
      }
      return answers.filter(([, status]) => status >= 500);
    };
    // The first read creates what is lazy.
    expect(await readAll()).toEqual([]);
    const before = await hashTables(app.db);
    expect(await readAll()).toEqual([]);
    expect(changedTables(before, await hashTables(app.db))).toEqual([]);
  });

  test('D9: any GET sets a first token, and a mutation passes with it', async () => {
    const { email } = await addUser(app.db);
    for (const url of ['/api/users/status', '/api/items', '/trpc/shop.items', '/api/nowhere']) {
      const client = app.client();
      await client.get(url);
      expect(client.cookies.has('XSRF-TOKEN')).toBe(true);
      const answer = await client.post('/api/connect', { email, mdp: 'Abcdef12' });
      expect([url, answer.status]).toEqual([url, 200]);
    }
  });

  test('a response sets no token when the request has a valid one', async () => {
    const client = app.client();
    await client.get('/api/items');
    for (const url of ['/api/items', '/api/items?x', '/api/users/status', '/trpc/home.get']) {
      expect((await client.get(url)).headers['set-cookie']).toBeUndefined();
    }
  });

  test('D11: no CORS header is sent to a foreign origin', async () => {
    const { client } = await app.member();
    const headers = { origin: 'https://evil.test', 'access-control-request-method': 'POST' };
    for (const url of ['/api/connect', '/trpc/users.signIn', '/api/items', '/healthz']) {
      for (const method of ['OPTIONS', 'GET'] as const) {
        const answer = await client.send(method, url, { headers });
        expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
        expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
      }
    }
  });
});

describe('XSRF tokens', () => {
  const tokens = createXsrfTokens('key');

  test('a token is valid for its binding and its key only', () => {
    const token = tokens.mint('session');
    expect(tokens.isValid(token, 'session')).toBe(true);
    expect(tokens.isValid(token, 'other')).toBe(false);
    expect(createXsrfTokens('other key').isValid(token, 'session')).toBe(false);
    expect(tokens.mint('session')).not.toBe(token);
  });

  test('a token with any character changed is invalid', () => {
    const token = tokens.mint('session');
    for (let at = 0; at < token.length - 1; at += 1) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      expect(tokens.isValid(changed, 'session')).toBe(false);
    }
    expect(tokens.isValid(undefined, 'session')).toBe(false);
  });
});
