import { raiseAlert } from '../jobs/alert.ts';
import { findSubscriptionViolations } from '../subscription/laws.ts';
import { findViolations } from './laws.ts';
import type { SweepDeps } from './sweep.ts';

/** Rows of so long ago are looked at again, so that no change between two checks is missed. */
const OVERLAP_SECONDS = 300;

/** Checks the laws of purchases that changed lately and of subscriptions, and tells somebody of every one that does not hold. */
export async function watchLaws(deps: SweepDeps): Promise<void> {
  const since = new Date(deps.clock().getTime() - OVERLAP_SECONDS * 1000);
  const violations = [
    ...(await findViolations(deps.db, since)),
    ...(await findSubscriptionViolations(deps.db)),
  ];
  for (const { law, subject, detail } of violations) {
    await raiseAlert(deps, {
      event: `A law of the shop does not hold: ${law}`,
      facts: { law, subject, detail },
      dedupe: `law:${law}:${subject}`,
    });
  }
}
