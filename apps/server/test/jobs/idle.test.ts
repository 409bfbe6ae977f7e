import { setTimeout as sleep } from 'node:timers/promises';

import { createDb } from '@agres/db/db';
import { createTestDatabase } from '@agres/db/testing';
import { startPostgresProxy } from '@agres/db/testing/postgres-proxy';
import { startHeartbeat } from '@agres/money/checkout/heartbeat';
import { createBackground } from '@agres/shop/background-schedule';
import { expect, test } from 'vitest';

import { enqueueStored } from '../support/jobs.ts';
import { startTestShop } from '../support/shop.ts';

/** The product's intervals, shortened to a tenth, so that a minute takes six seconds. */
const PACE = { pollMs: 100, reconcileMs: 1000 };
const BEAT = { everyMs: 200 };
const MINUTE_MS = 6000;

const MOST_A_MINUTE = 130;

test('an idle process sends about two statements a second, and wakes at once', async () => {
  const place = await createTestDatabase();
  const proxy = await startPostgresProxy(place.url);
  const database = createDb(proxy.url);
  const shop = await startTestShop({ database });
  const background = createBackground({ ...shop.jobDeps, db: database.workers() }, PACE);
  background.start();
  const heartbeat = startHeartbeat({ ...shop.app.deps, db: database.heartbeat() }, BEAT);
  const due = () =>
    shop.app.db.job.count({ where: { doneAt: null, deadAt: null, runAt: { lte: new Date() } } });
  // Wait for the first run of all periodic work.
  await expect.poll(() => shop.app.db.jobSchedule.count({ where: { lockedUntil: null } })).toBe(11);
  await expect.poll(due).toBe(0);
  await sleep(10 * PACE.pollMs);

  // Including the work that is done once a minute.
  await shop.app.db.jobSchedule.updateMany({
    where: { name: 'laws' },
    data: { nextRunAt: new Date() },
  });
  const before = proxy.statements();
  await sleep(MINUTE_MS);
  const asked = proxy.statements() - before;
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThanOrEqual(MOST_A_MINUTE);

  // A wake-up concerns only the jobs.
  const beforeWakes = proxy.statements();
  for (let wakes = 0; wakes < 20; wakes += 1) {
    background.wake();
    await sleep(20);
  }
  expect(proxy.statements() - beforeWakes).toBeLessThanOrEqual(100);

  await enqueueStored(shop.app.db, { kind: 'log_erasure', payload: { userId: 1 } });
  background.wake();
  await expect.poll(due).toBe(0);

  await heartbeat.stop();
  await background.stop();
  await shop.close();
  await database.close();
  await proxy.close();
  await place.close();
});
