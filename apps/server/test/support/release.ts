import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const MANIFEST = 'client/.vite/manifest.json';
const ENTRY = /entry-client-[\w-]{8}\.js/;

export const BUILT_ASSETS = join(ROOT, 'apps/web/dist/client/assets');

/** Returns the name of the first script of every page of this release. */
export function builtEntry(): string {
  const manifest = readFileSync(join(ROOT, 'apps/web/dist', MANIFEST), 'utf8');
  const [entry] = ENTRY.exec(manifest) ?? [];
  if (entry === undefined) throw new Error('the build has no entry');
  return entry;
}

/**
 * Creates another release of the site in a folder, which differs only in the name of the first script of every
 * page. Returns the file that starts it.
 */
export function makeRelease(folder: string, entry: string): string {
  const take = (path: string) => cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  for (const path of ['apps/server/src', 'apps/server/package.json', 'apps/web/package.json']) {
    take(path);
  }
  take('apps/web/dist');
  for (const path of ['apps/server/node_modules', 'apps/web/node_modules', 'docs']) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(ROOT, path), join(folder, path));
  }
  renameEntry(join(folder, 'apps/web/dist'), entry);
  return join(folder, 'apps/server/src/main.ts');
}

/** Returns the tag of the newest release before this commit; undefined if the local history has none. */
export function lastRelease(): string | undefined {
  const asked = ['describe', '--tags', '--abbrev=0', 'HEAD^'];
  const { status, stdout } = spawnSync('git', asked, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

export function isInHistory(commit: string): boolean {
  return spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT }).status === 0;
}

/** Installs and builds a release of the history; later runs reuse the folder. */
export function checkOutRelease(release: string): string {
  const root = join(tmpdir(), `agres-release-${release}`);
  if (existsSync(join(root, 'apps/web/dist/sources.sha256'))) return root;
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root);
  // Without the environment of the test run.
  const run = (...command: string[]) =>
    execFileSync('env', ['-u', 'NODE_ENV', ...command], { cwd: root, stdio: 'pipe' });
  const packed = join(root, 'release.tar');
  execFileSync('git', ['archive', '--output', packed, release], { cwd: ROOT });
  run('tar', '-xf', packed);
  run('npx', '-y', 'pnpm@12', 'install', '--frozen-lockfile', '--prefer-offline');
  run('node_modules/.bin/node', 'scripts/build.ts');
  return root;
}

function renameEntry(dist: string, entry: string): void {
  const before = builtEntry();
  for (const file of [MANIFEST, ...globSync('**/*.js', { cwd: dist })]) {
    const path = join(dist, file);
    const text = readFileSync(path, 'utf8');
    if (!text.includes(before)) continue;
    writeFileSync(path, text.replaceAll(before, entry));
    // Removes the compressed copies of the previous content.
    for (const suffix of ['.br', '.gz']) rmSync(path + suffix, { force: true });
  }
  const assets = join(dist, 'client/assets');
  for (const suffix of ['', '.br', '.gz']) {
    if (globSync(before + suffix, { cwd: assets }).length === 0) continue;
    renameSync(join(assets, before + suffix), join(assets, entry + suffix));
  }
}
