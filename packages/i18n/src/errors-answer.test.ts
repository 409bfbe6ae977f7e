import { ERROR_CODES, type MessageCode } from '@agres/domain/errors';
import { LOCALES } from '@agres/domain/locale';
import { SUCCESS_CODES } from '@agres/domain/success-codes';
import { expect, test } from 'vitest';

import { CODE_TEXTS } from './codes.ts';
import { createI18n } from './create-i18n.ts';
import { CODES, errorTexts } from './errors-answer.ts';
import { messages as englishFrame } from './locales/en/common.ts';
import { messages as frenchFrame } from './locales/fr/common.ts';
import { messageOf } from './message-of.ts';

const ALL_CODES: MessageCode[] = [...ERROR_CODES, ...SUCCESS_CODES];

test.each(ALL_CODES)('%s has its own text in French and in English', (code) => {
  const { fr, en } = errorTexts()[code];
  expect(en).toBe(CODE_TEXTS[code].message);
  expect(fr).not.toBe(code);
  expect(fr).not.toBe(en);
  for (const text of [fr, en]) expect(text).toMatch(/^\p{Lu}.+[.!]$/u);
});

// The texts of S8.04 to S8.21; the last eight are sentences that a French server used to send.
test.each([
  ['error_message', /later/, /plus tard/],
  ['invalid_email_message', /valid email/, /adresse e‑mail valide/],
  [
    'invalid_email_domain_message',
    /domain .* does not exist/,
    /ne peut pas recevoir d’e‑mails.*vérifiez ce qui suit le @/,
  ],
  ['invalid_password_message', /password must contain/, /mot de passe doit contenir/],
  ['incorrect_password', /password is incorrect/, /mot de passe est incorrect/],
  ['incorrect_email', /email address is incorrect/, /adresse e‑mail est incorrecte/],
  ['account_created', /account has been created/, /compte est créé/],
  ['forgotten_password_success', /new password/, /nouveau mot de passe/],
  ['incorrect_retrieve_code', /recovery link is not valid/, /lien de récupération n’est pas/],
  ['not_logged_in', /not logged in.*reload the page/, /session est fermée.*Rechargez la page/],
  ['message_sent', /message has been sent/, /message a été envoyé/],
  [
    'failed_purchase_contact_admin',
    /payment went through, but the order could not.*contact the administrator/,
    /paiement est passé, mais la commande n’a pas.*Contactez-nous/,
  ],
  ['sold_out_item', /out of stock/, /rupture de stock/],
  ['invalid_fields', /^Some required fields are incorrect\.$/, /champs obligatoires/],
  ['banking_information_updated', /bank details have been updated/, /votre carte est à jour/],
  ['invalid_card', /declined.*another card or.*your bank/, /refusée.*autre carte ou.*votre banque/],
  ['insufficient_funds', /funds .* insufficient/, /solde insuffisant/],
  ['not_subscribed', /not subscribed to the mobile app/, /Aucun abonnement à l’application mobile/],
  ['account_deleted', /account has been deleted/, /compte a été supprimé/],
  ['account_updated', /account has been updated/, /compte a été mis à jour/],
  ['password_not_lost', /not declared lost/, /nouveau mot de passe n’est attendu/],
  ['password_changed', /password has been changed/, /mot de passe a été modifié/],
  ['email_taken', /already taken/, /déjà utilisée/],
  ['unknown_email', /No user has this email/, /Aucun compte .* adresse e‑mail/],
  ['purchase_validated', /purchase is confirmed/, /commande est confirmée/],
] as const)('%s has the meaning of the specification in both languages', (code, en, fr) => {
  const text = errorTexts()[code];
  expect(text.en).toMatch(en);
  expect(text.fr).toMatch(fr);
});

test('no two codes have the same text', () => {
  const texts = Object.values(errorTexts());
  expect(new Set(texts.map((text) => text.fr)).size).toBe(ALL_CODES.length);
  expect(new Set(texts.map((text) => text.en)).size).toBe(ALL_CODES.length);
});

test('the password rule has the words of the specification', () => {
  expect(errorTexts().invalid_password_message).toEqual({
    fr: 'Le mot de passe doit contenir 8\u00A0caractères, une majuscule et un chiffre.',
    en: 'The password must contain 8 characters, an uppercase letter and a number.',
  });
});

test('every page has the general error message, in the same words', () => {
  const frame = { fr: frenchFrame, en: englishFrame };
  for (const locale of LOCALES) {
    const text = messageOf(createI18n(locale, frame), 'error_message');
    expect(text).toBe(errorTexts().error_message[locale]);
  }
});

test.each(['Vous êtes banni', 'some_new_code', 'constructor', '{x', '', 'letter.activation.title'])(
  'the unknown code %j is shown unchanged',
  (code) => {
    expect(messageOf(createI18n('fr', CODES), code)).toBe(code);
  },
);

test('a code that is the id of another text is shown unchanged', () => {
  const other = { fr: { 'frame.hello': ['Bonjour'] }, en: { 'frame.hello': ['Hello'] } };
  expect(messageOf(createI18n('fr', CODES, other), 'frame.hello')).toBe('frame.hello');
});

test('instances keep their own language', () => {
  const french = createI18n('fr', CODES);
  const english = createI18n('en', CODES);
  expect(messageOf(french, 'account_deleted')).toBe(
    'Votre compte a été supprimé. Un e‑mail vous le confirme.',
  );
  expect(messageOf(english, 'account_deleted')).toBe(
    'Your account has been deleted. We’ve emailed you to confirm.',
  );
  expect(messageOf(french, 'account_deleted')).toBe(
    'Votre compte a été supprimé. Un e‑mail vous le confirme.',
  );
});

test('an instance merges the catalogues it is given', () => {
  const extra = { fr: { greeting: ['Bonjour'] }, en: { greeting: ['Hello'] } };
  const i18n = createI18n('en', CODES, extra);
  expect(i18n._('greeting')).toBe('Hello');
  expect(messageOf(i18n, 'not_found')).toBe('We could not find what you are looking for.');
});
