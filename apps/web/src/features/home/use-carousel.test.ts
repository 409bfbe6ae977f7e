import { expect, test } from 'vitest';

import { nextSlide, previousSlide, rangeOf } from './use-carousel.ts';

const COUNT = 8;

test.each([
  ['one slide in view', { first: 2, last: 2 }, 3],
  ['three slides in view', { first: 0, last: 2 }, 3],
  ['less than a view remains', { first: 4, last: 6 }, 7],
  ['the last slide in view', { first: 5, last: 7 }, 0],
])('nextSlide advances by one view: %s', (_name, range, slide) => {
  expect(nextSlide(range, COUNT)).toBe(slide);
});

test.each([
  ['one slide in view', { first: 2, last: 2 }, 1, 1],
  ['three slides in view', { first: 5, last: 7 }, 3, 2],
  ['the last view shows fewer slides', { first: 6, last: 7 }, 3, 3],
  ['less than a view remains', { first: 1, last: 3 }, 3, 0],
  ['the first slide in view', { first: 0, last: 2 }, 3, 7],
])('previousSlide goes back by one view: %s', (...[, range, viewed, slide]) => {
  expect(previousSlide(range, COUNT, viewed)).toBe(slide);
});

test('nextSlide shows every slide, then starts over', () => {
  const views: number[] = [];
  let first = 0;
  do {
    const last = Math.min(first + 2, COUNT - 1);
    views.push(first);
    first = nextSlide({ first, last }, COUNT);
  } while (first !== 0 && views.length <= COUNT);
  expect(views).toEqual([0, 3, 6]);
});

test('a single slide stays in place', () => {
  const only = { first: 0, last: 0 };
  expect([nextSlide(only, 1), previousSlide(only, 1, 1)]).toEqual([0, 0]);
});

test('rangeOf spans from the first to the last visible slide', () => {
  expect(rangeOf(new Set([4, 2, 3]))).toEqual({ first: 2, last: 4 });
  expect(rangeOf(new Set())).toBeUndefined();
});
