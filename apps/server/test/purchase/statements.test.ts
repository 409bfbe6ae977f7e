import { randomUUID } from 'node:crypto';

import { createDb } from '@agres/db/db';
import { createTestDatabase } from '@agres/db/testing';
import { startPostgresProxy } from '@agres/db/testing/postgres-proxy';
import { beforeAll, describe, expect, test } from 'vitest';

import { addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, signedEvent, startTestShop } from '../support/shop.ts';

/**
 * The maximum number of statements from the call to the record of its answer, BEGIN, COMMIT and the check
 * of the pause included.
 */
const MOST_STATEMENTS = 13;

describe('a purchase', () => {
  const place = useRunning(createTestDatabase);
  const proxy = useRunning(() => startPostgresProxy(place.url));
  const database = useRunning(() => createDb(proxy.url));
  const shop = useRunning(() => startTestShop({ database }));
  let origin: string;
  beforeAll(async () => {
    origin = await shop.app.server.listen({ host: '127.0.0.1', port: 0 });
  });

  test(`sends the database no more than ${MOST_STATEMENTS} statements`, async () => {
    const { id } = await addItem(database.db);
    const { client } = await shop.app.member();
    const direct = createDb(place.url, { poolSize: 1 });
    const bought = async () => {
      const before = proxy.statements();
      const { status } = await buy(client, { id, stripeToken: await shop.cardToken() });
      expect(status).toBe(200);
      const unsent = () => direct.db.purchaseAttempt.count({ where: { responseSentAt: null } });
      await expect.poll(unsent).toBe(0);
      return proxy.statements() - before;
    };
    // The first purchase also opens the connections.
    await bought();
    expect(await bought()).toBe(MOST_STATEMENTS);
    await direct.close();
  });

  test.each([
    ['payment_intent.created', 0],
    ['charge.succeeded', 0],
    ['payment_intent.succeeded', 1],
  ])('a webhook event %s sends the database %i', async (type, most) => {
    const object = {
      id: 'pi_of_an_order',
      object: 'payment_intent',
      metadata: { attempt_id: randomUUID() },
    };
    const event = signedEvent({ type, data: { object } });
    const before = proxy.statements();
    const { status } = await fetch(`${origin}/api/webhooks/stripe/main`, {
      method: 'POST',
      ...event,
    });
    expect({ status, statements: proxy.statements() - before }).toEqual({
      status: 200,
      statements: most,
    });
  });
});
