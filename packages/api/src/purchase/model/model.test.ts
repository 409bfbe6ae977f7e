import { describe, expect, test } from 'vitest';

import { explore } from './explore.ts';
import type { Scenario } from './state.ts';
import type { Variant } from './variants.ts';

/** A double click and a rival, for the last unit. */
const RIVAL: Scenario = { stock: 1, users: [0, 1], calls: [0, 0, 1], generations: 1 };
/** A double click, then another card of the same person after a lost answer. */
const SECOND_KEY: Scenario = { stock: 2, users: [0, 0], calls: [0, 0, 1], generations: 1 };
/** The same click three times, over a purchase that expired in between. */
const AGAIN: Scenario = { stock: 1, users: [0], calls: [0, 0, 0], generations: 2 };

// Ten seconds in all, on a machine with nothing else to do.
describe(
  'the protocol of a purchase, over every interleaving, death and lost answer',
  { timeout: 120_000 },
  () => {
    test.each([
      ['a double click against a rival buyer of the last unit', RIVAL],
      ['another card of the same buyer after a lost answer', SECOND_KEY],
      ['a click that comes back after its purchase expired', AGAIN],
    ])('keeps every law with %s', (_name, scenario) => {
      const { states, violation } = explore(scenario, 'design');
      expect(violation).toBeNull();
      expect(states).toBeGreaterThan(50_000);
    });

    test.each<[Variant, Scenario, string]>([
      ['released_without_cancelling', RIVAL, 'money taken for nothing'],
      ['confirmed_without_lease', RIVAL, 'money taken for nothing'],
      ['unit_returned_without_condition', RIVAL, 'units lost or made'],
      ['charged_before_reserving', RIVAL, 'money taken for nothing'],
      ['no_sweep', RIVAL, 'stuck'],
      ['payment_not_checked', AGAIN, 'money taken for nothing'],
      ['refused_while_the_browser_may_confirm', RIVAL, 'money taken for nothing'],
      ['unsent_answer_forgotten', SECOND_KEY, 'bought twice after a lost answer'],
      ['several_in_flight', SECOND_KEY, 'bought twice after a lost answer'],
    ])('breaks a law when it is built otherwise: %s', (variant, scenario, law) => {
      const { violation } = explore(scenario, variant);
      expect(violation?.law).toBe(law);
      expect(violation?.trace.length).toBeGreaterThan(2);
    });
  },
);
