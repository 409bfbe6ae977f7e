/** Lists the project's files and tells tests from product code. Used by the checks. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Lists every file that git tracks, or would (new and not ignored), as sorted paths from the root. */
export function listFiles(root: string): string[] {
  // Works in a checkout that belongs to another user, too.
  const args = ['-c', 'safe.directory=*', 'ls-files', '-z', '--cached', '--others'];
  const { status, stdout } = spawnSync('git', [...args, '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error('`git ls-files` failed: the checks need a git checkout');
  return (
    stdout
      .split('\0')
      // A file that is deleted and not yet committed is still tracked.
      .filter((path) => path !== '' && existsSync(join(root, path)))
      .toSorted()
  );
}

/** Whether a test runner runs this file: a test, or one of the long ones (`chaos`). */
export const isTest = (file: string) => /\.(?:test|chaos)\.tsx?$/.test(file);

/**
 * Whether a file is a test or only used by tests: helpers beside product code, and a package's `test/`.
 */
export const isForTests = (file: string) =>
  isTest(file) ||
  /(?:^|\/)(?:testing|chaos)[./-]/.test(file) ||
  /^(?:apps|packages)\/[^/]+\/test\//.test(file);
