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

/**
 * Finds a Chromium: `CHROMIUM_PATH`, the usual paths, then Playwright's own download; undefined if there is
 * none.
 */
export function findChromium(): string | undefined {
  // oxlint-disable-next-line node/no-process-env -- tests have no environment file to go through
  const wanted = process.env['CHROMIUM_PATH'];
  const candidates = [wanted, ...USUAL_PATHS, chromium.executablePath()];
  return candidates.find((path) => path !== undefined && path !== '' && isBrowser(path));
}

/**
 * Some systems install a stub that only suggests installing a browser, so the program is started to check it.
 */
const isBrowser = (path: string) =>
  existsSync(path) &&
  spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;

/** Starts a browser that makes no network requests on its own. */
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
