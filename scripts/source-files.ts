/** Which files the project has, and which of them are tests. Used by the checks. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Every file that git tracks, or would (new and not ignored), as paths from the root, sorted. */
export function listFiles(root: string): string[] {
  // Also reads a checkout that belongs to another user.
  const args = ['-c', 'safe.directory=*', 'ls-files', '-z', '--cached', '--others'];
  const { status, stdout } = spawnSync('git', [...args, '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error('The checks ask git which files count, and git did not answer');
  return (
    stdout
      .split('\0')
      // A file that is deleted and not yet committed is still tracked.
      .filter((path) => path !== '' && existsSync(join(root, path)))
      .toSorted()
  );
}

/** Whether a test runner has to run this file: a test, or one of the long ones (`chaos`). */
export const isTest = (file: string) => /\.(?:test|chaos)\.tsx?$/.test(file);

/** Tests and what only they use: helpers beside product code, and all of a package's `test/`. */
export const isForTests = (file: string) =>
  isTest(file) ||
  /(?:^|\/)(?:testing|chaos)[./-]/.test(file) ||
  /^(?:apps|packages)\/[^/]+\/test\//.test(file);
