import { expect, test } from 'vitest';

import { refusalTextOf, WORDS } from './words.ts';

const ENGLISH = 'What the API says.';
const french = Object.entries(WORDS.fr.refusals ?? {});

test('the API’s own language is told as the API says it', () => {
  const error = { type: 'card_error', code: 'invalid_cvc', message: ENGLISH };
  expect(refusalTextOf('en', error)).toBe(ENGLISH);
});

test.each(french)('%s has a French sentence of its own', (reason, sentence) => {
  expect(refusalTextOf('fr', { type: 'card_error', code: reason, message: ENGLISH })).toBe(
    sentence,
  );
  expect(french.filter(([, other]) => other === sentence)).toHaveLength(1);
});

test.each([
  ['its code', { type: 'card_error', code: 'invalid_cvc' }, /^Le code de sécurité/],
  ['the code of a month', { type: 'card_error', code: 'invalid_expiry_month' }, /^Le mois/],
  ['the code of a year', { type: 'card_error', code: 'invalid_expiry_year' }, /^L’année/],
  ['its type, without a code', { type: 'api_error' }, /prestataire de paiement/],
  [
    'its type, under an unknown code',
    { type: 'api_error', code: 'new' },
    /prestataire de paiement/,
  ],
  ['neither', { type: 'invalid_request_error', code: 'new' }, /n’a pas pu être vérifiée/],
  ['what every object has', { type: 'constructor' }, /n’a pas pu être vérifiée/],
])('a French reader is told a refusal by %s', (_by, error, sentence) => {
  expect(refusalTextOf('fr', { ...error, message: ENGLISH })).toMatch(sentence);
});
