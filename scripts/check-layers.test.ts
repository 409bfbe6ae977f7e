import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { findLayerViolations, LAYERS } from './check-layers.ts';

const repository = dirname(import.meta.dirname);

let copy: string;
let undo: (() => void)[] = [];

// The real tree is the ground that breaches are planted on, each for one test.
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'layers-'));
  const files = globSync('{apps,packages}/*/{package.json,src/**/*.{ts,tsx,po}}', {
    cwd: repository,
  });
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    copyFileSync(join(repository, file), join(copy, file));
  }
});

afterEach(() => {
  for (const takeBack of undo) takeBack();
  undo = [];
});

afterAll(() => rmSync(copy, { recursive: true }));

function plant(file: string, text: string): void {
  const path = join(copy, file);
  const before = existsSync(path) ? readFileSync(path) : undefined;
  undo.push(() => (before ? writeFileSync(path, before) : rmSync(path)));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function plantDependency(folder: string, name: string): void {
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(join(copy, file), 'utf8'));
  manifest.dependencies[name] = 'workspace:*';
  plant(file, JSON.stringify(manifest));
}

test('the repository keeps its own import table', () => {
  expect(findLayerViolations(repository)).toEqual([]);
});

test('the table that people read is the one that is held', () => {
  const text = readFileSync(join(repository, 'docs/ARCHITECTURE.md'), 'utf8');
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('| ') && /^\| (\*\*|may import)/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const [, ...targets] = rows[0] ?? [];
  const reachOf = (cell: string) => (cell === '✓' ? 'values' : cell.startsWith('types') && 'types');
  const written = rows.slice(1).map(([name = '', ...cells]) => {
    const reaches = cells.flatMap((cell, index) => {
      const reach = reachOf(cell);
      return reach ? [[targets[index], reach]] : [];
    });
    return [name.replaceAll('*', ''), Object.fromEntries(reaches)];
  });
  const held = Object.entries(LAYERS).map(([name, { mayImport }]) => [name, mayImport]);
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(held));
});

