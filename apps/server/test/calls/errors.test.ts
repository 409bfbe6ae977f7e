import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';

import { createDb } from '@agres/db/db';
import { createTestDatabase } from '@agres/db/testing';
import { beforeAll, describe, expect, test } from 'vitest';

import { startBuiltSite } from '../support/built-web.ts';
import { addUser, delayPermits } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

const REQUEST_ID = /^[\da-f]{8}-[\da-f-]{27}$/;

describe('errors of every call', () => {
  const app = useRunning(startBuiltSite);
  let origin: URL;
  beforeAll(async () => {
    origin = new URL(await app.server.listen({ port: 0, host: '127.0.0.1' }));
  });

  test('a response is sent once, without late changes to its headers', async () => {
    const { client } = await app.member();
    const cookie = Array.from(client.cookies, ([name, value]) => `${name}=${value}`).join('; ');
    for (const path of [
      '/api/users/status',
      '/api/users/1',
      '/api/payment/config',
      '/api/errors',
    ]) {
      const response = await fetch(new URL(path, origin), { headers: { cookie } });
      expect([path, (await response.text()).startsWith('{')]).toEqual([path, true]);
    }
    const log = app.logLines.join('\n');
    expect(log).not.toMatch(/already sent|after they are sent/);
    expect(log).toMatch(/"path":"\/api\/users\/status","status":200/);
  });

  test('an unknown path gives 404 in the format of its transport', async () => {
    const client = app.client();
    for (const path of ['/api/nothing', '/api/items/', '/api/Items', '/api/%69tems', '/api/']) {
      const { status, body } = await client.get(path);
      expect([path, status, body]).toEqual([
        path,
        404,
        { message: 'not_found', code: 'not_found' },
      ]);
    }
    expect(await client.query('users.nothing')).toMatchObject({
      status: 404,
      body: { error: { message: 'not_found', data: { httpStatus: 404 } } },
    });
    expect((await client.get('/trpc/a/b')).status).toBe(404);
    expect((await client.get('/trpc')).status).toBe(404);
  });

  test('a POST to an unknown path gives 404 for any body', async () => {
    for (const path of [
      '/api/nothing',
      '/api/webhooks/stripe/other',
      '/trpc/a/b',
      '/nothing',
      '/*x',
      '/:x?',
    ]) {
      for (const headers of [{ 'content-type': 'text/plain' }, {}]) {
        const answer = await app.client().send('POST', path, { body: '{}', headers });
        expect([path, answer.status]).toEqual([path, 404]);
      }
    }
  });

  test('a wrong method gets 405 with Allow', async () => {
    for (const [method, path, allow] of [
      ['GET', '/api/webhooks/stripe/main', 'POST'],
      ['PUT', '/api/docs/', 'GET, HEAD'],
      ['DELETE', '/trpc/shop.items', 'GET, POST'],
      ['POST', '/', 'GET, HEAD'],
      ['POST', '/fr/boutique?x=1', 'GET, HEAD'],
      ['PUT', '/en/boutique', 'GET, HEAD'],
      ['DELETE', '/boutique', 'GET, HEAD'],
      ['PUT', '/fr/retour-en-stock/1/abc', 'GET, HEAD, POST'],
      ['POST', '/favicon.ico', 'GET, HEAD'],
      ['OPTIONS', '/sitemap.xml', 'GET, HEAD'],
      ['POST', '/healthz', 'GET, HEAD'],
    ] as const) {
      const answer = await app.client().send(method, path);
      expect([path, answer.status, answer.headers.allow]).toEqual([path, 405, allow]);
      expect(answer.text).toContain('"message":"error_message"');
    }
  });

  test.each(['PROPFIND', 'BREW', 'get'])(
    'the unsupported method %s gets 405 with Allow',
    async (method) => {
      for (const [path, allow] of [
        ['/api/items', 'GET, HEAD'],
        ['/api/connect?x=1', 'POST'],
        ['/trpc/shop.items', 'GET, POST'],
        ['/fr/boutique', 'GET, HEAD'],
        ['/favicon.ico', 'GET, HEAD'],
      ]) {
        const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close`;
        const answer = await rawRequest(origin, [head]);
        expect([path, answer.split('\r\n')[0]]).toEqual([path, 'HTTP/1.1 405 Method Not Allowed']);
        expect(answer).toMatch(new RegExp(`\r\nallow: ${allow}\r\n`, 'i'));
        expect(answer).toContain('"method_not_allowed"');
      }
      for (const path of ['/api/nothing', '/nothing', '/assets/none.js']) {
        const nowhere = await rawRequest(origin, [`${method} ${path} HTTP/1.1\r\nHost: a`]);
        expect([path, nowhere.slice(0, 13)]).toEqual([path, 'HTTP/1.1 404 ']);
      }
    },
  );

  test.each(['gzip', 'br', 'deflate', 'Identity, gzip', 'x'])(
    'a body with Content-Encoding %j is refused with 415',
    async (encoding) => {
      const headers = { 'content-encoding': encoding };
      const body = gzipSync('{"email":"a@b.fr","mdp":"x"}').toString('latin1');
      for (const url of ['/api/connect', '/trpc/users.signIn']) {
        const answer = await app.client().post(url, body, { headers });
        expect([url, answer.status]).toEqual([url, 415]);
        expect(answer.text).toContain('"unsupported_media_type"');
        expect(answer.headers['accept-encoding']).toBe('identity');
      }
      const plain = { headers: { 'content-encoding': 'identity' } };
      expect((await app.client().post('/api/connect', { email: 7 }, plain)).status).toBe(400);
    },
  );

  test.each([
    '/api/openapi.json',
    '/api/errors',
    '/api/docs/reference.json',
    '/api/docs/guides.md',
  ])('%s is compressed, and has an ETag for conditional requests', async (path) => {
    const client = app.client();
    const plain = await client.get(path);
    expect(plain.headers.vary).toContain('accept-encoding');
    expect(plain.headers.etag).toMatch(/^W\/"[\w-]{22}"$/);
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const packed = await app.server.inject({
        url: path,
        headers: { 'accept-encoding': encoding },
      });
      expect(packed.headers).toMatchObject({
        'content-encoding': encoding,
        etag: plain.headers.etag,
        'content-type': plain.headers['content-type'],
      });
      expect(unpack(packed.rawPayload).toString()).toBe(plain.text);
      expect(packed.rawPayload.length).toBeLessThan(plain.text.length / 2);
    }
    const headers = { 'if-none-match': `"other", ${String(plain.headers.etag)}` };
    expect(await client.get(path, { headers })).toMatchObject({ status: 304, text: '' });
    const head = await client.send('HEAD', path);
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers.etag).toBe(plain.headers.etag);
  });

  test.each(['{', '{"email":', 'undefined', '{"a":1}}', '\u0000', '[', '"text', "{'a':1}"])(
    'the malformed body %j is invalid',
    async (body) => {
      const client = app.client();
      const issues = [{ path: '', message: 'invalid_fields' }];
      expect(await client.post('/api/connect', body)).toMatchObject({
        status: 400,
        body: { message: 'invalid_fields', issues },
      });
      expect(await client.post('/trpc/users.signIn', body)).toMatchObject({
        status: 400,
        body: { error: { message: 'invalid_fields', data: { httpStatus: 400, issues } } },
      });
    },
  );

  test.each(['null', '[]', '"text"', '7', 'true', '{}', ''])(
    'the body %j, not an object, is invalid',
    async (body) => {
      const client = app.client();
      for (const url of ['/api/connect', '/trpc/users.signIn']) {
        const headers = { 'content-type': 'application/json' };
        expect((await client.post(url, body, { headers })).status).toBe(400);
      }
    },
  );

  test('G5: ten thousand levels of JSON are refused with 400', async () => {
    const client = app.client();
    for (const deep of [
      '['.repeat(10_000) + ']'.repeat(10_000),
      '{"email":'.repeat(6000) + '1' + '}'.repeat(6000),
      `{"email":${'['.repeat(10_000)}${']'.repeat(10_000)},"mdp":"x"}`,
    ]) {
      expect((await client.post('/api/connect', deep)).status).toBe(400);
      expect((await client.post('/trpc/users.signIn', deep)).status).toBe(400);
    }
  });

  test('A2: a body over 64 KiB gets 413 without being read', async () => {
    const client = app.client();
    const body = { email: 'a@b.fr', mdp: 'x'.repeat(1024 * 1024) };
    for (const url of ['/api/connect', '/trpc/users.signIn']) {
      const times: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        const before = process.cpuUsage();
        const answer = await client.post(url, body);
        times.push(process.cpuUsage(before).user / 1000);
        expect(answer.status).toBe(413);
        expect(JSON.stringify(answer.body)).toMatch(/error_message/);
      }
      // Of processor time, in ms; the best of three, because other calls may run meanwhile.
      expect(Math.min(...times)).toBeLessThan(100);
    }
  });

  test.each(['application/json; charset=utf-8', 'APPLICATION/JSON;charset="UTF-8"'])(
    'the content type %j is JSON',
    async (type) => {
      const headers = { 'content-type': type };
      for (const url of ['/api/connect', '/trpc/users.signIn']) {
        // The JSON is parsed and validated: the error names the field, not the media type.
        const answer = await app.client().post(url, '{"email":7,"mdp":"x"}', { headers });
        expect([url, answer.status]).toEqual([url, 400]);
        expect(answer.text).toContain('"path":"email"');
      }
    },
  );

  test.each([
    // Over the wire the HTTP parser trims the space.
    ' application/json',
    'application/json\ta',
    'application/json garbage',
    'Application/JSON; charset=utf-8 ;x',
    'application/json; charset=utf-16',
    'application/jsonp',
    'application/json,text/plain',
    'text/json',
    'text/plain',
  ])('the content type %j is refused with 415', async (type) => {
    const headers = { 'content-type': type };
    for (const url of ['/api/connect', '/trpc/users.signIn']) {
      const answer = await app.client().post(url, '{"email":"a@b.fr","mdp":"x"}', { headers });
      expect([url, answer.status]).toEqual([url, 415]);
    }
  });

  test('a body without content type is refused with 415', async () => {
    const client = app.client();
    await client.get('/api/users/status');
    const body = '{"email":7}';
    for (const url of ['/api/connect', '/trpc/users.signIn']) {
      const answer = await rawRequest(
        origin,
        [
          `POST ${url} HTTP/1.1`,
          `Cookie: ${[...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
          `X-XSRF-TOKEN: ${client.cookies.get('XSRF-TOKEN')}`,
          `Content-Length: ${body.length}`,
          'Connection: close',
        ],
        body,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 415 /);
    }
  });

  test.each(['/api/%zz', '/api/users/%', '/%', '/trpc/%a'])(
    'the malformed path %s gives 404 with all headers',
    async (path) => {
      const { status, headers, text } = await app.client().get(path);
      expect(status).toBe(404);
      expect(text).toContain('not_found');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-request-id']).toMatch(REQUEST_ID);
    },
  );

  test.each([
    ['GET /api/items HTTP/9.9', 400],
    ['NONSENSE', 400],
    ['GET /api/items HTTP/1.1\r\nHost: a\r\nHost: b\r\nBad Header: x', 400],
    [`GET /api/${'a'.repeat(20_000)} HTTP/1.1`, 431],
  ])('a malformed request gets a JSON error: %.40s', async (head, status) => {
    const answer = await rawRequest(origin, [head]);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/\r\n\r\n\{"message":"(invalid_fields|error_message)","code":"\1"\}$/);
  });

  test('G1, G9: a client is limited after 300 unknown paths, except for probes and webhooks', async () => {
    const strict = await startBuiltSite({
      database: app.database,
      config: { rateLimit: 'strict' },
      http: { trustedProxies: ['127.0.0.0/8'] },
    });
    const headers = { 'x-forwarded-for': '203.0.113.50' };
    const ask = (path: string) => strict.client().get(path, { headers });
    let delayedAtMs = performance.now();
    for (let count = 0; count < 300; count += 1) {
      expect((await ask(`/api/${count}`)).status).toBe(404);
    }
    // The server counts an answer after sending it, on a busy machine much later.
    const askWithoutNewPermits = async () => {
      const nowMs = performance.now();
      await delayPermits(app.db, 'notFoundByIp', (nowMs - delayedAtMs) / 1000);
      delayedAtMs = nowMs;
      return (await ask('/api/nothing')).status;
    };
    await expect.poll(askWithoutNewPermits, { timeout: 15_000 }).toBe(429);
    const refused = await ask('/api/users/status');
    expect(refused).toMatchObject({
      status: 429,
      body: { message: 'error_message', code: 'too_many_requests' },
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await strict.client().get('/api/users/status')).status).toBe(200);

    // Probes and webhook events may come through the same proxy.
    for (const url of ['/healthz', '/readyz']) expect((await ask(url)).status).toBe(200);
    const event = { headers, body: '{}' };
    for (const account of ['main', 'bis']) {
      const url = `/api/webhooks/stripe/${account}`;
      expect((await strict.client().send('POST', url, event)).status).toBe(200);
    }
    await strict.close();
  });

  test.each([
    ['POST', '/api/items', {}, 405, 'error_message', 'method_not_allowed'],
    ['DELETE', '/trpc/shop.items', {}, 405, 'error_message', 'method_not_allowed'],
    ['POST', '/trpc/shop.items', { body: '{}' }, 405, 'error_message', 'method_not_allowed'],
    [
      'POST',
      '/api/connect',
      { body: 'x'.repeat(66_000) },
      413,
      'error_message',
      'payload_too_large',
    ],
    [
      'POST',
      '/trpc/users.signIn',
      { body: 'x'.repeat(66_000) },
      413,
      'error_message',
      'payload_too_large',
    ],
    [
      'POST',
      '/api/connect',
      { body: 'x', type: 'text/plain' },
      415,
      'error_message',
      'unsupported_media_type',
    ],
    [
      'POST',
      '/trpc/users.signIn',
      { body: 'x', type: 'text/plain' },
      415,
      'error_message',
      'unsupported_media_type',
    ],
    [
      'POST',
      '/api/connect',
      { body: '{}', origin: 'https://evil.example' },
      403,
      'invalid_xsrf_token',
      'wrong_origin',
    ],
    [
      'POST',
      '/trpc/users.signIn',
      { body: '{}', origin: 'https://evil.example' },
      403,
      'invalid_xsrf_token',
      'wrong_origin',
    ],
    ['GET', '/api/disconnect', { site: 'cross-site' }, 403, 'invalid_xsrf_token', 'wrong_origin'],
    [
      'POST',
      '/api/connect',
      { body: '{}', token: 'wrong' },
      403,
      'invalid_xsrf_token',
      'invalid_xsrf_token',
    ],
    ['GET', '/api/nothing', {}, 404, 'not_found', 'not_found'],
    ['GET', '/trpc/no.such', {}, 404, 'not_found', 'not_found'],
    [
      'PUT',
      '/api/users/forgottenPassword',
      { body: '{}' },
      400,
      'invalid_email_message',
      'invalid_email_message',
    ],
  ] as const)(
    'errors with the same message have distinct codes: %s %s %o is %i %s, %s',
    async (...row) => {
      const [method, path, sent, status, message, reason] = row;
      const { body, type, origin: sentOrigin, site, token }: Record<string, string> = sent;
      const client = app.client();
      await client.get('/api/users/status');
      const answer = await client.send(method, path, {
        headers: {
          'x-xsrf-token': token ?? client.cookies.get('XSRF-TOKEN') ?? '',
          ...(type === undefined ? {} : { 'content-type': type }),
          ...(sentOrigin === undefined ? {} : { origin: sentOrigin }),
          ...(site === undefined ? {} : { 'sec-fetch-site': site }),
        },
        ...(body === undefined ? {} : { body }),
      });
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject(
        path.startsWith('/api/')
          ? { message, code: reason }
          : { error: { message, data: { httpStatus: status, reason } } },
      );
    },
  );

  test('every response has a request ID that is also logged', async () => {
    const { headers } = await app.client().get('/api/nothing');
    const id = headers['x-request-id'];
    expect(id).toMatch(REQUEST_ID);
    expect(app.logLines.some((line) => line.includes(`"reqId":"${String(id)}"`))).toBe(true);
    const chosen = await app.client().get('/api/items', { headers: { 'x-request-id': 'mine' } });
    expect(chosen.headers['x-request-id']).not.toBe('mine');
  });

  test('G4: a batch has at most ten calls, none of them empty', async () => {
    const client = app.client();
    const batchOf = (names: string[]) => client.get(`/trpc/${names.join(',')}?batch=1&input={}`);
    expect((await batchOf(Array<string>(10).fill('shop.items'))).status).toBe(200);
    for (const names of [
      Array<string>(11).fill('shop.items'),
      Array<string>(2000).fill(''),
      ['shop.items', ''],
      [''],
    ]) {
      expect((await batchOf(names)).status).toBe(400);
    }
    const signIns = await client.post(
      `/trpc/${Array<string>(50).fill('users.signIn').join(',')}?batch=1`,
      {},
    );
    expect(signIns).toMatchObject({ status: 400, body: { error: { message: 'invalid_fields' } } });
  });

  test('a batch answers each call separately', async () => {
    const client = app.client();
    const { status, body } = await client.get(
      `/trpc/shop.items,users.byId,no.such?batch=1&input=${encodeURIComponent('{"1":{"id":1}}')}`,
    );
    expect(status).toBe(207);
    expect(body).toMatchObject([
      { result: {} },
      { error: { message: 'not_logged_in', data: { httpStatus: 401 } } },
      { error: { message: 'not_found', data: { httpStatus: 404 } } },
    ]);
  });

  test.each(['connection terminated', 'query read timeout'])(
    'input that quotes a database error is not mistaken for one: %s',
    async (words) => {
      const { status, headers, body } = await app
        .client()
        .get(`/trpc/users.status?input=${encodeURIComponent(words)}`);
      expect(status).toBe(400);
      expect(headers['retry-after']).toBeUndefined();
      expect(body).toMatchObject({ error: { message: 'invalid_fields' } });
    },
  );

  test('F7: an unexpected error is logged, and not described in the response', async () => {
    const { client, userId } = await app.member();
    await app.db.$executeRaw`ALTER TABLE orders RENAME TO orders_away`;
    try {
      for (const answer of [
        await client.get(`/api/users/${userId}`),
        await client.query('users.byId', { id: userId }),
      ]) {
        expect(answer.status).toBe(500);
        expect(answer.text).toContain('"message":"error_message"');
        expect(answer.text).toMatch(/"(?:code|reason)":"unexpected"/);
        expect(answer.text).not.toMatch(/orders|prisma|select|stack|\.ts|Error\b/);
        const id = String(answer.headers['x-request-id']);
        const failure = app.logLines.find(
          (line) => line.includes(id) && line.includes('"level":"error"'),
        );
        expect(failure).toContain('orders');
        expect(failure).toContain('"stack"');
      }
    } finally {
      await app.db.$executeRaw`ALTER TABLE orders_away RENAME TO orders`;
    }
    expect((await client.get(`/api/users/${userId}`)).status).toBe(200);
  });
});

