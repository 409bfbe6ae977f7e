import { refundIncrease, refundLastDay, type RefundIncrease } from '@agres/domain/consumer-rights';
import { parisDayOf, type Day } from '@agres/domain/days';
import {
  eventOf,
  isProved,
  type Declaration,
  type DeclarationEvent,
} from '@agres/money/declarations/declaration';

import type { ContractStanding } from './contract.ts';

/** Who acts next on a declaration, and on what. */
export const DECLARATION_STATUSES = [
  /**
   * It was made without a log-in: the owner accepts it for a contract, contests it, or closes it with an
   * answer.
   */
  'undecided',
  /** It was made after the last day: the owner accepts or contests it. */
  'late',
  'contested',
  /** Its order may have left: the owner marks it as sent, cancels it or releases it. */
  'held',
  'awaited',
  'under_way',
  'closed',
] as const;
export type DeclarationStatus = (typeof DECLARATION_STATUSES)[number];

/** Returns the state of a declaration. `contract` is null if no contract exists or is known. */
export function declarationStatusOf(
  declaration: Declaration,
  contract: ContractStanding | null,
): DeclarationStatus {
  if (declaration.closedAt !== null) return 'closed';
  if (isContested(declaration)) return 'contested';
  if (contract === null || !isProved(declaration)) return 'undecided';
  if (isLate(declaration, contract)) return 'late';
  if (declaration.kind === 'termination' || contract.isCancelled) return 'under_way';
  if (eventOf(declaration, 'goods_back') !== undefined) return 'under_way';
  if (contract.goods === 'sent') return 'awaited';
  // Even if the owner released the order, they must still decide, because it may have been sent.
  return eventOf(declaration, 'held') === undefined ? 'under_way' : 'held';
}

/**
 * Whether a declaration is processed automatically: while it is open, and once more if its goods come back
 * after it was closed, because their refund is still due.
 */
export function isFollowed(declaration: Declaration): boolean {
  if (declaration.closedAt === null) return true;
  return (
    eventOf(declaration, 'goods_back') !== undefined &&
    eventOf(declaration, 'refund_requested') === undefined
  );
}

/**
 * Whether the newest decision contests the declaration. A later acceptance, or the return of the goods,
 * replaces it.
 */
export function isContested(declaration: Declaration): boolean {
  const decision = declaration.events.findLast(
    ({ kind }) => kind === 'contested' || kind === 'accepted' || kind === 'goods_back',
  );
  return decision?.kind === 'contested';
}

/** Whether a withdrawal was declared after its last day and is not accepted. */
export function isLate(
  declaration: Pick<Declaration, 'kind' | 'declaredAt' | 'events'>,
  { followedUntil }: Pick<ContractStanding, 'followedUntil'>,
): boolean {
  if (declaration.kind !== 'withdrawal' || followedUntil === null) return false;
  if (eventOf(declaration, 'accepted') !== undefined) return false;
  return parisDayOf(declaration.declaredAt) > followedUntil;
}

export type RefundDue = { on: Day; increase: RefundIncrease };

/**
 * Returns the last day for the refund of a declaration, and the increase by law (C. conso. L242-4,
 * docs/LAW.md); null if no refund is due, or not yet. It is only shown: the owner decides whether to pay the
 * increase.
 */
export function computeRefundDue(
  declaration: Declaration,
  contract: ContractStanding | null,
  today: Day,
): RefundDue | null {
  const isOwed =
    declaration.kind === 'withdrawal' &&
    contract !== null &&
    isProved(declaration) &&
    !isContested(declaration) &&
    !isLate(declaration, contract) &&
    (contract.money === null || contract.money.leftCents > 0);
  if (!isOwed) return null;
  const dayOf = (event: DeclarationEvent | undefined) =>
    event === undefined ? null : parisDayOf(event.at);
  // A corrected tracking number is announced again, and moves no deadline.
  const announced = declaration.events.find(({ kind }) => kind === 'return_announced');
  const on = refundLastDay({
    declaredOn: parisDayOf(declaration.declaredAt),
    goods:
      contract.goods === 'sent'
        ? { backOn: dayOf(eventOf(declaration, 'goods_back')), provedSentOn: dayOf(announced) }
        : 'nothing',
  });
  return on === null ? null : { on, increase: refundIncrease(on, today) };
}
