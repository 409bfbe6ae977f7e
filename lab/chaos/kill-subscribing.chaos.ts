import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  DEATHS,
  dieAndFinish,
  dieAndLeave,
  type Ground,
} from '../../apps/server/test/support/killing.ts';
import type { ShopProcess } from '../../apps/server/test/support/shop-process.ts';
import { startStage, type Stage } from '../../apps/server/test/support/stage.ts';
import { startRun } from './summary.ts';

describe('one of two processes is killed while somebody subscribes, on PostgreSQL', () => {
  let stage: Stage;
  let victim: ShopProcess;
  let other: ShopProcess;
  const report = startRun('kill matrix of subscribing, two processes on PostgreSQL');
  let kills = 0;

  beforeAll(async () => {
    stage = await startStage({ processes: 2 });
    const [first, second] = stage.processes;
    if (first === undefined || second === undefined) {
      throw new Error('two processes were asked for');
    }
    victim = first;
    other = second;
  });
  afterAll(async () => {
    report({ counts: { kills }, broken: await stage.brokenInvariants() });
    await stage.close();
  });

  /** The other process continues at once, and a new one replaces the victim. */
  const ground = (): Ground => {
    const dead = victim;
    return {
      ...stage,
      victim: dead,
      successor: async () => {
        kills += 1;
        const index = stage.processes.indexOf(dead);
        victim = other;
        other = await stage.start();
        stage.processes[index] = other;
        return victim;
      },
    };
  };

  test.each(DEATHS)('$card: $moment $step, and the call is made again', async (death) => {
    await dieAndFinish(ground(), death);
    expect(kills).toBeGreaterThan(0);
  });

  test.each(DEATHS.filter(({ card }) => card !== 'secure'))(
    '$card: $moment $step, and nobody ever asks again',
    async (death) => {
      await dieAndLeave(ground(), death);
      expect(kills).toBeGreaterThan(0);
    },
  );
});
