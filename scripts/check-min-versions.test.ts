import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { findUnsafeVersions, isBelow, readLockedVersions } from './check-min-versions.ts';

const LOCKFILE = `
catalogs:
  default:
    fastify:
      specifier: 5.12.8
      version: 5.12.8

packages:

  '@fastify/static@10.1.11':
    resolution: {integrity: sha512-x}

  fastify@5.12.8:
    resolution: {integrity: sha512-x}

  fastify@5.8.4:
    resolution: {integrity: sha512-x}

snapshots:

  fastify@4.0.0:
    dependencies: {}
`;

const rule = (minimum: string) => ({ minimum, advisories: ['CVE-1'], why: 'a reason' });

test('reads every installed copy of a package from the lock file', () => {
  expect(readLockedVersions(LOCKFILE)).toEqual(
    new Map([
      ['@fastify/static', ['10.1.11']],
      ['fastify', ['5.12.8', '5.8.4']],
    ]),
  );
});

test('refuses a copy below the lowest safe version, with the advisory', () => {
  expect(findUnsafeVersions({ fastify: rule('5.8.5') }, LOCKFILE)).toEqual([
    'fastify 5.8.4 is below 5.8.5, CVE-1',
  ]);
  expect(findUnsafeVersions({ fastify: rule('5.8.4') }, LOCKFILE)).toEqual([]);
});

test('refuses a row that guards nothing', () => {
  expect(findUnsafeVersions({ fastfy: rule('5.8.5') }, LOCKFILE)).toEqual([
    'fastfy is not installed: drop its row',
  ]);
});

test.each([
  ['5.8.4', '5.8.5', true],
  ['5.8.5', '5.8.5', false],
  ['5.8.10', '5.8.9', false],
  ['5.10.0', '5.9.9', false],
  ['4.99.0', '5.0.0', true],
  ['10.0.0', '9.1.1', false],
  ['5.8.5-rc.1', '5.8.5', true],
  ['5.8.6-rc.1', '5.8.5', false],
])('whether %s is below %s: %s', (version, minimum, expected) => {
  expect(isBelow(version, minimum)).toBe(expected);
});

test('the repository installs no version with a known hole', () => {
  const root = dirname(import.meta.dirname);
  const rules = JSON.parse(readFileSync(join(root, 'security/min-versions.json'), 'utf8'));
  const lockfile = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
  expect(findUnsafeVersions(rules, lockfile)).toEqual([]);
});

test('installing waits a week for a release, and runs the script of one package alone', () => {
  const root = dirname(import.meta.dirname);
  const settings = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
  const [, minutes] = /^minimumReleaseAge: (\d+)$/m.exec(settings) ?? [];
  expect(Number(minutes)).toBeGreaterThanOrEqual(7 * 24 * 60);
  expect(settings).not.toMatch(
    /minimumReleaseAgeExclude|dangerouslyAllowAllBuilds|strictDepBuilds/,
  );
  const [, builds = ''] = /^allowBuilds:\n((?:(?: {2}.*)?\n)+)/m.exec(settings) ?? [];
  const allowed = [...builds.matchAll(/^ {2}(\S+): true$/gm)].map(([, name]) => name);
  expect(allowed).toEqual(['node']);
});

test('every package comes from the registry, none from git or an archive', () => {
  const lockfile = readFileSync(join(dirname(import.meta.dirname), 'pnpm-lock.yaml'), 'utf8');
  const sources = [...lockfile.matchAll(/resolution: \{(\w+):/g)].map(([, source]) => source);
  expect(sources.length).toBeGreaterThan(300);
  expect(lockfile).not.toMatch(/resolution: \{.*(?:tarball|repo|commit|directory):/);
});
