import { isUniqueViolation } from '@shop/db/database-errors';
import type { Tx } from '@shop/db/db';
import { inTransaction } from '@shop/db/transaction';
import { emailKeyOf } from '@shop/domain/account';
import type { UndoEmailChange } from '@shop/domain/account.schema';
import { DomainError } from '@shop/domain/errors';

import type { Context } from '../context.ts';
import { promiseNewEmail } from '../payments/customer-email.ts';
import { requireTurns } from '../turns.ts';
import { endAllSessions } from './session.ts';
import { endRecoveryTokens, findUsedToken, lockUser, useToken, type UsedToken } from './token.ts';

/**
 * Takes a change of address back by the link sent to the old one: that address opens the account
 * again, every session and every link sent since ends. Following the link twice succeeds as long as
 * the address is the one it brought back. Refuses with `incorrect_activation_code`, and with
 * `email_taken` if somebody else has the address by now.
 */
export async function undoEmailChange(ctx: Context, { id, nonce }: UndoEmailChange): Promise<void> {
  const { db, clock } = ctx.deps;
  await requireTurns(ctx, { limit: 'linkByIp', key: ctx.clientIp });
  const link = { userId: id, purpose: 'email_undo', secret: nonce } as const;
  try {
    await inTransaction(db, async (tx) => {
      // Two links of one account take their turns, and the letters of its changes with them.
      await lockUser(tx, id);
      const token = await useToken(tx, link, clock());
      if (token !== null) await bringBack(tx, id, token);
      else if (!(await isBroughtBack(tx, id, await findUsedToken(tx, link)))) {
        throw new DomainError('incorrect_activation_code');
      }
    });
  } catch (error) {
    throw isUniqueViolation(error, 'users_email_key_key') ? new DomainError('email_taken') : error;
  }
  ctx.log.info({ userId: id }, 'change of address taken back');
  ctx.deps.wakeJobs();
}

/** Whether a change of address was undone by the link of an earlier one: nobody may repeat it. */
export async function isChangeTakenBack(tx: Tx, userId: number, changedAt: Date): Promise<boolean> {
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

async function bringBack(tx: Tx, userId: number, token: UsedToken): Promise<void> {
  const email = token.previousEmail ?? '';
  await tx.user.update({
    where: { id: userId },
    data: { email, emailKey: emailKeyOf(email) },
    select: { id: true },
  });
  await promiseNewEmail(tx, userId);
  // Links of later changes went to whoever made this one.
  await tx.accountToken.deleteMany({
    where: {
      userId,
      purpose: 'email_undo',
      usedAt: null,
      createdAt: { gte: token.createdAt },
    },
  });
  await endRecoveryTokens(tx, userId);
  await endAllSessions(tx, userId);
}

async function isBroughtBack(tx: Tx, userId: number, token: UsedToken | null): Promise<boolean> {
  if (token === null) return false;
  const emailKey = emailKeyOf(token.previousEmail ?? '');
  return (await tx.user.count({ where: { id: userId, emailKey } })) === 1;
}
