import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { KILL_POINTS, killAndRetry, type KillSetup } from '../support/killing.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';

/** The kills that lose the most: between the provider's change and our write. */
const WORST = KILL_POINTS.filter(({ card, step, moment }) =>
  [
    'visa subscriptions.create after',
    'visa payment_intents.confirm after',
    'visa access is given before',
    'declined payment_intents.confirm after',
  ].includes(`${card} ${step} ${moment}`),
);

// `pnpm test:chaos` runs the whole matrix.
describe('a process killed during a subscribe call', () => {
  let cluster: TestCluster;

  beforeAll(async () => {
    cluster = await startTestCluster({ processes: 1 });
  });
  afterAll(() => cluster.close());

  const running = () => {
    const [process] = cluster.processes;
    if (process === undefined) throw new Error('no process runs');
    return process;
  };
  const setup = (): KillSetup => ({
    ...cluster,
    victim: running(),
    successor: async () => {
      cluster.processes[0] = await cluster.start();
      return running();
    },
  });

  test.each(WORST)(
    '$card: killed $moment $step, a retry completes the call',
    async (point) => {
      await killAndRetry(setup(), point);
      expect(running().complaints.filter((line) => line.includes('"level":"fatal"'))).toEqual([]);
    },
    120_000,
  );
});
