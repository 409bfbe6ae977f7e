import type { Answer } from '@agres/payments/answer';

import type { CheckInput, ReconcileDeps, AttemptKind } from '../checkout/check-attempt.ts';
import { reconcileDue } from '../checkout/reconcile.ts';
import {
  expireReservation,
  applyVerdict,
  type PurchaseOutcome,
  readFinalOutcome,
} from './apply-verdict.ts';
import { findAttempt, PURCHASE_ATTEMPTS, type Attempt } from './purchase-attempt.ts';

/** A unit of stock stays held while its purchase is undecided. */
export const OPEN_PURCHASES: AttemptKind<Attempt, PurchaseOutcome> = {
  noun: 'purchase',
  attempts: PURCHASE_ATTEMPTS,
  alertAfterSeconds: 900,
  find: findAttempt,
  check: async (deps, checking) => {
    const { attempt, by } = checking;
    const { account, intentId } = attempt;
    if (attempt.state === 'reserved' || intentId === null) return expire(deps, checking);
    const read = await deps.payments.readIntent(account, intentId);
    if (read.outcome !== 'known') return read;
    return {
      outcome: 'known',
      value: await applyVerdict(deps, { attempt, intent: read.value, by }),
    };
  },
};

export function reconcilePurchases(deps: ReconcileDeps): Promise<'more' | 'none'> {
  return reconcileDue(deps, OPEN_PURCHASES);
}

async function expire(
  deps: ReconcileDeps,
  { attempt, leaseHolder, by }: CheckInput<Attempt>,
): Promise<Answer<PurchaseOutcome>> {
  const isExpired = await expireReservation(deps.db, { attemptId: attempt.id, leaseHolder, by });
  if (isExpired) return { outcome: 'known', value: { state: 'expired' } };
  const now = await findAttempt(deps.db, attempt.id);
  const outcome = now === null ? null : await readFinalOutcome(deps.db, now);
  return { outcome: 'known', value: outcome ?? { state: 'undecided' } };
}
