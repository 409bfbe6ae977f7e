import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { conflictsOf, faultsOf } from './check-i18n.ts';
import { copyRepository } from './testing/copy-repository.ts';

test.each([
  ['Shop', 'Boutique'],
  ['Since {0} {1}', 'Depuis {0}, {1}'],
  ['Read <0>the terms</0>', 'Lire <0>les conditions</0>'],
  [
    '{count, plural, one {Only # left} other {Only # left}}',
    '{count, plural, =0 {Rien} one {Reste} other {Restent}}',
  ],
])('“%s” may be translated as “%s”', (source, french) => {
  expect(faultsOf({ source, french })).toEqual([]);
});

test.each([
  ['Shop', '', 'not translated'],
  ['Shop', '  ', 'not translated'],
  ['Thanks!', 'Merci !', 'not typeset'],
  ['Since {0}', 'Depuis', 'values'],
  ['Since {year}', 'Depuis {annee}', 'values'],
  ['Read <0>the terms</0>', 'Lire les conditions', 'values'],
  ['Your e-mail', 'Votre adresse', 'spelled otherwise in English'],
  ["Don't", 'Non', 'spelled otherwise in English'],
  ['Your address', 'Votre email', 'spelled otherwise in French'],
  ['Order no. {id}', 'Commande nº {id}', 'spelled otherwise in French'],
  ['{count, plural, other {#}}', '{nombre, plural, other {#}}', 'values'],
])('“%s” may not be translated as “%s”', (source, french, fault) => {
  expect(faultsOf({ source, french }).join()).toContain(fault);
});

test('two catalogues of a page may not translate the same text differently', () => {
  const total = { id: 'a1b2c3', source: 'Total' };
  const orders = { ...total, catalog: 'orders', french: 'Total' };
  expect(conflictsOf([orders, { ...orders, catalog: 'purchase' }])).toEqual([]);
  expect(conflictsOf([orders, { ...total, catalog: 'checkout', french: 'À payer' }])).toEqual([
    '“Total” is “Total” in fr/orders.po and “À payer” in fr/checkout.po: give one a context',
  ]);
});

test('a new feature folder that is neither extracted nor loaded fails the check', () => {
  const copy = copyRepository(mkdtempSync(join(tmpdir(), 'i18n-')));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  const feature = join(copy, 'apps/web/src/features/planted');
  mkdirSync(feature);
  writeFileSync(
    join(feature, 'planted-page.tsx'),
    "import { Trans } from '@lingui/react/macro';\nexport const Page = () => <Trans>Planted</Trans>;\n",
  );
  const { status, stderr } = spawnSync(process.execPath, [join(copy, 'scripts/check-i18n.ts')], {
    cwd: copy,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toContain('planted');
  expect(stderr).toContain('Run: pnpm i18n');
  expect(stderr).toContain('apps/web/src/lib/catalogs.ts does not load fr/planted.po');
}, 300_000);
