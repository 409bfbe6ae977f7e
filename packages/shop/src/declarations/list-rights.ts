import type { Deps } from '@agres/core/context';
import { DECLARATION_KINDS } from '@agres/domain/declaration';
import type { Right, WithdrawalState } from '@agres/domain/declarations.schema';
import {
  DECLARATION_INCLUDE,
  declarationOf,
  eventOf,
  type Declaration,
} from '@agres/money/declarations/declaration';

import type { Contracts, ContractStanding } from './contract.ts';
import { isContested, declarationStatusOf } from './standing.ts';

/**
 * Lists a person's contracts that are or were open to withdrawal, with their declarations. A contract that
 * was cancelled or refunded in full appears only if there is a declaration about it.
 */
export async function listRights(
  deps: Pick<Deps, 'db' | 'clock'>,
  contracts: readonly Contracts[],
  userId: number,
): Promise<{ rights: Right[] }> {
  const [withdrawal] = DECLARATION_KINDS;
  const withdrawable = contracts.filter(({ kinds }) => kinds.has(withdrawal));
  const lists = await Promise.all(
    withdrawable.map(async (noun) => {
      const found = await noun.listRights(deps, userId);
      if (found.length === 0) return [];
      const column = noun.noun === 'order' ? 'orderId' : 'subscriptionId';
      const ids = found.map(({ contractId }) => contractId);
      const declarations = await deps.db.declaration.findMany({
        where: { kind: withdrawal, [column]: { in: ids } },
        include: DECLARATION_INCLUDE,
        orderBy: { id: 'asc' },
      });
      const newest = new Map(declarations.map((one) => [one[column], declarationOf(one)]));
      const declaredIds = ids.filter((id) => newest.has(id));
      const standings = declaredIds.length === 0 ? [] : await noun.standings(deps.db, declaredIds);
      return found.flatMap(({ contractId, isOver, ...right }): Right[] => {
        const own = newest.get(contractId);
        if (isOver && own === undefined) return [];
        const standing = standings.find((one) => one.contractId === contractId) ?? null;
        const declared = {
          ...right,
          declaration:
            own === undefined
              ? null
              : {
                  number: own.id,
                  declaredAt: own.declaredAt.toISOString(),
                  isClosed: own.closedAt !== null,
                  state: stateOf(own, standing),
                  returnAnnounced: own.returnTracking !== null,
                },
        };
        return [declared];
      });
    }),
  );
  return { rights: lists.flat() };
}

function stateOf(declaration: Declaration, contract: ContractStanding | null): WithdrawalState {
  // A contested declaration stays contested once it is closed, because the objection was the answer.
  if (isContested(declaration)) return 'contested';
  switch (declarationStatusOf(declaration, contract)) {
    case 'closed': {
      const { facts } = eventOf(declaration, 'refund_requested') ?? {};
      return Number(facts?.['refundCents'] ?? 0) > 0 ? 'refunded' : 'closed';
    }
    case 'awaited':
    case 'under_way':
      return 'accepted';
    case 'undecided':
    case 'late':
    case 'held':
    case 'contested':
      return 'undecided';
  }
}
