import { refundIncrease, refundLastDay, type RefundIncrease } from '@agres/domain/consumer-rights';
import { parisDayOf, type Day } from '@agres/domain/days';
import { eventOf, isProved, type Declaration } from '@agres/money/declarations/declaration';

import type { ContractStanding } from './contract.ts';

/** The states of a declaration: who acts next, and on what. */
export const DECLARATION_STATUSES = [
  /** Made without a log-in: to be accepted for a contract, contested, or closed with an answer. */
  'undecided',
  /** After the last day: to be accepted or contested. */
  'late',
  'contested',
  /** Its order may have left: to be marked as sent, cancelled or released. */
  'held',
  /** The goods are to be returned. */
  'awaited',
  /** The remaining steps run automatically. */
  'under_way',
  'closed',
] as const;
export type DeclarationStatus = (typeof DECLARATION_STATUSES)[number];

/**
 * Returns the state of a declaration against its contract's current state; null: no contract exists or is
 * known.
 */
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
  // The shop owner released the order, but must still decide, because it may have been sent.
  return eventOf(declaration, 'held') === undefined ? 'under_way' : 'held';
}

/**
 * Whether a declaration is processed automatically: while it is open, and once more if its goods came back
 * after it was closed, because their refund is due nevertheless.
 */
export function isFollowed(declaration: Declaration): boolean {
  if (declaration.closedAt === null) return true;
  return (
    eventOf(declaration, 'goods_back') !== undefined &&
    eventOf(declaration, 'refund_requested') === undefined
  );
}

/** Whether the newest decision contests it. A later decision, or the return of the goods, replaces that. */
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

/** The last day for a refund, and the increase for being late; null: no refund is due, or not yet. */
export type RefundDue = { on: Day; increase: RefundIncrease };

/**
 * Computes the last day for the refund of a declaration, and the increase by law (C. conso. L242-4,
 * docs/LAW.md). The result is only shown: the owner decides whether to pay the increase.
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
  const dayOfEvent = (kind: 'goods_back' | 'return_announced') => {
    const event = eventOf(declaration, kind);
    return event === undefined ? null : parisDayOf(event.at);
  };
  const on = refundLastDay({
    declaredOn: parisDayOf(declaration.declaredAt),
    goods:
      contract.goods === 'sent'
        ? { backOn: dayOfEvent('goods_back'), provedSentOn: dayOfEvent('return_announced') }
        : 'nothing',
  });
  return on === null ? null : { on, increase: refundIncrease(on, today) };
}