describe('without database', () => {
  test('F7: calls give 503 with Retry-After and no details, then work again', async () => {
    const place = await createTestDatabase();
    const line = await startTcpProxy(new URL(place.url));
    const database = createDb(line.url);
    const app = await startBuiltSite({ database });
    const { client, userId } = await app.member();
    const { email } = await addUser(app.db);
    await line.cut();
    try {
      const visitor = app.client();
      for (const ask of [
        () => visitor.get('/api/items'),
        () => visitor.get('/api/items?x'),
        () => visitor.query('home.get'),
        () => client.get('/api/users/status'),
        () => client.get(`/api/users/${userId}`),
        () => visitor.post('/api/connect', { email, mdp: 'Abcdef12' }),
        () => visitor.mutate('users.signIn', { email, mdp: 'Abcdef12' }),
        () => client.get('/api/disconnect'),
      ]) {
        const startedMs = performance.now();
        const answer = await ask();
        expect(performance.now() - startedMs).toBeLessThan(3000);
        expect(answer.status).toBe(503);
        expect(answer.headers['retry-after']).toMatch(/^\d+$/);
        expect(answer.text).toMatch(/"message":"error_message"/);
        expect(answer.text).toMatch(/"(?:code|reason)":"unavailable"/);
        expect(answer.text).not.toMatch(/database|prisma|terminat/i);
      }
      expect((await visitor.get('/readyz')).status).toBe(503);
      for (const url of ['/healthz', '/readyz?exclude=database'])
        expect((await visitor.get(url)).status).toBe(200);
    } finally {
      await line.mend();
    }
    await expect.poll(async () => (await client.get('/api/items')).status).toBe(200);
    await expect.poll(async () => (await client.get('/readyz')).status).toBe(200);
    expect((await client.get('/api/users/status')).body).toMatchObject({ isConnected: true });
    await app.close();
    await database.close();
    await line.cut();
    await place.close();
  });
});

async function rawRequest({ hostname, port }: URL, head: string[], body = ''): Promise<string> {
  const socket = connect(Number(port), hostname);
  const host = head[0]?.includes('Host:') ? [] : ['Host: localhost'];
  socket.end([...head, ...host, '', body].join('\r\n'));
  return textOf(socket);
}
