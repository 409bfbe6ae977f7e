import { describe, expect, test } from 'vitest';

import { explore } from './explore.ts';
import type { Scenario } from './state.ts';
import type { Variant } from './variants.ts';

/** A call, its repetition and a competing buyer, for the last unit. */
const RIVAL: Scenario = { stock: 1, users: [0, 1], calls: [0, 0, 1], generations: 1 };
/** A call and its repetition, then another card of the same buyer after a lost response. */
const SECOND_KEY: Scenario = { stock: 2, users: [0, 0], calls: [0, 0, 1], generations: 1 };
/** The same call three times, while its purchase expires. */
const AGAIN: Scenario = { stock: 1, users: [0], calls: [0, 0, 0], generations: 2 };

/** A call, its repetition after a restored backup has lost its rows, and another card of the same buyer. */
const RESTORED: Scenario = {
  stock: 2,
  users: [0, 0],
  calls: [0, 0, 1],
  generations: 2,
  losesRows: true,
};

// About ten seconds in total on an idle machine.
describe(
  'the purchase protocol, for every interleaving, crash and lost response',
  { timeout: 120_000 },
  () => {
    test.each([
      ['a repeated call against a rival buyer of the last unit', RIVAL],
      ['another card of the same buyer after a lost response', SECOND_KEY],
      ['a call repeated after its purchase expired', AGAIN],
      ['rows lost by a restored backup', RESTORED],
    ])('keeps every invariant with %s', (_name, scenario) => {
      const { states, violation } = explore(scenario, 'design');
      expect(violation).toBeNull();
      expect(states).toBeGreaterThan(50_000);
    });

    test.each<[Variant, Scenario, string]>([
      ['released_without_cancelling', RIVAL, 'money taken for nothing'],
      ['confirmed_without_lease', RIVAL, 'money taken for nothing'],
      ['unit_returned_without_condition', RIVAL, 'units lost or made'],
      ['charged_before_reserving', RIVAL, 'money taken for nothing'],
      ['no_reconciler', RIVAL, 'stuck'],
      ['payment_not_checked', AGAIN, 'money taken for nothing'],
      ['refused_while_the_browser_may_confirm', RIVAL, 'money taken for nothing'],
      ['unsent_answer_forgotten', SECOND_KEY, 'bought twice after a lost answer'],
      ['several_in_flight', SECOND_KEY, 'bought twice after a lost answer'],
      ['no_audit', RESTORED, 'money taken for nothing'],
      ['rebuilt_without_condition', RESTORED, 'units lost or made'],
      ['rebuilt_over_a_second_purchase', RESTORED, 'bought twice after a lost answer'],
    ])('breaks an invariant in the variant %s', (variant, scenario, invariant) => {
      const { violation } = explore(scenario, variant);
      expect(violation?.invariant).toBe(invariant);
      expect(violation?.trace.length).toBeGreaterThan(2);
    });
  },
);
