import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { subscribeSchema, updateCardSchema } from './subscription.schema.ts';
import {
  discountCodeKeyOf,
  generateDiscountCode,
  periodEndOf,
  PLAN_PRICES_CENTS,
  YEARLY_PER_MONTH_CENTS,
  YEARLY_SAVING_PERCENT,
} from './subscription.ts';

const SUBSCRIBE = { stripeToken: 'tok_visa', plan: 'monthly' };

test('the figures of the promotion follow from the two prices', () => {
  expect(PLAN_PRICES_CENTS).toEqual({ monthly: 1999, yearly: 19_999 });
  expect(YEARLY_PER_MONTH_CENTS).toBe(1666);
  expect(YEARLY_SAVING_PERCENT).toBe(17);
});

test.each([
  { plan: 'monthly', from: '2026-11-21T10:30:00Z', to: '2026-12-21T10:30:00Z' },
  { plan: 'monthly', from: '2026-12-31T23:59:59Z', to: '2027-01-31T23:59:59Z' },
  { plan: 'monthly', from: '2027-01-31T00:00:00Z', to: '2027-02-28T00:00:00Z' },
  { plan: 'yearly', from: '2026-11-21T10:30:00Z', to: '2027-11-21T10:30:00Z' },
  { plan: 'yearly', from: '2028-02-29T08:00:00Z', to: '2029-02-28T08:00:00Z' },
] as const)('a $plan period from $from ends on $to', ({ plan, from, to }) => {
  expect(periodEndOf(plan, new Date(from))).toEqual(new Date(to));
});

test('a discount code has unambiguous letters and digits, and is accepted in any notation', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 8, maxLength: 16 }), (bytes) => {
      const code = generateDiscountCode(bytes);
      expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
      const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `;
      expect(subscribeSchema.parse({ ...SUBSCRIBE, discountCode: typed }).discountCode).toBe(code);
    }),
  );
});

test('different bytes give different codes', () => {
  const codes = Array.from({ length: 32 }, (_, byte) =>
    generateDiscountCode(new Uint8Array(8).fill(byte)),
  );
  expect(new Set(codes).size).toBe(32);
});

test('too few random bytes throw a RangeError', () => {
  expect(() => generateDiscountCode(new Uint8Array(7))).toThrow(RangeError);
});

test('codes are compared without spaces, hyphens and case', () => {
  expect(discountCodeKeyOf(' ab-cd 23 ')).toBe('ABCD23');
  expect(discountCodeKeyOf('\uFEFFab\u200Bcd23')).toBe('ABCD23');
});

test('a code is optional, and a blank one is none', () => {
  expect(subscribeSchema.parse(SUBSCRIBE).discountCode).toBeUndefined();
  expect(subscribeSchema.parse({ ...SUBSCRIBE, discountCode: '  ' }).discountCode).toBeUndefined();
});

test.each([
  { plan: 'weekly' },
  { plan: undefined },
  { stripeToken: 'sub_1' },
  { stripeToken: null },
  { discountCode: 'a' },
  { discountCode: 'ABCD_234' },
  { discountCode: 'A'.repeat(41) },
  { discountCode: null },
  { discountCode: { not: '' } },
])('a subscription with %j is rejected', (change) => {
  const messages = subscribeSchema
    .safeParse({ ...SUBSCRIBE, ...change })
    .error?.issues.map((issue) => issue.message);
  expect(messages).toEqual(['invalid_fields']);
});

test('resuming a subscription needs no card', () => {
  expect(subscribeSchema.parse({ plan: 'monthly' }).stripeToken).toBeUndefined();
});

test('a card update needs a valid token', () => {
  expect(updateCardSchema.safeParse({ stripeToken: 'pm_card_visa' }).success).toBe(true);
  expect(updateCardSchema.safeParse({ stripeToken: '{}' }).success).toBe(false);
});
