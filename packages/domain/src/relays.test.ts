import { expect, test } from 'vitest';

import { relaySearchOf } from './relays.ts';

test.each([
  ['69001', { by: 'postcode', key: '69001' }],
  ['69001 Lyon', { by: 'postcode', key: '69001' }],
  ['SW1A 1AA', { by: 'postcode', key: 'sw1a1aa' }],
  ['00-001 Warszawa', { by: 'postcode', key: '00001' }],
  ['Lyon', { by: 'town', key: 'lyon' }],
  ['Lyon 69001', { by: 'town', key: 'lyon' }],
  ['  saint  Étienne ', { by: 'town', key: 'saintetienne' }],
  ['Bourg-en-Bresse', { by: 'town', key: 'bourgenbresse' }],
  ['L', null],
  ['6', null],
  ['', null],
  ['--', null],
])('%j is a search for %j', (typed, search) => {
  expect(relaySearchOf(typed)).toEqual(search);
});
