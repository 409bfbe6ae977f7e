import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';

import { EVERY_OPERATION } from '@agres/office/operations-router';
import { beforeAll, describe, expect, test } from 'vitest';

import { startBuiltSite } from '../support/built-web.ts';
import { addSubscription, PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';

describe('access', () => {
  const app = useRunning(startBuiltSite);
  let port: number;
  beforeAll(async () => {
    port = Number(new URL(await app.server.listen({ port: 0, host: '127.0.0.1' })).port);
  });

  const NOT_FOUND = { status: 404, body: { message: 'not_found', code: 'not_found' } };

  test('E1: a member can read only themself; other ids, existing or not, give 404', async () => {
    const { client, userId } = await app.member();
    const { userId: otherId } = await app.member();
    const own = await client.get(`/api/users/${userId}`);
    expect(own).toMatchObject({ status: 200, body: { id: userId } });
    const others = [otherId, 0, -1, 999_999, 1e12, 'abc', `${userId}%00`, `0${otherId}`, '1.0'];
    for (const id of others) {
      const { status, body } = await client.get(`/api/users/${id}`);
      expect([id, { status, body }]).toEqual([id, NOT_FOUND]);
    }
    for (const path of ['/api/users/../2', '/api/users//', '/api/users/1/orders', '/api/Users/1']) {
      expect([path, (await client.get(path)).status]).toEqual([path, 404]);
    }
    for (const id of [otherId, 999_999, 'abc']) {
      const { status, body } = await client.query('users.byId', { id });
      expect(status).toBe(404);
      expect(body).toMatchObject({ error: { message: 'not_found', data: { httpStatus: 404 } } });
    }
    expect((await client.query('users.byId', { id: userId })).status).toBe(200);
    expect((await client.query('users.byId', { id: String(userId) })).status).toBe(200);
  });

  test('E7: no response has more fields of a user than the contract allows', async () => {
    const { client, userId, email } = await app.member();
    await addSubscription(app.db, userId, { stripeAccount: 'bis' });
    await app.db.user.update({ where: { id: userId }, data: { firstName: 'Léa' } });
    const user = (await client.get(`/api/users/${userId}`)).body;
    expect(user).toEqual({
      id: userId,
      email,
      pendingEmail: null,
      firstName: 'Léa',
      lastName: null,
      personalDiscountCode: expect.stringMatching(/^[A-Z2-9]{8}$/),
      orders: [],
      subscription: {
        subscriptionDate: '2026-01-31T10:00:00.000Z',
        isStripeBis: true,
        contractText: null,
        plan: 'monthly',
        accessEndsOn: null,
      },
    });
    const status = await client.get('/api/users/status');
    expect(status.body).toEqual({ isConnected: true, user });
    const logIn = await client.post('/api/connect', { email, mdp: PASSWORD });
    expect(logIn.body).toEqual(user);
    for (const { text } of [status, logIn]) {
      expect(text).not.toMatch(/argon2|passwordHash|cus_|sub_test|emailKey|activatedAt/);
    }
  });

  test('a subscription is visible from its first paid invoice until access ends', async () => {
    const subscriptionOf = async (data: object) => {
      const { client, userId } = await app.member();
      const { id } = await addSubscription(app.db, userId);
      await app.db.subscription.update({ where: { id }, data });
      const { body } = await client.get(`/api/users/${userId}`);
      return (body as { subscription: unknown }).subscription;
    };
    const later = new Date(Date.now() + 60_000);
    expect(await subscriptionOf({ state: 'past_due' })).not.toBeNull();
    expect(await subscriptionOf({ accessEndsOn: later })).toMatchObject({
      accessEndsOn: later.toISOString(),
    });
    expect(await subscriptionOf({ accessEndsOn: new Date(Date.now() - 1000) })).toBeNull();
    expect(await subscriptionOf({ state: 'pending', subscriptionDate: null })).toBeNull();
    expect(await subscriptionOf({ state: 'ended' })).toBeNull();
  });

  test.each([
    '{"email":"a@b.fr","mdp":"x","__proto__":{"polluted":true}}',
    '{"email":"a@b.fr","mdp":"x","constructor":{"prototype":{"polluted":true}}}',
    '{"email":{"__proto__":null},"mdp":"x"}',
  ])('E8: %s is refused over REST and tRPC, without prototype pollution', async (body) => {
    const client = app.client();
    const rest = await client.post('/api/connect', body);
    expect([rest.status, rest.body]).toMatchObject([400, { message: 'invalid_fields' }]);
    for (const [url, sent] of [
      ['/trpc/users.signIn', body],
      ['/trpc/users.signIn?batch=1', `{"0":${body}}`],
    ] as const) {
      const { status, body: answer } = await client.post(url, sent);
      expect([url, status, answer]).toMatchObject([
        url,
        400,
        { error: { message: 'invalid_fields', data: { httpStatus: 400 } } },
      ]);
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('E8: the last of duplicate keys is used, over REST and tRPC', async () => {
    const { client, email } = await app.member();
    const body = `{"email":"nobody@example.fr","email":"${email}","mdp":"x"}`;
    const rest = await client.post('/api/connect', body);
    expect([rest.status, rest.body]).toEqual([
      401,
      { message: 'incorrect_password', code: 'incorrect_password' },
    ]);
    const rpc = await client.post('/trpc/users.signIn', body);
    expect([rpc.status, rpc.body]).toMatchObject([
      401,
      { error: { message: 'incorrect_password' } },
    ]);
  });

  test('E8: duplicate and odd query keys are ignored', async () => {
    for (const query of ['a=1&a=2', '__proto__=1&__proto__=2', 'constructor=1', 'toString[]=1']) {
      const { status } = await app.client().get(`/api/users/status?${query}`);
      expect([query, status]).toEqual([query, 200]);
    }
  });

  test('E9: a visitor needs a reply address for a contact message, a member does not', async () => {
    const message = { subject: 'Ma commande', message: 'Où en est ma commande, s’il vous plaît ?' };
    const { client: member } = await app.member();
    for (const [who, input, expected] of [
      [app.client(), message, 400],
      [app.client(), { ...message, email: 'nobody' }, 400],
      [app.client(), { ...message, email: 'lea@example.fr' }, 200],
      [member, message, 200],
    ] as const) {
      const rest = await who.post('/api/contact', input);
      const rpc = await who.mutate('contact.send', input);
      expect([input, rest.status, rpc.status]).toEqual([input, expected, expected]);
      if (expected === 200) continue;
      expect(rest.body).toMatchObject({ message: 'invalid_email_message' });
      expect(rpc.body).toMatchObject({ error: { message: 'invalid_email_message' } });
    }
  });

  test('G7: a subject with a line break is refused: no header injection', async () => {
    const input = {
      subject: 'x\r\nBcc: a@b.fr',
      message: 'Où en est ma commande ?',
      email: 'lea@example.fr',
    };
    const rest = await app.client().post('/api/contact', input);
    expect(rest).toMatchObject({ status: 400, body: { message: 'invalid_fields' } });
    const rpc = await app.client().mutate('contact.send', input);
    expect(rpc).toMatchObject({ status: 400, body: { error: { message: 'invalid_fields' } } });
    expect(await app.db.contactMessage.count({ where: { subject: { contains: 'Bcc' } } })).toBe(0);
  });

  test('personal responses have Cache-Control: no-store', async () => {
    const { client, userId } = await app.member();
    for (const url of [
      '/api/users/status',
      `/api/users/${userId}`,
      '/trpc/users.status',
      '/trpc/users%2Estatus',
      '/api/users/%73tatus',
    ]) {
      expect((await client.get(url)).headers['cache-control']).toBe('no-store');
    }
  });

  /** Uses a socket, because an HTTP client would normalize the target. */
  async function getAsMember(target: string): Promise<{ answer: string; email: string }> {
    const { client, email } = await app.member();
    const cookie = Array.from(client.cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `GET ${target} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
    );
    return { answer: await textOf(socket), email };
  }

  test.each([
    '/%74rpc/users.status',
    '/trp%63/users.status',
    '/%74rpc/users.status?batch=1&input=%7B%7D',
    '/%61pi/users/status',
    '/TRPC/users.status',
    '//trpc/users.status',
    '/trpc//users.status',
    '//api/users/status',
    'HTTP://LOCALHOST/%74rpc/users.status',
    '/./trpc/users.status',
    '/trpc/users.status;a=1',
  ])('%s gives 404 with no-store and no personal data', async (target) => {
    const { answer, email } = await getAsMember(target);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toMatch(/^cache-control: no-store\r$/im);
    expect(answer).not.toContain(email);
  });

  test.each(['http://localhost/trpc/users.status', 'http://localhost/api/users/status'])(
    '%s gives the personal response of its path, with no-store',
    async (target) => {
      const { answer, email } = await getAsMember(target);
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(answer).toMatch(/^cache-control: no-store\r$/im);
      expect(answer).toContain(email);
    },
  );

  test('no owner operation is reachable over HTTP, and no user has a role', async () => {
    const { client, userId } = await app.member();
    const words = ['admin', 'owner', 'shop/admin', 'back-office', 'all-orders', 'stock'];
    for (const caller of [client, app.client()]) {
      for (const word of words) {
        expect([word, (await caller.get(`/api/${word}`)).status]).toEqual([word, 404]);
        expect([word, (await caller.post(`/api/${word}`)).status]).toEqual([word, 404]);
      }
      for (const { name } of EVERY_OPERATION) {
        const calls = [`/api/${name}`, `/api/owner/${name}`, `/trpc/owner.${name}`, `/${name}`];
        for (const path of calls) {
          const { status } = await caller.post(path, {});
          // A GET route has this path, public or for the caller alone, so a POST gets 405.
          const isRead = path === '/api/items' || path === '/api/orders';
          expect([path, status]).toEqual([path, isRead ? 405 : 404]);
        }
      }
    }
    const row = await app.db.user.findUniqueOrThrow({ where: { id: userId } });
    expect(Object.keys(row).filter((name) => /role|admin|right|staff/i.test(name))).toEqual([]);
  });
});
