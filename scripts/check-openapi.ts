/** Checks docs/api/openapi.json against the rules of Redocly (`pnpm check openapi`). */
import { dirname, join } from 'node:path';

import { createConfig, lint } from '@redocly/openapi-core';

const file = join(dirname(import.meta.dirname), 'docs/api/openapi.json');
const config = await createConfig({ extends: ['recommended-strict'] });
const problems = await lint({ ref: file, config });
for (const { ruleId, message, location } of problems) {
  console.error(`${location[0]?.pointer ?? ''} ${message} (${ruleId})`);
}
if (problems.length === 0) console.log('The API description is valid.');
process.exitCode = problems.length === 0 ? 0 : 1;
