import type { ReconcileDeps } from './checkout/check-attempt.ts';
import { raiseAlert } from './jobs/alert.ts';
import { findPurchaseViolations } from './purchase/purchase-invariants.ts';
import { findSubscriptionViolations } from './subscription/subscription-invariants.ts';

/** Rows of so long ago are checked again, so that no change between two checks is missed. */
const OVERLAP_SECONDS = 300;

/** Checks the invariants of purchases and subscriptions that changed lately; every broken one raises an alert. */
export async function checkInvariants(deps: ReconcileDeps): Promise<void> {
  const since = new Date(deps.clock().getTime() - OVERLAP_SECONDS * 1000);
  const violations = [
    ...(await findPurchaseViolations(deps.db, since)),
    ...(await findSubscriptionViolations(deps.db, since)),
  ];
  for (const { law, subject, detail } of violations) {
    await raiseAlert(deps, {
      event: `A law of the shop does not hold: ${law}`,
      facts: { law, subject, detail },
      dedupe: `law:${law}:${subject}`,
    });
  }
}
