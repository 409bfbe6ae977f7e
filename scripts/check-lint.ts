/**
 * The linter (part of `pnpm check`). It reads types, so a file can be at fault because another one
 * changed: what is linted are the files that changed since it last found nothing, and all that import
 * them. Everything, where there is no such time, and where settings or packages changed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { resolveWorkspaceImport } from './check-layers.ts';
import { readImports } from './read-imports.ts';
import { listFiles } from './source-files.ts';

const CACHE = 'node_modules/.cache/lint.json';
/** What changes the verdict on every file. */
const SETTINGS =
  /^(?:\.oxlintrc\.json|tsconfig\.json|pnpm-lock\.yaml|prisma\/schema\.prisma|.*\/?package\.json)$/;
const SOURCE = /\.(?:[cm]?js|tsx?)$/;

/** Paths from the root with the hashes of their contents. */
type Hashes = Readonly<Record<string, string>>;

/** What has to be linted: `all`, or the files that changed and those that import them. */
export function filesToLint(root: string): { files: 'all' | string[]; found: () => void } {
  const listed = listFiles(root);
  const settings = hashOf(...listed.filter((file) => SETTINGS.test(file)).map(contentIn(root)));
  const files: Hashes = Object.fromEntries(
    listed.filter((file) => SOURCE.test(file)).map((file) => [file, hashOf(contentIn(root)(file))]),
  );
  const cache = join(root, CACHE);
  const found = () => {
    mkdirSync(dirname(cache), { recursive: true });
    writeFileSync(cache, JSON.stringify({ settings, files }));
  };
  const known = readCache(cache);
  if (known === undefined || known.settings !== settings) return { files: 'all', found };
  const names = new Set([...Object.keys(files), ...Object.keys(known.files)]);
  const changed = [...names].filter((file) => files[file] !== known.files[file]);
  return { files: withImporters(root, changed, Object.keys(files)), found };
}

/** Files with all that import them, directly or through others, of those that exist. */
function withImporters(root: string, changed: readonly string[], all: readonly string[]): string[] {
  if (changed.length === 0) return [];
  const importers = new Map<string, string[]>();
  for (const file of all) {
    for (const target of importsOf(root, file)) {
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  const affected = new Set(changed);
  for (const file of affected) for (const one of importers.get(file) ?? []) affected.add(one);
  return all.filter((file) => affected.has(file));
}

function importsOf(root: string, file: string): string[] {
  try {
    return readImports(join(root, file)).flatMap(({ specifier }) => {
      if (specifier.startsWith('.')) {
        return [relative(root, resolve(root, dirname(file), specifier))];
      }
      return resolveWorkspaceImport(root, file, specifier) ?? [];
    });
  } catch {
    // It does not parse, which the linter says itself.
    return [];
  }
}

function readCache(path: string): { settings: string; files: Hashes } | undefined {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

const contentIn = (root: string) => (file: string) => readFileSync(join(root, file));

function hashOf(...contents: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const content of contents) hash.update(content);
  return hash.digest('base64url');
}

if (import.meta.main) {
  const root = dirname(import.meta.dirname);
  const { files, found } = filesToLint(root);
  const named = files === 'all' ? [] : files;
  if (files !== 'all' && files.length === 0) {
    console.log('lint: nothing has changed since it found nothing');
  } else {
    const { status } = spawnSync(join(root, 'node_modules/.bin/oxlint'), named, {
      cwd: root,
      stdio: 'inherit',
    });
    if (status !== 0) process.exit(1);
    found();
    console.log(`lint: ${files === 'all' ? 'every file' : `${files.length} files`} read`);
  }
}
