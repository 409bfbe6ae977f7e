import { setTimeout as sleep } from 'node:timers/promises';

import { createRandom } from '@agres/stripe-emulator/random';
import { expect, inject, test } from 'vitest';

import { addItem } from '../support/rows.ts';
import { startStage } from '../support/stage.ts';
// For the declaration of what the configuration provides.
import type {} from './chaos-plan.ts';
import { createCrowd } from './crowd.ts';
import { startRun } from './summary.ts';

test('nothing is lost while everything fails', { timeout: 3_600_000 }, async () => {
  const { seed, seconds, kills, buyers } = inject('chaosPlan');
  const random = createRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const stage = await startStage({ processes: 2 });
  const { processes, proxy, provider } = stage;
  const items = await Promise.all(
    [5, 40, 100_000].map((stock) => addItem(stage.db, { stocks: [stock] })),
  );
  const itemIds = items.map(({ id }) => id);
  const crowd = await createCrowd(stage, { size: buyers, itemIds, random });

  provider.control.setLatency({ minMs: 0, maxMs: 100 });
  provider.control.setChaos({
    rate: 0.1,
    effects: [
      { effect: 'delay' },
      { effect: 'reset', moment: 'before' },
      { effect: 'reset', moment: 'after' },
      { effect: 'server_error', moment: 'before' },
      { effect: 'server_error', moment: 'after' },
      { effect: 'rate_limit' },
      { effect: 'conflict' },
    ],
    delayMs: { min: 50, max: 2500 },
    seed,
    operations: [
      'payment_intents.create',
      'payment_intents.confirm',
      'payment_intents.retrieve',
      'payment_intents.cancel',
    ],
  });

  const done = { kills: 0, outages: 0 };
  const report = startRun('everything fails at once, two processes on PostgreSQL');
  const startedAt = performance.now();
  const secondsSince = () => (performance.now() - startedAt) / 1000;
  // A slow machine gets half the time again for the kills that were asked for.
  const isRunning = () =>
    secondsSince() < seconds || (done.kills < kills && secondsSince() < seconds * 1.5);
  const killer = async () => {
    while (isRunning()) {
      await sleep(below((seconds * 1000) / kills));
      // Dead processes get no traffic: another program may own the port.
      const [victim] = processes.splice(below(processes.length), 1);
      await victim?.gone();
      processes.push(await stage.start());
      done.kills += 1;
    }
  };
  const breaker = async () => {
    while (isRunning()) {
      await sleep(4000 + below(6000));
      await proxy.goAway();
      await sleep(below(1500));
      proxy.comeBack();
      done.outages += 1;
    }
  };

  await Promise.all([crowd.buyWhile(isRunning), killer(), breaker()]);
  provider.control.setChaos(null);
  provider.control.clearFaults();
  await stage.untilNothingIsOpen();

  const orders = await stage.db.order.count();
  const broken = await stage.brokenInvariants();
  const lost = await crowd.findLost();
  report({
    counts: { seed, ...done, buyers, orders, acknowledged: crowd.told.length },
    answers: crowd.tally,
    broken,
    lost,
  });
  await stage.close();
  expect(broken).toEqual([]);
  expect(lost).toEqual([]);
  expect(crowd.told.length).toBeGreaterThan(0);
  expect(done.kills).toBeGreaterThan(0);
});
