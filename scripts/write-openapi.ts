/**
 * Writes docs/api/openapi.json, the document of the REST calls, from the schemas that check them.
 * Run it after a change of a call; a test fails until the change of the document is committed too.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { createOpenApiDocument } from '@shop/api/rest/openapi';

const file = join(import.meta.dirname, '../docs/api/openapi.json');
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(createOpenApiDocument(), null, 2)}\n`);
