/** What packages/client has from the document of the API: its types, and its version. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { generateTypes } from '@agres/client/generate-types';

const TYPES = 'packages/client/src/generated/api.ts';
const MANIFEST = 'packages/client/package.json';

/** The files that follow from the document, by path from the root, as they have to be. */
export async function clientFiles(root: string, document: string): Promise<Map<string, string>> {
  const { info }: { info: { version: string } } = JSON.parse(document);
  const manifest = readFileSync(join(root, MANIFEST), 'utf8');
  return new Map([
    [TYPES, await generateTypes(document)],
    [MANIFEST, manifest.replace(/"version": "[^"]*"/, `"version": "${info.version}"`)],
  ]);
}

/** The files of the client that do not fit the document, one readable line each. */
export async function findStaleClientFiles(root: string, document: string): Promise<string[]> {
  const files = await clientFiles(root, document);
  return Array.from(files)
    .filter(([path, text]) => readFileSync(join(root, path), 'utf8') !== text)
    .map(([path]) => `${path} does not fit docs/api/openapi.json: run pnpm openapi.`);
}
