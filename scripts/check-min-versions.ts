/**
 * Holds every installed version at or above the lowest safe one of security/min-versions.json,
 * copies that other packages brought included. Run by `pnpm check`; needs no network.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type MinVersions = Record<
  string,
  { minimum: string; advisories: readonly string[]; why: string }
>;

/** The versions of each package that a pnpm lock file installs. */
export function readLockedVersions(lockfile: string): Map<string, string[]> {
  const versions = new Map<string, string[]>();
  const packages = lockfile.split(/^packages:$/m)[1]?.split(/^\S/m)[0] ?? '';
  for (const [, name = '', version = ''] of packages.matchAll(
    /^ {2}'?(@?[^@'\s]+)@([^':(]+)'?:/gm,
  )) {
    versions.set(name, [...(versions.get(name) ?? []), version]);
  }
  return versions;
}

/** Each unsafe copy, and each row that guards nothing, one readable line each. */
export function findUnsafeVersions(rules: MinVersions, lockfile: string): string[] {
  const locked = readLockedVersions(lockfile);
  return Object.entries(rules).flatMap(([name, { minimum, advisories }]) => {
    const versions = locked.get(name);
    if (!versions) return [`${name} is not installed: drop its row`];
    return versions
      .filter((version) => isBelow(version, minimum))
      .map((version) => [`${name} ${version} is below ${minimum}`, ...advisories].join(', '));
  });
}

/** Whether a version is lower; a pre-release is lower than its release. */
export function isBelow(version: string, minimum: string): boolean {
  const [own, wanted] = [numbersOf(version), numbersOf(minimum)];
  for (const [index, number] of wanted.entries()) {
    const difference = (own[index] ?? 0) - number;
    if (difference !== 0) return difference < 0;
  }
  return version.includes('-') && !minimum.includes('-');
}

const numbersOf = (version: string) =>
  (version.split('-')[0] ?? '').split('.').map((part) => Number.parseInt(part, 10));

if (import.meta.main) {
  const root = dirname(import.meta.dirname);
  const rules: MinVersions = JSON.parse(
    readFileSync(join(root, 'security/min-versions.json'), 'utf8'),
  );
  const faults = findUnsafeVersions(rules, readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'));
  for (const fault of faults) console.error(fault);
  console.log(`versions: ${Object.keys(rules).length} packages held at a safe version or above`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
