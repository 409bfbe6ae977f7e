import { inTransaction } from '@shop/db/transaction';
import { emailKeyOf } from '@shop/domain/account';
import type { SignIn } from '@shop/domain/account.schema';
import { DomainError } from '@shop/domain/errors';
import { isLocale, DEFAULT_LOCALE } from '@shop/domain/locale';

import type { Context } from '../context.ts';
import { pseudonymOf } from '../pseudonym.ts';
import { requireTurns, type TakenTurns } from '../turns.ts';
import type { Hasher } from './password.ts';
import { endSession, startSession, type StartedSession } from './session.ts';
import { lockUserWith } from './token.ts';

/**
 * Signs a person in and returns who it is. Refuses with `incorrect_email` or `incorrect_password`
 * (always the latter where accounts are private), and with `account_not_activated` only after the
 * right password; all of them take the same time. A session that the caller came with ends: the
 * cookie never survives a log-in.
 */
export function signIn(ctx: Context, input: SignIn): Promise<{ userId: number }> {
  return ctx.deps.passwords.inTurn((hasher) => signInWith(hasher, ctx, input));
}

async function signInWith(
  { verify }: Hasher,
  ctx: Context,
  { email, mdp }: SignIn,
): Promise<{ userId: number }> {
  const { db, config } = ctx.deps;
  const emailKey = emailKeyOf(email);
  const account = pseudonymOf(config.appSecret, emailKey);
  const attempt = await countAttempt(ctx, emailKey);

  const user = await db.user.findUnique({
    where: { emailKey },
    select: { id: true, passwordHash: true, activatedAt: true, locale: true, firstLogInAt: true },
  });
  const isRight = await verify(user?.passwordHash ?? null, mdp);
  if (user === null || !isRight) {
    ctx.log.warn({ account }, 'log-in refused');
    const isTold = user === null && config.accountPrivacy === 'spec';
    throw new DomainError(isTold ? 'incorrect_email' : 'incorrect_password');
  }
  await attempt.giveBack();
  if (user.activatedAt === null) throw new DomainError('account_not_activated');

  const started = await replaceSession(ctx, user);
  // A change of the password ended every session while this one was being looked at.
  if (started === null) throw new DomainError('incorrect_password');
  ctx.setSession(started);
  ctx.log.info({ account, userId: user.id }, 'logged in');
  return { userId: user.id };
}

type ProvedUser = {
  id: number;
  passwordHash: string;
  locale: string;
  firstLogInAt: Date | null;
};

/** Begins a session in the place of the caller's; null if the password that was proved is no longer right. */
function replaceSession(ctx: Context, user: ProvedUser): Promise<StartedSession | null> {
  const { id, firstLogInAt } = user;
  return inTransaction(ctx.deps.db, async (tx) => {
    if (!(await lockUserWith(tx, user))) return null;
    const locale = isLocale(user.locale) ? user.locale : DEFAULT_LOCALE;
    const started = await startSession(tx, { id, locale });
    if (ctx.session !== null) await endSession(tx, ctx.session.id);
    if (firstLogInAt === null) {
      await tx.user.updateMany({
        where: { id, firstLogInAt: null },
        data: { firstLogInAt: ctx.deps.clock() },
      });
    }
    return started;
  });
}

/**
 * Counts a try at a password before it is looked at, so that parallel guesses count too; whoever was
 * right has it forgotten. Refuses with 429 after too many wrong ones.
 */
export function countAttempt(ctx: Context, emailKey: string): Promise<TakenTurns> {
  return requireTurns(
    ctx,
    { limit: 'logInByPair', key: `${ctx.clientIp}|${emailKey}` },
    { limit: 'logInByIp', key: ctx.clientIp },
  );
}
