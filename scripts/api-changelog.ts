/** Reads docs/api/CHANGELOG.md, which lists the changes of docs/api/openapi.json for its users. */
import { createHash } from 'node:crypto';

/** `## 1.2.0, not yet released` or `## 1.2.0, 2026-12-01`, followed by the document's hash. */
const ENTRY = /^## (\d+\.\d+\.\d+), (not yet released|\d{4}-\d\d-\d\d)\n\n`sha256:([\da-f]{64})`$/m;
const RELEASED = /^## \d+\.\d+\.\d+, \d{4}-\d\d-\d\d\n\n`sha256:[\da-f]{64}`\n/;

/** Describes how the changelog disagrees with the document; undefined if it agrees. */
export function describeFault(changelog: string, document: string): string | undefined {
  const [, version, , hash] = ENTRY.exec(changelog) ?? [];
  const { info }: { info: { version: string } } = JSON.parse(document);
  if (version !== info.version) {
    return `docs/api/CHANGELOG.md: the newest entry is ${version ?? 'missing'}, the document ${info.version}.`;
  }
  if (hash === hashOf(document)) return faultOfEarlier(changelog);
  return `docs/api/CHANGELOG.md: ${version} has another hash than docs/api/openapi.json (${hashOf(document)}). Say what changed, and run pnpm openapi.`;
}

/** Describes the first earlier entry that lacks a release date or the hash of its document. */
function faultOfEarlier(changelog: string): string | undefined {
  const [, ...earlier] = changelog.split(/^(?=## )/m).filter((entry) => entry.startsWith('## '));
  const faulty = earlier.find((entry) => !RELEASED.test(entry));
  if (faulty === undefined) return undefined;
  const [title = ''] = faulty.slice('## '.length).split('\n');
  return `docs/api/CHANGELOG.md: the entry "${title}" does not give the day and the hash of its document.`;
}

/**
 * Sets the document's hash in the newest entry, unless that is released: a released entry never changes, and a
 * later change needs a new version.
 */
export function withHashOf(changelog: string, document: string): string {
  const [entry = '', , released, hash = ''] = ENTRY.exec(changelog) ?? [];
  if (released !== 'not yet released') return changelog;
  return changelog.replace(entry, entry.replace(hash, hashOf(document)));
}

const hashOf = (document: string) => createHash('sha256').update(document).digest('hex');
