import { openTestDatabase } from '@agres/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startTestApp, type TestApp } from '../../test/support/app.ts';
import { createTestClient } from '../../test/support/client.ts';
import { addItem } from '../../test/support/rows.ts';
import { useRunning } from '../../test/support/running.ts';
import { buy } from '../../test/support/shop.ts';

describe('the HTTP server', () => {
  let app: TestApp;
  let origin: string;
  const database = useRunning(openTestDatabase);
  let versionReads = 0;
  beforeAll(async () => {
    const db = new Proxy(database.db, {
      get: (target, name) => {
        if (name !== '$queryRaw') return Reflect.get(target, name) as unknown;
        return (statement: TemplateStringsArray, ...values: unknown[]) => {
          if (String(statement).includes('AS version')) versionReads += 1;
          return target.$queryRaw(statement, ...values);
        };
      },
    });
    app = await startTestApp({ database: { ...database, db } });
    await addItem(app.db);
    origin = await app.server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await app.close();
  });

  const read = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${origin}${path}`, init);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  test('a prepared answer equals the answer of the framework', async () => {
    await read('/api/items');
    const injected = await app.client().get('/api/items');
    const prepared = await read('/api/items', { headers: { 'accept-encoding': 'identity' } });
    expect(prepared.text).toBe(injected.text);
    expect(prepared.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual([
      'pre',
      'XSRF-TOKEN',
    ]);
    const names = (headers: object) =>
      Object.keys(headers).filter((name) => !['connection', 'keep-alive'].includes(name));
    expect(names(Object.fromEntries(prepared.headers)).toSorted()).toEqual(
      names(injected.headers).toSorted(),
    );
    expect(prepared.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  });

  test('prepared answers check only the form of the XSRF cookies, mutations their signature', async () => {
    const pairOf = async (from: TestApp) => {
      const visitor = from.client();
      await visitor.get('/api/users/status');
      return visitor.cookies;
    };
    const other = await startTestApp({
      database: app.database,
      config: { appSecret: 'another secret, of thirty-two characters' },
    });
    const own = await pairOf(app);
    const foreign = await pairOf(other);
    await other.close();
    const cookieOf = (cookies: Map<string, string>) =>
      Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');

    const mixed = new Map([...own, ['XSRF-TOKEN', foreign.get('XSRF-TOKEN') ?? '']]);
    for (const cookies of [own, foreign, mixed]) {
      const { headers } = await read('/api/items', { headers: { cookie: cookieOf(cookies) } });
      expect(headers.getSetCookie()).toEqual([]);
    }
    // The call is refused for its signature, and sets a pair of cookies that works.
    const restarted = createTestClient(app.server, new Map(foreign));
    const refused = await restarted.post('/api/contact', {});
    expect(refused).toMatchObject({ status: 403, body: { message: 'invalid_xsrf_token' } });
    expect((await restarted.post('/api/contact', {})).status).toBe(400);
  });

  test.each([
    ['no token', (own: Map<string, string>) => own.delete('XSRF-TOKEN'), ['XSRF-TOKEN']],
    [
      'a malformed token',
      (own: Map<string, string>) => own.set('XSRF-TOKEN', 'v1.x.y'),
      ['XSRF-TOKEN'],
    ],
    ['no visitor ID', (own: Map<string, string>) => own.delete('pre'), ['pre', 'XSRF-TOKEN']],
    [
      'a malformed visitor ID',
      (own: Map<string, string>) => own.set('pre', 'x'),
      ['pre', 'XSRF-TOKEN'],
    ],
  ])(
    'a prepared answer sets the missing cookies when a request has %s',
    async (_what, spoil, given) => {
      const visitor = app.client();
      await visitor.get('/api/users/status');
      spoil(visitor.cookies);
      const cookie = Array.from(visitor.cookies, ([name, value]) => `${name}=${value}`).join('; ');
      const { headers } = await read('/api/items', { headers: { cookie } });
      expect(headers.getSetCookie().map((line) => line.split('=')[0])).toEqual(given);
    },
  );

  test('a request with a valid token gets no new cookies', async () => {
    const first = await read('/api/items');
    const cookie = first.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const again = await read('/api/items', { headers: { cookie } });
    expect(again.headers.getSetCookie()).toEqual([]);
    const tag = first.headers.get('etag') ?? '';
    const known = await read('/api/items', { headers: { cookie, 'if-none-match': tag } });
    expect(known).toMatchObject({ status: 304, text: '' });
  });

  test('a change through this server shows in the next response', async () => {
    const { client } = await app.member();
    const item = await addItem(app.db, { stocks: [0] });
    const before = await read('/api/items');
    await app.db.item.updateMany({ data: { priceCents: 7700 } });
    // A purchase may change the stock even if it fails.
    const bought = await buy(client, { id: item.id, stripeToken: 'tok_visa' });
    expect(bought).toMatchObject({ status: 409, body: { message: 'sold_out_item' } });
    const after = await read('/api/items');
    expect(before.text).not.toContain('"price":77,');
    expect(after.text).toContain('"price":77,');
  });

  test('a call that cannot change content does not invalidate prepared answers', async () => {
    const { client } = await app.member();
    let quickRounds = 0;
    for (let round = 0; round < 5000 && quickRounds < 3; round += 1) {
      const startedMs = performance.now();
      const readsBefore = versionReads;
      await read('/api/items');
      // Only right after a version read: a further read then has no other cause.
      const reads = versionReads;
      if (reads === readsBefore) continue;
      const { status } = await client.post('/api/contact', {
        subject: 'Taille',
        message: 'Quelle longueur ont les sangles ?',
      });
      await read('/api/items');
      if (performance.now() - startedMs > 100) continue;
      quickRounds += 1;
      expect({ status, asked: versionReads - reads }).toEqual({ status: 200, asked: 0 });
    }
    expect(quickRounds).toBe(3);
  });
});

describe('an asynchronous early answer', () => {
  type Send = (() => string) | null;

  /** Starts an app that holds requests for `/waits` in front of the framework until the test decides. */
  async function startWaiting() {
    const waiting: PromiseWithResolvers<Send>[] = [];
    const app = await startTestApp({
      deps: {
        registerWeb: async (server, { answerFirst }) => {
          answerFirst((request) => {
            if (request.url !== '/waits') return null;
            const decided = Promise.withResolvers<Send>();
            waiting.push(decided);
            return decided.promise;
          });
          server.get('/waits', () => 'of the framework');
        },
      },
    });
    const origin = await app.server.listen({ port: 0, host: '127.0.0.1' });
    const ask = async () => {
      const answer = fetch(`${origin}/waits`);
      await expect.poll(() => waiting.length).toBe(1);
      return { answer, ...waiting[0] };
    };
    return { app, ask };
  }

  test('falls back to the framework when it is null or rejects', async () => {
    for (const decide of ['none', 'failure'] as const) {
      const { app, ask } = await startWaiting();
      const { answer, resolve, reject } = await ask();
      if (decide === 'none') resolve?.(null);
      else reject?.(new Error('the database is away'));
      expect(await (await answer).text()).toBe('of the framework');
      await app.close();
    }
  });

  test('is not sent by a closing server: the framework sends 503 and closes the connection', async () => {
    const { app, ask } = await startWaiting();
    const { answer, resolve } = await ask();
    const closed = app.close();
    await expect.poll(() => app.server.server.listening).toBe(false);
    resolve?.(() => {
      throw new Error('sent by a server that is closing');
    });
    const { status, headers } = await answer;
    expect({ status, connection: headers.get('connection') }).toEqual({
      status: 503,
      connection: 'close',
    });
    await closed;
  });
});
