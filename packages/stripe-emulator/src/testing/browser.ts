import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

import { chromium, type Browser } from '@playwright/test';

const USUAL_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Where a Chromium is: `CHROMIUM_PATH`, the usual places, Playwright's own download; undefined if nowhere. */
export function findChromium(): string | undefined {
  // oxlint-disable-next-line node/no-process-env -- tests have no environment file to go through
  const wanted = process.env['CHROMIUM_PATH'];
  const candidates = [wanted, ...USUAL_PATHS, chromium.executablePath()];
  return candidates.find((path) => path !== undefined && path !== '' && isBrowser(path));
}

/** Some systems put a program there that only asks for a browser: it has to start. */
const isBrowser = (path: string) =>
  existsSync(path) &&
  spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;

/** Starts a browser that asks nothing of the network. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}
