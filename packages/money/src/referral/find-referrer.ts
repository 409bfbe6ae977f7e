import type { Tx } from '@agres/db/db';
import { DomainError, type FieldIssue } from '@agres/domain/errors';

/**
 * Whose personal discount code a new subscriber gives. Throws `invalid_fields` for a code that is
 * unknown or the subscriber's own, and any code of a person who was referred before: a person counts
 * once (contract, section 4).
 */
export async function findReferrer(tx: Tx, userId: number, discountCode: string): Promise<number> {
  const referrer = await tx.user.findUnique({
    where: { personalDiscountCode: discountCode },
    select: { id: true },
  });
  const counted = await tx.referralCredit.findUnique({
    where: { referredUserId: userId },
    select: { id: true },
  });
  // guard: a person cannot refer themself
  if (referrer === null || referrer.id === userId || counted !== null) {
    throw new DomainError('invalid_fields', { issues: INVALID_CODE });
  }
  return referrer.id;
}

const INVALID_CODE: FieldIssue[] = [{ path: 'discountCode', message: 'invalid_fields' }];
