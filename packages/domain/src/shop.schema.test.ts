import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { shippingAddressOf } from './delivery.ts';
import { buySchema, purchaseFaultOf, purchaseFormSchema } from './shop.schema.ts';

const BUY = {
  stripeToken: 'tok_visa',
  firstName: 'Ada',
  lastName: 'Lovelace',
  shippingAddress: 'Tabac du Port\n12 quai des Brumes\n01000 Bourg\nFrance',
  id: 1,
  cgv: true,
  optionIndex: 0,
  area: 0,
};

const FORM = {
  optionIndex: 0,
  relayName: 'Tabac du Port',
  number: '12 bis',
  name: 'quai des Brumes',
  city: 'Bourg-en-Bresse',
  zipCode: '01000',
  area: 0,
  relayCountry: 'France',
  clientNumber: '7',
  clientName: 'chemin Vert',
  clientCity: 'Péronnas',
  clientZipCode: '01960',
  clientCountry: 'France',
  firstName: 'Ada',
  lastName: 'Lovelace',
  cgv: true,
};

const FORM_FIELDS = Object.keys(FORM);
const CODE_FIELDS = ['number', 'zipCode', 'clientNumber', 'clientZipCode'];
const TEXT_FIELDS = FORM_FIELDS.filter((field) => !['optionIndex', 'area', 'cgv'].includes(field));

// The relay's country is text too, but the area restricts it.
const FREE_FIELDS = TEXT_FIELDS.filter((field) => field !== 'relayCountry');

type Schema = {
  safeParse: (input: unknown) => { error?: { issues: { message: string }[] } | undefined };
};

const codesOf = (schema: Schema, input: unknown) => [
  ...new Set(schema.safeParse(input).error?.issues.map((issue) => issue.message)),
];

describe('buySchema', () => {
  test('accepts a purchase, with its texts trimmed', () => {
    expect(buySchema.parse({ ...BUY, firstName: '  Ada ', price: 1, userId: 3 })).toEqual(BUY);
  });

  test.each([
    ['cgv', ['true', 'false', 1, 0, null, false, undefined, {}]],
    ['area', [3, -1, 1.5, '0', null, undefined, [0], true]],
    ['optionIndex', [-1, 1.5, '0', null, undefined, '', [], true, 1e10, Number.NaN]],
    ['id', [0, -1, 1.5, '7', null, undefined, true, 2 ** 31, { gt: 0 }]],
    ['firstName', ['', '   ', '\u200B', 'a\u0000b', 'a\nb', 'x'.repeat(10_000), 7, null, ['Ada']]],
    ['lastName', ['', '\t', null, undefined]],
    ['countryCode', ['BE', 'AU', 'RE', 'fr', 'FRA', 'France', 'ZZ', '', null, 33, ['FR']]],
    [
      'shippingAddress',
      ['', ' '.repeat(50), 'too short', 'x'.repeat(601), 'x\u0000'.repeat(20), 12],
    ],
    [
      'stripeToken',
      [
        '',
        'tok_',
        'card_visa',
        'tok_a b',
        '../../v1/customers',
        `tok_${'x'.repeat(9999)}`,
        'tok_a\n',
        {},
        null,
      ],
    ],
  ])('rejects an invalid %s', (field, values) => {
    for (const value of values)
      expect(codesOf(buySchema, { ...BUY, [field]: value })).toEqual(['invalid_fields']);
  });

  test('accepts a country of the area, and none', () => {
    for (const [area, countryCode, shippingAddress] of [
      [0, 'FR', BUY.shippingAddress],
      [1, 'BE', 'Café du Marché\n8 rue Neuve\n1000 Bruxelles'],
      [2, 'RE', 'Tabac du Port\n12 quai des Brumes\n97400 Saint-Denis'],
    ]) {
      const call = { ...BUY, area, countryCode, shippingAddress };
      expect(buySchema.parse(call)).toEqual(call);
    }
    expect(codesOf(buySchema, { ...BUY, area: 1, countryCode: 'FR' })).toEqual(['invalid_fields']);
  });

  test('rejects values that are not objects', () => {
    for (const input of [null, undefined, 'x', 7, []]) {
      expect(buySchema.safeParse(input).success).toBe(false);
    }
  });
});

