import type { Violation } from '@agres/money/checkout/invariant';
import { findEveryPurchaseViolation } from '@agres/money/purchase/purchase-invariants';
import { findRefundViolations } from '@agres/money/refund/refund-invariants';
import { findSubscriptionViolations } from '@agres/money/subscription/subscription-invariants';

import { defineCommand } from './operations/command.ts';
import { lines } from './operations/report.ts';

export const checkCommand = defineCommand({
  name: 'check',
  summary: 'Whether stock, orders, payments and subscriptions agree, all of them',
  parameters: {},
  notes: [
    'The site checks by itself, every minute, what has changed. This looks at everything, which takes a',
    'while in a large shop: after a restore, or when somebody has changed the database by hand.',
  ],
  examples: [''],
  input: {},
  run: async ({ db }) => {
    const broken = [
      ...(await findEveryPurchaseViolation(db)),
      ...(await findRefundViolations(db, new Date(0))),
      ...(await findSubscriptionViolations(db, new Date(0))),
    ];
    return [
      broken.length === 0
        ? lines('Stock, orders, payments and subscriptions agree, all of them.')
        : lines(...broken.map(brokenLine)),
    ];
  },
});

/** Formats a broken invariant as one line. */
export function brokenLine({ law, subject, detail }: Violation): string {
  return `Broken: ${law}, ${subject}: ${detail}`;
}
