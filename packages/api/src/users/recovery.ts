import { inTransaction } from '@shop/db/transaction';
import { emailKeyOf } from '@shop/domain/account';
import type { EmailRequest, RetrievePassword } from '@shop/domain/account.schema';
import { DomainError } from '@shop/domain/errors';

import type { Context } from '../context.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { pseudonymOf } from '../pseudonym.ts';
import { requireTurns } from '../turns.ts';
import { letterLocale, takeLetter } from './account-letter.ts';
import { endAllSessions } from './session.ts';
import { endRecoveryTokens, giveBackToken, hasToken, useToken, type UsedToken } from './token.ts';

/**
 * Promises a letter with a recovery link. An address without account is refused with
 * `unknown_email`, unless accounts are private.
 */
export async function forgotPassword(ctx: Context, { email }: EmailRequest): Promise<void> {
  const { db, config, wakeJobs } = ctx.deps;
  await requireTurns(ctx, { limit: 'letterByIp', key: ctx.clientIp });
  const emailKey = emailKeyOf(email);
  const user = await db.user.findUnique({
    where: { emailKey },
    select: { id: true, locale: true },
  });
  if (user === null) {
    if (config.accountPrivacy === 'strict') return;
    throw new DomainError('unknown_email');
  }
  ctx.log.info({ account: pseudonymOf(config.appSecret, emailKey) }, 'password declared lost');
  if (!(await takeLetter(ctx.deps, emailKey))) return;
  await enqueue(db, {
    kind: 'mail',
    payload: { letter: 'passwordRecovery', userId: user.id, locale: letterLocale(ctx, user) },
  });
  wakeJobs();
}

/**
 * Sets a new password by a recovery link, once. Ends every session and every other recovery link,
 * tells the owner by letter, and signs nobody in. Refuses with `incorrect_retrieve_code`, and with
 * `password_not_lost` where no link was asked for, unless accounts are private.
 */
export async function retrievePassword(
  ctx: Context,
  { id, retrieve, mdp }: Pick<RetrievePassword, 'id' | 'retrieve' | 'mdp'>,
): Promise<void> {
  const { db, clock, wakeJobs } = ctx.deps;
  await requireTurns(ctx, { limit: 'linkByIp', key: ctx.clientIp });
  const link = { userId: id, purpose: 'password_recovery', secret: retrieve } as const;
  const before = await db.user.findUnique({
    where: { id },
    select: { passwordHash: true, emailKey: true },
  });
  // Used up before the slow hash: the losers of a race are told at once.
  const token = await useToken(db, link, clock());
  if (token === null || before === null) throw await refusalOfLink(ctx, id);
  const passwordHash = await hashOrGiveBack(ctx, { token, before, mdp });

  await inTransaction(db, async (tx) => {
    const [user] = await tx.user.updateManyAndReturn({
      // Whoever was overtaken by another change of the password or the address comes too late.
      where: { id, ...before },
      data: { passwordHash },
      select: { email: true, locale: true },
    });
    if (user === undefined) throw new DomainError('incorrect_retrieve_code');
    await endAllSessions(tx, id);
    await endRecoveryTokens(tx, id);
    await enqueue(tx, {
      kind: 'mail',
      payload: {
        letter: 'passwordChanged',
        userId: id,
        to: user.email,
        locale: letterLocale(ctx, user),
      },
    });
  });
  ctx.log.info({ userId: id }, 'password recovered');
  wakeJobs();
}

async function refusalOfLink({ deps }: Context, userId: number): Promise<DomainError> {
  const isAsked = await hasToken(deps.db, { userId, purpose: 'password_recovery' });
  const isTold = !isAsked && deps.config.accountPrivacy === 'spec';
  return new DomainError(isTold ? 'password_not_lost' : 'incorrect_retrieve_code');
}

type Recovery = {
  token: UsedToken;
  before: { passwordHash: string; emailKey: string };
  mdp: string;
};

/** A line that is too long costs nobody their link. */
async function hashOrGiveBack(
  { deps }: Context,
  { token, before, mdp }: Recovery,
): Promise<string> {
  try {
    return await deps.passwords.hash(mdp);
  } catch (error) {
    await giveBackToken(deps.db, token, before);
    throw error;
  }
}
