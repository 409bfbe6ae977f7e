import type { MemberContext } from '@agres/core/context';
import { lockUser } from '@agres/core/session/row-locks';
import { endAllSessions } from '@agres/core/session/session';
import { inTransaction } from '@agres/db/transaction';

/** Ends every session of a member, including sessions that are being renewed. */
export async function signOutEverywhere(ctx: MemberContext): Promise<void> {
  const { userId } = ctx.session;
  await inTransaction(ctx.deps.db, async (tx) => {
    // guard: signing out everywhere waits for a session that is being renewed
    await lockUser(tx, userId);
    await endAllSessions(tx, userId);
  });
  ctx.clearSession();
  ctx.log.info({ userId }, 'logged out everywhere');
}
