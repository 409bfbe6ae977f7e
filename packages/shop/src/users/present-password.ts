import type { MemberContext } from '@agres/core/context';
import { lockUser, lockUserWith } from '@agres/core/session/row-locks';
import type { Tx } from '@agres/db/db';
import { DomainError } from '@agres/domain/errors';

import { countPassword } from './sign-in.ts';

/**
 * Verifies a member's present password and returns its hash. A wrong one counts as a log-in attempt from the
 * same place; `what` names the operation in the log.
 * @throws DomainError `incorrect_password`
 */
export async function provePassword(
  ctx: MemberContext,
  currentMdp: string,
  what: string,
): Promise<string> {
  const { db, passwords } = ctx.deps;
  const { userId } = ctx.session;
  const person = await db.user.findUnique({
    where: { id: userId },
    select: { id: true, emailKey: true, passwordHash: true },
  });
  if (person === null) throw new DomainError('not_logged_in');
  // The attempt counts in the hashing slot, like a log-in: a request without a slot has tried no password.
  return passwords.withHasher(ctx.clientIp, async ({ verify }) => {
    const counted = await countPassword(ctx, person.emailKey, person);
    const isRight = await verify(person.passwordHash, currentMdp);
    // guard: an operation that requires the current password refuses a wrong one
    if (!isRight) {
      ctx.log.warn({ userId }, `${what} refused`);
      throw new DomainError('incorrect_password');
    }
    await counted.returnPermits();
    return person.passwordHash;
  });
}

/**
 * Locks the person's row. With a `provedHash`, the stored password must still be that one.
 * @throws DomainError `not_logged_in`, `incorrect_password`
 */
export async function lockProved(
  tx: Tx,
  { userId, provedHash }: { userId: number; provedHash: string | null },
): Promise<void> {
  if (provedHash !== null && (await lockUserWith(tx, { id: userId, passwordHash: provedHash }))) {
    return;
  }
  if (!(await lockUser(tx, userId))) throw new DomainError('not_logged_in');
  if (provedHash !== null) throw new DomainError('incorrect_password');
}
