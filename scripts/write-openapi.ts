/**
 * Writes docs/api/openapi.json, the document of the REST calls, from the schemas that validate them, and its
 * hash into docs/api/CHANGELOG.md. Run it after changing a call; a test fails until the changed document is
 * committed too, and `pnpm check` until the changelog has an entry.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { createOpenApiDocument } from '@agres/shop/rest/openapi';

import { withHashOf } from './api-changelog.ts';
import { printHelpIfRequested } from './usage.ts';

printHelpIfRequested(import.meta.filename);

const root = dirname(import.meta.dirname);
const FOLDER = join(root, 'docs/api');
const document = `${JSON.stringify(createOpenApiDocument(), null, 2)}\n`;
writeFileSync(join(FOLDER, 'openapi.json'), document);

const changelog = join(FOLDER, 'CHANGELOG.md');
writeFileSync(changelog, withHashOf(readFileSync(changelog, 'utf8'), document));
