import { describe, expect, test } from 'vitest';

import { idempotencyKeyOf } from '../checkout/idempotency-key.ts';
import { requestHashOf } from './purchase-request.ts';

const input = {
  id: 1,
  optionIndex: 0,
  area: 0 as const,
  firstName: 'Jeanne',
  lastName: 'Petit',
  shippingAddress: 'Relais du Port\n12 bis rue des Lilas',
  cgv: true as const,
  stripeToken: 'tok_1AbCdEfGhIjKlMnO',
};

describe('idempotencyKeyOf', () => {
  test('is the header, with any card', () => {
    const source = { header: 'abc', token: input.stripeToken, isLive: true };
    expect(idempotencyKeyOf(source)).toBe('h:abc');
  });

  test('is derived from the card token without a header', () => {
    const key = () =>
      idempotencyKeyOf({ header: undefined, token: input.stripeToken, isLive: false });
    expect(key()).toBe(key());
    expect(key()).not.toContain(input.stripeToken);
    expect(key()).not.toBe(
      idempotencyKeyOf({ header: undefined, token: 'tok_1other', isLive: false }),
    );
  });

  test.each(['tok_visa', 'tok_chargeDeclined', 'tok_threeDSecure2Required', 'pm_card_visa'])(
    'is new for each call with the reusable test token %s, but never in live mode',
    (token) => {
      const key = (isLive: boolean) => idempotencyKeyOf({ header: undefined, token, isLive });
      expect(key(false)).not.toBe(key(false));
      expect(key(true)).toBe(key(true));
    },
  );

  test.each(['', ' ', 'a b', 'é', 'x'.repeat(256), 'a\n'])('rejects the header %j', (header) => {
    const source = { header, token: input.stripeToken, isLive: true };
    expect(() => idempotencyKeyOf(source)).toThrow('invalid_fields');
  });
});

describe('requestHashOf', () => {
  test('ignores the card', () => {
    expect(requestHashOf({ ...input, stripeToken: 'tok_other' })).toEqual(requestHashOf(input));
  });

  test.each([
    { id: 2 },
    { optionIndex: 1 },
    { area: 1 as const },
    { firstName: 'Jean' },
    { lastName: 'Grand' },
    { shippingAddress: 'Ailleurs, loin' },
    { firstName: 'Jeanne","Petit', lastName: '' },
  ])('distinguishes %o', (other) => {
    expect(requestHashOf({ ...input, ...other })).not.toEqual(requestHashOf(input));
  });
});
