import { createDb } from '@shop/db/db';
import { createTestDatabase, testDatabaseKind } from '@shop/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startTestApp, type TestApp } from '../testing.ts';
import type { Answer } from '../testing/client.ts';
import { addUser, PASSWORD } from '../testing/rows.ts';

const MESSAGE = { subject: 'Taille des anneaux', message: 'Quelle longueur ont les sangles ?' };
const WRONG = 'Wrong1234';

const fieldsOf = ({ headers }: Answer) => ({
  policy: headers['ratelimit-policy'],
  state: headers['ratelimit'],
});

describe('limits of rate', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({
      config: { rateLimit: 'strict' },
      http: { trustedProxies: ['127.0.0.0/8'] },
    });
  });
  afterAll(() => app.close());

  /** Sends a letter from an address of its own, over one of the two transports. */
  const write = (transport: 'rest' | 'rpc', ip: string) => {
    const client = app.client();
    const sent = { headers: { 'x-forwarded-for': ip } };
    const input = { ...MESSAGE, email: 'someone@example.fr' };
    return transport === 'rest'
      ? client.post('/api/contact', input, sent)
      : client.mutate('contact.send', input, sent);
  };

  test.each(['rest', 'rpc'] as const)(
    'G1: an answer over %s tells the quota, what is left of it, and in the end when to come back',
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

  test('a log-in tells both of its limits; the right password costs nothing of them', async () => {
    const { email } = await addUser(app.db);
    const headers = { 'x-forwarded-for': '203.0.113.3' };
    const logIn = (mdp: string) => app.client().post('/api/connect', { email, mdp }, { headers });
    const first = fieldsOf(await logIn(PASSWORD));
    expect(first.state).toBe('"logInByPair";r=10;t=0, "logInByIp";r=100;t=0');
    const failed = fieldsOf(await logIn(WRONG));
    expect(failed.policy).toBe('"logInByPair";q=10;w=600, "logInByIp";q=100;w=600');
    expect(failed.state).toMatch(/^"logInByPair";r=9;t=\d+, "logInByIp";r=99;t=\d+$/);
    const right = await logIn(PASSWORD);
    expect(right.status).toBe(200);
    expect(fieldsOf(right).state).toMatch(/^"logInByPair";r=9;t=\d+, "logInByIp";r=99;t=\d+$/);
    expect(fieldsOf(await logIn(WRONG)).state).toMatch(/^"logInByPair";r=8;/);
  });

  test('where accounts are private no count tells two answers apart', async () => {
    const strict = await startTestApp({
      database: app.database,
      config: { accountPrivacy: 'strict' },
    });
    const answer = await strict.client().post('/api/connect', { email: 'a@b.fr', mdp: WRONG });
    expect(fieldsOf(answer).policy).toMatch(/^"logInByPair"/);
    expect(fieldsOf(answer).state).toBeUndefined();
    await strict.close();
  });

  test('A5: failures from one place never lock the owner out of another', async () => {
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

  test('A5: a hundred failures shut a place out for every account, and no other place', async () => {
    const { email } = await addUser(app.db);
    const logIn = async (ip: string, address: string, mdp: string) => {
      const headers = { 'x-forwarded-for': ip };
      return (await app.client().post('/api/connect', { email: address, mdp }, { headers })).status;
    };
    const startedMs = performance.now();
    for (let time = 0; time < 100; time += 1) {
      expect(await logIn('203.0.113.6', `nobody${time}@example.fr`, WRONG)).toBe(401);
    }
    // A turn comes back every six seconds: on a busy machine the hundred would take longer.
    const tookMs = performance.now() - startedMs;
    await app.db.$executeRaw`
      UPDATE rate_limit SET tat = tat + make_interval(secs => ${tookMs / 1000}::float)`;
    expect(await logIn('203.0.113.6', email, PASSWORD)).toBe(429);
    expect(await logIn('203.0.113.7', email, PASSWORD)).toBe(200);
  });
});

describe.skipIf(testDatabaseKind() === 'pglite')('limits of rate of two processes', () => {
  test('G2: sixty parallel log-ins by two processes on one database are ten tries', async () => {
    const place = await createTestDatabase({ on: 'postgresql' });
    const databases = [await createDb(place.url), await createDb(place.url)] as const;
    const apps = await Promise.all(
      databases.map((database) => startTestApp({ database, config: { rateLimit: 'strict' } })),
    );
    const { email } = await addUser(databases[0].db);
    const answers = await Promise.all(
      apps.flatMap((app) =>
        Array.from({ length: 30 }, () => app.client().post('/api/connect', { email, mdp: WRONG })),
      ),
    );
    const countOf = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect(countOf(401)).toBe(10);
    // Those who found no place in line for hashing were not even counted.
    expect(countOf(429) + countOf(503)).toBe(50);
    await Promise.all(apps.map((app) => app.close()));
    await Promise.all(databases.map((database) => database.close()));
    await place.close();
  });
});
