/** Finds a Chromium for the browser tests, or installs one. Used by test.ts. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { chromium } from '@playwright/test';

/** The headless shell first: the same engine for half the processor time. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const NAMES = [
  HEADLESS_SHELL,
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];
const FIXED_PLACES = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/** Returns the first browser found: CHROMIUM_PATH, an installed one, Playwright's download. */
export function browserHere(): string | undefined {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen !== undefined && chosen !== '') return chosen;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const installed = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...installed, ...FIXED_PLACES, chromium.executablePath()].find(isBrowser);
}

/** Returns a browser's path, installing one if there is none; undefined if that fails too. */
export function ensureBrowser(root: string): string | undefined {
  const found = browserHere();
  if (found) return found;

  console.log('No Chromium or Chrome that starts on this machine: installing one.');
  for (const name of [HEADLESS_SHELL, 'chromium']) {
    installDebianPackage(name);
    const installed = browserHere();
    if (installed) return installed;
  }
  downloadBrowser(root);
  return browserHere();
}

function downloadBrowser(root: string): void {
  const playwright = join(root, 'node_modules/.bin/playwright');
  spawnSync(playwright, ['install', 'chromium'], { cwd: root, stdio: 'inherit' });
}

function installDebianPackage(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-q', '-y', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update');
  apt('install', '--no-install-recommends', name);
}

/** Whether a file is a browser that starts: some systems install a placeholder. */
function isBrowser(file: string): boolean {
  if (!existsSync(file)) return false;
  return spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}
