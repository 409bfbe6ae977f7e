import { expect, test } from 'vitest';

import { hoursIn, relaySearchOf } from './relays.ts';

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

test.each([
  ['Lundi–samedi 9 h – 19 h', 'Monday–Saturday 9:00 – 19:00'],
  ['Tous les jours 7 h – 21 h 30', 'Every day 7:00 – 21:30'],
  ['mardi et jeudi 8h30-12h, dimanche fermé', 'Tuesday and Thursday 8:30-12:00, Sunday closed'],
  ['Mo–Fr 9–17 Uhr', 'Mo–Fr 9–17 Uhr'],
])('%j are told in English as %j, and in French as they are', (hours, english) => {
  expect(hoursIn('en', hours)).toBe(english);
  expect(hoursIn('fr', hours)).toBe(hours);
});
