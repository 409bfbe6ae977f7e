import { createDb } from '@agres/db/db';
import { createTestDatabase } from '@agres/db/testing';
import { describe, expect, test } from 'vitest';

import { startBuiltSite } from '../support/built-web.ts';
import type { Answer, TestClient } from '../support/client.ts';
import { addUser, delayPermits, PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';

const MESSAGE = { subject: 'Taille des anneaux', message: 'Quelle longueur ont les sangles ?' };
const WRONG = 'Wrong1234';

const fieldsOf = ({ headers }: Answer) => ({
  policy: headers['ratelimit-policy'],
  state: headers['ratelimit'],
});

describe('rate limits of calls', () => {
  const app = useRunning(() =>
    startBuiltSite({
      config: { rateLimit: 'strict' },
      http: { trustedProxies: ['127.0.0.0/8'] },
    }),
  );

  const write = (transport: 'rest' | 'rpc', ip: string) => {
    const client = app.client();
    const sent = { headers: { 'x-forwarded-for': ip } };
    const input = { ...MESSAGE, email: 'someone@example.fr' };
    return transport === 'rest'
      ? client.post('/api/contact', input, sent)
      : client.mutate('contact.send', input, sent);
  };

  test.each(['rest', 'rpc'] as const)(
    'G1: a response over %s has RateLimit fields, and Retry-After once exhausted',
    async (transport) => {
      const ip = transport === 'rest' ? '203.0.113.1' : '203.0.113.2';
      const policy = '"contactByIp";q=5;w=3600';
      for (let left = 4; left >= 0; left -= 1) {
        const answer = await write(transport, ip);
        expect(answer.status).toBe(200);
        expect(fieldsOf(answer)).toEqual({
          policy,
          state: expect.stringMatching(new RegExp(`^"contactByIp";r=${left};t=7[012]\\d$`)),
        });
      }
      const refused = await write(transport, ip);
      expect(refused.status).toBe(429);
      const seconds = String(refused.headers['retry-after']);
      expect(Number(seconds)).toBeGreaterThan(0);
      expect(fieldsOf(refused)).toEqual({ policy, state: `"contactByIp";r=0;t=${seconds}` });
    },
  );

  test('a log-in reports all its limits; a right password takes no permit of those on failures', async () => {
    const { email } = await addUser(app.db);
    const headers = { 'x-forwarded-for': '203.0.113.3' };
    const logIn = (mdp: string) => app.client().post('/api/connect', { email, mdp }, { headers });
    const failed = fieldsOf(await logIn(WRONG));
    expect(failed.policy).toBe(
      '"logInByPair";q=10;w=600, "logInByIp";q=100;w=600, "logInByAccount";q=60;w=3600, ' +
        '"anyLogInByPair";q=60;w=600',
    );
    expect(failed.state).toMatch(
      /^"logInByPair";r=9;t=\d+, "logInByIp";r=99;t=\d+, "logInByAccount";r=59;t=\d+, "anyLogInByPair";r=59;t=\d+$/,
    );
    const right = await logIn(PASSWORD);
    expect(right.status).toBe(200);
    expect(fieldsOf(right).state).toMatch(
      /^"logInByPair";r=9;t=\d+, "logInByIp";r=99;t=\d+, "logInByAccount";r=59;t=\d+, "anyLogInByPair";r=58;t=\d+$/,
    );
    // The owner has signed in from here, so that wrong passwords from elsewhere do not count here.
    const again = fieldsOf(await logIn(WRONG));
    expect(again.state).toMatch(/^"logInByPair";r=8;t=\d+, "logInByIp";r=98;t=\d+, "any/);
  });

  test('a call that counts towards several limits reports all of them', async () => {
    const { client, email } = await app.member();
    // With this cookie, the account knows the browser and gives it a limit of its own.
    client.cookies.delete('device');
    const input = { email, mdp: PASSWORD, mdp2: PASSWORD };
    const changed = fieldsOf(await client.put('/api/users', input));
    expect(changed.policy).toBe(
      '"accountChangeByUser";q=10;w=3600, "logInByPair";q=10;w=600, "logInByIp";q=100;w=600',
    );
    expect(changed.state).toMatch(/^"accountChangeByUser";r=9;t=\d+, "logInByPair";r=10;t=0, /);
  });

  test('with strict account privacy no remaining count is reported', async () => {
    const strict = await startBuiltSite({
      database: app.database,
      config: { accountPrivacy: 'strict' },
    });
    const answer = await strict.client().post('/api/connect', { email: 'a@b.fr', mdp: WRONG });
    expect(fieldsOf(answer).policy).toMatch(/^"logInByPair"/);
    expect(fieldsOf(answer).state).toBeUndefined();
    await strict.close();
  });

  test('A5: failures from one IP address do not lock the owner out elsewhere', async () => {
    const { email } = await addUser(app.db);
    const logIn = async (ip: string, mdp: string) => {
      const headers = { 'x-forwarded-for': ip };
      return (await app.client().post('/api/connect', { email, mdp }, { headers })).status;
    };
    const failures: number[] = [];
    for (let time = 0; time < 50; time += 1) failures.push(await logIn('203.0.113.4', WRONG));
    expect(failures).toEqual([...Array<number>(10).fill(401), ...Array<number>(40).fill(429)]);
    expect(await logIn('203.0.113.5', PASSWORD)).toBe(200);
  });

  test('A5: a hundred failures block one IP address for every account, and no other address', async () => {
    const { email } = await addUser(app.db);
    const logIn = async (ip: string, address: string, mdp: string) => {
      const headers = { 'x-forwarded-for': ip };
      return (await app.client().post('/api/connect', { email: address, mdp }, { headers })).status;
    };
    const startedMs = performance.now();
    for (let time = 0; time < 100; time += 1) {
      expect(await logIn('203.0.113.6', `nobody${time}@example.fr`, WRONG)).toBe(401);
    }
    // A permit is refilled every six seconds: on a busy machine the hundred would take longer.
    await delayPermits(app.db, 'logInByIp', (performance.now() - startedMs) / 1000);
    expect(await logIn('203.0.113.6', email, PASSWORD)).toBe(429);
    expect(await logIn('203.0.113.7', email, PASSWORD)).toBe(200);
  });

  test('G1: right passwords are limited loosely: sixty in ten minutes per IP address', async () => {
    const { email } = await addUser(app.db);
    const statuses = [(await logIn('203.0.113.8', email)).status];
    const startedMs = performance.now();
    for (let time = 1; time < 60; time += 1)
      statuses.push((await logIn('203.0.113.8', email)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    // A permit is refilled every ten seconds: on a busy machine the sixty would take longer.
    await delayPermits(app.db, 'anyLogInByPair', (performance.now() - startedMs) / 1000);
    // A refused call takes no permit of the limits on wrong passwords, which refill more slowly.
    for (let time = 0; time < 12; time += 1) {
      const refused = await logIn('203.0.113.8', email);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(10);
    }
    expect((await logIn('203.0.113.9', email)).status).toBe(200);
  });

  test('a deletion refused by the full hashing queue uses no permit', async () => {
    const { client } = await app.member();
    const remove = (currentMdp: string) => client.delete('/api/users', { body: { currentMdp } });
    const gate = Promise.withResolvers<void>();
    const line = Array.from({ length: 18 }, () =>
      app.deps.passwords.withHasher('127.0.0.1', () => gate.promise),
    );
    const refused = await Promise.all(Array.from({ length: 12 }, () => remove(WRONG)));
    gate.resolve();
    await Promise.all(line);
    expect(refused.map(({ status }) => status)).toEqual(Array<number>(12).fill(503));
    expect((await remove(WRONG)).status).toBe(401);
  });

  test('C6: only the newest twenty sessions of an account are kept', async () => {
    const { email, id } = await addUser(app.db);
    const clients = Array.from({ length: 23 }, () => app.client());
    for (const client of clients) {
      expect((await logIn('203.0.113.10', email, { client })).status).toBe(200);
    }
    expect(await app.db.session.count({ where: { userId: id } })).toBe(20);
    const connected: boolean[] = [];
    for (const client of clients) {
      const { body } = await client.get('/api/users/status');
      connected.push((body as { isConnected: boolean }).isConnected);
    }
    expect(connected).toEqual([...Array<boolean>(3).fill(false), ...Array<boolean>(20).fill(true)]);
  });

  const logIn = (
    ip: string,
    email: string,
    { mdp = PASSWORD, client = app.client() }: { mdp?: string; client?: TestClient } = {},
  ) => client.post('/api/connect', { email, mdp }, { headers: { 'x-forwarded-for': ip } });

  test.each([
    ['IPv4 addresses', (network: number) => `10.${network >> 8}.${network & 255}.7`],
    ['IPv6 networks', (network: number) => `2001:db8:${network.toString(16)}::7`],
  ])(
    'A5: 200 wrong passwords from 200 %s are 60 guesses, and block no known network or browser',
    async (_name, addressOf) => {
      const { email } = await addUser(app.db);
      const browser = app.client();
      const home = '198.51.100.1';
      expect((await logIn(home, email, { client: browser })).status).toBe(200);
      const device = browser.cookies.get('device') ?? '';
      expect(device).not.toBe('');

      const startedMs = performance.now();
      let guesses = 0;
      const refused: number[] = [];
      for (let network = 0; network < 200; network += 1) {
        const { status, headers } = await logIn(addressOf(network), email, { mdp: WRONG });
        if (status === 401) guesses += 1;
        else refused.push(status === 429 ? Number(headers['retry-after']) : 0);
      }
      expect(Math.min(...refused)).toBeGreaterThan(0);
      // One permit is refilled each minute that this takes.
      const minutes = Math.ceil((performance.now() - startedMs) / 60_000);
      expect(guesses).toBeGreaterThanOrEqual(60);
      expect(guesses).toBeLessThanOrEqual(60 + minutes);
      await delayPermits(app.db, 'logInByAccount', 50);

      const stranger = await logIn('198.51.100.2', email);
      expect(stranger.status).toBe(429);
      // A known network may log in, for programs that store no cookies,
      expect((await logIn(home, email)).status).toBe(200);
      // and so may a known browser on another network.
      const travelling = app.client();
      travelling.cookies.set('device', device);
      expect((await logIn('198.51.100.3', email, { client: travelling })).status).toBe(200);
      // The cookie of a known browser has no effect for another account.
      const { email: other } = await addUser(app.db);
      const fields = fieldsOf(
        await logIn('198.51.100.4', other, { mdp: WRONG, client: travelling }),
      );
      expect(fields.policy).toContain('"logInByAccount"');
    },
  );

  test('A5: a known browser has its own limit, ten guesses in ten minutes', async () => {
    const { email } = await addUser(app.db);
    const browser = app.client();
    await logIn('198.51.100.11', email, { client: browser });
    const guess = async (ip: string) =>
      (await logIn(ip, email, { mdp: WRONG, client: browser })).status;
    const statuses: number[] = [];
    for (let time = 0; time < 12; time += 1) statuses.push(await guess(`198.51.100.${20 + time}`));
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
    browser.cookies.delete('device');
    expect((await logIn('198.51.100.40', email, { client: browser })).status).toBe(200);
  });

  test('A5: a device cookie is invalid after a password change, or with a forged signature', async () => {
    const { email } = await addUser(app.db);
    const browser = app.client();
    await logIn('198.51.100.12', email, { client: browser });
    const policyWith = async (device: string, address = '198.51.100.13') => {
      const client = app.client();
      client.cookies.set('device', device);
      return fieldsOf(await logIn(address, email, { mdp: WRONG, client })).policy;
    };
    const device = browser.cookies.get('device') ?? '';
    expect(await policyWith(device)).toContain('"logInByDevice"');
    const [version, id = '', signature] = device.split('.');
    expect(
      await policyWith(
        `${version}.${id.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))}.${signature}`,
      ),
    ).toContain('"logInByAccount"');
    expect(await policyWith('v1.nonsense')).toContain('"logInByAccount"');
    expect(
      (await browser.put('/api/users', { email, mdp: 'Nouveau34', mdp2: 'Nouveau34' })).status,
    ).toBe(200);
    expect(await policyWith(device, '198.51.100.14')).toContain('"logInByAccount"');
  });
});

describe('rate limits of two processes', () => {
  test('G2: sixty concurrent log-ins on two processes allow ten tries', async () => {
    const place = await createTestDatabase();
    const databases = [createDb(place.url), createDb(place.url)] as const;
    const apps = await Promise.all(
      databases.map((database) => startBuiltSite({ database, config: { rateLimit: 'strict' } })),
    );
    const { email } = await addUser(databases[0].db);
    const answers = await Promise.all(
      apps.flatMap((app) =>
        Array.from({ length: 30 }, () => app.client().post('/api/connect', { email, mdp: WRONG })),
      ),
    );
    const countOf = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect(countOf(401)).toBe(10);
    // The limit does not count calls that the full queue for hashing rejects.
    expect(countOf(429) + countOf(503)).toBe(50);
    await Promise.all(apps.map((app) => app.close()));
    await Promise.all(databases.map((database) => database.close()));
    await place.close();
  });
});
