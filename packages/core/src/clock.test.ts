import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const OWN_CLOCK = /new Date\(\)|Date\.now\(\)/;

test('no rule reads the clock of the process: all use that of the database', async () => {
  const asking: string[] = [];
  for await (const path of glob('**/*.ts', { cwd: import.meta.dirname })) {
    const isRule = !/\.test\.ts$|(?:^|\/)model\//.test(path);
    const source = readFileSync(join(import.meta.dirname, path), 'utf8');
    if (isRule && OWN_CLOCK.test(source)) asking.push(path);
  }
  expect(asking).toEqual([]);
});

test('the database sets default timestamps: Prisma’s now() uses the clock of the process', () => {
  const schema = readFileSync(join(import.meta.dirname, '../../../prisma/schema.prisma'), 'utf8');
  expect(schema).not.toMatch(/@default\(now\(\)\)|@updatedAt/);
});
