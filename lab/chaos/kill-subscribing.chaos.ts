import { describe, expect, test } from 'vitest';

import {
  KILL_POINTS,
  killAndRetry,
  killAndLeave,
  type KillSetup,
} from '../../apps/server/test/support/killing.ts';
import { startKillRun } from './kill-run.ts';

describe('one of two processes is killed during a subscription, on PostgreSQL', () => {
  const run = startKillRun({
    name: 'kill matrix of subscribing, two processes on PostgreSQL',
    processes: 2,
  });

  /** The other process continues at once, and a new one replaces the victim. */
  const setup = (): KillSetup => ({
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

  test.each(KILL_POINTS)('$card: $moment $step, with a retry', async (point) => {
    await killAndRetry(setup(), point);
    expect(run.kills).toBeGreaterThan(0);
  });

  test.each(KILL_POINTS.filter(({ card }) => card !== 'secure'))(
    '$card: $moment $step, without a retry',
    async (point) => {
      await killAndLeave(setup(), point);
      expect(run.kills).toBeGreaterThan(0);
    },
  );
});
