import { describe, expect, test } from 'vitest';

import { planOf, type EarlierAttempts } from './plan.ts';
import type { Attempt } from './purchase-attempt.ts';

const HASH = new Uint8Array([1, 2, 3]);
const request = { requestHash: HASH };
const nothing: EarlierAttempts = { same: undefined, unsent: undefined, inFlight: undefined };

function attempt(given: Partial<Attempt>): Attempt {
  return {
    id: 'a',
    userId: 1,
    requestHash: HASH,
    cardHash: null,
    state: 'charging',
    optionId: 1,
    itemId: 1,
    area: 0,
    amountCents: 2999,
    currency: 'eur',
    account: 'main',
    intentId: 'pi_1',
    generation: 0,
    leaseHolder: null,
    isLeased: false,
    holdSeconds: 0,
    failureCode: null,
    tries: 0,
    ageSeconds: 1,
    idempotencyKey: 'h:key',
    buyerHash: null,
    requestId: null,
    priceCents: 3000,
    title: 'Anneaux',
    chosenTitle: null,
    locale: 'fr',
    cgvAt: new Date(0),
    contractText: null,
    firstName: 'Jeanne',
    lastName: 'Petit',
    shippingAddress: 'Bourg',
    ...given,
  };
}

describe('what a call does next', () => {
  test('a buyer without a past reserves', () => {
    expect(planOf(nothing, request)).toEqual({ step: 'reserve' });
  });

  test.each(['paid', 'refused'] as const)(
    'an attempt that ended as %s is answered so again',
    (state) => {
      const same = attempt({ state });
      expect(planOf({ ...nothing, same }, request)).toEqual({ step: 'replay', attempt: same });
    },
  );

  test.each(['reserved', 'charging', 'requires_action'] as const)(
    'an attempt in %s is waited for while another call works on it, then taken over',
    (state) => {
      const leased = attempt({ state, isLeased: true });
      expect(planOf({ ...nothing, same: leased }, request).step).toBe('wait');
      const free = attempt({ state });
      expect(planOf({ ...nothing, same: free }, request).step).toBe('take_over');
    },
  );

  test.each(['reserved', 'charging', 'requires_action', 'paid', 'refused', 'expired'] as const)(
    'a key in %s that comes with another content is refused',
    (state) => {
      const same = attempt({ state, requestHash: new Uint8Array([9]) });
      const plan = planOf({ ...nothing, same }, request);
      expect(plan).toEqual({ step: 'refuse', code: 'invalid_fields' });
    },
  );

  test('an expired attempt begins again', () => {
    const same = attempt({ state: 'expired' });
    expect(planOf({ ...nothing, same }, request)).toEqual({ step: 'reserve_again', attempt: same });
  });

  test('an order that its buyer never heard of is the answer, also to an expired attempt', () => {
    const unsent = attempt({ id: 'b', state: 'paid' });
    expect(planOf({ ...nothing, unsent }, request)).toEqual({ step: 'replay', attempt: unsent });
    const same = attempt({ state: 'expired' });
    expect(planOf({ ...nothing, same, unsent }, request).step).toBe('replay');
  });

  test('another attempt of the same buyer is waited out or finished', () => {
    const busy = attempt({ id: 'b', isLeased: true });
    expect(planOf({ ...nothing, inFlight: busy }, request)).toEqual({
      step: 'refuse',
      code: 'purchase_in_progress',
    });
    const left = attempt({ id: 'b' });
    expect(planOf({ ...nothing, inFlight: left }, request)).toEqual({
      step: 'finish_older',
      attempt: left,
    });
    const same = attempt({ state: 'expired' });
    expect(planOf({ ...nothing, same, inFlight: left }, request).step).toBe('finish_older');
  });
});
