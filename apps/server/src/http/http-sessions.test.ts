import { sessionIdOf } from '@agres/core/session/session';
import { describe, expect, test } from 'vitest';

import { startBuiltSite } from '../../test/support/built-web.ts';
import { addUser, PASSWORD } from '../../test/support/rows.ts';
import { useRunning } from '../../test/support/running.ts';
import { callAccount, TRANSPORTS } from '../../test/support/user-calls.ts';

const DAY_MS = 86_400_000;

describe('sessions', () => {
  const app = useRunning(startBuiltSite);

  const isConnected = async (client: { get: (url: string) => Promise<{ body: unknown }> }) =>
    ((await client.get('/api/users/status')).body as { isConnected: boolean }).isConnected;

  const sessionCookieOf = (headers: { 'set-cookie'?: string | string[] | undefined }) =>
    [headers['set-cookie'] ?? []].flat().find((cookie) => /session=/.test(cookie)) ?? '';

  test.each(TRANSPORTS)(
    'C1: the cookie set over %s is HttpOnly, SameSite=Lax and valid for 30 days',
    async (transport) => {
      const { email } = await addUser(app.db);
      const input = { email, mdp: PASSWORD };
      const { answer } = await callAccount(transport, app.client(), { name: 'signIn', input });
      const cookie = sessionCookieOf(answer.headers);
      expect(cookie).toMatch(/^session=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
      const expires = Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? '');
      expect(expires - Date.now()).toBeGreaterThan(29.9 * DAY_MS);
      expect(expires - Date.now()).toBeLessThan(30.1 * DAY_MS);
    },
  );

  test('C1: over https the cookie is Secure and has the __Host- prefix', async () => {
    const secure = await startBuiltSite({
      database: app.database,
      config: { publicUrl: 'https://www.agres.example' },
    });
    const { email } = await addUser(app.db);
    const client = secure.client();
    const { headers } = await client.post('/api/connect', { email, mdp: PASSWORD });
    expect(sessionCookieOf(headers)).toMatch(
      /^__Host-session=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(client.cookies.has('__Host-pre')).toBe(true);
    const xsrf = [headers['set-cookie'] ?? []].flat().find((set) => set.startsWith('XSRF'));
    expect(xsrf).toMatch(/^XSRF-TOKEN=[\w.-]+; Path=\/; Secure; SameSite=Lax$/);
    await secure.close();
  });

  test.each(TRANSPORTS)(
    'C2: a log-in over %s creates a new session and ends the previous one',
    async (transport) => {
      const { email } = await addUser(app.db);
      const client = app.client();
      const logIn = () =>
        callAccount(transport, client, { name: 'signIn', input: { email, mdp: PASSWORD } });
      client.cookies.set('session', 'A'.repeat(43));
      await logIn();
      const first = client.copy();
      expect(client.cookies.get('session')).not.toBe('A'.repeat(43));
      expect(await isConnected(first)).toBe(true);
      await logIn();
      expect(client.cookies.get('session')).not.toBe(first.cookies.get('session'));
      expect(await isConnected(client)).toBe(true);
      expect(await isConnected(first)).toBe(false);
    },
  );

  test.each(['/api/disconnect', 'users.signOut'])(
    'C3: %s ends the session on the server, for copies of the cookie too',
    async (call) => {
      const { client, userId } = await app.member();
      const copy = client.copy();
      const answer = call.startsWith('/') ? await client.get(call) : await client.mutate(call);
      expect(answer.status).toBe(200);
      expect(client.cookies.has('session')).toBe(false);
      expect(await isConnected(copy)).toBe(false);
      expect((await copy.get(`/api/users/${userId}`)).status).toBe(401);
      const again = call.startsWith('/') ? await client.get(call) : await client.mutate(call);
      expect(again.status).toBe(200);
    },
  );

  test('C6: a session expires thirty days after its last use, and its cookie is deleted', async () => {
    const { client, userId } = await app.member();
    await app.db.session.updateMany({
      where: { userId },
      data: { expiresAt: new Date(Date.now() - 1000) },
    });
    const rpc = await client.copy().query('users.byId', { id: userId });
    expect(rpc).toMatchObject({ status: 401, body: { error: { message: 'not_logged_in' } } });
    const rest = await client.get(`/api/users/${userId}`);
    expect(rest).toMatchObject({ status: 401, body: { message: 'not_logged_in' } });
    for (const { headers } of [rpc, rest]) {
      expect(sessionCookieOf(headers)).toMatch(/^session=; Max-Age=0/);
    }
  });

  test('C6: use extends a session, up to sixty days after the log-in', async () => {
    const { client, userId } = await app.member();
    await app.db.session.updateMany({
      where: { userId },
      data: {
        expiresAt: new Date(Date.now() + 3 * DAY_MS),
        createdAt: new Date(Date.now() - 50 * DAY_MS),
      },
    });
    const { headers } = await client.get('/api/users/status');
    const expires = Date.parse(/Expires=([^;]+)/.exec(sessionCookieOf(headers))?.[1] ?? '');
    expect(Math.round((expires - Date.now()) / DAY_MS)).toBe(10);
    const row = await app.db.session.findFirstOrThrow({ where: { userId } });
    expect(Math.round((row.expiresAt.getTime() - Date.now()) / DAY_MS)).toBe(30);

    await app.db.session.updateMany({
      where: { userId },
      data: { createdAt: new Date(Date.now() - 60 * DAY_MS - 1000) },
    });
    expect(await isConnected(client)).toBe(false);
    expect(await app.db.session.count({ where: { userId } })).toBe(0);
  });

  test('C7: the database stores only a hash of the secret, which is no valid cookie', async () => {
    const { client, userId } = await app.member();
    const secret = client.cookies.get('session') ?? '';
    const row = await app.db.session.findFirstOrThrow({ where: { userId } });
    expect(row.id).toBe(sessionIdOf(secret));
    expect(JSON.stringify(row)).not.toContain(secret);
    const thief = app.client();
    thief.cookies.set('session', row.id);
    expect(await isConnected(thief)).toBe(false);
  });

  test.each([
    ['a hundred unknown cookies', Array.from({ length: 100 }, (_, n) => `c${n}=v`).join('; ')],
    ['two sessions', `session=${'A'.repeat(43)}; session=${'B'.repeat(43)}`],
    ['bad encodings', 'session=%E0%A4%A; pre=%; XSRF-TOKEN=%zz'],
    ['no pairs', ';;;=; = ;session'],
    ['property names of objects', '__proto__=x; constructor=y; toString=z; session=__proto__'],
    ['controls', 'session=\u0001\u0002; pre="quoted"'],
    ['eight kilobytes', `session=${'A'.repeat(8000)}`],
  ])('C8: %s give neither a session nor an error', async (_what, cookie) => {
    const { status, body } = await app.client().send('GET', '/api/users/status', {
      headers: { cookie },
    });
    expect(status).toBe(200);
    expect(body).toEqual({ isConnected: false, user: null });
    const fast = await app.client().send('GET', '/api/items', { headers: { cookie } });
    expect(fast.status).toBe(200);
  });

  test('C3: the cleared session cookie is the last Set-Cookie, as curl 7.88 requires', async () => {
    const { client } = await app.member();
    const { headers } = await client.get('/api/disconnect');
    const names = [headers['set-cookie'] ?? []].flat().map((line) => line.split('=', 1)[0]);
    expect(names).toEqual(['pre', 'XSRF-TOKEN', 'session']);
  });

  test('C8: a cookie of sixteen kilobytes gets 431 with a JSON body', async () => {
    const origin = await app.server.listen({ port: 0, host: '127.0.0.1' });
    const response = await fetch(`${origin}/api/users/status`, {
      headers: { cookie: `session=${'A'.repeat(16_500)}` },
    });
    expect(response.status).toBe(431);
    expect(await response.json()).toEqual({ message: 'error_message', code: 'error_message' });
  });
});
