import { cpSync, symlinkSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const COPIED = [
  'apps',
  'docs',
  'packages',
  'prisma',
  'scripts',
  'package.json',
  'lingui.config.ts',
  'tsconfig.json',
];
const BUILT = new Set(['dist', '.vite', '.vite-temp']);
/** 30 MB of pictures that no test of a copy reads. */
const PICTURES = join('apps', 'web', 'public', 'pictures');

/**
 * Copies the sources to a folder that a test may change. Installed packages are linked from this repository, as
 * are the workspace packages that `scripts/` imports.
 */
export function copyRepository(directory: string): string {
  for (const entry of COPIED) {
    cpSync(join(ROOT, entry), join(directory, entry), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !BUILT.has(basename(path)) && relative(ROOT, path) !== PICTURES,
    });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  return directory;
}
