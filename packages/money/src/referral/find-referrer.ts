import type { Tx } from '@agres/db/db';
import { DomainError, type FieldIssue } from '@agres/domain/errors';

/**
 * Returns the owner of the referral code that a new subscriber enters. Throws `invalid_fields` if the code is
 * unknown or the subscriber's own, or if the subscriber was referred before: a person counts once (decision
 * 022).
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
  // guard: a user cannot use their own referral code
  if (referrer === null || referrer.id === userId || counted !== null) {
    throw new DomainError('invalid_fields', { issues: INVALID_CODE });
  }
  return referrer.id;
}

const INVALID_CODE: FieldIssue[] = [{ path: 'discountCode', message: 'invalid_fields' }];
