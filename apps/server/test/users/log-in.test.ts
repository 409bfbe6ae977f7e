import { describe, expect, test } from 'vitest';

import { startTestApp, type TestApp } from '../support/app.ts';
import type { TestClient } from '../support/client.ts';
import { takeEqualTime } from '../support/equal-time.ts';
import { addUser, PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { callAccount, TRANSPORTS, type Transport } from '../support/user-calls.ts';

describe('log-in', () => {
  const app = useRunning(startTestApp);
  const strict = useRunning(() =>
    startTestApp({
      database: app.database,
      config: { accountPrivacy: 'strict', rateLimit: 'strict' },
    }),
  );

  async function bothWays(client: TestClient, input: unknown) {
    const rest = await client.post('/api/connect', input);
    const rpc = await client.mutate('users.signIn', input);
    const { message, data } = (
      rpc.body as { error: { message: string; data: { httpStatus: number } } }
    ).error;
    expect({ status: rpc.status, code: message }).toEqual({
      status: rest.status,
      code: (rest.body as { message: string }).message,
    });
    expect(data.httpStatus).toBe(rpc.status);
    return { status: rest.status, code: message };
  }

  /** Opens a port of a server, over which a visitor logs in. */
  const overSocket = async (site: TestApp) => {
    const origin = await site.server.listen({ port: 0, host: '127.0.0.1' });
    const visitor = site.client();
    await visitor.get('/api/users/status');
    const headers = {
      'content-type': 'application/json',
      'x-xsrf-token': visitor.cookies.get('XSRF-TOKEN') ?? '',
      cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    };
    const logIn = async (email: string, ip = '127.0.0.1') => {
      const response = await fetch(`${origin}/api/connect`, {
        method: 'POST',
        headers: { ...headers, 'x-forwarded-for': ip },
        body: JSON.stringify({ email, mdp: PASSWORD }),
      });
      await response.arrayBuffer();
      return { status: response.status, retryAfter: response.headers.get('retry-after') };
    };
    return { origin, logIn };
  };

  const signIn = (transport: Transport, client: TestClient, input: object) =>
    callAccount(transport, client, { name: 'signIn', input });

  test('returns the user, regardless of the case of the address', async () => {
    const user = await addUser(app.db, { email: 'Lea.Martin@Example.fr' });
    const client = app.client();
    const { status, body } = await client.post('/api/connect', {
      email: 'lea.martin@EXAMPLE.fr',
      mdp: PASSWORD,
    });
    expect(status).toBe(200);
    const expected = {
      id: user.id,
      email: 'Lea.Martin@Example.fr',
      firstName: null,
      lastName: null,
      personalDiscountCode: user.personalDiscountCode,
      orders: [],
      subscription: null,
      pendingEmail: null,
    };
    expect(body).toEqual(expected);
    expect((await client.get('/api/users/status')).body).toEqual({
      isConnected: true,
      user: expected,
    });
    expect(
      (await client.mutate('users.signIn', { email: user.email, mdp: PASSWORD })).body,
    ).toEqual({ result: { data: expected } });
  });

  test('greets the session of the first log-in once, and no other', async () => {
    const { email } = await addUser(app.db);
    const greeting = async (client: TestClient) => (await client.mutate('users.takeGreeting')).body;
    const [first, second] = [app.client(), app.client()];
    await first.post('/api/connect', { email, mdp: PASSWORD });
    await second.post('/api/connect', { email, mdp: PASSWORD });
    expect(await greeting(second)).toEqual({ result: { data: false } });
    expect(await greeting(first)).toEqual({ result: { data: true } });
    expect(await greeting(first)).toEqual({ result: { data: false } });
    expect(await greeting(app.client())).toMatchObject({ error: { message: 'not_logged_in' } });
  });

  test('keeps the first log-in of an earlier day as the first one', async () => {
    const { email, id } = await addUser(app.db);
    await app.client().post('/api/connect', { email, mdp: PASSWORD });
    const { firstLogInAt } = await app.db.user.findUniqueOrThrow({ where: { id } });
    await app.db.$executeRaw`UPDATE users SET last_log_in_on = current_date - 1 WHERE id = ${id}`;
    const later = app.client();
    await later.post('/api/connect', { email, mdp: PASSWORD });
    const greeting = await later.mutate('users.takeGreeting');
    expect(greeting.body).toEqual({ result: { data: false } });
    expect(await app.db.user.findUniqueOrThrow({ where: { id } })).toMatchObject({ firstLogInAt });
  });

  test('C5: greets the first log-in for fifteen minutes only', async () => {
    const { email, id } = await addUser(app.db);
    const client = app.client();
    await client.post('/api/connect', { email, mdp: PASSWORD });
    const wasMinutesAgo = async (minutes: number) => {
      const at = new Date(Date.now() - minutes * 60_000);
      await app.db.session.updateMany({ where: { userId: id }, data: { createdAt: at } });
      await app.db.user.update({ where: { id }, data: { firstLogInAt: at, greetedAt: null } });
      return (await client.mutate('users.takeGreeting')).body;
    };
    expect(await wasMinutesAgo(14)).toEqual({ result: { data: true } });
    expect(await wasMinutesAgo(16)).toEqual({ result: { data: false } });
  });

  test('gets 401 for an unknown address and for a wrong password, with a code for each', async () => {
    const { email } = await addUser(app.db);
    const client = app.client();
    expect(await bothWays(client, { email, mdp: 'Wrong1234' })).toEqual({
      status: 401,
      code: 'incorrect_password',
    });
    expect(await bothWays(client, { email: 'nobody@example.fr', mdp: PASSWORD })).toEqual({
      status: 401,
      code: 'incorrect_email',
    });
    expect(client.cookies.has('session')).toBe(false);
  });

  test.each(TRANSPORTS)(
    'A3: with private accounts, a failed log-in over %s does not reveal whether one exists',
    async (transport) => {
      const { email } = await addUser(app.db);
      const answers = [];
      for (const address of [email, 'nobody@example.fr']) {
        const client = strict.client();
        await client.get('/api/users/status');
        const input = { email: address, mdp: 'Wrong1234' };
        const { status, message, answer } = await signIn(transport, client, input);
        const { date: _date, 'x-request-id': _id, ...headers } = answer.headers;
        answers.push({ status, message, text: answer.text, headers });
      }
      expect(answers[0]).toMatchObject({ status: 401, message: 'incorrect_password' });
      expect(answers[1]).toEqual(answers[0]);
    },
  );

  test('A6: an unactivated account gets account_not_activated only with the right password', async () => {
    const { email } = await addUser(app.db, { activatedAt: null });
    const client = app.client();
    expect(await bothWays(client, { email, mdp: 'Wrong1234' })).toEqual({
      status: 401,
      code: 'incorrect_password',
    });
    expect(await bothWays(client, { email, mdp: PASSWORD })).toEqual({
      status: 403,
      code: 'account_not_activated',
    });
    expect(client.cookies.has('session')).toBe(false);
  });

  test.each(TRANSPORTS)(
    'A7: over %s the password is compared exactly as typed',
    async (transport) => {
      const { email } = await addUser(app.db, { password: ' Abcdef12 ' });
      const client = app.client();
      expect((await signIn(transport, client, { email, mdp: 'Abcdef12' })).status).toBe(401);
      expect((await signIn(transport, client, { email, mdp: ' Abcdef12 ' })).status).toBe(200);
    },
  );

  test('lists every invalid field, on both transports', async () => {
    const client = app.client();
    const issues = [
      { path: 'email', message: 'invalid_fields' },
      { path: 'mdp', message: 'invalid_fields' },
    ];
    expect((await client.post('/api/connect', { email: 7 })).body).toEqual({
      message: 'invalid_fields',
      code: 'invalid_fields',
      issues,
    });
    expect((await client.mutate('users.signIn', { email: 7 })).body).toMatchObject({
      error: { message: 'invalid_fields', data: { httpStatus: 400, issues } },
    });
  });

  test('A5: ten failures lock one address out for one client, and no other address', async () => {
    const { email } = await addUser(app.db);
    const client = strict.client();
    const statuses = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      const transport = attempt % 2 === 0 ? 'rest' : 'rpc';
      statuses.push((await signIn(transport, client, { email, mdp: 'Wrong1234' })).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    for (const transport of TRANSPORTS) {
      const limited = await signIn(transport, client, { email, mdp: PASSWORD });
      expect(limited).toMatchObject({ status: 429, message: 'error_message' });
      expect(Number(limited.answer.headers['retry-after'])).toBeGreaterThan(0);
    }

    const { email: other } = await addUser(app.db);
    expect((await client.post('/api/connect', { email: other, mdp: PASSWORD })).status).toBe(200);
  });

  test('G3: X-Forwarded-For is ignored from a client and accepted from a trusted proxy', async () => {
    const { email } = await addUser(app.db);
    const spoofing = strict.client();
    const statuses = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      const headers = { 'x-forwarded-for': `198.51.100.${attempt}` };
      const answer = await spoofing.post('/api/connect', { email, mdp: 'Wrong1234' }, { headers });
      statuses.push(answer.status);
    }
    expect(statuses.at(-1)).toBe(429);

    const behindProxy = await startTestApp({
      database: app.database,
      config: { rateLimit: 'strict' },
      http: { trustedProxies: ['127.0.0.0/8'] },
    });
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const answer = await behindProxy
      .client()
      .post('/api/connect', { email, mdp: PASSWORD }, { headers });
    expect(answer.status).toBe(200);
    await behindProxy.close();
  });

  test.each(TRANSPORTS)(
    'A4: over %s an unknown address takes as long as a wrong password',
    async (transport) => {
      const { email } = await addUser(app.db);
      const client = app.client();
      const timed = (address: string) => async () => {
        await signIn(transport, client, { email: address, mdp: 'Wrong1234' });
        return async () => undefined;
      };
      expect(await takeEqualTime(timed(email), timed('nobody@example.fr'))).toBe(true);
    },
  );

  test('A2: a member logging in on 24 connections at once does not block other members', async () => {
    const site = await startTestApp({
      database: app.database,
      http: { trustedProxies: ['127.0.0.0/8'] },
    });
    const { logIn: logInFrom } = await overSocket(site);
    const logIn = async (email: string, ip: string) => (await logInFrom(email, ip)).status;
    const { email: greedy } = await addUser(app.db);
    const honest = await Promise.all(Array.from({ length: 2 }, () => addUser(app.db)));

    const gate = Promise.withResolvers<void>();
    let isOver = false;
    let answered = 0;
    const connections = Array.from({ length: 24 }, async () => {
      // From anywhere in its /48.
      for (let call = 0; !isOver; call += 1) {
        await logIn(greedy, `2001:db8:0:${call.toString(16)}::1`);
        answered += 1;
        if (answered > 24) gate.resolve();
      }
    });
    await gate.promise;
    const statuses: number[] = [];
    for (let wave = 0; wave < 7; wave += 1) {
      const answers = honest.map(({ email }, place) => logIn(email, `203.0.113.${place}`));
      statuses.push(...(await Promise.all(answers)));
    }
    isOver = true;
    await Promise.all(connections);
    await site.close();
    expect(statuses).toEqual(Array<number>(14).fill(200));
  });

  test('A2: 200 concurrent log-ins are all answered, and do not slow down other calls', async () => {
    const { email } = await addUser(app.db);
    const { origin, logIn } = await overSocket(app);
    const logIns = Array.from({ length: 200 }, () => logIn(email));
    const times: number[] = [];
    let isOver = false;
    const measurement = (async () => {
      while (!isOver) {
        const startedMs = performance.now();
        await (await fetch(`${origin}/healthz`)).arrayBuffer();
        await (await fetch(`${origin}/api/items`)).arrayBuffer();
        times.push(performance.now() - startedMs);
      }
    })();
    const beganMs = performance.now();
    const outcomes = await Promise.all(logIns);
    const stormMs = performance.now() - beganMs;
    isOver = true;
    await measurement;

    expect(outcomes.every(({ status }) => status === 200 || status === 503)).toBe(true);
    expect(outcomes.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(18);
    expect(outcomes.every(({ status, retryAfter }) => status === 200 || retryAfter !== null)).toBe(
      true,
    );
    const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
    // No read waits for the log-ins, whose duration shows how fast this machine is at the moment.
    expect(p95).toBeLessThan(stormMs / 5);
  });
});
