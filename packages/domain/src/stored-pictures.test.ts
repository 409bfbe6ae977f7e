import { expect, test } from 'vitest';

import { isOwnPicture } from './stored-pictures.ts';

test.each([
  [`/pictures/stored/${'0a'.repeat(16)}/1600x900.webp`, true],
  ['/pictures/items/rope-1.webp', true],
  ['//elsewhere.example/pictures/a.webp', false],
  ['https://elsewhere.example/pictures/a.webp', false],
  ['/pictures/a.webp" onerror="alert(1)', false],
  ['/pictures/../api/users/status', false],
  ['javascript:alert(1)//pictures/a.webp', false],
  ['data:image/svg+xml,/pictures/a.webp', false],
])('isOwnPicture(%j) is %j', (address, isOwn) => {
  expect(isOwnPicture(address)).toBe(isOwn);
});
