import { createDb } from '@agres/db/db';
import { openTestDatabase } from '@agres/db/testing';
import { startPostgresProxy } from '@agres/db/testing/postgres-proxy';
import { afterEach, describe, expect, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import { createTestClient, type TestClient } from '../support/client.ts';
import { useRunning } from '../support/running.ts';
import { buy, startTestProvider, startTestShop } from '../support/shop.ts';
import { timed } from '../support/slow-provider.ts';
import { newSubscriber, UNSUBSCRIBE } from '../support/subscribing.ts';

/** The duration of a statement on a very slow database, and on a moderately slow one, in ms. */
const SLOW_MS = 2000;
const TIRED_MS = 700;
/** Ending a subscription sends about ten statements in one transaction, which may take seven seconds. */
const TIRED_ENDING_MS = 400;
/** A purchase sends a dozen statements: three slow ones use up the whole deadline. */
const EARLY_MS = 3 * SLOW_MS;

describe('a slow database', () => {
  const straight = useRunning(openTestDatabase);
  const proxy = useRunning(() => startPostgresProxy(straight.url));
  const handle = useRunning(() => createDb(proxy.url));
  const provider = useRunning(startTestProvider);
  const shop = useRunning(() => startTestShop({ database: handle, provider }));
  /** On the same database, with the deadlines of the product. */
  const hasty = useRunning(() =>
    startTestShop({
      database: handle,
      provider,
      http: { databaseDeadlineMs: undefined },
    }),
  );
  let endSlowness = () => {};
  afterEach(async () => {
    endSlowness();
    await shop.reconcileAll();
    expect(await shop.brokenInvariants()).toEqual([]);
  });

  const hastily = ({ cookies }: TestClient) => createTestClient(hasty.app.server, new Map(cookies));

  /** Slows down the database once the provider is called, which also takes its time; waits for that. */
  const slowDownAt = (operation: string, statementMs = TIRED_MS) => {
    const asked = () => shop.provider.journal({ operation }).length;
    const before = asked();
    shop.provider.addFault({ operation, effect: 'delay', moment: 'before', delayMs: 500 });
    return async () => {
      await expect.poll(asked, { interval: 5, timeout: 30_000 }).toBeGreaterThan(before);
      endSlowness = proxy.slowDown(statementMs);
    };
  };

  test('fails a purchase early with 503, and a retry sells once it recovers', async () => {
    const { item, client, states, charges } = await startBuyer(shop);
    const stripeToken = await shop.cardToken();
    endSlowness = proxy.slowDown(SLOW_MS);
    const [answer, tookMs] = await timed(buy(hastily(client), { id: item.id, stripeToken }));
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBeDefined();
    expect(tookMs).toBeLessThan(EARLY_MS);
    endSlowness();
    expect(await states()).toEqual([]);
    expect((await buy(client, { id: item.id, stripeToken })).status).toBe(200);
    expect(await charges()).toBe(1);
  });

  test('fails an account update early with 503', async () => {
    const { client, email } = await shop.app.member();
    const change = { mdp: 'Passw0rd1', mdp2: 'Passw0rd1', email, firstName: 'A', lastName: 'B' };
    endSlowness = proxy.slowDown(SLOW_MS);
    const [answer, tookMs] = await timed(hastily(client).put('/api/users', change));
    expect(answer.status).toBe(503);
    expect(tookMs).toBeLessThan(EARLY_MS);
  });

  test('does not fail a purchase that has reserved its unit', async () => {
    const { item, client, states, charges } = await startBuyer(shop);
    const stripeToken = await shop.cardToken();
    const isTired = slowDownAt('payment_intents.create');
    const buying = buy(hastily(client), { id: item.id, stripeToken });
    await isTired();
    expect((await buying).status).toBe(200);
    expect(await states()).toEqual(['paid']);
    expect(await charges()).toBe(1);
  });

  test('does not fail an unsubscription that the provider has received', async () => {
    const { client, userId } = await newSubscriber(shop);
    const isTired = slowDownAt('subscriptions.update', TIRED_ENDING_MS);
    const ending = hastily(client).delete(UNSUBSCRIBE);
    await isTired();
    expect((await ending).status).toBe(200);
    const [row] = await shop.app.db.subscription.findMany({ where: { userId } });
    expect(row?.accessEndsOn).not.toBeNull();
  });
});
