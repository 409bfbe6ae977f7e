import { join } from 'node:path';

import { defineConfig } from 'vitest/config';

import { readChaosPlan } from './test/chaos/chaos-plan.ts';

// The long part of the tests (`pnpm test:chaos`): processes that are killed, storms, chaos.
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['apps/server/{src,test}/**/*.chaos.ts'],
    globalSetup: ['packages/db/src/testing-setup.ts'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
    provide: { chaosPlan: readChaosPlan(process.env) },
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
