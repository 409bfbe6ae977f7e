import { connect, type Socket } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { startBuiltSite } from './support/built-web.ts';
import { addItem } from './support/rows.ts';
import { useRunning } from './support/running.ts';

describe('hostile requests', () => {
  const app = useRunning(startBuiltSite);
  let port: number;
  beforeAll(async () => {
    await addItem(app.db);
    port = Number(new URL(await app.server.listen({ port: 0, host: '127.0.0.1' })).port);
  });

  const open = () => connect(port, '127.0.0.1').on('error', () => undefined);

  async function send(...parts: (string | Buffer)[]): Promise<string> {
    const socket = open();
    for (const part of parts) socket.write(part);
    return textOf(socket);
  }

  const get = (path: string, headers = '', host = `localhost:${port}`) =>
    send(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${headers}\r\n`);
  const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);

  async function visitorHeaders(): Promise<string> {
    const client = app.client();
    await client.get('/api/users/status');
    const cookies = Array.from(client.cookies, ([name, value]) => `${name}=${value}`).join('; ');
    return `Cookie: ${cookies}\r\nX-XSRF-TOKEN: ${client.cookies.get('XSRF-TOKEN') ?? ''}\r\n`;
  }

  async function post(path: string, body: string | Buffer, headers = ''): Promise<string> {
    const bytes = Buffer.from(body);
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      'Connection: close',
      'Content-Type: application/json',
      `Content-Length: ${bytes.length}`,
    ].join('\r\n');
    return send(`${head}\r\n${await visitorHeaders()}${headers}\r\n`, bytes);
  }

  test.each(['evil.test', '[', '', 'a b<>"', 'localhost:99999', '${7*7}'])(
    'the Host %o causes no failure and is never echoed',
    async (host) => {
      for (const path of ['/api/docs', '/api/docs/', '/api', '/api/items', '/api/users/status']) {
        const answer = await get(path, 'X-Forwarded-Host: evil.test\r\n', host);
        expect([path, statusOf(answer)]).not.toEqual([path, 500]);
        expect(answer).not.toMatch(/evil\.test|^location: (?!\/[a-z])/im);
      }
    },
  );

  test('an absolute request target equals its path (RFC 9112, section 3.2.2)', async () => {
    for (const path of [
      '/api/items',
      '/fr',
      '/favicon.ico',
      '/api/users/status',
      '/trpc/shop.items',
    ]) {
      for (const host of ['http://localhost', 'HTTPS://localhost:3000', 'http://evil.test']) {
        const answer = await get(`${host}${path}`);
        expect([host + path, statusOf(answer)]).toEqual([host + path, 200]);
        expect(answer).not.toMatch(/evil/);
      }
    }
    expect(await get('http://localhost')).toMatch(/^HTTP\/1\.1 302 [^]*location: \/fr\r\n/i);
    expect(await get('http://localhost?x=1')).toMatch(/^HTTP\/1\.1 302 /);
    expect(statusOf(await get('http://localhost/api/nothing'))).toBe(404);
    expect(await get('http://evil.test/api/docs')).toMatch(/location: \/api\/docs\/\r\n/i);
    const unknown = await send('BREW http://localhost/api/items HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(unknown).toMatch(/^HTTP\/1\.1 405 [^]*allow: GET, HEAD\r\n/i);
  });

  test('a target that is neither a path nor an absolute URL gets 400 or 404', async () => {
    for (const target of [
      '//evil.test/api/items',
      'evil.test:80',
      '*',
      'ftp://localhost/fr',
      '?x',
    ]) {
      const status = statusOf(await get(target));
      expect([target, [400, 404].includes(status)]).toEqual([target, true]);
    }
  });

  test.each(['/api/items', '/fr', '/favicon.ico', '/trpc/users.status', '/nothing'])(
    'two Host headers get 400: %s',
    async (path) => {
      // The page may then come from the cache.
      await get(path);
      for (const second of ['localhost', 'evil.test', '']) {
        const answer = await get(path, `hOST: ${second}\r\n`);
        expect([second, statusOf(answer)]).toEqual([second, 400]);
        expect(answer).toContain('"message":"invalid_fields"');
        expect(answer).toMatch(/connection: close/i);
      }
    },
  );

  test.each(['websocket', 'h2c', 'TLS/1.0'])(
    'an upgrade to %s is ignored, and the request is answered normally',
    async (protocol) => {
      const socket = open();
      const answer = textOf(socket);
      const upgrade = `Connection: Upgrade\r\nUpgrade: ${protocol}\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13`;
      socket.write(`GET /trpc/users.status HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\n\r\n`);
      await sleep(300);
      socket.end();
      expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
    },
  );

  test.each([
    '/api/../trpc/users.status',
    '/api/%2e%2e/trpc/users.status',
    '/api//users/status',
    '/api/users%2fstatus',
    '/api/items;x=1',
    '/api\\users\\status',
    '/trpc/../api/users/status',
    '/trpc//users.status',
    '/trpc/users.status/',
  ])('the path %s reaches no other route', async (path) => {
    const answer = await get(path);
    expect([path, [400, 404].includes(statusOf(answer))]).toEqual([path, true]);
  });

  test('tRPC resolves procedure names only', async () => {
    for (const name of [
      'constructor',
      '__proto__',
      'toString',
      'users.toString',
      'users.__proto__',
    ]) {
      expect([name, statusOf(await get(`/trpc/${name}`))]).toEqual([name, 404]);
    }
    const commas = `${'shop.items%2C'.repeat(30)}shop.items`;
    expect(statusOf(await get(`/trpc/${commas}?batch=1&input={}`))).toBe(400);
  });

  test.each(['/api/connect', '/trpc/users.signIn'])('G5: %s decompresses no bomb', async (path) => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const answer = await post(path, bomb, 'Content-Encoding: gzip\r\n');
    expect([400, 413, 415]).toContain(statusOf(answer));
  });

  test.each([
    [
      'both lengths',
      'Transfer-Encoding: chunked\r\nContent-Length: 5\r\n',
      '0\r\n\r\nGET /x HTTP/1.1\r\n\r\n',
    ],
    ['an unknown coding', 'Transfer-Encoding: xchunked\r\n', '2\r\n{}\r\n0\r\n\r\n'],
    [
      'endless extensions',
      'Transfer-Encoding: chunked\r\n',
      `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
    ],
  ])('a body with %s is refused, and no request after it is read', async (_what, headers, body) => {
    const answer = await send(
      `POST /api/connect HTTP/1.1\r\nHost: localhost\r\n${await visitorHeaders()}Content-Type: application/json\r\n${headers}\r\n${body}`,
    );
    expect(statusOf(answer)).toBe(400);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test('look-alike letters do not match or make an e-mail address', async () => {
    const { email } = await app.member({ email: 'kim@example.fr' });
    // Cyrillic, full width, without its dot.
    for (const lookalike of [
      email.replace('k', '\u043a'),
      email.replace('k', '\uff4b'),
      email.replace('i', 'ı'),
    ]) {
      const answer = await app.client().post('/api/connect', { email: lookalike, mdp: 'Abcdef12' });
      expect([lookalike, answer.status]).toEqual([lookalike, 401]);
      const account = { email: lookalike, mdp: 'Abcdef12', mdp2: 'Abcdef12', locale: 'fr' };
      expect((await app.client().post('/api/users', account)).status).toBe(400);
    }
    // The Kelvin sign is normalized to K, and a zero-width space is removed: neither makes a second account.
    for (const spelling of [email.replace('k', '\u212a'), `${email}\u200b`]) {
      const account = { email: spelling, mdp: 'Abcdef12', mdp2: 'Abcdef12', locale: 'fr' };
      expect((await app.client().post('/api/users', account)).status).toBe(409);
    }
  });

  test('C8: duplicate or malformed cookies give no session and no error', async () => {
    const { client } = await app.member();
    const session = client.cookies.get('session') ?? '';
    for (const cookies of [
      Array.from({ length: 100 }, (_, index) => `session=x${index}`).join('; '),
      'session=%E0%A4%A; XSRF-TOKEN=%zz; pre=%',
      '__proto__=1; constructor=2; toString=3',
      `Session=${session}; __Host-session=${session}; "session"=${session}`,
    ]) {
      const answer = await get('/api/users/status', `Cookie: ${cookies}\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*"isConnected":false/);
    }
  });

  test('a malformed If-None-Match is ignored by prepared answers', async () => {
    expect(statusOf(await get('/api/items', 'If-None-Match: *, "x"\r\n'))).toBe(200);
  });

  test('a query of fourteen kilobytes is accepted', async () => {
    expect(statusOf(await get(`/api/items?${'a=1&'.repeat(3500)}`))).toBe(200);
    expect(statusOf(await get(`/api/users/status?${'a[b]=1&'.repeat(2000)}`))).toBe(200);
  });

  test('G5: 2,000 idle connections and partial requests do not delay other clients', async () => {
    const idle: Socket[] = [];
    const before = process.memoryUsage().rss;
    for (let count = 0; count < 2000; count += 1) {
      const socket = open();
      if (count % 2 === 0) socket.write('POST /api/connect HTTP/1.1\r\nHost: localhost\r\nX: ');
      idle.push(socket);
    }
    const startedMs = performance.now();
    expect(statusOf(await get('/api/users/status'))).toBe(200);
    expect(performance.now() - startedMs).toBeLessThan(3000);
    expect((process.memoryUsage().rss - before) / 1024 ** 2).toBeLessThan(120);
    for (const socket of idle) socket.destroy();
  });

  test('a client that disconnects early causes no logged error', async () => {
    const failures = () => app.logLines.filter((line) => line.includes('"level":"error"'));
    for (let count = 0; count < 300; count += 1) {
      const socket = open();
      socket.on('connect', () => {
        socket.write('GET /api/users/status HTTP/1.1\r\nHost: localhost\r\n\r\n');
        if (count % 2 === 0) socket.resetAndDestroy();
        else socket.destroy();
      });
    }
    await sleep(500);
    expect(statusOf(await get('/api/users/status'))).toBe(200);
    expect(failures()).toEqual([]);
  });

  test('G5: a client that sends one byte per second gets 408', async () => {
    const { server } = app.server;
    const { headersTimeout, requestTimeout } = server;
    expect([headersTimeout, requestTimeout]).toEqual([15_000, 30_000]);
    // A tenth, so that the test takes seconds.
    Object.assign(server, { headersTimeout: 1500, requestTimeout: 3000 });
    onTestFinished(() => void Object.assign(server, { headersTimeout, requestTimeout }));
    const slowHead = drip('GET /api/items HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', 'a');
    const head = `POST /api/connect HTTP/1.1\r\nHost: localhost\r\n${await visitorHeaders()}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n`;
    const slowBody = drip(head, ' ');
    expect(statusOf(await get('/api/users/status'))).toBe(200);
    const answers = await Promise.all([slowHead, slowBody]);
    expect(answers.map(statusOf)).toEqual([408, 408]);
  });

  /** Sends a head, and then a byte per second until the connection ends. */
  async function drip(head: string, byte: string) {
    const socket = open();
    socket.write(head);
    const timer = setInterval(() => socket.write(byte), 1000);
    const answer = await textOf(socket);
    clearInterval(timer);
    return answer;
  }
});
