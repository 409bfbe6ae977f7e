/**
 * Checks docs/api/openapi.json for its users (`pnpm check openapi`): against the rules of Redocly, and against
 * docs/api/CHANGELOG.md, whose newest entry must name its version and hash, as each earlier entry does for its
 * own document.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { createConfig, lint } from '@redocly/openapi-core';

import { describeFault } from './api-changelog.ts';

const root = dirname(import.meta.dirname);
const FOLDER = join(root, 'docs/api');
const file = join(FOLDER, 'openapi.json');

const config = await createConfig({ extends: ['recommended-strict'] });
const problems = await lint({ ref: file, config });
const faults = problems.map(
  ({ ruleId, message, location: [place] }) => `${place?.pointer ?? ''} ${message} (${ruleId})`,
);
const document = readFileSync(file, 'utf8');
const fault = describeFault(readFileSync(join(FOLDER, 'CHANGELOG.md'), 'utf8'), document);
if (fault !== undefined) faults.push(fault);

for (const line of faults) console.error(line);
if (faults.length === 0)
  console.log('The API description is valid, and its changes are in the changelog.');
process.exitCode = faults.length === 0 ? 0 : 1;
