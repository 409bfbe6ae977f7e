/** What a change can break (`pnpm test --changed`). Used by test.ts. */
import { spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';

import { isTest, listFiles } from './source-files.ts';

export type ChangedTests = {
  /** What the working tree is compared with: where the branch left main, on main the last commit. */
  since: string;
  /** Tests to run, as paths from the root. */
  paths: string[];
  /** What is not run, a readable line each. */
  leftOut: string[];
};

/**
 * The tests that a change since main can break: of vitest's, those that import a changed file by
 * whatever way; of the browser's, those that were changed themselves. What a test reads or starts
 * without importing it is not seen: documents, migrations, the built site.
 */
export function findChangedTests(root: string): ChangedTests {
  const since = readBase(root);
  const changed = new Set([
    ...namesOf(run(root, 'git', 'diff', '--name-only', '--relative', '-z', since)),
    ...namesOf(run(root, 'git', 'ls-files', '-z', '--others', '--exclude-standard')),
  ]);
  const all = listFiles(root).filter((file) => isTest(file) && !file.endsWith('.chaos.ts'));
  const ofBrowser = all.filter((file) => file.startsWith('e2e/'));
  const unit = changed.size === 0 ? [] : affectedFiles(root, since);
  const browser = ofBrowser.filter((file) => changed.has(file));
  const unitLeft = all.length - ofBrowser.length - unit.length;
  const browserLeft = ofBrowser.length - browser.length;
  return {
    since,
    paths: [...unit, ...browser],
    leftOut: [
      `${unitLeft} of vitest's ${unitLeft + unit.length} files: they import nothing that changed`,
      `${browserLeft} of the browser's ${ofBrowser.length} files: they did not change themselves`,
      'whatever reads or starts a changed file without importing it: `pnpm test` is the whole',
    ],
  };
}

function readBase(root: string): string {
  const { status, stdout } = spawnSync('git', [...GIT, 'merge-base', 'HEAD', 'main'], {
    cwd: root,
    encoding: 'utf8',
  });
  // A checkout without a main has nothing better than its last commit.
  return status === 0 ? stdout.trim() : 'HEAD';
}

/** Vitest's files that import something that changed. It knows by reading imports, and runs nothing. */
function affectedFiles(root: string, since: string): string[] {
  const vitest = join(root, 'node_modules/.bin/vitest');
  const listed: { file: string }[] = JSON.parse(
    run(root, vitest, 'list', '--filesOnly', '--changed', since, '--json'),
  );
  return listed.map(({ file }) => relative(root, file));
}

// A checkout that belongs to another user is read all the same.
const GIT = ['-c', 'safe.directory=*'];

const namesOf = (output: string) => output.split('\0').filter((name) => name !== '');

function run(root: string, tool: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(tool, tool === 'git' ? [...GIT, ...args] : args, {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${tool} ${args.join(' ')}: ${stderr || stdout}`);
  return stdout;
}
