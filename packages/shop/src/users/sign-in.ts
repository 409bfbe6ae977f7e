import type { Context, MemberContext } from '@agres/core/context';
import { shortKeyedHashOf } from '@agres/core/keyed-hash';
import { requireRateLimit, type RateLimitUse } from '@agres/core/limits/require-rate-limit';
import { findPlace, rememberPlace, type Owner } from '@agres/core/session/known-place';
import type { Hasher } from '@agres/core/session/password';
import { lockUserWith } from '@agres/core/session/row-locks';
import { endSession, startSession, type StartedSession } from '@agres/core/session/session';
import { inTransaction } from '@agres/db/transaction';
import { DomainError } from '@agres/domain/errors';
import { localeOf } from '@agres/domain/locale';
import { emailKeyOf } from '@agres/domain/users';
import type { SignIn } from '@agres/domain/users.schema';

import { isRecent } from './recent-log-in.ts';

/**
 * Logs a person in and ends the caller's previous session: its cookie never survives a log-in.
 * @throws DomainError `incorrect_email` or `incorrect_password`, always the latter where accounts are
 * private; `account_not_activated` only after the right password. All of them take the same time.
 */
export function signIn(ctx: Context, input: SignIn): Promise<{ userId: number }> {
  return ctx.deps.passwords.withHasher(ctx.clientIp, (hasher) => signInWith(hasher, ctx, input));
}

async function signInWith(
  { verify }: Hasher,
  ctx: Context,
  { email, mdp }: SignIn,
): Promise<{ userId: number }> {
  const { db, config } = ctx.deps;
  const emailKey = emailKeyOf(email);
  const account = shortKeyedHashOf(config.appSecret, emailKey);
  const user = await db.user.findUnique({
    where: { emailKey },
    select: { id: true, passwordHash: true, activatedAt: true, locale: true },
  });
  const counted = await countPassword(ctx, emailKey, user);
  try {
    await countLogIn(ctx, emailKey);
  } catch (error) {
    // No password was tried, so none counts.
    await counted.returnPermits();
    throw error;
  }
  const isRight = await verify(user?.passwordHash ?? null, mdp);
  if (user === null || !isRight) {
    ctx.log.warn({ account }, 'log-in refused');
    const isTold = user === null && config.accountPrivacy === 'spec';
    throw new DomainError(isTold ? 'incorrect_email' : 'incorrect_password');
  }
  await counted.returnPermits();
  if (user.activatedAt === null) throw new DomainError('account_not_activated');

  const replaced = await replaceSession(ctx, user);
  // A change of the password during the verification ended every session.
  if (replaced === null) throw new DomainError('incorrect_password');
  ctx.setSession(replaced.started);
  ctx.setDevice(replaced.device);
  ctx.log.info({ account, userId: user.id }, 'logged in');
  return { userId: user.id };
}

type ProvedUser = {
  id: number;
  passwordHash: string;
  locale: string;
};

function replaceSession(
  ctx: Context,
  user: ProvedUser,
): Promise<{ started: StartedSession; device: string } | null> {
  const { id } = user;
  return inTransaction(ctx.deps.db, async (tx) => {
    // guard: a log-in with a password changed meanwhile starts no session
    if (!(await lockUserWith(tx, user))) return null;
    const locale = localeOf(user.locale);
    const started = await startSession(tx, { id, locale });
    const device = await rememberPlace(ctx, tx, user);
    if (ctx.session !== null) await endSession(tx, ctx.session.id);
    // Stores the session's own time, by which `takeGreeting` recognizes the first session.
    await tx.$executeRaw`
      UPDATE users SET first_log_in_at = coalesce(first_log_in_at, ${started.session.createdAt}),
        last_log_in_on = current_date, inactivity_email_on = NULL,
        inactivity_email_accepted_at = NULL
      WHERE id = ${id}::int AND (first_log_in_at IS NULL OR last_log_in_on <> current_date
        OR inactivity_email_on IS NOT NULL)`;
    return { started, device };
  });
}

/** Returns true once, in the session of a member's first log-in. */
export async function takeGreeting(ctx: MemberContext): Promise<boolean> {
  if (!isRecent(ctx) || !(await ctx.readAccount())?.isToGreet) return false;
  const { userId: id, createdAt: firstLogInAt } = ctx.session;
  const { count } = await ctx.deps.db.user.updateMany({
    where: { id, firstLogInAt, greetedAt: null },
    data: { greetedAt: ctx.deps.clock() },
  });
  return count === 1;
}

/**
 * Counts a password before it is verified, so that concurrent guesses count too; the caller releases the
 * permit if it was right. `owner` is null if the address has no account. A device known to the account counts
 * alone. Elsewhere the network counts, and on networks unknown to the account also the account (decision
 * 037).
 * @throws DomainError 429 after too many wrong passwords
 */
export async function countPassword(
  ctx: Context,
  emailKey: string,
  owner: Owner | null,
): Promise<RateLimitUse> {
  const place = await findPlace(ctx, owner);
  if (place.kind === 'device') {
    const key = `${place.deviceId}|${emailKey}`;
    return requireRateLimit(ctx, { limit: 'logInByDevice', key });
  }
  const byNetwork = [
    { limit: 'logInByPair', key: `${ctx.clientIp}|${emailKey}` },
    { limit: 'logInByIp', key: ctx.clientIp },
  ] as const;
  if (place.kind !== 'unknown') return requireRateLimit(ctx, ...byNetwork);
  // guard: password guesses from all unknown networks count together per account
  return requireRateLimit(ctx, ...byNetwork, { limit: 'logInByAccount', key: emailKey });
}

/**
 * Counts successful log-ins too, so that a valid password cannot exhaust the capacity for password hashes.
 */
async function countLogIn(ctx: Context, emailKey: string): Promise<void> {
  await requireRateLimit(ctx, { limit: 'anyLogInByPair', key: `${ctx.clientIp}|${emailKey}` });
}
