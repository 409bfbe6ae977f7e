import type { Deps } from '@agres/core/context';
import { DECLARATION_KINDS } from '@agres/domain/declaration';
import type { Right } from '@agres/domain/declarations.schema';

import type { Contracts } from './contract.ts';

/**
 * Lists the contracts of a person that can be, or could be, withdrawn from, with their declarations. A contract
 * that was refunded in full is listed only if there is a declaration about it.
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
        select: {
          id: true,
          orderId: true,
          subscriptionId: true,
          declaredAt: true,
          closedAt: true,
          returnTracking: true,
        },
        orderBy: { id: 'asc' },
      });
      const newest = new Map(declarations.map((one) => [one[column], one]));
      return found.flatMap(({ contractId, isGivenBack, ...right }): Right[] => {
        const own = newest.get(contractId);
        if (isGivenBack && own === undefined) return [];
        const declared = {
          ...right,
          declaration:
            own === undefined
              ? null
              : {
                  number: own.id,
                  declaredAt: own.declaredAt.toISOString(),
                  isClosed: own.closedAt !== null,
                  returnAnnounced: own.returnTracking !== null,
                },
        };
        return [declared];
      });
    }),
  );
  return { rights: lists.flat() };
}
