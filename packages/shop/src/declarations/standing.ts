import { refundIncrease, refundLastDay, type Increase } from '@agres/domain/consumer-rights';
import { parisDayOf, type Day } from '@agres/domain/days';
import { eventOf, isProved, type Declaration } from '@agres/money/declarations/declaration';

import type { ContractStanding } from './contract.ts';

/** Who acts next on a declaration, and on what. */
export const STANDS = [
  /** Made without a log-in: to be accepted for a contract, contested, or closed with an answer. */
  'undecided',
  /** After the last day: to be accepted or contested. */
  'late',
  'contested',
  /** Its order may have left: gone, cancelled or released. */
  'held',
  /** The goods are to come back. */
  'awaited',
  /** What follows does so by itself. */
  'under_way',
  'closed',
] as const;
export type Stand = (typeof STANDS)[number];

/** How a declaration stands, towards its contract as it is now; null: none is known, or there is none. */
export function standOf(declaration: Declaration, contract: ContractStanding | null): Stand {
  if (declaration.closedAt !== null) return 'closed';
  if (isContested(declaration)) return 'contested';
  if (contract === null || !isProved(declaration)) return 'undecided';
  if (isLate(declaration, contract)) return 'late';
  if (declaration.kind === 'termination' || contract.isCancelled) return 'under_way';
  if (eventOf(declaration, 'goods_back') !== undefined) return 'under_way';
  if (contract.goods === 'sent') return 'awaited';
  // Released by the shop owner, it is still asked about: the order is not surely here.
  return eventOf(declaration, 'held') === undefined ? 'under_way' : 'held';
}

/**
 * Whether something follows from a declaration by itself: while it is open, and once more where its goods
 * came back after it was closed, because their money is owed all the same.
 */
export function isFollowed(declaration: Declaration): boolean {
  if (declaration.closedAt === null) return true;
  return (
    eventOf(declaration, 'goods_back') !== undefined &&
    eventOf(declaration, 'refund_requested') === undefined
  );
}

/** Whether the newest decision is against it. A later one, or goods that came back, ends that. */
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

/** When money is owed at the latest, and by how much lateness makes it grow; null: nothing is, or not yet. */
export type Due = { on: Day; increase: Increase };

/**
 * The last day for the refund of a declaration, and how far it has increased by law (law.md, section 3).
 * It is only shown: the owner decides whether to pay the increase.
 */
export function dueOf(
  declaration: Declaration,
  contract: ContractStanding | null,
  today: Day,
): Due | null {
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
