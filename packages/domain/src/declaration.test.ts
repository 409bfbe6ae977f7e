import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  declarationStatement,
  mailedReference,
  numbersIn,
  orderNumberOf,
  withdrawalIn,
  withdrawalReason,
} from './declaration.ts';
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
    'é'.repeat(60),
    'Ada Byron Countess of Lovelace Esq.',
  ])('%s is accepted', (name) => {
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
    'un mot de trop dans ce nom',
    'é'.repeat(61),
  ])('%j is rejected', (name) => {
    expect(named(name)).toBe(false);
  });
});

describe('a reference', () => {
  test.each([
    '12',
    'n° 7',
    '#7',
    'commande n° 16',
    'N°16',
    '16.',
    'Abonnement mensuel',
    '12, 13 et 14 (tapis)',
    'https://example.fr/x',
    '<svg>',
    '…',
    'é'.repeat(200),
  ])('%s is accepted unchanged', (reference) => {
    const parsed = withdrawalSchema.safeParse({ ...DECLARER, reference });
    expect(parsed.data?.reference).toBe(reference);
  });

  test('becomes a single line', () => {
    const parsed = withdrawalSchema.safeParse({ ...DECLARER, reference: ' 12\n 13\t14 ' });
    expect(parsed.data?.reference).toBe('12 13 14');
  });

  test.each(['', ' ', 'é'.repeat(201)])('the blank or overlong %j is rejected', (text) => {
    expect(refers(text)).toBe(false);
  });
});

describe('orderNumberOf a reference', () => {
  test.each([
    ['7', '7'],
    ['007', '7'],
    ['n° 7', '7'],
    ['N°\u00A07', '7'],
    ['nº7', '7'],
    ['no. 7', '7'],
    ['n 7', '7'],
    ['#7', '7'],
    ['commande 7', '7'],
    ['Commande n° 16', '16'],
    ['ma commande numéro 16.', '16'],
    ['Order no. 16', '16'],
    ['16.', '16'],
    ['commande 12 bis', null],
    ['12 et 13', null],
    ['1234567890', null],
    ['0', null],
    ['tapis', null],
  ])('%s is %s', (reference, number) => {
    expect(orderNumberOf({ reference })).toBe(number);
  });

  test.each([
    ['commandes 7 et 0012', [7, 12]],
    ['7, 7, 7', [7]],
    ['1 2 3 4 5 6', [1, 2, 3, 4, 5]],
    ['tel 06 123456789012', [6]],
    ['rien', []],
  ])('numbersIn(%s)', (reference, numbers) => {
    expect(numbersIn(reference)).toEqual(numbers);
  });
});

describe('mailedReference', () => {
  test.each([
    ['commande 12', 'commande 12'],
    ['A-12', 'A-12'],
    ['voir https://evil.test/a?b', 'voir https evil test a b'],
    ['ecrire@evil.fr', 'ecrire evil fr'],
    ['tel 06 12 34 56 78', 'tel 06 12 34 56 7'],
    ['٠٦١٢', '…'],
    ['evilꓸtest', 'evil test'],
    ['é'.repeat(61), 'é'.repeat(60)],
  ])('of %s is %s', (reference, mailed) => {
    expect(mailedReference(reference)).toBe(mailed);
  });
});

test('names and mailed references contain nothing that mail programs make a link of', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 });
  fc.assert(
    fc.property(text, fc.constantFrom('.', ':', '/', '@', '//', '.fr', 'https://'), (one, sign) => {
      const typed = `a${one}${sign}b`;
      expect(named(typed)).toBe(false);
      expect(mailedReference(typed)).toMatch(/^[\p{L}\p{M}\d -]*…?$/u);
    }),
  );
});

test('a declaration names exactly one contract', () => {
  const parse = (contract: object) => withdrawalSchema.safeParse({ ...DECLARER, ...contract });
  for (const contract of [{ orderId: 1 }, { subscription: true }, { reference: '12' }]) {
    expect(parse(contract).success).toBe(true);
  }
  for (const contract of [{}, { orderId: 1, reference: '1' }, { subscription: false }]) {
    expect(parse(contract).success).toBe(false);
  }
  expect(terminationSchema.safeParse({ ...DECLARER, orderId: 1 }).success).toBe(false);
});

test('a tracking number has four to forty letters and digits', () => {
  const takes = (tracking: string) => announcedReturnSchema.safeParse({ id: 1, tracking }).success;
  expect(['6A12345678901', 'ABCD'].every(takes)).toBe(true);
  expect(['ABC', 'A B C D', 'é'.repeat(5), '1'.repeat(41)].some(takes)).toBe(false);
});

describe('declarationStatement', () => {
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
      'Moi, Ada Lovelace, je renonce au contrat suivant : commande n° 12.',
      'I, Ada Lovelace, withdraw from the following contract: order no. 12.',
    ],
    [
      'withdrawal',
      { reference: 'le tapis (commande 12)' },
      'Moi, Ada Lovelace, je renonce au contrat suivant : le tapis (commande 12).',
      'I, Ada Lovelace, withdraw from the following contract: le tapis (commande 12).',
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

test('withdrawalIn reads a withdrawal’s number, and not free text', () => {
  expect(withdrawalIn(withdrawalReason(12))).toBe(12);
  expect(withdrawalIn('Withdrawal, declaration 12, and more')).toBeNull();
});
