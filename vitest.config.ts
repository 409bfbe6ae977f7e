import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{apps,packages}/*/src/**/*.test.{ts,tsx}', '{scripts,prisma}/**/*.test.ts'],
    // One database server for the whole run.
    globalSetup: ['packages/db/src/testing-setup.ts'],
    setupFiles: ['scripts/fail-on-console.ts'],
    // The schema engine is WebAssembly, which Node announces.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    restoreMocks: true,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
