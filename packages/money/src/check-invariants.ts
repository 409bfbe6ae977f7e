import { raiseAlert } from '@agres/core/jobs/alert';

import type { ReconcileDeps } from './checkout/check-attempt.ts';
import { findPurchaseViolations } from './purchase/purchase-invariants.ts';
import { findRefundViolations } from './refund/refund-invariants.ts';
import { findSubscriptionViolations } from './subscription/subscription-invariants.ts';

/** Consecutive checks overlap, so that no change between them is missed. */
const OVERLAP_SECONDS = 300;

/**
 * Checks the invariants of recently changed purchases, refunds and subscriptions. Raises an alert for each
 * violation and returns the number of violations.
 */
export async function checkInvariants(deps: ReconcileDeps): Promise<number> {
  const since = new Date(deps.clock().getTime() - OVERLAP_SECONDS * 1000);
  const violations = [
    ...(await findPurchaseViolations(deps.db, since)),
    ...(await findRefundViolations(deps.db, since)),
    ...(await findSubscriptionViolations(deps.db, since)),
  ];
  for (const { invariant, subject, detail } of violations) {
    await raiseAlert(deps, {
      event: `An invariant is violated: ${invariant}`,
      facts: { invariant, subject, detail },
      dedupe: `law:${invariant}:${subject}`,
    });
  }
  return violations.length;
}
