import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { setImmediate as nextLoopIteration, setTimeout as sleep } from 'node:timers/promises';

import type { Locale } from '@agres/domain/locale';
import { expect, test } from 'vitest';

import { startTestApp } from '../../test/support/app.ts';
import { addItem, exhaustPermits } from '../../test/support/rows.ts';
import { OVERLOAD } from '../app.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

const WORDS = {
  fr: {
    title: 'Un instant, s’il vous plaît',
    explanation: 'Le site ne peut pas répondre pour le moment. Réessayez dans quelques instants.',
    reload: 'Recharger la page',
  },
  en: {
    title: 'One moment, please',
    explanation: 'The site isn’t responding right now. Please try again in a moment.',
    reload: 'Reload the page',
  },
} as const satisfies Record<Locale, object>;

function expectPage(html: string, locale: Locale): void {
  const { title, explanation, reload } = WORDS[locale];
  expect(html).toContain(`<html lang="${locale}">`);
  expect(html).toContain(`<title>${title} · Agrès</title>`);
  expect(html).toContain(`<h1>${title}</h1>`);
  expect(html).toContain(`<p>${explanation}</p>`);
  // An empty href points to the page itself, with its query.
  expect(html).toContain(`<a href="">${reload}</a>`);
}

test('a browser gets the 503 page in the language of the URL from a closing server', async () => {
  const finishing = Promise.withResolvers<string>();
  const begun = Promise.withResolvers<void>();
  const app = await startTestApp({
    deps: {
      registerWeb: async (server) => {
        server.get('/slow', () => {
          begun.resolve();
          return finishing.promise;
        });
      },
    },
  });
  const { port } = new URL(await app.server.listen({ port: 0, host: '127.0.0.1' }));
  const open = (path: string, accept = BROWSER.accept) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: ${accept}\r\n`);
    return { socket, answer: textOf(socket) };
  };
  const slow = open('/slow');
  slow.socket.write('\r\n');
  const late = {
    french: open('/fr/boutique?x=1'),
    english: open('/en/shop'),
    call: open('/api/users/status'),
    program: open('/fr', '*/*'),
    file: open('/icon-192.png', 'image/avif,image/webp,*/*;q=0.8'),
    probe: open('/healthz'),
  };
  await begun.promise;
  // No event shows when the first halves of the other requests have arrived.
  await sleep(200);
  const closed = app.close();
  await expect.poll(() => app.server.server.listening).toBe(false);
  for (const { socket } of Object.values(late)) socket.write('\r\n');

  for (const [locale, { answer }] of [
    ['fr', late.french],
    ['en', late.english],
  ] as const) {
    const refused = await answer;
    expect(refused).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
    expect(refused).toMatch(/^retry-after: 5\r$/im);
    expect(refused).toMatch(/^connection: close\r$/im);
    expectPage(refused, locale);
  }
  for (const { answer } of [late.call, late.program, late.file, late.probe]) {
    expect(await answer).toMatch(
      /^HTTP\/1\.1 503 [^]*content-type: application\/json[^]*{"message":"error_message","code":"unavailable"}$/i,
    );
  }
  finishing.resolve('done');
  await closed;
  // A request in progress is completed.
  expect(await slow.answer).toMatch(/^HTTP\/1\.1 200 OK[^]*connection: close[^]*done/i);
});

test('a browser above the rate limit gets the page with 429', async () => {
  const app = await startTestApp({ config: { rateLimit: 'strict' } });
  const client = app.client();
  const open = (path: string, headers = {}) =>
    client.get(path, { headers: { ...BROWSER, ...headers } });
  /** Repeats until the answer is 429: permits return over time. */
  const limited = async (path: string, headers = {}) => {
    let answer = await open(path, headers);
    const statusOf = async () => {
      answer = await open(path, headers);
      return answer.status;
    };
    await expect.poll(statusOf, { interval: 20 }).toBe(429);
    return answer;
  };
  // Slightly more than a minute allows.
  await Promise.all(Array.from({ length: 320 }, () => open('/fr/boutique')));
  await expect.poll(() => exhaustPermits(app.db, 'notFoundByIp')).toBeGreaterThan(0);
  const answer = await limited('/fr/boutique');
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expectPage(answer.text, 'fr');

  const languages = [
    ['/en/boutique', {}, 'en'],
    ['/en/nothing', {}, 'en'],
    ['/log-in', { 'accept-language': 'fr' }, 'en'],
    ['/connexion', { 'accept-language': 'en' }, 'fr'],
    ['/', { 'accept-language': 'en-GB,en;q=0.9' }, 'en'],
    ['/', { 'accept-language': 'de' }, 'fr'],
  ] as const;
  for (const [path, headers, locale] of languages) {
    expectPage((await limited(path, headers)).text, locale);
  }
  await app.close();
});

test('a failing page gets the page with 500, a failing mutation gets JSON', async () => {
  const app = await startTestApp({
    deps: {
      registerWeb: async (server) => {
        const fail = () => {
          throw new Error('a fault of ours');
        };
        server.get('/fr', fail);
        server.delete('/fr', fail);
      },
    },
  });
  const client = app.client();
  const page = await client.get('/fr', { headers: BROWSER });
  expect(page.status).toBe(500);
  expectPage(page.text, 'fr');
  expect(page.text).not.toContain('fault');
  const head = await client.send('HEAD', '/fr', { headers: BROWSER });
  expect(head).toMatchObject({ status: 500, text: '' });
  expect(head.headers['content-type']).toBe('text/html; charset=utf-8');
  const change = await client.delete('/fr', { headers: BROWSER });
  expect(change).toMatchObject({ status: 500, body: { message: 'error_message' } });
  await app.close();
});

test('the page is not cached, loads no resource, runs no script, and uses the site’s colours', async () => {
  const app = await startTestApp({
    deps: {
      registerWeb: async (server) => {
        server.get('/fr', () => {
          throw new Error('a fault of ours');
        });
      },
    },
  });
  const { headers, text } = await app.client().get('/fr', { headers: BROWSER });
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['content-language']).toBe('fr');
  const [, styles = ''] = /<style>([^]*?)<\/style>/.exec(text) ?? [];
  const hash = createHash('sha256').update(styles).digest('base64');
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(text).not.toMatch(/<script|<link|<img|url\(|@import|https?:|style=/);
  expect(Buffer.byteLength(text)).toBeLessThan(5000);

  const tokens = readFileSync(
    new URL('../../../../packages/ui/src/tokens.css', import.meta.url),
    'utf8',
  );
  const colours = new Set(text.match(/#[\da-f]{6}\b/g));
  expect(colours.size).toBeGreaterThan(5);
  for (const colour of colours) expect(tokens).toContain(colour);
  await app.close();
});

test('a browser gets the page from an overloaded server until the load ends', async () => {
  const app = await startTestApp({
    http: { overload: { ...OVERLOAD, memoryBytes: 0 } },
  });
  const { id } = await addItem(app.db);
  const client = app.client();
  const open = () => client.get('/en/blog', { headers: BROWSER });
  let answer = await open();
  expect(answer.status).toBe(404);
  // The server samples every five seconds, and then sees only pauses.
  for (let pauses = 0; pauses < 15 && answer.status !== 503; pauses += 1) {
    blockFor(1000);
    await nextLoopIteration();
    answer = await open();
  }
  expect(answer.status).toBe(503);
  expect(answer.headers['retry-after']).toBe('5');
  expectPage(answer.text, 'en');
  expect((await client.get('/api/users/status')).body).toEqual({
    message: 'error_message',
    code: 'unavailable',
  });
  // All callers share the bytes of a list; item ids are unbounded.
  expect((await client.get('/api/items')).status).toBe(200);
  expect((await client.get(`/api/items/${id}`)).status).toBe(503);
  expect((await client.get('/healthz')).status).toBe(200);
  await expect.poll(async () => (await open()).status, { timeout: 15_000 }).toBe(404);
  await app.close();
});

test('a blocked event loop during start-up does not count as overload', async () => {
  const app = await startTestApp({ http: { overload: { ...OVERLOAD, memoryBytes: 0 } } });
  app.hold();
  // More than one sample that consists only of pauses, as on a busy machine.
  for (let pauses = 0; pauses < 12; pauses += 1) {
    blockFor(1000);
    await nextLoopIteration();
  }
  app.open();
  expect((await app.client().get('/en/blog', { headers: BROWSER })).status).toBe(404);
  await app.close();
});

function blockFor(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
