import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  findItems,
  groupItems,
  isSearchable,
  partOf,
  sortItems,
  type ItemQuery,
} from './find-items.ts';
import type { ItemSort } from './item-list.ts';
import type { ItemUse } from './shape-values.ts';

const item = (fr: string, more: { description?: string; option?: string; use?: ItemUse } = {}) => ({
  title: { fr, en: `${fr} in English` },
  description: { fr: `<p>${more.description ?? ''}</p>`, en: '' },
  options: [{ title: { fr: more.option ?? '', en: '' }, remainingStock: 1 }],
  use: more.use ?? null,
});

const rings = item('Anneaux de gymnastique', { use: 'strength', option: '28 mm' });
const bars = item('Parallettes en hêtre', {
  use: 'balance',
  description: 'Deux <b>barres</b> R&amp;D',
});
const clubs = item('Massues', { use: 'juggling', description: 'Bel œuf, comme des anneaux' });
const rope = item('Corde à sauter', { option: 'Taille M' });
const pullUp = item('Barre de traction', { description: 'Une barre de 32 mm.' });
const band = item('Élastique de résistance', { description: 'Supporte 15 kg' });
const ITEMS = [clubs, bars, rings, rope, pullUp, band];

const find = (wanted: Partial<ItemQuery>) =>
  findItems(ITEMS, { text: '', use: null, locale: 'fr', ...wanted }).map(({ title }) => title.fr);

describe('findItems', () => {
  test.each([
    ['HETRE', ['Parallettes en hêtre']],
    ['hêtre  parall', ['Parallettes en hêtre']],
    ['oeuf', ['Massues']],
    ['28', ['Anneaux de gymnastique']],
    ['r&d', ['Parallettes en hêtre']],
    // Markup is not searched, nor the other language.
    ['<b>', []],
    ['english', []],
    ['hêtre anneaux', []],
    ['cordes', ['Corde à sauter']],
    ['anneau', ['Anneaux de gymnastique', 'Massues']],
    ['résistances élastiques', ['Élastique de résistance']],
    ['barre-de-traction', ['Barre de traction']],
    ['barres de tractions', ['Barre de traction']],
    ['l’élastique', ['Élastique de résistance']],
    ["l'elastique", ['Élastique de résistance']],
    ['l elastique', ['Élastique de résistance']],
    ['32mm', ['Barre de traction']],
    ['32 mm', ['Barre de traction']],
    ['28mm', ['Anneaux de gymnastique']],
    ['15kg', ['Élastique de résistance']],
    ['taille m', ['Corde à sauter']],
    ['ŒUF', ['Massues']],
    // Words match from their beginning: a ring is not in a bearing.
    ['traction', ['Barre de traction']],
    ['raction', []],
  ])('for “%s” finds items that contain all of its words', (text, found) => {
    expect(find({ text })).toEqual(found);
  });

  test('ranks matches in the title first', () => {
    expect(find({ text: 'anneaux' })).toEqual(['Anneaux de gymnastique', 'Massues']);
  });

  test('filters by use, with or without words', () => {
    expect(find({ use: 'juggling' })).toEqual(['Massues']);
    expect(find({ use: 'strength', text: 'anneaux' })).toEqual(['Anneaux de gymnastique']);
    expect(find({ use: 'mobility' })).toEqual([]);
  });

  test('without words returns all items, in the order of the shop', () => {
    expect(find({ text: '  ' })).toEqual(ITEMS.map(({ title }) => title.fr));
  });

  test('returns each item at most once, and only existing ones', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), (text) => {
        const found = find({ text });
        expect(new Set(found).size).toBe(found.length);
        expect(found.length).toBeLessThanOrEqual(ITEMS.length);
      }),
    );
  });
});

test('the search is shown from eight items on', () => {
  const of = (length: number) => Array.from({ length });
  expect([7, 8, 9].map((length) => isSearchable(of(length)))).toEqual([false, true, true]);
});

test('groupItems groups items by use, those without a use last', () => {
  const uses = ['endurance', null, 'balance', 'strength', 'mobility'] as const;
  const groups = groupItems(uses.map((use) => ({ use })));
  expect(groups.map(({ name, items }) => [name, items.map(({ use }) => use)])).toEqual([
    ['strength', ['balance', 'strength']],
    ['mobility', ['endurance', 'mobility']],
    ['other', [null]],
  ]);
});

test('sortItems sorts by price or newest, and keeps the order of the shop otherwise', () => {
  const items = [
    { id: 2, price: 30 },
    { id: 1, price: 45.5 },
    { id: 4, price: 9 },
    { id: 3, price: 30 },
  ];
  const idsBy = (sort: ItemSort | null) => sortItems(items, sort).map(({ id }) => id);
  expect(idsBy(null)).toEqual([2, 1, 4, 3]);
  expect(idsBy('price')).toEqual([4, 2, 3, 1]);
  expect(idsBy('newest')).toEqual([4, 3, 2, 1]);
});

test('partOf splits a list into parts of at most 60 without gaps or duplicates', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), (length) => {
      const all = Array.from({ length }, (_, index) => index);
      const { parts } = partOf(all, 1);
      const read = Array.from({ length: parts }, (_, index) => partOf(all, index + 1));
      expect(read.flatMap(({ items }) => items)).toEqual(all);
      expect(read.every(({ items }) => items.length <= 60)).toBe(true);
      // A page beyond the end is the last one.
      expect(partOf(all, parts + 1)).toEqual(read.at(-1));
    }),
  );
});
