import { raiseAlertOnce } from '@agres/core/jobs/alert';
import { readSetting, storeSetting } from '@agres/core/settings';

import type { ReconcileDeps } from './checkout/check-attempt.ts';
import { findPurchaseViolations } from './purchase/purchase-invariants.ts';
import { findRefundViolations } from './refund/refund-invariants.ts';
import { findSubscriptionViolations } from './subscription/subscription-invariants.ts';

/** Consecutive checks overlap, so that no change between them is missed. */
const OVERLAP_SECONDS = 300;
/** Limits how far back a check reads, so that it stays quick. */
const LONGEST_DAYS = 30;

const VIOLATED = 'invariantsViolated';

/**
 * Checks the invariants of recently changed purchases, refunds and subscriptions. While one is violated,
 * checks everything changed since then, so that it is reported every day until it is mended. Raises an alert
 * for each violation and returns the number of violations.
 */
export async function checkInvariants(deps: ReconcileDeps): Promise<number> {
  const { value: violated } = await readSetting(deps.db, VIOLATED);
  const nowMs = deps.clock().getTime();
  const recentMs = nowMs - OVERLAP_SECONDS * 1000;
  const fromMs = violated.since === null ? recentMs : Date.parse(violated.since);
  const since = new Date(Math.max(fromMs, nowMs - LONGEST_DAYS * 86_400_000));
  const violations = [
    ...(await findPurchaseViolations(deps.db, since)),
    ...(await findRefundViolations(deps.db, since)),
    ...(await findSubscriptionViolations(deps.db, since)),
  ];
  for (const { invariant, subject, detail } of violations) {
    await raiseAlertOnce(deps, {
      event: `An invariant is violated: ${invariant}`,
      facts: { invariant, subject, detail },
      dedupe: `law:${invariant}:${subject}`,
      every: 'day',
    });
  }
  const isBroken = violations.length > 0;
  const isKnown = violated.since !== null;
  if (isBroken !== isKnown) {
    const value = { since: isBroken ? since.toISOString() : null };
    await storeSetting(deps.db, VIOLATED, { value, updatedAt: deps.clock() });
  }
  return violations.length;
}
