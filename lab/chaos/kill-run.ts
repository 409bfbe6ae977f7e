import { afterAll, beforeAll } from 'vitest';

import {
  killAtStep,
  startTestCluster,
  type TestCluster,
} from '../../apps/server/test/support/test-cluster.ts';
import { startRun } from './summary.ts';

/** Kills just before or after a step. */
export type KillPoint = { step: string; moment: 'before' | 'after' };

export const killPointsAt = (steps: readonly string[]): KillPoint[] =>
  steps.flatMap((step) => (['before', 'after'] as const).map((moment) => ({ step, moment })));

export type KillRunOptions = {
  name: string;
  /** How many processes run: the first is the victim. */
  processes: 1 | 2;
  /** The steps in the database, by name; the others are calls to the provider. */
  databaseSteps?: Partial<Record<string, RegExp>>;
  timeoutMs?: number;
};

/** Starts the processes of a test file that kills one after the other, and prints a summary at its end. */
export function startKillRun({
  name,
  processes,
  databaseSteps = {},
  timeoutMs = 20_000,
}: KillRunOptions) {
  const report = startRun(name);
  let cluster: TestCluster;
  let kills = 0;
  beforeAll(async () => {
    cluster = await startTestCluster({ processes });
  });
  afterAll(async () => {
    report({ counts: { kills }, broken: await cluster.brokenInvariants() });
    await cluster.close();
  });
  const processAt = (index: number) => {
    const found = cluster.processes[index];
    if (found === undefined) throw new Error(`${index + 1} processes were asked for`);
    return found;
  };
  return {
    get cluster() {
      return cluster;
    },
    get victim() {
      return processAt(0);
    },
    get other() {
      return processAt(1);
    },
    get kills() {
      return kills;
    },
    countKill: () => {
      kills += 1;
    },
    /** Kills the victim at its next occurrence of a step; the returned promise waits for the kill. */
    killAt: ({ step, moment }: KillPoint) =>
      killAtStep(cluster, processAt(0), { step, pattern: databaseSteps[step], moment, timeoutMs }),
    /** Waits until the victim is dead, and ends the faults at the provider. */
    untilDead: async () => {
      await processAt(0).gone();
      kills += 1;
      cluster.provider.control.clearFaults();
    },
    replace: async () => {
      cluster.processes[0] = await cluster.start();
    },
  };
}
