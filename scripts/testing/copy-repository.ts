import { cpSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const COPIED = [
  'apps',
  'docs',
  'packages',
  'prisma',
  'scripts',
  'package.json',
  'lingui.config.ts',
];
const LEFT_OUT = new Set(['dist', '.vite', '.vite-temp', 'pictures']);

/**
 * Copies the sources to a folder, to be changed by a test. Packages from outside are those of this
 * repository, and so are the workspace's own for `scripts/`.
 */
export function copyRepository(directory: string): string {
  for (const entry of COPIED) {
    cpSync(join(ROOT, entry), join(directory, entry), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !LEFT_OUT.has(basename(path)),
    });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  return directory;
}
