import { expect, test } from 'vitest';

import { absentSentences } from './specified-sentences.ts';

test.each([
  ['Plus que N en stock !', 'Plus que {count} en stock\u202F!'],
  [
    'Plus que N en stock !',
    '{count, plural, one {Plus que # en stock\u202F!} other {Plus que # en stock\u202F!}}',
  ],
  ['Livrée le N', 'Livrée le {date}'],
  ['Livrée le N', '<0>Livrée</0> le {date}'],
  ['Tous droits réservés', 'Depuis {0}. Tous droits réservés.'],
])('“%s” is found in “%s”', (sentence, text) => {
  expect(absentSentences([sentence], ['Boutique', text])).toEqual([]);
});

test.each([
  ['Aucun article en vente.', 'Aucun article en vente'],
  ["Confirmer l'achat", 'Confirmer l’achat'],
  ['Oups! Erreur 404', 'Oups\u202F! Erreur 404'],
  ['SE DECONNECTER', 'Se déconnecter'],
])('“%s” does not match “%s”', (sentence, text) => {
  expect(absentSentences([sentence], [text])).toEqual([sentence]);
});
