import { sessionIdOf } from '@agres/core/session/session';
import { openTestDatabase } from '@agres/db/testing';
import { pathOf } from '@agres/domain/paths';
import { beforeAll, beforeEach, expect, test } from 'vitest';

import { startTestApp } from '../support/app.ts';
import { builtWebOn } from '../support/built-web.ts';
import type { TestClient } from '../support/client.ts';
import { addSubscription } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';

const SHOP = pathOf('shop', 'en');

let origin: string;
/** The number of statements that look up the session. */
let lookups = 0;
let itemReads = 0;

const database = useRunning(openTestDatabase);
const app = useRunning(() => {
  const db = new Proxy(database.db, {
    get: (target, name) => {
      if (name === 'item') itemReads += 1;
      if (name !== '$queryRaw') return Reflect.get(target, name) as unknown;
      return (statement: TemplateStringsArray, ...values: unknown[]) => {
        if (String(statement).includes('AS "isSubscriber"')) lookups += 1;
        return target.$queryRaw(statement, ...values);
      };
    },
  });
  const counted = { ...database, db };
  return startTestApp({ database: counted, deps: { registerWeb: builtWebOn(counted) } });
});
beforeAll(async () => {
  origin = await app.server.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(() => {
  lookups = 0;
  itemReads = 0;
});

const cookieOf = ({ cookies }: TestClient) =>
  Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');

async function open(cookie: string, path = SHOP) {
  const response = await fetch(origin + path, { headers: { cookie } });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function member() {
  const { client, userId } = await app.member();
  const secret = client.cookies.get('session') ?? '';
  return { userId, secret, cookie: cookieOf(client) };
}

async function subscriber() {
  const someone = await member();
  await addSubscription(app.db, someone.userId);
  return someone;
}

function readerOf(text: string): string {
  const [, viewer] = /"viewer":"(\w+)"/.exec(text) ?? [];
  return viewer ?? 'nobody';
}

test('concurrent requests share one session lookup, and each gets its own viewer', async () => {
  const people = await Promise.all([
    ...Array.from({ length: 6 }, async () => ({ ...(await member()), is: 'member' })),
    ...Array.from({ length: 6 }, async () => ({ ...(await subscriber()), is: 'subscriber' })),
    ...Array.from({ length: 3 }, async () => {
      const gone = await member();
      await app.db.session.delete({ where: { id: sessionIdOf(gone.secret) } });
      return { ...gone, is: 'visitor' };
    }),
  ]);
  for (const { cookie } of people) await open(cookie);
  lookups = 0;
  const rounds = 4;
  for (let round = 0; round < rounds; round += 1) {
    const pages = await Promise.all(people.map(({ cookie }) => open(cookie)));
    expect(pages.map(({ text }) => readerOf(text))).toEqual(people.map(({ is }) => is));
  }
  expect(lookups).toBeGreaterThan(0);
  expect(lookups, 'fewer statements than requests').toBeLessThan((rounds * people.length) / 2);
});

test('the items shown on profiles are read once for all members', async () => {
  const people = [await member(), await member()];
  for (const { cookie } of [...people, ...people]) {
    const { status } = await open(cookie, pathOf('profile', 'fr'));
    expect(status).toBe(200);
  }
  expect(itemReads).toBeLessThanOrEqual(1);
});

test('a cached page for a signed-in member equals that of the framework', async () => {
  const { cookie } = await subscriber();
  await open(cookie);
  const framework = await app.server.inject({ method: 'GET', url: SHOP, headers: { cookie } });
  lookups = 0;
  const { headers, text, status } = await open(cookie);
  expect(status).toBe(200);
  expect(text).toBe(framework.body);
  const names = (all: object) =>
    Object.keys(all)
      .filter((name) => !['connection', 'keep-alive', 'content-encoding'].includes(name))
      .toSorted();
  expect(names(Object.fromEntries(headers))).toEqual(names(framework.headers));
  for (const name of ['cache-control', 'content-security-policy', 'vary', 'content-type']) {
    expect({ [name]: headers.get(name) }).toEqual({ [name]: framework.headers[name] });
  }
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.getSetCookie()).toEqual([]);
  expect(lookups).toBe(1);
});

test('a session without a valid XSRF token gets one', async () => {
  const { cookie, secret } = await member();
  await open(cookie);
  for (const token of [
    '',
    '; XSRF-TOKEN=v1.short',
    `; XSRF-TOKEN=v1.${'a'.repeat(22)}.${'b'.repeat(43)}`,
  ]) {
    const { headers, text } = await open(`session=${secret}${token}`);
    expect(readerOf(text)).toBe('member');
    expect(headers.getSetCookie().map((line) => line.split('=')[0])).toEqual(['XSRF-TOKEN']);
  }
});

test('pages with a query and personal pages show the signed-in member, on every request', async () => {
  const { cookie } = await member();
  for (const path of [SHOP, `${SHOP}?notice=purchase_validated`, pathOf('profile', 'en')]) {
    for (let time = 0; time < 2; time += 1) {
      const { status, text } = await open(cookie, path);
      expect({ path, status, is: readerOf(text) }).toEqual({ path, status: 200, is: 'member' });
    }
  }
});

test('a session that ends between two pages gives a visitor’s page', async () => {
  const { cookie, secret } = await member();
  expect(readerOf((await open(cookie)).text)).toBe('member');
  await app.db.session.delete({ where: { id: sessionIdOf(secret) } });
  const { text, headers } = await open(cookie);
  expect(readerOf(text)).toBe('visitor');
  expect(headers.getSetCookie().some((line) => line.startsWith('session=;'))).toBe(true);
});
