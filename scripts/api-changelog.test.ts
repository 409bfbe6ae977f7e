import { createHash } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { describeFault, withHashOf } from './api-changelog.ts';

const documentOf = (version: string, description = '') =>
  JSON.stringify({ info: { version, description } });
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const entryOf = (version: string, when: string, document: string) =>
  `# Changes\n\n## ${version}, ${when}\n\n\`sha256:${hashOf(document)}\`\n\n- Something.\n\n## 1.0.0, 2026-01-01\n\n\`sha256:${hashOf('old')}\`\n`;

describe('the API changelog', () => {
  const document = documentOf('1.2.0');

  test('matches the document by version and hash', () => {
    expect(describeFault(entryOf('1.2.0', 'not yet released', document), document)).toBeUndefined();
  });

  test('with an undocumented change is rejected', () => {
    const changelog = entryOf('1.2.0', '2026-12-01', document);
    expect(describeFault(changelog, documentOf('1.2.0', 'more'))).toContain('another hash');
    expect(describeFault(changelog, documentOf('1.3.0'))).toContain('newest entry is 1.2.0');
    expect(describeFault('# Changes\n', document)).toContain('missing');
  });

  test('needs a hash for every released version', () => {
    const told = entryOf('1.2.0', 'not yet released', document);
    const hash = `\`sha256:${hashOf('older')}\``;
    for (const earlier of [
      '## 0.9.0, 2025-12-01\n\n- Something.\n',
      `## 0.9.0\n\n${hash}\n`,
      `## 0.9.0, not yet released\n\n${hash}\n`,
      `## 0.9.0, 2025-12-01\n\n${hash.slice(0, -2)}\`\n`,
    ]) {
      expect(describeFault(`${told}\n${earlier}`, document)).toContain('the entry "0.9.0');
    }
    expect(describeFault(`${told}\n## 0.9.0, 2025-12-01\n\n${hash}\n`, document)).toBeUndefined();
  });

  test('updates the hash of an unreleased version only', () => {
    const changed = documentOf('1.2.0', 'more');
    const open = withHashOf(entryOf('1.2.0', 'not yet released', document), changed);
    expect(describeFault(open, changed)).toBeUndefined();
    expect(open).toContain(hashOf('old'));
    const released = entryOf('1.2.0', '2026-12-01', document);
    expect(withHashOf(released, changed)).toBe(released);
  });
});
