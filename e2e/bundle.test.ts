import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from './fixtures.ts';

const CLIENT = join(import.meta.dirname, '../apps/web/dist/client');

test('I6: the client bundle contains no secret, no setting and no server code', () => {
  const files = globSync('**/*.{js,css,html,json,txt,map}', { cwd: CLIENT });
  expect(files.length).toBeGreaterThan(10);
  const findings = files.flatMap((file) => {
    const text = readFileSync(join(CLIENT, file), 'utf8');
    const found =
      /\b(?:sk|rk)_(?:test|live)_|whsec_|APP_SECRET|DATABASE_URL|argon2|PrismaClient/.exec(text);
    return found === null ? [] : [`${file}: ${found[0]}`];
  });
  expect(findings).toEqual([]);
});
