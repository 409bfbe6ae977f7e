/**
 * Updates the text catalogues: extracts new texts from the sources, removes unused ones, sets the French spaces
 * and apostrophes, and compiles what Node.js reads. Run it after adding or translating a text (`pnpm i18n`).
 */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';

import { typesetCatalogue } from '@agres/i18n/typography';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';

import { printHelpIfRequested } from './usage.ts';

printHelpIfRequested(import.meta.filename);

const root = dirname(import.meta.dirname);

function lingui(...args: string[]): void {
  const entry = join(root, 'node_modules/@lingui/cli/dist/lingui.js');
  const { status } = spawnSync(process.execPath, [entry, ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}

async function typesetFrenchCatalogs(): Promise<void> {
  for (const catalog of await getCatalogs(getConfig({ cwd: root }))) {
    const messages = (await catalog.read('fr')) ?? {};
    for (const message of Object.values(messages)) {
      message.translation = typesetCatalogue(message.translation ?? '');
    }
    await catalog.write('fr', messages);
  }
}

// Overwrites only the English, which always equals the sources.
lingui('extract', '--clean', '--overwrite');
await typesetFrenchCatalogs();
lingui('compile', '--typescript');
