import { createDb } from '@agres/db/db';
import { openTestDatabase } from '@agres/db/testing';
import { startPostgresProxy } from '@agres/db/testing/postgres-proxy';
import { pathOf } from '@agres/domain/paths';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startTestApp, type TestApp } from '../support/app.ts';
import { builtWebOn } from '../support/built-web.ts';
import { addItem, addUser } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { timed } from '../support/slow-provider.ts';
import { createVisitor, type Visitor } from '../support/visitor.ts';

const SLOW_MS = 2000;
/** A request that waited for three statements used its whole deadline, in ms. */
const EARLY_MS = 3 * SLOW_MS;

describe('pages on a slow database', () => {
  const straight = useRunning(openTestDatabase);
  const proxy = useRunning(() => startPostgresProxy(straight.url));
  const handle = useRunning(() => createDb(proxy.url));
  let app: TestApp;
  let patient: string;
  /** On the same database, with the deadlines of the product. */
  let hasty: TestApp;
  let origin: string;
  let member: Visitor;
  let itemId: number;
  beforeAll(async () => {
    const deps = { registerWeb: builtWebOn(handle) };
    app = await startTestApp({ database: handle, deps });
    patient = await app.server.listen({ port: 0, host: '127.0.0.1' });
    hasty = await startTestApp({ database: handle, deps, http: { databaseDeadlineMs: undefined } });
    origin = await hasty.server.listen({ port: 0, host: '127.0.0.1' });
    itemId = (await addItem(app.db)).id;
    member = createVisitor();
    await member.signIn(patient, (await addUser(app.db)).email);
  });
  afterAll(async () => {
    await hasty.close();
    await app.close();
  });

  test('are sent before the deadline, or else as a 503 page', { timeout: 90_000 }, async () => {
    const paths = [
      pathOf('shop', 'fr'),
      pathOf('item', 'en', { id: itemId }),
      pathOf('profile', 'fr'),
      pathOf('profileEdit', 'en'),
    ];
    const openAll = (at: string) =>
      Promise.all(
        paths.map(async (path) => {
          const [answer, tookMs] = await timed(member.open(at + path));
          const isPage = answer?.text.includes('</html>') === true || answer?.status === 302;
          return { path, status: answer?.status, isPage, isEarly: tookMs < EARLY_MS };
        }),
      );
    const wellAt = async (at: string) => (await openAll(at)).map(({ status }) => status);
    expect(await wellAt(patient)).toEqual(paths.map(() => 200));
    await expect.poll(() => wellAt(origin), { timeout: 20_000 }).toEqual(paths.map(() => 200));
    const endSlowness = proxy.slowDown(SLOW_MS);
    try {
      for (const seen of await openAll(origin)) {
        expect(seen).toMatchObject({ isPage: true, isEarly: true });
        expect([200, 302, 503]).toContain(seen.status);
      }
      const faq = await fetch(origin + pathOf('faq', 'fr'));
      expect(faq.status).toBe(200);
    } finally {
      endSlowness();
    }
    await expect.poll(() => wellAt(origin), { timeout: 20_000 }).toEqual(paths.map(() => 200));
  });
});
