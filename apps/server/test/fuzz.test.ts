import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import { LOCALES } from '@agres/domain/locale';
import { PAGE_PATHS } from '@agres/domain/paths';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { keepingData, oddData } from './support/contract/inputs.ts';
import { listOperations } from './support/contract/operations.ts';
import { addArticle, addItem, addUser, PASSWORD } from './support/rows.ts';
import { startTestCluster, type TestCluster } from './support/test-cluster.ts';
import { createVisitor } from './support/visitor.ts';

/** How long each run generates new requests, in seconds. */
const SECONDS = 5;
const LANES = 4;

type Target = { method: string; target: string; body: string | undefined };

/** Values in place of valid addresses, headers or queries. */
const ODD = [
  '',
  ' ',
  '*',
  '"',
  'x',
  '-1',
  '0',
  '1',
  '99999999999999999999',
  'null',
  '__proto__',
  'constructor',
  '%',
  '%00',
  '%0d%0aX: y',
  '%2e%2e%2f',
  '%2f',
  '%5c',
  '%c3%28',
  '%ed%a0%80',
  '%f0%9f%92%aa',
  '..',
  '.',
  '//',
  '\\',
  ';x=1',
  ':80',
  '?',
  '#',
  '{}',
  '[]',
  '{"a":',
  'é',
  '\u00ff\u00fe',
  'a,b,,c',
  'q=1;q=2',
  '*;q=0',
  'bytes=0-1',
  'bytes=99999999-',
  'bytes=-',
  'bytes=5-2,1-',
  'W/"x"',
  '"x", *',
  'Sat, 01 Jan 2000 00:00:00 GMT',
  'gzip, br;q=0, identity;q=0',
  'application/json',
  'application/json; charset=utf-16',
  'text/html',
  'text/html;q=x',
  'multipart/form-data; boundary=x',
  'http://evil.example',
  'null',
  'cross-site',
  '100-continue',
  'x'.repeat(3000),
  '/'.repeat(500),
  '%25'.repeat(300),
];
const odd = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ODD) },
  { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
);

const HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'date',
  'expect',
  'forwarded',
  'host',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'max-forwards',
  'origin',
  'pragma',
  'purpose',
  'range',
  'referer',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'sec-purpose',
  'stripe-signature',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-http-method-override',
  'x-xsrf-token',
];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

/** Paths of neither pages nor calls. */
const FILES = [
  '/',
  '/robots.txt',
  '/sitemap.xml',
  '/fr/blog/rss.xml',
  '/en/blog/rss.xml',
  '/favicon.ico',
  '/icon-512.png',
  '/site.webmanifest',
  '/assets/none-12345678.js',
  '/.well-known/security.txt',
  '/healthz',
  '/readyz',
  '/api',
  '/api/docs',
  '/api/docs/',
  '/api/docs/guides.md',
  '/api/docs/reference.json',
  '/api/openapi.json',
  '/api/errors',
  '/api/webhooks/stripe/main',
  '/api/webhooks/stripe/bis',
  '/trpc/',
];

/** Spaces and line ends would end the request line. */
const inTarget = (value: string) => value.replaceAll(/[^\S]|\0/g, '%20');