describe('a planted import is refused', () => {
  const cases = [
    {
      name: 'of a package that the table does not give',
      file: 'packages/domain/src/planted.ts',
      text: "import { ERROR_TEXTS } from '@shop/i18n/error-texts';",
      reason: 'does not list @shop/i18n',
    },
    {
      name: 'of values where only types may cross',
      file: 'apps/web/src/lib/planted.ts',
      text: "import { procedure } from '@shop/api/trpc';",
      reason: 'write `import type`',
    },
    {
      name: 'of types that Node would load for their side effects',
      file: 'apps/web/src/lib/planted.ts',
      text: "import { type procedure } from '@shop/api/trpc';",
      reason: 'write `import type`',
    },
    {
      name: 'of a dynamic kind',
      file: 'apps/web/src/lib/planted.ts',
      text: "export const load = () => import('@shop/api/trpc');",
      reason: 'write `import type`',
    },
    {
      name: 'of a re-exporting kind',
      file: 'apps/web/src/lib/planted.ts',
      text: "export * from '@shop/api/trpc';",
      reason: 'write `import type`',
    },
    {
      name: 'that reaches past the exports of a package',
      file: 'packages/i18n/src/planted.ts',
      text: "import { LOCALES } from '@shop/domain/src/locale';",
      reason: 'domain does not export it',
    },
    {
      name: 'that leaves its package on a relative path',
      file: 'packages/i18n/src/planted.ts',
      text: "import { LOCALES } from '../../domain/src/locale.ts';",
      reason: 'never leaves its package',
    },
    {
      name: 'of Node in a package that the browser runs',
      file: 'packages/domain/src/planted.ts',
      text: "import { createHash } from 'node:crypto';",
      reason: 'the browser runs this package too',
    },
    {
      name: "of the shop's own code in the client of other programs",
      file: 'packages/client/src/planted.ts',
      text: "import type { ErrorCode } from '@shop/domain/errors';",
      reason: 'does not list @shop/domain',
    },
    {
      name: 'of anything but zod in the rules',
      file: 'packages/domain/src/planted.ts',
      text: "import fastify from 'fastify';",
      reason: 'only zod from outside',
    },
    {
      name: 'of a development tool in product code',
      file: 'apps/server/src/planted.ts',
      text: "import { createServer } from 'vite';",
      reason: 'listed in devDependencies',
    },
    {
      name: 'of a test in product code',
      file: 'packages/domain/src/planted.ts',
      text: "import './planted.test.ts';",
      reason: 'does not import tests',
    },
    {
      name: 'of a helper of tests in product code',
      file: 'packages/domain/src/planted.ts',
      text: "import '../test/shop.ts';",
      reason: 'does not import tests',
    },
    {
      name: 'of a package that is not listed, in a test',
      file: 'packages/domain/test/planted.test.ts',
      text: "import '@shop/db/db';",
      reason: 'does not list @shop/db',
    },
    {
      name: 'of the inside of a package in product code',
      file: 'apps/server/src/planted.ts',
      text: "import '@shop/api/inside/purchase/plan';",
      reason: 'only tests reach inside api',
    },
    {
      name: 'of a noun in what knows no noun',
      file: 'packages/api/src/jobs/planted.ts',
      text: "import type { User } from '../users/user-shape.ts';",
      reason: 'jobs stands before users',
    },
    {
      name: 'of a noun in what several nouns share',
      file: 'packages/api/src/checkout/planted.ts',
      text: "import '../purchase/verdict.ts';",
      reason: 'checkout stands before purchase',
    },
    {
      name: 'of a later noun in an earlier one',
      file: 'packages/api/src/subscription/planted.ts',
      text: "import '../purchase/verdict.ts';",
      reason: 'subscription stands before purchase',
    },
    {
      name: 'of a part of a noun that is not in its face',
      file: 'packages/api/src/users/planted.ts',
      text: "import '../purchase/plan.ts';",
      reason: 'plan is not in the face of purchase',
    },
    {
      name: 'in a folder of the api that has no place in the order',
      file: 'packages/api/src/planted/planted.ts',
      text: "import '../context.ts';",
      reason: 'planted has no place in the order',
    },
    {
      name: 'of a feature in another feature',
      file: 'apps/web/src/features/first/planted.ts',
      text: "import '../second/planted.ts';",
      reason: 'the feature first does not import the feature second',
    },
    {
      name: 'of a feature in a component of the design system',
      file: 'apps/web/src/ui/planted.ts',
      text: "import '../features/second/planted.ts';",
      reason: 'ui does not import features',
    },
    {
      name: 'of a route in a feature',
      file: 'apps/web/src/features/first/planted.ts',
      text: "import '../../routes/index.tsx';",
      reason: 'features does not import routes',
    },
    {
      name: 'of a package by path in a script',
      file: 'scripts/planted.ts',
      text: "import '../packages/domain/src/locale.ts';",
      reason: 'import a package by its name',
    },
  ];

  // All at once, each in a file of its own: to read the whole tree takes a while.
  const planted = cases.map((one, index) => ({
    ...one,
    file: one.file.replace(/planted(?=(?:\.test)?\.ts$)/, `planted-${index}`),
  }));
  let violations: string[];
  beforeAll(() => {
    for (const { file, text } of planted) plant(file, text);
    violations = findLayerViolations(copy);
  });

  test.each(planted)('$name', ({ file, reason }) => {
    const own = violations.filter((line) => line.startsWith(`${file}:`));
    expect(own).toEqual([expect.stringContaining(reason)]);
    expect(own[0]).toMatch(new RegExp(`^${file}:1 imports `));
  });

  test('and nothing else is', () => {
    expect(violations).toHaveLength(planted.length);
  });
});

test.each([
  { folder: 'packages/api/src/purchase', other: './planted-other.ts' },
  { folder: 'apps/web/src/features/shop', other: '#features/shop/planted-other.ts' },
])('a circle of imports in $folder is refused, of types alone too', ({ folder, other }) => {
  const names = ['one', 'other'].map((name) => `${folder}/planted-${name}.ts`);
  plant(names[0] ?? '', `import type { Two } from '${other}';\nexport type One = Two;`);
  plant(names[1] ?? '', "import type { One } from './planted-one.ts';\nexport type Two = One;");
  expect(findLayerViolations(copy)).toEqual([`${names.join(' imports ')} imports the first`]);
});

test.each(['src/planted.test.ts', 'test/planted.test.ts', 'test/helper.ts'])(
  'a test may import what its package lists for development: %s',
  (file) => {
    plant(`packages/api/${file}`, "import '@shop/payments/payments';");
    expect(findLayerViolations(copy)).toEqual([]);
  },
);

test('a package.json that lists what the table forbids is refused', () => {
  plantDependency('packages/domain', '@shop/db');
  expect(findLayerViolations(copy)).toEqual([
    'packages/domain/package.json: domain lists @shop/db in dependencies; remove it',
  ]);
});

test('a package.json that lists as a dependency what gives only types is refused', () => {
  plantDependency('apps/web', '@shop/api');
  expect(findLayerViolations(copy)).toEqual([
    'apps/web/package.json: web lists @shop/api in dependencies; only types may cross: list it in devDependencies',
  ]);
});

test('a package that the table does not know is refused', () => {
  plant('packages/drawer/package.json', '{}');
  expect(findLayerViolations(copy)).toEqual([
    'packages/drawer: not in the import table; add it to scripts/check-layers.ts',
  ]);
});
