import { describe, expect, test } from 'vitest';

import {
  DEATHS,
  dieAndFinish,
  dieAndLeave,
  type Ground,
} from '../../apps/server/test/support/killing.ts';
import { startKillRun } from './kill-run.ts';

describe('one of two processes is killed during a subscription, on PostgreSQL', () => {
  const run = startKillRun({
    name: 'kill matrix of subscribing, two processes on PostgreSQL',
    processes: 2,
  });

  /** The other process continues at once, and a new one replaces the victim. */
  const ground = (): Ground => ({
    ...run.cluster,
    victim: run.victim,
    successor: async () => {
      run.countKill();
      const { processes, start } = run.cluster;
      processes.shift();
      processes.push(await start());
      return run.victim;
    },
  });

  test.each(DEATHS)('$card: $moment $step, with a retry', async (death) => {
    await dieAndFinish(ground(), death);
    expect(run.kills).toBeGreaterThan(0);
  });

  test.each(DEATHS.filter(({ card }) => card !== 'secure'))(
    '$card: $moment $step, without a retry',
    async (death) => {
      await dieAndLeave(ground(), death);
      expect(run.kills).toBeGreaterThan(0);
    },
  );
});
