import { setTimeout as sleep } from 'node:timers/promises';

import { domainErrorOf } from '@agres/core/errors';
import { createDb } from '@agres/db/db';
import { createTestDatabase } from '@agres/db/testing';
import { runOn } from '@agres/db/testing/test-servers';
import { afterEach, describe, expect, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import { createTestClient } from '../support/client.ts';
import { useRunning } from '../support/running.ts';
import { buy, endSoundly, startTestShop } from '../support/shop.ts';

const POOL = 2;

// Errors of an overloaded or constrained PostgreSQL; each is retryable, and nothing is charged.
describe('a purchase at the limits of the database', () => {
  const database = useRunning(createTestDatabase);
  const admin = useRunning(() => createDb(database.url));
  const handle = useRunning(() => createDb(database.url, { poolSize: POOL }));
  const shop = useRunning(() => startTestShop({ database: handle }));

  afterEach(() => endSoundly(shop));

  const buyAtTheLimit = async (limit: (buying: () => Promise<void>) => Promise<void>) => {
    const { item, client, states, charges, remaining } = await startBuyer(shop);
    const stripeToken = await shop.cardToken();
    const told: unknown[] = [];
    const ask = async () => {
      const startedAt = performance.now();
      const { status, body, headers } = await buy(client, { id: item.id, stripeToken });
      const canAskAgain = Number(headers['retry-after']) > 0;
      const isPrompt = performance.now() - startedAt < 10_000;
      told.push(status === 503 ? { status, body, canAskAgain, isPrompt } : { status });
    };
    await limit(ask);
    told.push({ attempts: await states(), charges: await charges() });
    await ask();
    told.push({ charges: await charges(), remaining: await remaining() });
    return told;
  };
  const REFUSED_THEN_SOLD = [
    {
      status: 503,
      body: { message: 'error_message', code: 'unavailable' },
      canAskAgain: true,
      isPrompt: true,
    },
    { attempts: [], charges: 0 },
    { status: 200 },
    { charges: 1, remaining: 4 },
  ];

  const takeConnections = async () => {
    const holding = Array.from({ length: POOL }, () =>
      handle.db.$queryRaw`SELECT pg_sleep(4)::text`.then(() => undefined),
    );
    await sleep(100);
    return holding;
  };

  test('gets 503 without a free connection (pool timeout), and a retry sells', async () => {
    const told = await buyAtTheLimit(async (buying) => {
      const holding = await takeConnections();
      await buying();
      await Promise.all(holding);
    });
    expect(told).toEqual(REFUSED_THEN_SOLD);
  });

  test('gets 503 without a connection for its transaction (P2028)', async () => {
    const holding = await takeConnections();
    const failure = await handle.db
      .$transaction(async (tx) => tx.user.count())
      .catch((error: unknown) => domainErrorOf(error));
    expect(failure).toMatchObject({ status: 503, code: 'error_message' });
    await Promise.all(holding);
  });

  test('gets 503 on a row lock timeout (55P03), and a retry sells', async () => {
    const told = await buyAtTheLimit(async (buying) => {
      let isDone = false;
      const locked = Promise.withResolvers<void>();
      const holding = admin.db.$transaction(
        async (tx) => {
          await tx.$queryRaw`SELECT id FROM item_option FOR UPDATE`;
          locked.resolve();
          while (!isDone) await sleep(50);
        },
        { timeout: 20_000 },
      );
      await locked.promise;
      await buying();
      isDone = true;
      await holding;
    });
    expect(told).toEqual(REFUSED_THEN_SOLD);
  });

  test('gets 503 on a statement timeout (57014), and a retry sells', async () => {
    const told = await buyAtTheLimit(async (buying) => {
      await runOn(
        database.url,
        `CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql
         AS 'BEGIN PERFORM pg_sleep(8); RETURN NEW; END'`,
      );
      await runOn(
        database.url,
        'CREATE TRIGGER slow BEFORE INSERT ON purchase_attempt FOR EACH ROW EXECUTE FUNCTION slow()',
      );
      await buying();
      await runOn(database.url, 'DROP FUNCTION slow() CASCADE');
    });
    expect(told).toEqual(REFUSED_THEN_SOLD);
  });

  test('gets 503 on too many connections (53300), and sells afterwards', async () => {
    const url = new URL(database.url);
    const role = `narrow_${url.pathname.slice(1)}`;
    const password = decodeURIComponent(url.password);
    await runOn(
      database.url,
      `CREATE ROLE ${role} LOGIN CONNECTION LIMIT 1 PASSWORD '${password}'`,
    );
    await runOn(database.url, `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
    await runOn(database.url, `GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${role}`);
    url.username = role;
    const narrow = createDb(url.href);
    const full = await startTestShop({ database: narrow });
    const { item, client } = await startBuyer(shop);
    const stripeToken = await shop.cardToken();
    const atTheLimit = createTestClient(full.app.server, client.cookies);
    // The pool's only connection is in use.
    const taking = narrow.db.$queryRaw`SELECT pg_sleep(4)::text`.then(() => undefined);
    await sleep(100);
    const answer = await buy(atTheLimit, { id: item.id, stripeToken });
    expect(answer.status).toBe(503);
    expect(answer.body).toEqual({ message: 'error_message', code: 'unavailable' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(full.app.logLines.join('\n')).toContain('too many connections');
    expect((await buy(client, { id: item.id, stripeToken })).status).toBe(200);
    await taking;
    await full.close();
    await narrow.close();
    await runOn(database.url, `DROP OWNED BY ${role}`);
    await runOn(database.url, `DROP ROLE ${role}`);
  });
});
