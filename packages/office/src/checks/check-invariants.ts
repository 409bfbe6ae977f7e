import { defineDirect } from '@agres/core/operations/operation';
import type { Violation } from '@agres/money/checkout/invariant';
import { findEveryPurchaseViolation } from '@agres/money/purchase/purchase-invariants';
import { findRefundViolations } from '@agres/money/refund/refund-invariants';
import { findSubscriptionViolations } from '@agres/money/subscription/subscription-invariants';
import { z } from 'zod';

/**
 * Checks that all stock, orders, payments and subscriptions are consistent. The site checks only recent
 * changes, every minute; run this after a restore or a manual change in the database.
 */
export const checkInvariants = defineDirect({
  name: 'checks.invariants',
  permission: 'checks.run',
  kind: 'read',
  input: z.object({}),
  output: z.object({ broken: z.array(z.string()) }),
  perform: async ({ db }) => ({
    broken: [
      ...(await findEveryPurchaseViolation(db)),
      ...(await findRefundViolations(db, new Date(0))),
      ...(await findSubscriptionViolations(db, new Date(0))),
    ].map(brokenLine),
  }),
});

function brokenLine({ invariant, subject, detail }: Violation): string {
  return `${invariant}, ${subject}: ${detail}`;
}
