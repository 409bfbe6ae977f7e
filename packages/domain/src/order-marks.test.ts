import { expect, test } from 'vitest';

import { nextOrderStepOf, orderMarksOf, type MarkedOrder } from './order-marks.ts';

const DAY = '2026-11-28T10:00:00.000Z';
const ORDER: MarkedOrder = {
  status: 'waiting',
  preparedDate: null,
  sentDate: null,
  cancelledDate: null,
  heldFor: null,
  refundedCents: 0,
  amountCents: 2999,
  withdrawal: null,
};
const SENT = { preparedDate: DAY, sentDate: DAY };
const DELIVERED = { ...SENT, status: 'delivered' };
const AWAITED = { goods: 'awaited' } as const;
const BACK = { goods: 'back' } as const;
const PART = { refundedCents: 500 };
const WHOLE = { refundedCents: 2999 };

test.each<[Partial<MarkedOrder>, string, string | null]>([
  [{}, 'to_send', 'prepare'],
  [{ preparedDate: DAY }, 'prepared', 'send'],
  [SENT, 'sent', 'deliver'],
  [DELIVERED, 'delivered', null],
  [{ heldFor: 'late' }, 'held', null],
  [{ cancelledDate: DAY }, 'cancelled', null],
  [{ cancelledDate: DAY, ...WHOLE }, 'cancelled refunded', null],
  [PART, 'to_send refunded_in_part', 'prepare'],
  [WHOLE, 'refunded', 'cancel'],
  [{ ...SENT, ...PART }, 'sent refunded_in_part', 'deliver'],
  [{ ...SENT, ...WHOLE }, 'refunded', null],
  [{ ...DELIVERED, ...WHOLE }, 'delivered refunded', null],
  [{ ...SENT, withdrawal: { goods: 'none' } }, 'sent', 'deliver'],
  [{ ...SENT, withdrawal: AWAITED }, 'sent return_expected', null],
  [
    { ...DELIVERED, ...PART, withdrawal: AWAITED },
    'delivered return_expected refunded_in_part',
    null,
  ],
  [{ ...DELIVERED, ...WHOLE, withdrawal: AWAITED }, 'delivered refunded', null],
  [{ ...SENT, withdrawal: BACK }, 'returned', null],
  [{ ...SENT, ...WHOLE, withdrawal: BACK }, 'returned refunded', null],
  [{ ...DELIVERED, ...PART, withdrawal: BACK }, 'returned refunded_in_part', null],
])('an order %j is marked %s, and its next step is %s', (state, marks, next) => {
  const order = { ...ORDER, ...state };
  expect(orderMarksOf(order).join(' ')).toBe(marks);
  expect(nextOrderStepOf(order)).toBe(next);
});
