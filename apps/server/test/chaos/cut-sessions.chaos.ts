import { setTimeout as sleep } from 'node:timers/promises';

import type { Db } from '@agres/db/db';
import { createRandom } from '@agres/stripe-emulator/random';
import { expect, inject, test } from 'vitest';

import { addItem } from '../support/rows.ts';
import { SHOP_SESSIONS } from '../support/shop-process.ts';
import { startStage } from '../support/stage.ts';
// For the declaration of what the configuration provides.
import type {} from './chaos-plan.ts';
import { createCrowd } from './crowd.ts';
import { startRun } from './summary.ts';

const SECONDS = 60;

/** At the second pace a process without a listener for errors on each connection ends within seconds. */
const PACES = [
  { buyers: 20, everyMs: 500 },
  { buyers: 60, everyMs: 60 },
];

test.each(PACES)(
  'no process ends while the database ends half of the sessions every $everyMs ms under $buyers buyers',
  { timeout: 600_000 },
  async ({ buyers, everyMs }) => {
    const { seed } = inject('chaosPlan');
    const random = createRandom(seed);
    const stage = await startStage({ processes: 2 });
    const items = await Promise.all(
      [30, 100_000].map((stock) => addItem(stage.db, { stocks: [stock] })),
    );
    const itemIds = items.map(({ id }) => id);
    const crowd = await createCrowd(stage, { size: buyers, itemIds, random });
    stage.provider.control.setLatency({ minMs: 0, maxMs: 200 });

    const report = startRun(`half of the sessions are ended every ${everyMs} ms, two processes`);
    const endsAt = performance.now() + SECONDS * 1000;
    const isRunning = () => performance.now() < endsAt;
    let cuts = 0;
    let ended = 0;
    const administrator = async () => {
      while (isRunning()) {
        ended += await endHalfOfTheSessions(stage.db);
        cuts += 1;
        await sleep(everyMs);
      }
    };
    await Promise.all([crowd.buyWhile(isRunning), administrator()]);

    const complaints = stage.processes.flatMap((process) => process.complaints);
    const complaintsOf = (event: string) => complaints.filter((line) => line.includes(event));
    expect(complaintsOf('ending after a failure nobody expected')).toEqual([]);
    // Charged, and four tries to write the order were cut: the contract's answer for that is 500.
    expect(crowd.tally['500'] ?? 0).toBe(complaintsOf('paid but not written').length);
    await endHalfOfTheSessions(stage.db);
    const cutAt = performance.now();
    // Past the prepared answers: this one asks the database.
    const areWhole = async () => {
      const answers = await Promise.all(
        stage.processes.map(({ origin }) => fetch(`${origin}/trpc/shop.items?whole`)),
      );
      return answers.every(({ status }) => status === 200);
    };
    await expect.poll(areWhole, { timeout: 15_000, interval: 20 }).toBe(true);
    const returnMs = performance.now() - cutAt;
    await stage.untilNothingIsOpen();

    const broken = await stage.brokenInvariants();
    const lost = await crowd.findLost();
    const orders = await stage.db.order.count();
    const exitCodes = await Promise.all(stage.processes.map((process) => process.stop()));
    report({
      counts: {
        seed,
        cuts,
        'sessions ended': ended,
        buyers,
        orders,
        acknowledged: crowd.told.length,
        'processes that ended': exitCodes.filter((code) => code !== 0).length,
        'ms to be whole again': Math.round(returnMs),
      },
      answers: crowd.tally,
      broken,
      lost,
    });
    await stage.close();
    expect(exitCodes).toEqual([0, 0]);
    expect(Object.keys(crowd.tally)).not.toContain('none');
    expect(broken).toEqual([]);
    expect(lost).toEqual([]);
    expect(crowd.told.length).toBeGreaterThan(0);
    expect(returnMs).toBeLessThan(1000);
  },
);

/** As an administrator, a pooler or a failover does; answers how many there were. */
function endHalfOfTheSessions(db: Db): Promise<number> {
  return db.$executeRaw`
    SELECT pg_terminate_backend(pid) FROM (
      SELECT pid, row_number() OVER (ORDER BY random()) AS place, count(*) OVER () AS sessions
      FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = ${SHOP_SESSIONS}) AS shop
    WHERE place <= (sessions + 1) / 2`;
}
