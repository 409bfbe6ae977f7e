import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { isTest, listFiles } from './source-files.ts';
import { readVitestReport } from './test-report.ts';

// No runner would report a test file that none of them lists, so the tests ask the tools for their files.

const repository = dirname(import.meta.dirname);
const tools = join(repository, 'node_modules/.bin');

const RUNNERS: Readonly<Record<string, (root: string) => string[]>> = {
  'pnpm test unit': (root) => vitestFiles(root),
  'pnpm test:chaos': (root) => vitestFiles(root, '--config', 'lab/chaos/chaos.config.ts'),
  // Takes an hour, so only its name runs it.
  'pnpm test:chaos memory': (root) =>
    vitestFiles(root, '--config', 'lab/chaos/chaos.config.ts', 'memory'),
  'pnpm test e2e': playwrightFiles,
};

/** Paths relative to the folder. */
type Found = {
  runners: readonly (readonly [name: string, files: readonly string[]])[];
  typeChecked: ReadonlySet<string>;
  linted: ReadonlySet<string>;
};

/** `pnpm check` type-checks these TypeScript projects. */
const PROGRAMS = ['.', 'apps/office'];

const askTools = (root: string): Found => ({
  runners: Object.entries(RUNNERS).map(([name, list]) => [name, list(root)] as const),
  typeChecked: new Set(
    PROGRAMS.flatMap((program) => linesOf(root, 'tsc', '-p', program, '--listFilesOnly')).map(
      (file) => relative(root, file),
    ),
  ),
  linted: new Set(linesOf(root, 'oxlint', '--debug=files')),
});

/**
 * Describes the tests among `files` that not exactly one runner runs, or that are not type-checked or linted,
 * a line each.
 */
function findLostTests(
  { runners, typeChecked, linted }: Found,
  files: readonly string[],
): string[] {
  return files.filter(isTest).flatMap((file) => {
    // Two vitest projects with the same file would run it twice.
    const runBy = runners.flatMap(([name, list]) =>
      list.filter((listed) => listed === file).map(() => name),
    );
    return [
      ...(runBy.length === 0 ? [`${file} is in the list of no runner`] : []),
      ...(runBy.length > 1 ? [`${file} is run twice: ${runBy.join(', ')}`] : []),
      ...(typeChecked.has(file) ? [] : [`${file} is not type-checked (tsconfig.json)`]),
      ...(linted.has(file) ? [] : [`${file} is not linted (.oxlintrc.json)`]),
    ];
  });
}

function vitestFiles(root: string, ...args: readonly string[]): string[] {
  const listed: { file: string }[] = JSON.parse(
    run(root, 'vitest', 'list', '--filesOnly', ...args, '--json'),
  );
  return listed.map(({ file }) => relative(root, file));
}

function playwrightFiles(root: string): string[] {
  const listed: { config: { rootDir: string }; suites: { file: string }[] } = JSON.parse(
    run(root, 'playwright', 'test', '--list', '--reporter=json'),
  );
  return listed.suites.map(({ file }) => relative(root, join(listed.config.rootDir, file)));
}

const linesOf = (root: string, tool: string, ...args: readonly string[]) =>
  run(root, tool, ...args)
    .split('\n')
    .filter((line) => line !== '');

function run(root: string, tool: string, ...args: readonly string[]): string {
  return runTool({ root, tool, args });
}

type ToolRun = {
  root: string;
  tool: string;
  args: readonly string[];
  settings?: Readonly<Record<string, string>>;
};

function runTool({ root, tool, args, settings }: ToolRun): string {
  const { status, stdout, stderr } = spawnSync(tool, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, ...settings, PATH: [tools, process.env['PATH']].join(delimiter) },
  });
  if (status !== 0) throw new Error(`${tool} ${args.join(' ')}: ${stderr || stdout}`);
  return stdout;
}

test('every test of the repository is run by one runner, type-checked and linted', () => {
  const files = listFiles(repository);
  expect(files.filter(isTest).length).toBeGreaterThan(200);
  expect(findLostTests(askTools(repository), files)).toEqual([]);
});

test('a test does not inherit the user’s settings', () => {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'test-lists-')));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'));
  for (const file of ['vitest.config.ts', '.env.example']) {
    cpSync(join(repository, file), join(copy, file));
  }
  const file = 'scripts/settings.test.ts';
  const text = `import { expect, test } from 'vitest';
    test.each(['DATABASE_URL', 'SMTP_URL', 'STRIPE_SECRET_KEY', 'DEV_HOSTS'])('%s', (name) =>
      expect(process.env[name]).toBe(''));`;
  // Every run has these setup files.
  const setup = 'export const setup = () => undefined;\n';
  for (const [path, content] of [
    [file, text],
    ['packages/db/src/testing-setup.ts', setup],
    ['scripts/fail-on-console.ts', setup],
  ] as const) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), content);
  }
  const settings = { DATABASE_URL: 'postgres://127.0.0.1/mine', SMTP_URL: 'smtp://127.0.0.1' };
  const report = join(copy, 'report.json');
  const args = ['run', file, '--reporter=json', `--outputFile=${report}`];
  runTool({ root: copy, tool: 'vitest', args, settings });
  expect(readVitestReport(report)).toMatchObject({ passed: 4, failed: [] });
});
