import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { readVitestReport } from './test-report.ts';

const modules = join(dirname(import.meta.dirname), 'node_modules');

const DECLARATIONS = `
import { expect, test, vi } from 'vitest';
test('prints by accident', () => console.warn('careful', { a: 1 }));
test('prints nothing', () => {});
test('expects what is printed', () => {
  const spy = vi.spyOn(console, 'warn').mockImplementation(() => {});
  console.warn('careful');
  expect(spy).toHaveBeenCalledWith('careful');
});
`;

test('a test that prints fails, and no other test does', () => {
  const folder = mkdtempSync(join(tmpdir(), 'console-'));
  symlinkSync(modules, join(folder, 'node_modules'));
  const setup = join(import.meta.dirname, 'fail-on-console.ts');
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `export default { test: { setupFiles: [${JSON.stringify(setup)}] } };`,
  );
  writeFileSync(join(folder, 'a.test.ts'), DECLARATIONS);

  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'));
  spawnSync(
    join(modules, '.bin/vitest'),
    ['run', '--root', folder, '--reporter=json', '--outputFile=report.json'],
    { cwd: folder, env: Object.fromEntries(own) },
  );
  const report = join(folder, 'report.json');
  const counts = readVitestReport(report);
  expect(counts).toMatchObject({ passed: 2, skipped: [] });
  expect(counts.failed).toHaveLength(1);
  expect(readFileSync(report, 'utf8')).toContain('console.warn: careful { a: 1 }');
  rmSync(folder, { recursive: true });
});
