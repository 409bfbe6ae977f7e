import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { findBrokenPromise, findLetIn } from '../support/contract/checks.ts';
import { listOperations } from '../support/contract/operations.ts';
import { openWorld, type World } from '../support/contract/world.ts';
// For the declaration of what the configuration provides.
import type {} from './chaos-plan.ts';

const { seed, inputs: numRuns } = inject('chaosPlan');
const operations = listOperations().map((operation) => [operation.name, operation] as const);

/** The tests of calls/contract.test.ts with many more inputs, new ones each time. */
describe(`the contract of every call, from CHAOS_SEED=${seed}`, () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  const patience = { timeout: 1_800_000 };

  test.each(operations)('%s answers as documented', patience, async (_name, operation) => {
    expect(await findBrokenPromise(world, operation, { numRuns, seed })).toBeNull();
  });

  test.each(operations.filter(([, { needsSession }]) => needsSession))(
    '%s refuses whoever is not signed in',
    patience,
    async (_name, operation) => {
      expect(await findLetIn(world, operation, { numRuns, seed })).toBeNull();
    },
  );
});
