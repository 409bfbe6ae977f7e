import type { MemberContext } from '@agres/core/context';
import { inTransaction } from '@agres/db/transaction';
import type { AnnouncedReturn } from '@agres/domain/declarations.schema';
import { DomainError } from '@agres/domain/errors';
import {
  addEvent,
  contractIdOf,
  findDeclaration,
  lockDeclaration,
} from '@agres/money/declarations/declaration';

import type { Contracts } from './contract.ts';

/**
 * Stores the tracking number of a returned parcel, as proof that the buyer sent it. A later number replaces
 * it, but the day of the first still counts.
 * @throws DomainError `not_found` if the declaration is not about an order of the caller, or has been erased
 */
export async function announceReturn(
  { deps: { db }, session }: MemberContext,
  contracts: readonly Contracts[],
  { id, tracking }: AnnouncedReturn,
): Promise<void> {
  const { userId } = session;
  const declaration = await findDeclaration(db, id);
  const contract = declaration === null ? null : contractIdOf(declaration);
  const noun = contracts.find((one) => one.noun === contract?.noun);
  const own =
    contract === null || noun === undefined
      ? null
      : await noun.findOwn(db, { userId, contractId: contract.contractId });
  // guard: only the buyer can announce the return of an order
  if (own === null || contract?.noun !== 'order') throw new DomainError('not_found');
  await inTransaction(db, async (tx) => {
    const now = await lockDeclaration(tx, id);
    // Retention does not visit an erased declaration again.
    if (now?.statement == null) throw new DomainError('not_found');
    if (now.returnTracking === tracking) return;
    await tx.declaration.update({
      where: { id },
      data: { returnTracking: tracking },
      select: { id: true },
    });
    // One event for each declaration, not one for each correction.
    if (now.returnTracking !== null) return;
    await addEvent(tx, id, { kind: 'return_announced', by: 'member' });
  });
}
