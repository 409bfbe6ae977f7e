import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { idOfSegment, idWithSlug, slugOf } from './slug.ts';

test.each([
  ['First handstand', 'first-handstand'],
  ['L’équilibre, pas à pas !', 'l-equilibre-pas-a-pas'],
  ['Cœur & gainage : 3 × 10', 'coeur-gainage-3-10'],
  ['  --  ', ''],
  ['倒立', ''],
])('the slug of %j is %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

test('a long title is cut between two words', () => {
  const slug = slugOf('mot '.repeat(40));
  expect(slug).toHaveLength(59);
  expect(slug).toMatch(/^(?:mot-)+mot$/);
  expect(slugOf('x'.repeat(100))).toHaveLength(60);
});

test('an id with any slug parses back to its id, and needs no encoding', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_147_483_647 }), fc.string(), (id, title) => {
      const segment = idWithSlug(id, title);
      expect(idOfSegment(segment)).toBe(id);
      expect(encodeURIComponent(segment)).toBe(segment);
      expect(segment.length).toBeLessThanOrEqual(71);
    }),
  );
});

test.each([
  ['12', 12],
  ['12-first-handstand', 12],
  ['12-', 12],
  ['012', 12],
  ['12first', undefined],
  ['first-12', undefined],
  ['0', undefined],
  ['-12', undefined],
  ['2147483648', undefined],
  ['99999999999', undefined],
  ['', undefined],
  ['1e3', undefined],
])('the segment %j has the id %j', (segment, id) => {
  expect(idOfSegment(segment)).toBe(id);
});
