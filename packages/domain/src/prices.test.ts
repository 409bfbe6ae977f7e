import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { deliveryFeeCents } from './delivery-fees.ts';
import {
  chargedCents,
  displayedCents,
  eurosOf,
  paidFeeCents,
  priceCentsOf,
  storedCentsOf,
  typedCents,
} from './prices.ts';

const centsArbitrary = fc.integer({ min: 0, max: 2_147_483_647 });
describe('amounts', () => {
  test.each([
    [3000, 0, 2999],
    [3000, 1, 3999],
    [3000, 2, 4999],
    [1999, 1, 2998],
  ] as const)('an item of %i cents sent to area %i charges %i cents', (price, area, charged) => {
    expect(chargedCents(price, deliveryFeeCents(area))).toBe(charged);
  });

  test('paidFeeCents is the amount charged above the price', () => {
    fc.assert(
      fc.property(centsArbitrary, centsArbitrary, (priceCents, feeCents) => {
        const amountCents = chargedCents(priceCents, feeCents);
        expect(paidFeeCents({ amountCents, priceCents })).toBe(feeCents);
      }),
    );
    expect(paidFeeCents({ amountCents: 2999, priceCents: 3000 })).toBe(0);
  });

  test('an item displays one cent less than stored', () => {
    expect(displayedCents(3000)).toBe(2999);
    expect(storedCentsOf(2999)).toBe(3000);
  });

  test('euros and cents convert both ways without loss', () => {
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
    '%d is not an amount of whole cents',
    (euros) => {
      expect(() => priceCentsOf(euros)).toThrow(RangeError);
    },
  );
});

describe('typedCents', () => {
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
  ])('%j is not an amount', (text) => {
    expect(typedCents(text)).toBeUndefined();
  });
});
