import { afterAll, beforeAll, expect, test } from 'vitest';

import type { TestApp, TestAppOptions } from '../support/app.ts';
import { startBuiltSite } from '../support/built-web.ts';

type Site = { app: TestApp; origin: string };

async function startSite(http: TestAppOptions['http']): Promise<Site> {
  const app = await startBuiltSite({ http: { trustedProxies: ['127.0.0.1/32'], ...http } });
  return { app, origin: await app.server.listen({ port: 0, host: '127.0.0.1' }) };
}

let all: Site;
let changes: Site;
beforeAll(async () => {
  all = await startSite({ accessLog: 'all' });
  changes = await startSite({});
});
afterAll(async () => {
  await all.app.close();
  await changes.app.close();
});

type Line = { level: string; reqId: string; path: string; status: number; client: string };

async function linesOf({ app, origin }: Site, path: string): Promise<Line[]> {
  const headers = { 'x-forwarded-for': '203.0.113.7', accept: 'text/html' };
  const response = await fetch(origin + path, { headers });
  await response.arrayBuffer();
  expect(response.status).toBe(200);
  const id = String(response.headers.get('x-request-id'));
  const found = () =>
    app.logLines
      .filter((line) => line.includes(id) && line.includes('"msg":"request"'))
      .map((line): Line => JSON.parse(line));
  // The line is written after the answer.
  await expect.poll(found).toHaveLength(1);
  return found();
}

// The first is answered by the framework, the second from the cache.
test.each([
  ['/api/items', 'first'],
  ['/api/items', 'second'],
  ['/fr/boutique', 'first'],
  ['/fr/boutique', 'second'],
  ['/api/users/status', 'first'],
])('logs the read of %s with the request ID of its response, the %s time', async (path) => {
  expect(await linesOf(all, path)).toEqual([
    expect.objectContaining({
      level: 'info',
      path,
      status: 200,
      client: expect.stringMatching(/^[\da-f]{12}$/),
    }),
  ]);
});

test('logs no successful read by default, but logs a failed one', async () => {
  const { app, origin } = changes;
  for (const path of ['/api/items', '/api/items', '/fr/boutique', '/api/nothing']) {
    await (await fetch(origin + path)).arrayBuffer();
  }
  const paths = () =>
    app.logLines
      .map((line): Line & { msg: string } => JSON.parse(line))
      .filter(({ level, msg }) => level === 'info' && msg === 'request')
      .map(({ path }) => path);
  await expect.poll(paths).toEqual(['/api/nothing']);
});
