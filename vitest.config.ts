import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{apps,packages}/*/src/**/*.test.{ts,tsx}', '{scripts,prisma}/**/*.test.ts'],
    // One database server for the whole run.
    globalSetup: ['packages/db/src/testing-setup.ts'],
    setupFiles: ['scripts/fail-on-console.ts'],
    // The schema engine is WebAssembly, which Node announces.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // Tests wait more than they compute: a worker for each core, not one less.
    maxWorkers: '100%',
    restoreMocks: true,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // On a busy machine a second, the default, may pass before anything happens.
    expect: { poll: { timeout: 10_000 } },
  },
});
