import type { ReconcileDeps } from './checkout/check-attempt.ts';
import type { Violation } from './checkout/invariant.ts';
import { raiseAlert } from './jobs/alert.ts';
import { defineCommand } from './operations/command.ts';
import { lines } from './operations/report.ts';
import {
  findEveryPurchaseViolation,
  findPurchaseViolations,
} from './purchase/purchase-invariants.ts';
import { findRefundViolations } from './refund/refund-invariants.ts';
import { findSubscriptionViolations } from './subscription/subscription-invariants.ts';

/** Rows of so long ago are checked again, so that no change between two checks is missed. */
const OVERLAP_SECONDS = 300;

/** Checks the invariants of purchases, refunds and subscriptions that changed lately; every broken one raises an alert. Answers how many there are. */
export async function checkInvariants(deps: ReconcileDeps): Promise<number> {
  const since = new Date(deps.clock().getTime() - OVERLAP_SECONDS * 1000);
  const violations = [
    ...(await findPurchaseViolations(deps.db, since)),
    ...(await findRefundViolations(deps.db, since)),
    ...(await findSubscriptionViolations(deps.db, since)),
  ];
  for (const { law, subject, detail } of violations) {
    await raiseAlert(deps, {
      event: `A law of the shop does not hold: ${law}`,
      facts: { law, subject, detail },
      dedupe: `law:${law}:${subject}`,
    });
  }
  return violations.length;
}

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

/** A broken invariant, as a line. */
export function brokenLine({ law, subject, detail }: Violation): string {
  return `Broken: ${law}, ${subject}: ${detail}`;
}
