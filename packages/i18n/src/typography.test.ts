import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { typesetCatalogue, typesetFrench } from './typography.ts';

test.each([
  ['Plus que 2 en stock !', 'Plus que 2 en stock\u202F!'],
  ['Merci!', 'Merci\u202F!'],
  ['Vraiment ?!', 'Vraiment\u202F?!'],
  ['Oui ; non', 'Oui\u202F; non'],
  ['Prix : 5 €', 'Prix\u00A0: 5\u00A0€'],
  ['Prix: {price} €', 'Prix\u00A0: {price}\u00A0€'],
  ['sous 48 heures', 'sous 48\u00A0heures'],
  ['10 à 1000 caractères', '10 à 1000\u00A0caractères'],
  ['entre 10 et 1 000 caractères', 'entre 10 et 1\u202F000\u00A0caractères'],
  ['17 % de moins', '17\u202F% de moins'],
  ['« Bonjour »', '«\u00A0Bonjour\u00A0»'],
  ['le 14e jour', 'le 14ᵉ jour'],
  ['sous {days} jours', 'sous {days}\u00A0jours'],
  ['{megabytes} Mo au plus', '{megabytes}\u00A0Mo au plus'],
  [
    '{n, plural, one {# min} other {# min}} par jour',
    '{n, plural, one {#\u00A0min} other {#\u00A0min}} par jour',
  ],
  ['3 × {minutes} min', '3\u00A0×\u00A0{minutes}\u00A0min'],
  ['de 9 h à 19 h', 'de 9\u00A0h à 19\u00A0h'],
  ['Commande n° {id}', 'Commande n°\u00A0{id}'],
  ['N° 12 du 3 mai', 'N°\u00A012 du 3 mai'],
  [' : {changes}', '\u00A0: {changes}'],
  ["l'article d'{name}", 'l’article d’{name}'],
  ['<0>Envoyer</0> !', '<0>Envoyer</0>\u202F!'],
  [
    '{count, plural, one {Plus que # en stock !} other {Plus que # en stock !}}',
    '{count, plural, one {Plus que # en stock\u202F!} other {Plus que # en stock\u202F!}}',
  ],
])('typesetFrench(%j) is %j', (typed, set) => {
  expect(typesetFrench(typed)).toBe(set);
});

test.each([
  'https://site.test/fr/boutique?x=1',
  'Ouvert de 10:30 à 12:00',
  'Plus que 2 en stock',
  '3 moissons',
  '3exemples',
  '{name} s’abonne',
  'Commence par https://, mailto: ou /',
  'Re: {subject}',
  'Aucun article pour le moment...',
  '{count, plural, one {# article} other {# articles}}',
  'Deux lignes\nà la suite',
  '',
])('typesetFrench leaves %j unchanged', (text) => {
  expect(typesetFrench(text)).toBe(text);
});

test.each([
  ['Votre e-mail, voir ci-dessous.', 'Votre e\u2011mail, voir ci\u2011dessous.'],
  ['Un e-mail ?', 'Un e\u2011mail\u202F?'],
  ['Regardez ceux-ci, ou celle-ci.', 'Regardez ceux\u2011ci, ou celle\u2011ci.'],
  ['lea-e-mail@site.test', 'lea-e-mail@site.test'],
  ['8 à 30 caractères', '8\u00A0à\u00A030\u00A0caractères'],
  ['de {from} à {to} jours', 'de {from}\u00A0à\u00A0{to}\u00A0jours'],
  ['un rendez-vous, ici-bas', 'un rendez-vous, ici-bas'],
])('typesetCatalogue(%j) is %j', (typed, set) => {
  expect(typesetCatalogue(typed)).toBe(set);
  expect(typesetCatalogue(set)).toBe(set);
});

test.each(['Oups! Erreur 404', "Confirmer l'achat"])(
  'typesetFrench leaves the specified text %j unchanged',
  (text) => {
    expect(typesetFrench(text)).toBe(text);
    expect(typesetFrench(`${text}.`)).not.toBe(`${text}.`);
  },
);

const WORDS = ['mot', "l'eau", '{n}', '<0>lien</0>', '5', '« mot »', '17 %', '5€'];
const MARKS = ['', '.', '!', ' !', '?!', ' ;', ':', ' :', '...'];

test('typesetFrench is idempotent', () => {
  const word = fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...MARKS));
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const once = typesetFrench(words.map((parts) => parts.join('')).join(' '));
      expect(typesetFrench(once)).toBe(once);
      expect(once).not.toMatch(/ [;:!?»€%]|« |\p{L}[;!?]|\p{L}'/u);
    }),
  );
});
