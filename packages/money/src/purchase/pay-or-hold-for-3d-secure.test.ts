import type { Intent, IntentState } from '@agres/payments/shapes';
import { describe, expect, test } from 'vitest';

import { verdictOf as verdictAt, type Verdict } from './pay-or-hold-for-3d-secure.ts';

const verdictOf = (attempt: Parameters<typeof verdictAt>[0], answer: Intent) =>
  verdictAt(attempt, answer, { id: 'ours', copiedAt: null });

const agreed = { id: 'attempt', amountCents: 2999, currency: 'eur', holdSeconds: 0 };

function intent(state: IntentState, given: Partial<Intent> = {}): Intent {
  return {
    id: 'pi_1',
    state,
    amountCents: 2999,
    refundedCents: 0,
    isDisputed: false,
    cardFingerprint: null,
    currency: 'eur',
    clientSecret: 'secret',
    attemptId: 'attempt',
    metadata: { installation: 'ours' },
    description: null,
    shipping: null,
    failure: null,
    createdAt: new Date(0),
    ...given,
  };
}

describe('verdictAt', () => {
  test.each<[IntentState, Verdict, Verdict]>([
    ['succeeded', 'pay', 'pay'],
    ['canceled', 'release', 'release'],
    ['processing', 'wait', 'wait'],
    ['created', 'cancel', 'cancel'],
    ['declined', 'refuse', 'cancel'],
    ['requires_action', 'hold', 'cancel'],
  ])('of a payment that is %s', (state, whileCharging, whileHeld) => {
    expect(verdictOf({ ...agreed, state: 'charging' }, intent(state))).toBe(whileCharging);
    expect(verdictOf({ ...agreed, state: 'requires_action' }, intent(state))).toBe(whileHeld);
  });

  test('waits for 3-D Secure while the unit is reserved', () => {
    const held = { ...agreed, state: 'requires_action' as const, holdSeconds: 1 };
    expect(verdictOf(held, intent('requires_action'))).toBe('wait');
  });

  test.each<Partial<Intent>>([
    { amountCents: 2998 },
    { amountCents: 3000 },
    { currency: 'usd' },
    { refundedCents: 1 },
  ])('refunds a payment that differs from the attempt: %o', (other) => {
    const charging = { ...agreed, state: 'charging' as const };
    expect(verdictOf(charging, intent('succeeded', other))).toBe('give_back');
  });

  test.each<Partial<Intent>>([
    { attemptId: 'another' },
    { attemptId: null },
    { metadata: { installation: 'another' } },
  ])('ignores a payment of another attempt or shop, in any state: %o', (other) => {
    const charging = { ...agreed, state: 'charging' as const };
    for (const state of ['succeeded', 'created', 'declined', 'requires_action'] as const) {
      expect(verdictOf(charging, intent(state, other))).toBe('leave');
    }
  });

  test('accepts a payment without a shop from an earlier release', () => {
    const charging = { ...agreed, state: 'charging' as const };
    expect(verdictOf(charging, intent('succeeded', { metadata: {} }))).toBe('pay');
  });
});
