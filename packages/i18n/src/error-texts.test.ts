import { ERROR_CODES, NOTICE_CODES, type MessageCode } from '@shop/domain/errors';
import { expect, test } from 'vitest';

import { CODE_TEXTS } from './codes.ts';
import { createI18n } from './create-i18n.ts';
import { CODES, errorTexts } from './error-texts.ts';
import { messageOf } from './message-of.ts';

const ALL_CODES: MessageCode[] = [...ERROR_CODES, ...NOTICE_CODES];

test.each(ALL_CODES)('%s has a text of its own in French and in English', (code) => {
  const { fr, en } = errorTexts()[code];
  expect(en).toBe(CODE_TEXTS[code].message);
  expect(fr).not.toBe(code);
  expect(fr).not.toBe(en);
  for (const text of [fr, en]) expect(text).toMatch(/^\p{Lu}.+[.!]$/u);
});

test('no two codes say the same', () => {
  const texts = Object.values(errorTexts());
  expect(new Set(texts.map((text) => text.fr)).size).toBe(ALL_CODES.length);
  expect(new Set(texts.map((text) => text.en)).size).toBe(ALL_CODES.length);
});

test('the password rule is told in the words of the specification', () => {
  expect(errorTexts().invalid_password_message).toEqual({
    fr: 'Le mot de passe doit contenir 8 caractères, une majuscule et un chiffre.',
    en: 'The password must contain 8 characters, an uppercase letter and a number.',
  });
});

test.each(['Vous êtes banni', 'some_new_code', 'constructor', '{x', '', 'letter.activation.title'])(
  'the unknown code %j is shown as it is',
  (code) => {
    expect(messageOf(createI18n('fr', CODES), code)).toBe(code);
  },
);

test('a code that happens to be the id of another text is shown as it is', () => {
  const other = { fr: { 'frame.hello': ['Bonjour'] }, en: { 'frame.hello': ['Hello'] } };
  expect(messageOf(createI18n('fr', CODES, other), 'frame.hello')).toBe('frame.hello');
});

test('instances do not speak for each other', () => {
  const french = createI18n('fr', CODES);
  const english = createI18n('en', CODES);
  expect(messageOf(french, 'account_deleted')).toBe('Votre compte a été supprimé.');
  expect(messageOf(english, 'account_deleted')).toBe('Your account has been deleted.');
  expect(messageOf(french, 'account_deleted')).toBe('Votre compte a été supprimé.');
});

test('an instance joins the catalogues it is given', () => {
  const extra = { fr: { greeting: ['Bonjour'] }, en: { greeting: ['Hello'] } };
  const i18n = createI18n('en', CODES, extra);
  expect(i18n._('greeting')).toBe('Hello');
  expect(messageOf(i18n, 'not_found')).toBe('We could not find what you are looking for.');
});
