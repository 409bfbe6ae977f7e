import { join } from 'node:path';

import { defineConfig } from 'vitest/config';

import { readChaosPlan } from './chaos-plan.ts';

/** Runs only if it is named, because it takes an hour. */
const BY_NAME = 'memory.chaos.ts';
const isNamed = process.argv.some((word) => word.includes('memory'));

export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['lab/chaos/*.chaos.ts'],
    exclude: isNamed ? [] : [`**/${BY_NAME}`],
    globalSetup: ['packages/db/src/testing-setup.ts'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
    provide: { chaosPlan: readChaosPlan(process.env) },
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
