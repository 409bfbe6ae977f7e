/**
 * Writes docs/api/openapi.json, the document of the REST calls, from the schemas that validate them. Run it
 * after changing a call; a test fails until the changed document is committed too.
 */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { createOpenApiDocument } from '@agres/shop/rest/openapi';

import { printHelpIfRequested } from './usage.ts';

printHelpIfRequested(import.meta.filename);

const file = join(dirname(import.meta.dirname), 'docs/api/openapi.json');
const document = `${JSON.stringify(createOpenApiDocument(), null, 2)}\n`;
writeFileSync(file, document);
