import { expect, test } from 'vitest';

import { faultsOf } from './check-i18n.ts';

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
  ['{count, plural, other {#}}', '{nombre, plural, other {#}}', 'values'],
])('“%s” may not be translated as “%s”', (source, french, fault) => {
  expect(faultsOf({ source, french }).join()).toContain(fault);
});
