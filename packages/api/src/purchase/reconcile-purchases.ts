import type { ReconcileDeps } from '../checkout/check-attempt.ts';
import { reconcileDue } from '../checkout/reconcile.ts';
import { OPEN_PURCHASES } from './open-purchases.ts';

/** Finishes purchases that no call works on any more. */
export function reconcilePurchases(deps: ReconcileDeps): Promise<'more' | 'none'> {
  return reconcileDue(deps, OPEN_PURCHASES);
}
