import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

const repository = dirname(import.meta.dirname);

/** A line that a rule must reject ends with a comment that names the rule. */
const PLANTED: Record<string, string> = {
  'apps/web/src/lib/planted.ts': `
import { z } from 'zod'; // no-restricted-imports
import { router } from '@agres/shop/router'; // no-restricted-imports
import type { Router } from '@agres/shop/router';
import { createDb } from '@agres/db/db'; // no-restricted-imports
import { readFileSync } from 'node:fs'; // no-restricted-imports
export type Planted = Router;
export const planted = [z, router, createDb, readFileSync];
export const mode = process.env['MODE']; // no-process-env
console.log(mode); // no-console
`,
  'apps/web/src/lib/planted.schema.ts': `
import { z } from 'zod';
import { router } from '@agres/shop/router'; // no-restricted-imports
export const planted = [z, router];
`,
  'apps/server/src/env.ts': `
export const port = process.env['PORT'];
`,
  'apps/server/src/planted.ts': `
import { env } from 'node:process'; // no-restricted-imports
import { other } from './planted-other.ts'; // no-cycle
type Sql = { $queryRawUnsafe: (sql: string) => Promise<unknown> };
export const port = [env['PORT'], other];
export const run = async (db: Sql) => await db.$queryRawUnsafe('select 1'); // no-restricted-properties
export const forget = (job: () => Promise<void>) => {
  job(); // no-floating-promises
  setTimeout(async () => await job(), 1); // no-misused-promises
};
export const four = (a: 1, b: 2, c: 3, d: 4) => [a, b, c, d]; // max-params
export const sure = (value: string | undefined) => value!; // no-non-null-assertion
export const anything = (value: any) => [value]; // no-explicit-any
export const narrow = (value: unknown) => value as string; // no-unsafe-type-assertion
export const color = (value: 'red' | 'blue') => {
  switch (value) { // switch-exhaustiveness-check
    case 'red':
      return 1;
  }
  return 2;
};
export interface Shape { side: number } // consistent-type-definitions
/* TODO later */ // no-warning-comments
export default port; // no-default-export
`,
  'apps/server/src/planted-other.ts': `
import { port } from './planted.ts'; // no-cycle
export const other = port;
`,
  'apps/server/src/BadName.ts': `export const name = 1; // filename-case
`,
  'apps/web/src/ui/planted.tsx': `
export const Picture = () => <img src="/a.webp" />; // alt-text
`,
};

const expectedFindings = Object.entries(PLANTED)
  .flatMap(([file, text]) =>
    text.split('\n').flatMap((line, index) => {
      const rule = /\/\/ ([a-z-]+)$/.exec(line)?.[1];
      return rule ? [`${file}:${index + 1} ${rule}`] : [];
    }),
  )
  .toSorted();

let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'lint-'));
  for (const file of ['.oxlintrc.json', 'tsconfig.json']) {
    cpSync(join(repository, file), join(copy, file));
  }
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'));
  for (const [file, text] of Object.entries(PLANTED)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), text);
  }
});

afterAll(() => rmSync(copy, { recursive: true }));

test('the linter reports every planted violation, and nothing else', () => {
  const { stdout } = spawnSync(join(repository, 'node_modules/.bin/oxlint'), ['-f', 'json'], {
    cwd: copy,
    encoding: 'utf8',
  });
  const { diagnostics }: { diagnostics: Diagnostic[] } = JSON.parse(stdout);
  const findings = diagnostics.map(
    ({ filename, code, labels }) =>
      `${filename}:${labels[0]?.span.line} ${/\((.+)\)/.exec(code)?.[1]}`,
  );
  expect(findings.toSorted()).toEqual(expectedFindings);
});

type Diagnostic = { filename: string; code: string; labels: { span: { line: number } }[] };
