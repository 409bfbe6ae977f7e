import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { declarationStatement } from './declaration.ts';
import {
  announcedReturnSchema,
  terminationSchema,
  withdrawalSchema,
} from './declarations.schema.ts';

const DECLARER = { name: 'Ada Lovelace', email: 'ada@example.fr' };
const named = (name: string) =>
  withdrawalSchema.safeParse({ ...DECLARER, name, orderId: 1 }).success;
const refers = (reference: string) =>
  withdrawalSchema.safeParse({ ...DECLARER, reference }).success;

describe('a name', () => {
  test.each([
    'Ada Lovelace',
    'Jean-Noël d’Aubigné',
    "O'Neill",
    'M. Dupont',
    'John F. Kennedy Jr.',
    'Nguyễn Thị Ánh',
    '李小龍',
    'J. R. R. Tolkien',
    'Юрий Гагарин',
    'محمد علي',
    'प्रिया शर्मा',
    'é'.repeat(80),
  ])('%s is taken', (name) => {
    expect(named(name)).toBe(true);
  });

  test.each([
    '',
    '   ',
    '---',
    'evil.com',
    'Ada.Lovelace',
    'http://evil.test',
    'www evil/test',
    'a@b.fr',
    '<b>Ada</b>',
    'Ada\nLovelace',
    'Ada\u202eecalevoL',
    'R2D2',
    'Appelez le 0612345678',
    'https꞉〳〳evilꓸtest',
    'evilꓸtest',
    'evilǃ',
    'Ecrivez. Vite',
    'é'.repeat(81),
  ])('%j is refused', (name) => {
    expect(named(name)).toBe(false);
  });
});

describe('a reference', () => {
  test.each(['12', 'commande 12', 'Abonnement mensuel', 'A-12', 'é'.repeat(60)])('%s', (text) => {
    expect(refers(text)).toBe(true);
  });

  test.each([
    '',
    ' - ',
    'n° 12',
    'evil.com',
    'x/y',
    '<svg>',
    '12\n13',
    'é'.repeat(61),
    'evilꓸtest',
    'tel 06 12 34 56 78',
    '٠٦١٢٣٤٥٦٧',
  ])('%j is refused', (text) => {
    expect(refers(text)).toBe(false);
  });
});

test('what a name and a reference can be holds no link', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 });
  fc.assert(
    fc.property(text, fc.constantFrom('.', ':', '/', '@', '//', '.fr', 'https://'), (one, sign) => {
      const typed = `a${one}${sign}b`;
      expect(named(typed) || refers(typed)).toBe(false);
    }),
  );
});

test('exactly one contract is named', () => {
  const parse = (contract: object) => withdrawalSchema.safeParse({ ...DECLARER, ...contract });
  for (const contract of [{ orderId: 1 }, { subscription: true }, { reference: '12' }]) {
    expect(parse(contract).success).toBe(true);
  }
  for (const contract of [{}, { orderId: 1, reference: '1' }, { subscription: false }]) {
    expect(parse(contract).success).toBe(false);
  }
  // A termination is of no order.
  expect(terminationSchema.safeParse({ ...DECLARER, orderId: 1 }).success).toBe(false);
});

test('a tracking number is four to forty letters and digits', () => {
  const takes = (tracking: string) => announcedReturnSchema.safeParse({ id: 1, tracking }).success;
  expect(['6A12345678901', 'ABCD'].every(takes)).toBe(true);
  expect(['ABC', 'A B C D', 'é'.repeat(5), '1'.repeat(41)].some(takes)).toBe(false);
});

describe('the words of a declaration', () => {
  test.each([
    [
      'withdrawal',
      { orderId: 12 },
      'Moi, Ada Lovelace, je renonce au contrat suivant : commande n° 12.',
      'I, Ada Lovelace, withdraw from the following contract: order no. 12.',
    ],
    [
      'termination',
      { subscription: true },
      'Moi, Ada Lovelace, je résilie le contrat suivant : mon abonnement.',
      'I, Ada Lovelace, terminate the following contract: my subscription.',
    ],
    [
      'withdrawal',
      { reference: '12' },
      'Moi, Ada Lovelace, je renonce au contrat suivant : commande n° 12.',
      'I, Ada Lovelace, withdraw from the following contract: order no. 12.',
    ],
    [
      'termination',
      { reference: '12' },
      'Moi, Ada Lovelace, je résilie le contrat suivant : 12.',
      'I, Ada Lovelace, terminate the following contract: 12.',
    ],
    [
      'withdrawal',
      { reference: 'commande 12' },
      'Moi, Ada Lovelace, je renonce au contrat suivant : commande 12.',
      'I, Ada Lovelace, withdraw from the following contract: commande 12.',
    ],
  ] as const)('of a %s of %j', (...[kind, contract, fr, en]) => {
    const say = (locale: 'fr' | 'en') =>
      declarationStatement({ kind, contract, name: DECLARER.name, locale }).replaceAll(
        '\u00A0',
        ' ',
      );
    expect([say('fr'), say('en')]).toEqual([fr, en]);
  });
});
