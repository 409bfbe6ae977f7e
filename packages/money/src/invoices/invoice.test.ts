import { expect, test } from 'vitest';

import { vatCentsOf } from './invoice.ts';

test.each([
  [2799, 20, 466],
  // Half a cent: a refund must offset its payment exactly.
  [-2799, 20, -466],
  [6499, 5.5, 339],
  [0, 20, 0],
  [6499, null, 0],
])('of %d cents with a rate of %s, %d are VAT', (grossCents, vatPercent, vatCents) => {
  expect(vatCentsOf(grossCents, vatPercent)).toBe(vatCents);
});
