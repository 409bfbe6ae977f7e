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

describe('planOf a call', () => {
  test('reserves for a buyer without earlier attempts', () => {
    expect(planOf(nothing, request)).toEqual({ step: 'reserve' });
  });

  test.each(['paid', 'refused'] as const)('replays an attempt that is %s', (state) => {
    const same = attempt({ state });
    expect(planOf({ ...nothing, same }, request)).toEqual({ step: 'replay', attempt: same });
  });

  test.each(['reserved', 'charging', 'requires_action'] as const)(
    'waits for an attempt that is %s while another call holds its lease, then takes it over',
    (state) => {
      const leased = attempt({ state, isLeased: true });
      expect(planOf({ ...nothing, same: leased }, request).step).toBe('wait');
      const free = attempt({ state });
      expect(planOf({ ...nothing, same: free }, request).step).toBe('take_over');
    },
  );

  test.each(['reserved', 'charging', 'requires_action', 'paid', 'refused', 'expired'] as const)(
    'rejects an idempotency key in %s that is reused with other content',
    (state) => {
      const same = attempt({ state, requestHash: new Uint8Array([9]) });
      const plan = planOf({ ...nothing, same }, request);
      expect(plan).toEqual({ step: 'refuse', code: 'invalid_fields' });
    },
  );

  test('reserves again for an expired attempt', () => {
    const same = attempt({ state: 'expired' });
    expect(planOf({ ...nothing, same }, request)).toEqual({ step: 'reserve_again', attempt: same });
  });

  test('replays an order whose response was lost, even after an expired attempt', () => {
    const unsent = attempt({ id: 'b', state: 'paid' });
    expect(planOf({ ...nothing, unsent }, request)).toEqual({ step: 'replay', attempt: unsent });
    const same = attempt({ state: 'expired' });
    expect(planOf({ ...nothing, same, unsent }, request).step).toBe('replay');
  });

  test('finishes another attempt of the same buyer first, or rejects the call while it is leased', () => {
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
