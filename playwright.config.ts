import { defineConfig, devices } from '@playwright/test';

import type { SiteOptions } from './e2e/fixtures.ts';

const executablePath = process.env['CHROMIUM_PATH'];
const slowScriptsMs = Number(process.env['SLOW_SCRIPTS_MS'] ?? 0);
const isRoot = process.getuid?.() === 0;

/** Each worker starts its own built site on a copy of one seeded database: see e2e/. */
export default defineConfig<object, SiteOptions>({
  testDir: 'e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/seed-once.ts',
  forbidOnly: true,
  workers: 2,
  // The end of the run lists second tries; more than three fail it.
  retries: process.env['CI'] ? 1 : 0,
  timeout: slowScriptsMs > 0 ? 120_000 : 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    slowScriptsMs,
    browserName: 'chromium',
    // Recording every test costs a quarter of the processor time: set TRACE=1 where a failure needs it.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // As root, as in most containers, Chromium's own sandbox does not start.
        ...(isRoot ? ['--no-sandbox'] : []),
      ],
    },
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: /@phone/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } },
    },
    { name: 'phone', grep: /@phone/, use: { ...devices['Pixel 7'] } },
  ],
});
