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
  ['st etienne', { by: 'town', key: 'saintetienne' }],
  ['Ste-Marie', { by: 'town', key: 'saintemarie' }],
  ['St. Malo 35400', { by: 'town', key: 'saintmalo' }],
  ['bourg st maurice', { by: 'town', key: 'bourgsaintmaurice' }],
  ['l’haÿ les roses', { by: 'town', key: 'lhaylesroses' }],
  ['st', { by: 'town', key: 'st' }],
  ['Stains', { by: 'town', key: 'stains' }],
  ['Nantes', { by: 'town', key: 'nantes' }],
  ['Crèvecœur', { by: 'town', key: 'crevecoeur' }],
  ['Tromsø', { by: 'town', key: 'tromso' }],
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
  ['Du lundi au samedi, 9 h–19 h 30', 'Monday–Saturday, 9:00–19:30'],
  ['24h/24 7j/7', '24h/24 7j/7'],
  ['24 h / 24, 7 j / 7', '24 h / 24, 7 j / 7'],
  ['Tous les jours, 24h sur 24', 'Every day, 24h sur 24'],
  ['mardi et jeudi 8h30-12h, dimanche fermé', 'Tuesday and Thursday 8:30-12:00, Sunday closed'],
  ['Mo–Fr 9–17 Uhr', 'Mo–Fr 9–17 Uhr'],
])('the opening hours %j are in English %j, and unchanged in French', (hours, english) => {
  expect(hoursIn('en', hours)).toBe(english);
  expect(hoursIn('fr', hours)).toBe(hours);
});
