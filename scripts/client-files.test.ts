import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { clientFiles, findStaleClientFiles } from './client-files.ts';

const root = dirname(import.meta.dirname);
const document = readFileSync(join(root, 'docs/api/openapi.json'), 'utf8');

test('the client fits the document of the API', async () => {
  expect(await findStaleClientFiles(root, document)).toEqual([]);
});

test('a field that is renamed makes the types stale', async () => {
  const renamed = document.replaceAll('"optionIndex"', '"optionNumber"');
  expect(await findStaleClientFiles(root, renamed)).toEqual([
    'packages/client/src/generated/api.ts does not fit docs/api/openapi.json: run pnpm openapi.',
  ]);
});

test('another version makes the package stale, and is written into it', async () => {
  const newer = document.replace(/"version": "[^"]*"/, '"version": "9.8.7"');
  expect(await findStaleClientFiles(root, newer)).toEqual([
    'packages/client/package.json does not fit docs/api/openapi.json: run pnpm openapi.',
  ]);
  const written = (await clientFiles(root, newer)).get('packages/client/package.json') ?? '';
  expect(JSON.parse(written)).toMatchObject({ name: '@agres/client', version: '9.8.7' });
});

test('a code or a call with a key that is added is in the client', async () => {
  const more = document
    .replaceAll('"wrong_origin"', '"wrong_moon"')
    .replaceAll('"/contact"', '"/letters"');
  const types = (await clientFiles(root, more)).get('packages/client/src/generated/api.ts');
  expect(types).toMatch(/ERROR_CODES = \[[^\]]*"wrong_moon"/);
  expect(types).toMatch(/KEYED_CALLS = \[[^\]]*"post \/items\/buy"/);
  expect(types).toContain('"/letters": {');
});
