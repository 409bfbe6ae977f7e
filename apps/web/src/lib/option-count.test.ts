import { expect, test } from 'vitest';

import { optionCountOf } from './option-count.ts';

test.each([
  ['fr', 'Longueur', 3, '3 longueurs'],
  ['fr', 'Épaisseur', 2, '2 épaisseurs'],
  ['fr', 'Poids', 4, '4 poids'],
  ['fr', 'Niveau', 2, '2 niveaux'],
  ['fr', 'Métal', 2, '2 métaux'],
  ['en', 'Length', 3, '3 lengths'],
  ['en', 'Thickness', 2, '2 thicknesses'],
  ['en', 'Density', 2, '2 densities'],
  ['en', 'Colourway', 2, '2 colourways'],
  ['fr', 'Taille de la poignée', 2, '2 options'],
  ['en', null, 5, '5 options'],
] as const)('in %s, %s times %i is %s', (...[locale, title, count, words]) => {
  expect(optionCountOf(locale, { title, count }).replaceAll('\u00A0', ' ')).toBe(words);
});
