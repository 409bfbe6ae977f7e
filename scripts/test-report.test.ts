import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { readPlaywrightReport, readVitestReport, settleCounts } from './test-report.ts';

const modules = join(dirname(import.meta.dirname), 'node_modules');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reports-'));
  symlinkSync(modules, join(folder, 'node_modules'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const write = (file: string, text: string) => writeFileSync(join(folder, file), text);

function run(tool: string, args: readonly string[]): number | null {
  const own = Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST_)/.test(name));
  const env = {
    ...Object.fromEntries(own),
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, 'report.json'),
  };
  return spawnSync(join(modules, '.bin', tool), args, { cwd: folder, env }).status;
}

describe('the counts of vitest', () => {
  const count = () => {
    const args = ['run', '--root', folder, '--reporter=json', '--outputFile=report.json'];
    const exitCode = run('vitest', args);
    return settleCounts(readVitestReport(join(folder, 'report.json')), exitCode);
  };

  test('report passed, failed and skipped tests', () => {
    write(
      'a.test.ts',
      `import { describe, expect, test } from 'vitest';
       test('holds', () => {});
       test('breaks', () => expect(1).toBe(2));
       describe('a group', () => { test.skip('waits', () => {}); test.todo('is to come'); });`,
    );
    expect(count()).toEqual({
      passed: 1,
      failed: [expect.stringMatching(/a\.test\.ts › breaks: .*expected 1 to be 2/)],
      skipped: [
        expect.stringMatching(/a\.test\.ts › a group waits$/),
        expect.stringMatching(/a\.test\.ts › a group is to come$/),
      ],
      secondTries: [],
    });
  });

  test.each([
    { flaky: 3, told: 3, failures: 0 },
    { flaky: 5, told: 3, failures: 2 },
  ])('report $flaky flaky tests; $failures fail', ({ flaky, told, failures }) => {
    write('vitest.config.ts', 'export default { test: { retry: 1 } };');
    const body = `() => { tries += 1; expect(tries, 'first try').toBe(2); }`;
    const lines = Array.from(
      { length: flaky },
      (_, at) => `{ let tries = 0; test('now and then ${at}', ${body}); }`,
    );
    write('a.test.ts', ["import { expect, test } from 'vitest';", ...lines].join('\n'));
    const counts = count();
    expect(counts).toMatchObject({ passed: told, skipped: [] });
    expect(counts.failed).toHaveLength(failures);
    expect(counts.secondTries).toHaveLength(told);
    expect(counts.secondTries?.[0]).toMatch(/a\.test\.ts › now and then 0: .*first try/);
  });

  test('count a file that does not load as a failure', () => {
    write('a.test.ts', "import { test } from 'vitest'; test('holds', () => {});");
    write('b.test.ts', "import './gone.ts';");
    const failed = [expect.stringMatching(/b\.test\.ts: .*gone\.ts/)];
    expect(count()).toEqual({ passed: 1, failed, skipped: [], secondTries: [] });
  });

  test('count an unhandled error as a failure', () => {
    write(
      'a.test.ts',
      `import { test } from 'vitest';
       test('holds', () => { setTimeout(() => { throw new Error('late'); }, 0); });
       test('lasts', () => new Promise((resolve) => setTimeout(resolve, 50)));`,
    );
    const failed = ['outside every test, exit code 1: see above'];
    expect(count()).toEqual({ passed: 2, failed, skipped: [], secondTries: [] });
  });
});

describe('the counts of Playwright', () => {
  const count = () => {
    const exitCode = run('playwright', ['test', '--reporter=json']);
    return settleCounts(readPlaywrightReport(join(folder, 'report.json')), exitCode);
  };

  test('report passed, failed and skipped tests', () => {
    write(
      'a.spec.ts',
      `import { expect, test } from '@playwright/test';
       test('holds', () => {});
       test('breaks', () => expect(1).toBe(2));
       test.describe('a group', () => {
         test.skip('waits', () => {});
         test.describe('and its part', () => { test('breaks', () => expect(1).toBe(2)); });
       });`,
    );
    expect(count()).toEqual({
      passed: 1,
      failed: [
        expect.stringMatching(/^a\.spec\.ts › breaks \(\): .*expect\(received\)/),
        expect.stringMatching(/^a\.spec\.ts › a group › and its part › breaks \(\): .*expect/),
      ],
      skipped: ['a.spec.ts › a group › waits ()'],
      secondTries: [],
    });
  });

  test.each([
    { flaky: 3, told: 3, failures: 0 },
    { flaky: 5, told: 3, failures: 2 },
  ])('report $flaky flaky tests; $failures fail', ({ flaky, told, failures }) => {
    write('playwright.config.ts', 'export default { retries: 1 };');
    const body = "({}, info) => { expect(info.retry, 'first try').toBe(1); }";
    const lines = Array.from({ length: flaky }, (_, at) => `test('now and then ${at}', ${body});`);
    write('a.spec.ts', ["import { expect, test } from '@playwright/test';", ...lines].join('\n'));
    const counts = count();
    expect(counts).toMatchObject({ passed: told, skipped: [] });
    expect(counts.failed).toHaveLength(failures);
    expect(counts.secondTries).toHaveLength(told);
    expect(counts.secondTries?.[0]).toMatch(/^a\.spec\.ts › now and then 0 \(\): .*first try/);
  });

  test('count a file that does not load as a failure', () => {
    write('b.spec.ts', "import './gone.ts';");
    const broken = expect.stringMatching(/^outside every test: .*gone\.ts/);
    const none = 'outside every test: Error: No tests found';
    expect(count()).toMatchObject({ passed: 0, failed: [broken, none], skipped: [] });
  });
});

test('a run that fails before its report counts as a failure', () => {
  const nothing = { passed: 0, failed: [], skipped: [] };
  expect(settleCounts(nothing, null).failed).toHaveLength(1);
  expect(settleCounts(nothing, 2).failed).toHaveLength(1);
  expect(settleCounts({ ...nothing, failed: ['one', 'two'] }, 1).failed).toEqual(['one', 'two']);
});
