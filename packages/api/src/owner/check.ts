import { findEveryPurchaseViolation } from '../purchase/purchase-invariants.ts';
import { findSubscriptionViolations } from '../subscription/subscription-invariants.ts';
import { defineCommand } from './command.ts';
import { brokenLine } from './format.ts';
import { lines } from './report.ts';

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
      ...(await findSubscriptionViolations(db, new Date(0))),
    ];
    return [
      broken.length === 0
        ? lines('Stock, orders, payments and subscriptions agree, all of them.')
        : lines(...broken.map(brokenLine)),
    ];
  },
});
