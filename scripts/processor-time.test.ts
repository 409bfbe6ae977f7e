import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { platform } from 'node:os';

import { describe, expect, test } from 'vitest';

import { startProcessorClock } from './processor-time.ts';

const COMPUTES = `
  const begun = process.cpuUsage();
  while (process.cpuUsage(begun).user < 300_000) for (let i = 0; i < 1e6; i += 1);`;

/** Wraps lines of Node.js so that they run in a child process. */
const below = (lines: string) =>
  `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(lines)}], { stdio: 'inherit' });`;

describe.runIf(platform() === 'linux')('the processor clock', () => {
  const clock = startProcessorClock();
  const now = () => clock.seconds() ?? Number.NaN;

  test('counts what a process and one below it computed until they ended', () => {
    const before = now();
    spawnSync(process.execPath, ['-e', below(COMPUTES)]);
    expect(now() - before).toBeGreaterThanOrEqual(0.29);
  });

  test('keeps what was computed by a process that nobody waits for', async () => {
    const before = now();
    // Exits when its standard input closes, as a browser's helpers exit with the browser.
    const helper = `${COMPUTES} console.log('done'); process.stdin.resume();`;
    const browser = spawn(process.execPath, ['-e', below(helper)]);
    await once(browser.stdout, 'data');
    expect(now() - before).toBeGreaterThanOrEqual(0.29);
    browser.kill('SIGKILL');
    await once(browser, 'exit');
    expect(now() - before).toBeGreaterThanOrEqual(0.29);
    browser.stdin.end();
  });
});