describe('purchaseFormSchema', () => {
  test('accepts leading zeros and “12 bis” as typed', () => {
    expect(purchaseFormSchema.parse(FORM)).toEqual(FORM);
  });

  test.each(FORM_FIELDS)('requires %s', (field) => {
    expect(codesOf(purchaseFormSchema, { ...FORM, [field]: undefined })).toEqual([
      'invalid_fields',
    ]);
  });

  test.each(TEXT_FIELDS)('rejects a blank %s', (field) => {
    for (const blank of ['', ' ', '\u00A0\t ', '\u200B']) {
      expect(codesOf(purchaseFormSchema, { ...FORM, [field]: blank })).toEqual(['invalid_fields']);
    }
  });

  test.each(FREE_FIELDS)('trims %s', (field) => {
    expect(purchaseFormSchema.parse({ ...FORM, [field]: ' 12 a ' })).toEqual({
      ...FORM,
      [field]: '12 a',
    });
  });

  test.each(CODE_FIELDS)('rejects a negative %s', (field) => {
    for (const negative of ['-1', ' -12', '- 3', '\u22121', '-.5']) {
      expect(codesOf(purchaseFormSchema, { ...FORM, [field]: negative })).toEqual([
        'invalid_fields',
      ]);
    }
    for (const code of ['0', '007', '12 bis', 'SW1A 1AA', '12-14']) {
      expect(purchaseFormSchema.parse({ ...FORM, [field]: code })).toHaveProperty(field, code);
    }
  });

  test('accepts a country of the area for the pickup point, by its name in either language', () => {
    const issuesOf = (area: number, relayCountry: string) =>
      purchaseFormSchema
        .safeParse({ ...FORM, firstName: '', area, relayCountry })
        .error?.issues.map(({ path }) => path[0]);
    for (const country of ['Belgique', ' belgium ']) {
      expect(issuesOf(1, country)).toEqual(['firstName']);
    }
    expect(issuesOf(2, 'Japon')).toEqual(['firstName']);
    for (const country of ['Sydney', 'Australie', 'France']) {
      expect(issuesOf(1, country)).toEqual(['firstName', 'relayCountry']);
    }
    expect(issuesOf(0, 'Belgique')).toEqual(['firstName', 'relayCountry']);
  });

  test('accepts a postcode of the area, between France, Monaco and overseas', () => {
    const issuesOf = (area: number, relayCountry: string, zipCode: string) =>
      purchaseFormSchema
        .safeParse({ ...FORM, firstName: '', area, relayCountry, zipCode })
        .error?.issues.map(({ path }) => path[0]);
    for (const [area, country, postcode] of [
      [0, 'France', '20000'],
      [0, 'France', '1000'],
      [1, 'Monaco', '98000'],
      [1, 'Allemagne', '97070'],
      [2, 'La Réunion', '97400'],
    ] as const) {
      expect([postcode, issuesOf(area, country, postcode)]).toEqual([postcode, ['firstName']]);
    }
    for (const [area, country, postcode] of [
      [0, 'France', '97400'],
      [0, 'France', '98000'],
      [1, 'Monaco', '97400'],
      [2, 'La Réunion', '75011'],
    ] as const) {
      expect([postcode, issuesOf(area, country, postcode)]).toEqual([
        postcode,
        ['firstName', 'zipCode'],
      ]);
    }
  });

  test.each([
    ['city', ' ', 'blank'],
    ['city', 'x'.repeat(57), 'too_long'],
    ['zipCode', '-1', 'negative'],
    ['zipCode', '97400', 'other_area'],
    ['name', 'a\u0000b', 'unfit'],
    ['relayCountry', 'Sydney', 'no_country'],
    ['relayCountry', 'Australia', 'other_area'],
  ] as const)('reports the error of the %s %j', (field, value, fault) => {
    const form = { ...FORM, area: 1, cgv: true, [field]: value } as const;
    expect(purchaseFaultOf(field, form)).toBe(fault);
    expect(purchaseFormSchema.safeParse(form).success).toBe(false);
  });

  test('accepts only forms whose composed address buySchema accepts unchanged', () => {
    const text = fc.string({ unit: 'grapheme-composite', minLength: 1, maxLength: 12 });
    const form = fc.record(
      Object.fromEntries(FREE_FIELDS.map((field) => [field, fc.oneof(text, fc.nat().map(String))])),
    );
    let taken = 0;
    fc.assert(
      fc.property(form, (texts) => {
        const parsed = purchaseFormSchema.safeParse({ ...FORM, ...texts });
        if (!parsed.success) return;
        taken += 1;
        const shippingAddress = shippingAddressOf(parsed.data);
        const call = { ...BUY, shippingAddress, delivery: parsed.data };
        expect(buySchema.parse(call).shippingAddress).toBe(shippingAddress);
      }),
    );
    expect(taken).toBeGreaterThan(10);
  });

  test('keeps the shortest and the longest composed address within the bounds of buySchema', () => {
    const filled = (length: number) =>
      Object.fromEntries(FREE_FIELDS.map((field) => [field, 'é'.repeat(length)]));
    const longest = Object.fromEntries(
      FREE_FIELDS.map((field) => {
        const lengths = [80, 56, 12].filter(
          (length) =>
            purchaseFormSchema.safeParse({ ...FORM, [field]: 'é'.repeat(length) }).success,
        );
        return [field, 'é'.repeat(Math.max(...lengths))];
      }),
    );
    for (const texts of [filled(1), longest]) {
      const shippingAddress = shippingAddressOf(purchaseFormSchema.parse({ ...FORM, ...texts }));
      expect(buySchema.safeParse({ ...BUY, shippingAddress }).success).toBe(true);
    }
  });
});
