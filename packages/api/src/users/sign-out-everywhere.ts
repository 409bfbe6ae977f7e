import { inTransaction } from '@shop/db/transaction';

import type { Context } from '../context.ts';
import { endAllSessions, type Session } from './session.ts';
import { lockUser } from './token.ts';

/** Ends every session of a member, those included that are just being renewed. */
export async function signOutEverywhere(ctx: Context & { session: Session }): Promise<void> {
  const { userId } = ctx.session;
  await inTransaction(ctx.deps.db, async (tx) => {
    await lockUser(tx, userId);
    await endAllSessions(tx, userId);
  });
  ctx.clearSession();
  ctx.log.info({ userId }, 'logged out everywhere');
}
