import { describe, expect, test } from 'vitest';

import { search } from '../checkout/search.ts';
import { refundProtocol } from './protocol.ts';
import { initialState, type Scenario } from './state.ts';
import type { Variant } from './variants.ts';

const PART = { what: 'refund', key: 'part', amount: 1 } as const;
const WHOLE = { what: 'refund', key: 'whole', amount: 'all' } as const;

/** One refund and two processes: 5xx responses with or without their effect, lost responses and late calls. */
const LOST_ANSWERS: Scenario = { paid: 2, wishes: [PART], budget: { serverErrors: 1 } };
/** The same until the provider forgets its idempotency keys. */
const OLD_KEY: Scenario = {
  paid: 2,
  wishes: [PART],
  reconcilers: 1,
  budget: { serverErrors: 1, days: 1 },
};
/** A double click, and a refund that the bank returns. */
const DOUBLE_CLICK: Scenario = {
  paid: 2,
  wishes: [PART, PART],
  reconcilers: 1,
  budget: { comingBack: 1 },
};
/** Two people on the same page: one refunds a part, one the rest, each with the unit. */
const SECOND_PERSON: Scenario = {
  paid: 2,
  wishes: [
    { ...PART, unitIsBack: true },
    { ...WHOLE, unitIsBack: true },
  ],
  reconcilers: 1,
};
/** A part, the rest, and a refund in the dashboard meanwhile. */
const DASHBOARD: Scenario = {
  paid: 2,
  wishes: [PART, WHOLE],
  reconcilers: 1,
  budget: { dashboard: 1 },
};
/** Two audits with lists of different ages, around a refund that the bank returns. */
const OLD_LIST: Scenario = {
  paid: 2,
  wishes: [PART],
  reconcilers: 1,
  audits: 2,
  budget: { dashboard: 1, comingBack: 1 },
};
/** Cancelled while a partial refund is in flight; the parcel leaves meanwhile. */
const CANCELLED: Scenario = {
  paid: 2,
  wishes: [{ ...PART, unitIsBack: true }, { what: 'cancel', key: 'cancel' }, { what: 'send' }],
  reconcilers: 1,
};

// About fifteen seconds in total on an idle machine.
describe(
  'the refund protocol, for every interleaving, crash and lost response',
  { timeout: 120_000 },
  () => {
    test.each([
      ['lost, late or failed responses', LOST_ANSWERS],
      ['expired idempotency keys', OLD_KEY],
      ['a double click, and a returned refund', DOUBLE_CLICK],
      ['a second person on the same page', SECOND_PERSON],
      ['a refund in the dashboard', DASHBOARD],
      ['lists of different ages', OLD_LIST],
      ['an order cancelled or sent meanwhile', CANCELLED],
    ])('keeps every invariant with %s', (_name, scenario) => {
      const { states, violation } = search(
        initialState(scenario),
        refundProtocol(scenario, 'design'),
      );
      expect(violation).toBeNull();
      expect(states).toBeGreaterThan(2000);
    });

    test.each<[Variant, Scenario, string]>([
      ['no_order_lock', SECOND_PERSON, 'more promised than paid'],
      ['new_key_after_no_answer', LOST_ANSWERS, 'one promise given twice'],
      ['created_without_list', LOST_ANSWERS, 'one promise given twice'],
      ['restocked_without_unique', SECOND_PERSON, 'the unit came back twice'],
      ['cancelled_without_sent_check', CANCELLED, 'cancelled and sent'],
      ['no_reconciler', DOUBLE_CLICK, 'stuck'],
      ['no_audit', DASHBOARD, 'not written down'],
      ['left_not_compared', SECOND_PERSON, 'given by what somebody had not seen'],
      ['failure_taken_back', OLD_LIST, 'a failure was taken back'],
      ['outcome_without_order_lock', CANCELLED, 'cancelled without its money'],
      ['written_down_without_room', DASHBOARD, 'more promised than paid'],
      ['room_looked_at_only_beside_an_open_one', OLD_LIST, 'more promised than paid'],
      ['marked_refunds_left_out', OLD_LIST, 'not written down'],
    ])('breaks an invariant in the variant %s', (variant, scenario, invariant) => {
      const { violation } = search(initialState(scenario), refundProtocol(scenario, variant));
      expect(violation?.invariant).toBe(invariant);
      expect(violation?.trace.length).toBeGreaterThan(2);
    });
  },
);
