/** Reads docs/api/CHANGELOG.md, which tells other programs what changed in docs/api/openapi.json. */
import { createHash } from 'node:crypto';

/** `## 1.2.0, not yet released` or `## 1.2.0, 2026-12-01`, and under it the document's hash. */
const ENTRY = /^## (\d+\.\d+\.\d+), (not yet released|\d{4}-\d\d-\d\d)\n\n`sha256:([\da-f]{64})`$/m;
const RELEASED = /^## \d+\.\d+\.\d+, \d{4}-\d\d-\d\d\n\n`sha256:[\da-f]{64}`\n/;

/** What of the changelog does not fit the document; undefined: nothing. */
export function describeFault(changelog: string, document: string): string | undefined {
  const [, version, , hash] = ENTRY.exec(changelog) ?? [];
  const { info }: { info: { version: string } } = JSON.parse(document);
  if (version !== info.version) {
    return `docs/api/CHANGELOG.md: the newest entry is ${version ?? 'missing'}, the document ${info.version}.`;
  }
  if (hash === hashOf(document)) return faultOfEarlier(changelog);
  return `docs/api/CHANGELOG.md: ${version} has another hash than docs/api/openapi.json (${hashOf(document)}). Say what changed, and run pnpm openapi.`;
}

/** The first entry before the newest without the day and the hash of its document. */
function faultOfEarlier(changelog: string): string | undefined {
  const [, ...earlier] = changelog.split(/^(?=## )/m).filter((entry) => entry.startsWith('## '));
  const faulty = earlier.find((entry) => !RELEASED.test(entry));
  if (faulty === undefined) return undefined;
  const [title = ''] = faulty.slice('## '.length).split('\n');
  return `docs/api/CHANGELOG.md: the entry "${title}" does not give the day and the hash of its document.`;
}

/**
 * The changelog with the document's hash under its newest entry, while that is not released: what was
 * released stays as it was, and a change of it needs a new version.
 */
export function withHashOf(changelog: string, document: string): string {
  const [entry = '', , released, hash = ''] = ENTRY.exec(changelog) ?? [];
  if (released !== 'not yet released') return changelog;
  return changelog.replace(entry, entry.replace(hash, hashOf(document)));
}

const hashOf = (document: string) => createHash('sha256').update(document).digest('hex');
