import type { Db, Tx } from '@agres/db/db';
import { emailKeyOf } from '@agres/domain/users';

export type PendingEmailColumns = { pendingEmail: string | null; pendingEmailUntil: Date | null };

/** Returns the pending address as typed; null if there is none or it has expired. */
export function pendingEmailOf(
  { pendingEmail, pendingEmailUntil }: PendingEmailColumns,
  now: Date,
): string | null {
  return pendingEmailUntil !== null && pendingEmailUntil > now ? pendingEmail : null;
}

/** Whether an account has this address, in any spelling. */
export async function hasEmail(
  db: Db | Tx,
  userId: number,
  email: string | null,
): Promise<boolean> {
  const emailKey = emailKeyOf(email ?? '');
  return (await db.user.count({ where: { id: userId, emailKey } })) === 1;
}

/** Whether the link of an earlier change undid this one, so that it must not be repeated. */
export async function isChangeUndone(tx: Tx, userId: number, changedAt: Date): Promise<boolean> {
  const undone = await tx.accountToken.count({
    where: {
      userId,
      purpose: 'email_undo',
      createdAt: { lte: changedAt },
      usedAt: { gte: changedAt },
    },
  });
  return undone > 0;
}
