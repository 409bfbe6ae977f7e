import { setTimeout as sleep } from 'node:timers/promises';

import { startPostgresServer } from '@agres/db/local/postgres-server';
import { createDatabaseOn } from '@agres/db/testing/test-database';
import { prepareTestServers } from '@agres/db/testing/test-servers';
import { createRandom } from '@agres/stripe-emulator/random';
import { expect, inject, test } from 'vitest';

import { addItem } from '../support/rows.ts';
import { startStage } from '../support/stage.ts';
// For the declaration of what the configuration provides.
import type {} from './chaos-plan.ts';
import { createCrowd } from './crowd.ts';
import { startRun } from './summary.ts';

const BUYERS = 10;

test('nothing is lost while the database server crashes', { timeout: 1_200_000 }, async () => {
  const { seed, restarts } = inject('chaosPlan');
  const random = createRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  // With fsync, as in production: commits survive a crash.
  const server = await startPostgresServer({ durability: 'fsync' });
  const servers = prepareTestServers(server.url);
  const database = await createDatabaseOn(await servers.server());
  const stage = await startStage({ processes: 2, databaseUrl: database.url });
  const items = await Promise.all(
    [30, 100_000].map((stock) => addItem(stage.db, { stocks: [stock] })),
  );
  const itemIds = items.map(({ id }) => id);
  const crowd = await createCrowd(stage, { size: BUYERS, itemIds, random });
  stage.provider.control.setLatency({ minMs: 0, maxMs: 200 });

  const report = startRun('PostgreSQL crashes and comes back, two processes');
  let done = 0;
  let slowestErrorMs = 0;
  let slowestReturnMs = 0;
  const isRunning = () => done < restarts;

  const isReady = async () => {
    const answers = await Promise.all(
      stage.processes.map(({ origin }) => fetch(`${origin}/readyz`).catch(() => undefined)),
    );
    return answers.every((answer) => answer?.status === 200);
  };
  const crash = async () => {
    while (isRunning()) {
      await sleep(500 + below(1500));
      await server.stop('immediate');
      const askedAt = performance.now();
      const refused = await fetch(`${stage.processes[0]?.origin}/api/users/status`);
      slowestErrorMs = Math.max(slowestErrorMs, performance.now() - askedAt);
      expect([200, 503]).toContain(refused.status);
      await sleep(below(1500));
      await server.start();
      const backAt = performance.now();
      await expect.poll(isReady, { timeout: 15_000, interval: 20 }).toBe(true);
      slowestReturnMs = Math.max(slowestReturnMs, performance.now() - backAt);
      done += 1;
    }
  };
  await Promise.all([crowd.buyWhile(isRunning), crash()]);
  await stage.untilNothingIsOpen();

  const broken = await stage.brokenInvariants();
  const lost = await crowd.findLost();
  const orders = await stage.db.order.count();
  report({
    counts: {
      seed,
      restarts: done,
      buyers: BUYERS,
      orders,
      acknowledged: crowd.told.length,
      'ms to a refusal, at most': Math.round(slowestErrorMs),
      'ms to be ready again, at most': Math.round(slowestReturnMs),
    },
    answers: crowd.tally,
    broken,
    lost,
  });
  await stage.close();
  await database.close();
  await servers.close();
  await server.remove();
  expect(broken).toEqual([]);
  expect(lost).toEqual([]);
  expect(crowd.told.length).toBeGreaterThan(0);
  expect(slowestErrorMs).toBeLessThan(3000);
});
