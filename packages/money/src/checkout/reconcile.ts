import { logUnderRequestId, underRequestId } from '@agres/core/request-id';

import {
  checkOnce,
  type OpenAttempt,
  type ReconcileDeps,
  type AttemptKind,
} from './check-attempt.ts';
import { claimDue, newLeaseHolder, withDeadline } from './lease.ts';

const BATCH = 10;

/**
 * Finishes attempts that no call is working on, from their state at the provider. Needs no webhook event;
 * several processes share the work. Returns `more` if other attempts may be due.
 */
export async function reconcileDue<Attempt extends OpenAttempt, Outcome extends { state: string }>(
  given: ReconcileDeps,
  kind: AttemptKind<Attempt, Outcome>,
): Promise<'more' | 'none'> {
  const deps = withDeadline(given);
  const leaseHolder = newLeaseHolder(deps);
  const due = await claimDue(deps, kind.attempts, { leaseHolder, limit: BATCH });
  const reconcile = async (attemptId: string) => {
    try {
      const attempt = await kind.find(deps.db, attemptId);
      if (attempt?.leaseHolder !== leaseHolder) return;
      const { requestId } = attempt;
      const log = logUnderRequestId(deps.log, requestId);
      await underRequestId(requestId, () =>
        checkOnce({ ...deps, log }, kind, { attempt, leaseHolder, by: 'reconciler' }),
      );
    } catch (error) {
      deps.log.warn({ attemptId, err: error }, 'attempt not reconciled, trying again later');
    }
  };
  await Promise.all(due.map(reconcile));
  // guard: a full batch of the reconciler is followed by the next at once
  return due.length < BATCH ? 'none' : 'more';
}
