import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  chargedCents,
  DELIVERY_AREAS,
  deliveryAreaOf,
  displayedCents,
  eurosOf,
  feeLabelOf,
  orderCents,
  priceCentsOf,
  relayCountryOf,
  shippingAddressOf,
  storedCentsOf,
  typedCents,
  addressesOf,
} from './shop.ts';

const centsArbitrary = fc.integer({ min: 0, max: 2_147_483_647 });
const areaArbitrary = fc.constantFrom(...DELIVERY_AREAS);
describe('amounts', () => {
  test.each([
    [3000, 0, 2999],
    [3000, 1, 3999],
    [3000, 2, 4999],
    [1999, 1, 2998],
  ] as const)('an item of %i cents sent to area %i charges %i cents', (price, area, charged) => {
    expect(chargedCents(price, area)).toBe(charged);
  });

  test('an order shows what was charged', () => {
    fc.assert(
      fc.property(centsArbitrary, areaArbitrary, (price, area) => {
        expect(orderCents(price, area)).toBe(chargedCents(price, area));
      }),
    );
    expect(orderCents(3000, null)).toBe(2999);
  });

  test('an item shows one cent less than stored', () => {
    expect(displayedCents(3000)).toBe(2999);
    expect(storedCentsOf(2999)).toBe(3000);
  });

  test('a stored area that is none of the areas is none', () => {
    expect([-1, 0, 2, 3, null].map(deliveryAreaOf)).toEqual([null, 0, 2, null, null]);
  });

  test('euros are read to the cent, for every amount', () => {
    fc.assert(
      fc.property(centsArbitrary, (cents) => {
        expect(priceCentsOf(eurosOf(cents))).toBe(cents);
        expect(priceCentsOf(JSON.parse(JSON.stringify(eurosOf(cents))))).toBe(cents);
      }),
    );
  });

  test.each([
    [19.99, 1999],
    [0.29, 29],
    [1.1, 110],
    [30, 3000],
    [0, 0],
  ])('%d euros are %i cents', (euros, cents) => {
    expect(priceCentsOf(euros)).toBe(cents);
  });

  test.each([19.999, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e21, 1e-7])(
    '%d is no amount of whole cents',
    (euros) => {
      expect(() => priceCentsOf(euros)).toThrow(RangeError);
    },
  );

  test('only a fee of zero reads as free', () => {
    expect(DELIVERY_AREAS.map(feeLabelOf)).toEqual([
      { kind: 'free' },
      { kind: 'amount', cents: 1000 },
      { kind: 'amount', cents: 2000 },
    ]);
  });
});

describe('euros as people type them', () => {
  test.each([
    ['19,99', 1999],
    ['19.99', 1999],
    ['19', 1900],
    ['19,9', 1990],
    [' 19,99 € ', 1999],
    ['1 200', 120_000],
    ['1\u202F200,50\u00A0€', 120_050],
    ['0,01', 1],
  ])('%j is %i cents', (text, cents) => {
    expect(typedCents(text)).toBe(cents);
  });

  test.each([
    '',
    ',',
    '19,',
    '19,999',
    '1,200',
    '1.200,00',
    '-3',
    '1e3',
    '€',
    '19 99',
    '٣',
    '1234567',
  ])('%j is no amount', (text) => {
    expect(typedCents(text)).toBeUndefined();
  });
});

test('only area 0 sets the relay’s country', () => {
  expect(DELIVERY_AREAS.map(relayCountryOf)).toEqual(['France', '', '']);
});

test('the shipping address is the relay’s, then the recipient’s', () => {
  const address = shippingAddressOf({
    relayName: 'Tabac du Port',
    number: '12 bis',
    name: 'quai des Brumes',
    zipCode: '01000',
    city: 'Bourg-en-Bresse',
    relayCountry: 'France',
    clientNumber: '0',
    clientName: 'chemin Vert',
    clientZipCode: '01001',
    clientCity: 'Péronnas',
    clientCountry: 'France',
  });
  expect(address.split('\n')).toEqual([
    'Tabac du Port',
    '12 bis quai des Brumes',
    '01000 Bourg-en-Bresse',
    'France',
    '',
    '0 chemin Vert',
    '01001 Péronnas',
    'France',
  ]);
  expect(addressesOf(address)).toEqual({
    pickupPoint: 'Tabac du Port\n12 bis quai des Brumes\n01000 Bourg-en-Bresse\nFrance',
    recipient: '0 chemin Vert\n01001 Péronnas\nFrance',
  });
});

test.each([
  'Tabac du Port\n12 quai des Brumes\n01000 Bourg',
  'a\n\nb',
  'a\nb\nc\nd\ne\nf\ng\nh',
  '\nb\nc\nd\n\nf\ng\nh',
])('a text that was not composed, such as %j, is not split', (text) => {
  expect(addressesOf(text)).toBeNull();
});
