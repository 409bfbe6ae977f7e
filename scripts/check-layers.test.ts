import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { checkLayers } from './check-layers.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'layers-'));
  plant('tsconfig.json', '{ "compilerOptions": { "module": "nodenext" } }');
});
afterEach(() => rmSync(folder, { recursive: true }));

function plant(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

test.each([
  ['packages/domain/src/a.ts', "import '../../core/src/b.ts';", 'packages/core/src/b.ts'],
  ['packages/core/src/a.ts', "import '../../money/src/b.ts';", 'packages/money/src/b.ts'],
  ['packages/money/src/a.ts', "import '../../shop/src/b.ts';", 'packages/shop/src/b.ts'],
  ['packages/shop/src/a.ts', "import '../../office/src/b.ts';", 'packages/office/src/b.ts'],
  ['packages/shop/src/a.ts', "import '../../../lab/b.ts';", 'lab/b.ts'],
  ['packages/core/src/a.ts', "import '../../mail/src/b.ts';", 'packages/mail/src/b.ts'],
  ['packages/shop/src/a.ts', "import './b.test.ts';", 'packages/shop/src/b.test.ts'],
  ['packages/domain/src/a.ts', "import 'node:fs';", undefined],
  ['packages/shop/src/a.ts', "import './gone.ts';", undefined],
  [
    'apps/web/src/features/orders/a.ts',
    "import '../blog/b.ts';",
    'apps/web/src/features/blog/b.ts',
  ],
  ['apps/web/src/ui/a.ts', "import '../features/blog/b.ts';", 'apps/web/src/features/blog/b.ts'],
])('%s may not contain %s', (file, text, target) => {
  plant(file, `${text}\nexport const a = 1;\n`);
  if (target !== undefined) plant(target, 'export const b = 1;\n');
  const folders = ['apps', 'packages', 'lab'].filter(
    (name) => file.startsWith(name) || target?.startsWith(name),
  );
  expect(checkLayers(folder, folders)).toMatchObject({ ok: false });
});

test('circular imports are refused, a legal import is not', () => {
  plant('packages/money/src/a.ts', "import '../../core/src/b.ts';\nexport const a = 1;\n");
  plant('packages/core/src/b.ts', 'export const b = 1;\n');
  expect(checkLayers(folder, ['packages'])).toMatchObject({ ok: true });
  plant('packages/core/src/b.ts', "import './c.ts';\nexport const b = 1;\n");
  plant('packages/core/src/c.ts', "import './b.ts';\nexport const c = 1;\n");
  expect(checkLayers(folder, ['packages'])).toMatchObject({ ok: false });
});