describe('the running site', () => {
  let cluster: TestCluster;
  let port: number;
  let known: Record<string, unknown[]>;
  let files: string[];
  beforeAll(async () => {
    cluster = await startTestCluster({ processes: 0 });
    // A trusted proxy makes the server read forwarded client addresses.
    cluster.processes.push(await cluster.start({ settings: { TRUST_PROXY: '127.0.0.0/8' } }));
    const item = await addItem(cluster.db, { stocks: [1000] });
    const article = await addArticle(cluster.db);
    const user = await addUser(cluster.db);
    known = {
      id: [item.id, article.id, user.id],
      email: [user.email],
      mdp: [PASSWORD],
      stripeToken: ['tok_visa', 'tok_chargeDeclined'],
    };
    const { origin } = cluster.processes[0] ?? { origin: '' };
    port = Number(new URL(origin).port);
    const home = await (await fetch(`${origin}/fr`)).text();
    files = Array.from(home.matchAll(/"(\/assets\/[^"]+)"/g), ([, path = '']) => path);
  });
  afterAll(() => cluster.close());

  async function identity(isMember: boolean): Promise<string[]> {
    const visitor = createVisitor();
    const origin = `http://127.0.0.1:${port}`;
    if (isMember) await visitor.signIn(origin, (await addUser(cluster.db)).email);
    else await visitor.fetchToken(origin);
    return Object.entries(visitor.identity()).map(([name, value]) => `${name}: ${value}`);
  }

  /** Sends bytes, half-closes the connection and returns everything received. */
  async function exchange(bytes: Buffer): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.setTimeout(20_000, () => socket.destroy());
    socket.end(bytes);
    return textOf(socket).catch(() => '');
  }

  const withQuery = (target: fc.Arbitrary<Target>): fc.Arbitrary<Target> =>
    fc.tuple(target, fc.array(fc.tuple(odd, odd), { maxLength: 3 })).map(([made, query]) => ({
      ...made,
      target: inTarget(
        query.length === 0
          ? made.target
          : `${made.target}?${query.map(([name, value]) => `${name}=${value}`).join('&')}`,
      ),
    }));

  function targets(): fc.Arbitrary<Target> {
    const method = fc.oneof(
      { weight: 3, arbitrary: fc.constant('GET') },
      { weight: 2, arbitrary: fc.constantFrom(...METHODS) },
    );
    const plain = (paths: fc.Arbitrary<string>): fc.Arbitrary<Target> =>
      fc.record({ method, target: paths, body: fc.option(odd, { nil: undefined, freq: 3 }) });
    const ids = fc.oneof(odd, fc.constantFrom(...(known['id'] ?? []).map(String)));

    const pages = fc
      .tuple(
        fc.constantFrom(...Object.values(PAGE_PATHS)),
        fc.constantFrom(...LOCALES),
        fc.array(ids, { minLength: 3, maxLength: 3 }),
        fc.constantFrom('', '', '', '/', '//', '.', '%2f', '/index.php'),
      )
      .map(([paths, locale, values, end]) => {
        const rest = [...values];
        const path = paths[locale].replaceAll(/\$\w+/g, () => rest.pop() ?? '');
        return `/${locale}/${path}${end}`;
      });
    const calls = fc.constantFrom(...listOperations()).chain((operation) => {
      const data =
        operation.input === undefined
          ? fc.constant<unknown>({})
          : fc.oneof(keepingData(operation.input, known), oddData(operation.input, known));
      return fc
        .tuple(data, ids, fc.boolean(), fc.oneof(fc.constant(operation.method), method))
        .map(([input, id, overRpc, chosen]): Target => {
          const body = JSON.stringify(input);
          const rpcName = operation.rpcName ?? 'none';
          if (overRpc && operation.method === 'GET') {
            const target = `/trpc/${rpcName}?input=${encodeURIComponent(body.toWellFormed())}`;
            return { method: 'GET', target, body: undefined };
          }
          const path = overRpc ? `/trpc/${rpcName}` : `/api${operation.path}`;
          return {
            method: overRpc ? 'POST' : chosen,
            target: path.replaceAll(/\{\w+\}/g, id),
            body: chosen === 'GET' || chosen === 'HEAD' ? undefined : body,
          };
        });
    });
    const nowhere = fc.array(odd, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
    const absolute = fc
      .tuple(fc.constantFrom('http://localhost', 'https://', 'http://[', '//a', ''), nowhere)
      .map(([host, path]) => `${host}/${path}`);
    return withQuery(
      fc.oneof(
        plain(pages),
        calls,
        calls,
        plain(fc.constantFrom(...FILES, ...files)),
        plain(nowhere.map((path) => `/${path}`)),
        plain(absolute),
      ),
    );
  }

  const headers = fc.array(fc.tuple(fc.constantFrom(...HEADERS), odd), { maxLength: 5 });

  test(
    'answers no random request with a 5xx, and does not exit',
    { timeout: 300_000 },
    async () => {
      let made = 0;
      const lane = async (index: number) => {
        const who = [[], await identity(false), await identity(true)];
        const request = fc.record({
          target: targets(),
          headers,
          who: fc.constantFrom(...who),
          hasJson: fc.boolean(),
        });
        const property = fc.asyncProperty(request, async ({ target, ...more }) => {
          const body = Buffer.from(target.body ?? '');
          const names = new Set(more.headers.map(([name]) => name));
          const own = (lines: readonly string[]) =>
            lines.filter((line) => !names.has(line.slice(0, line.indexOf(':'))));
          const lines = [
            `${target.method} ${target.target} HTTP/1.1`,
            ...own([
              'host: localhost:3000',
              ...(more.hasJson && target.body !== undefined
                ? ['content-type: application/json']
                : []),
              ...(target.body === undefined ? [] : [`content-length: ${body.length}`]),
              `idempotency-key: ${randomUUID()}`,
            ]),
            ...own(more.who),
            ...more.headers.map(([name, value]) => `${name}: ${value.replaceAll(/[\r\n]/g, ' ')}`),
            'connection: close',
            '',
            '',
          ];
          const bytes = Buffer.concat([Buffer.from(lines.join('\r\n')), body]);
          made += 1;
          let answer = await exchange(bytes);
          // A 503 may be due to a busy machine; one that lasts a minute is not.
          const untilMs = performance.now() + 60_000;
          while (answer.startsWith('HTTP/1.1 503 ') && performance.now() < untilMs) {
            await sleep(1500);
            answer = await exchange(bytes);
          }
          // A truncated body gets no answer, because its sender has closed the connection.
          expect(answer).toMatch(/^(?:HTTP\/1\.[01] [1-4]\d\d |$)/);
        });
        await fc.assert(property, {
          numRuns: 1_000_000,
          interruptAfterTimeLimit: SECONDS * 1000,
          seed: (Date.now() + index) | 0,
        });
      };
      await Promise.all(Array.from({ length: LANES }, (_, index) => lane(index)));
      expect(made).toBeGreaterThan(50);
      expect(files.length).toBeGreaterThan(0);
      const answer = await exchange(
        Buffer.from('GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'),
      );
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      const failures = cluster.processes.flatMap(({ complaints }) =>
        complaints.filter(
          // A busy machine exceeds the deadlines of the database (the 503 above); the mail server refuses an
          // address only after the answer; this site has no webhook.
          (line) =>
            /"level":"(?:error|fatal)"/.test(line) &&
            !/"code":"(?:DEADLINE_\w+|P2028)"/.test(line) &&
            !line.includes('"kind":"mail"') &&
            !line.includes('Stripe has no webhook that leads to'),
        ),
      );
      expect(failures).toEqual([]);
    },
  );
});
