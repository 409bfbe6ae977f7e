import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

const PROGRAM = '/usr/bin/systemd-analyze';
/** On systemd's scale of 0 to 10, which rates up to 2 as fine. */
const MOST_EXPOSURE = 2;

const unit = readFileSync(join(dirname(import.meta.dirname), 'deploy/agres@.service'), 'utf8');
let folder = '';
let file = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'agres-unit-'));
  file = join(folder, 'agres@.service');
  // This program exists on every machine, unlike the release.
  writeFileSync(file, unit.replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const analyze = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(PROGRAM, [...args, file], { encoding: 'utf8' });
  return { status, said: stdout + stderr };
};

test.skipIf(!existsSync(PROGRAM))('systemd accepts the unit', () => {
  expect(analyze('verify')).toEqual({ status: 0, said: '' });
});

test.skipIf(!existsSync(PROGRAM))('the unit has a low exposure score', () => {
  const { said } = analyze('security', '--offline=yes');
  const [, exposure] = /Overall exposure level for .*: ([\d.]+)/.exec(said) ?? [];
  expect(Number(exposure)).toBeLessThan(MOST_EXPOSURE);
});

test('the unit allows JIT compilation, starts the release, and stops it gracefully', () => {
  expect(unit).not.toMatch(/^MemoryDenyWriteExecute=(?:yes|true|1)/m);
  expect(unit).toContain('ExecStart=/opt/agres/current/agres\n');
  // After SHUTDOWN_DELAY a process has 35 seconds to finish its work.
  const seconds = (name: string) => Number(new RegExp(`${name}=(\\d+)`).exec(unit)?.[1]);
  expect(seconds('TimeoutStopSec')).toBeGreaterThanOrEqual(seconds('SHUTDOWN_DELAY') + 35);
});
