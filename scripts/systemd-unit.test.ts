import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const PROGRAM = '/usr/bin/systemd-analyze';
/** On systemd's scale of 0 to 10, which rates up to 2 as fine. */
const MOST_EXPOSURE = 2;

const seconds = (unit: string, name: string) =>
  Number(new RegExp(`${name}=(\\d+)`).exec(unit)?.[1]);

describe.each([
  { name: 'agres@.service', command: '/opt/agres/current/agres', user: 'agres' },
  {
    name: 'agres-office.service',
    command: '/opt/agres/current/agres office',
    user: 'agres-office',
  },
])('$name', ({ name, command, user }) => {
  const unit = readFileSync(join(dirname(import.meta.dirname), 'deploy', name), 'utf8');
  let folder = '';
  let file = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'agres-unit-'));
    file = join(folder, name);
    // This program exists on every machine, unlike the release.
    writeFileSync(file, unit.replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const analyze = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(PROGRAM, [...args, file], { encoding: 'utf8' });
    return { status, said: stdout + stderr };
  };

  test.skipIf(!existsSync(PROGRAM))('is accepted by systemd', () => {
    expect(analyze('verify')).toEqual({ status: 0, said: '' });
  });

  test.skipIf(!existsSync(PROGRAM))('has a low exposure score', () => {
    const { said } = analyze('security', '--offline=yes');
    const [, exposure] = /Overall exposure level for .*: ([\d.]+)/.exec(said) ?? [];
    expect(Number(exposure)).toBeLessThan(MOST_EXPOSURE);
  });

  test('allows JIT compilation, starts the release as its own user, and stops it gracefully', () => {
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute=(?:yes|true|1)/m);
    expect(unit).toContain(`ExecStart=${command}\n`);
    expect(unit).toContain(`User=${user}\n`);
    // After SHUTDOWN_DELAY a process has 35 seconds to finish its work.
    const delay = seconds(unit, 'SHUTDOWN_DELAY') || 0;
    expect(seconds(unit, 'TimeoutStopSec')).toBeGreaterThanOrEqual(delay + 35);
  });
});
