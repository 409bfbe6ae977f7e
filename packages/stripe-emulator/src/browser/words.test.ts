import { expect, test } from 'vitest';

import { refusalTextOf, WORDS } from './words.ts';

const ENGLISH = 'What the API says.';
const french = Object.entries(WORDS.fr.refusals ?? {});

test('the English text is that of the API', () => {
  const error = { type: 'card_error', code: 'invalid_cvc', message: ENGLISH };
  expect(refusalTextOf('en', error)).toBe(ENGLISH);
});

test.each(french)('%s has a French text of its own', (reason, sentence) => {
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
  ['its type, with an unknown code', { type: 'api_error', code: 'new' }, /prestataire de paiement/],
  [
    'a general text if neither is known',
    { type: 'invalid_request_error', code: 'new' },
    /n’a pas pu être vérifiée/,
  ],
  [
    'a general text for a property of Object.prototype',
    { type: 'constructor' },
    /n’a pas pu être vérifiée/,
  ],
])('an error is worded in French by %s', (_by, error, sentence) => {
  expect(refusalTextOf('fr', { ...error, message: ENGLISH })).toMatch(sentence);
});
