import type { Context, Deps } from '@agres/core/context';
import { enqueueEmail, NO_ACCOUNT_ID } from '@agres/core/jobs/email';
import { shortKeyedHashOf } from '@agres/core/keyed-hash';
import { requireRateLimit, takeEmailLimit } from '@agres/core/limits/require-rate-limit';
import { emailLocale } from '@agres/core/localized';
import { rememberPlace } from '@agres/core/session/known-place';
import { endAllSessions } from '@agres/core/session/session';
import type { Db, Tx } from '@agres/db/db';
import { inFoundTransaction } from '@agres/db/transaction';
import { DomainError } from '@agres/domain/errors';
import { emailKeyOf } from '@agres/domain/users';
import type { EmailLink, EmailRequest, RetrievePassword } from '@agres/domain/users.schema';

import { clearPendingEmail } from './email-change.ts';
import { passwordChangedEmail, passwordRecoveryEmail, type AccountEmail } from './emails.ts';
import { endRecoveryTokens, hasToken, isLiveToken, consumeToken } from './link-token.ts';

/**
 * Enqueues an email with a recovery link. Where accounts are private, an unknown address causes the same
 * work.
 * @throws DomainError `unknown_email` for an address without an account, unless accounts are private
 */
export async function forgotPassword(ctx: Context, { email }: EmailRequest): Promise<void> {
  const { db, config, wakeJobs } = ctx.deps;
  await requireRateLimit(ctx, { limit: 'letterByIp', key: ctx.clientIp });
  const emailKey = emailKeyOf(email);
  const user = await db.user.findUnique({
    where: { emailKey },
    select: { id: true, locale: true },
  });
  // guard: password recovery does the same work for an unknown address
  if (user === null && config.accountPrivacy === 'spec') throw new DomainError('unknown_email');
  ctx.log.info({ account: shortKeyedHashOf(config.appSecret, emailKey) }, 'password declared lost');
  const request = {
    userId: user?.id ?? NO_ACCOUNT_ID,
    locale: emailLocale(ctx, user ?? { locale: ctx.locale }),
  };
  if (await enqueueRecovery(db, { ...ctx.deps, emailKey, request })) wakeJobs();
}

/** Enqueues a recovery email, at most three an hour per address; returns whether it did. */
export async function enqueueRecovery(
  db: Db | Tx,
  { emailKey, request, rateLimiter }: AccountEmail,
): Promise<boolean> {
  const isLeft =
    rateLimiter === undefined || (await takeEmailLimit({ rateLimiter }, 'recoveryEmail', emailKey));
  if (isLeft) await enqueueEmail(db, { email: passwordRecoveryEmail, request });
  return isLeft;
}

/** Whether a recovery link is valid. It changes nothing, because mail scanners open links too. */
export function isRecoveryLink(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, nonce }: EmailLink,
): Promise<boolean> {
  const presented = { userId: id, purpose: 'password_recovery', secret: nonce } as const;
  return isLiveToken(db, presented, clock());
}

/**
 * Sets a new password by a recovery link, once. It also activates the account, because the link proves the
 * mailbox. Ends every session, every other recovery link and a pending address, emails the user, and starts
 * no session.
 * @throws DomainError `incorrect_retrieve_code`; `password_not_lost` if no link was requested, unless
 * accounts are private
 */
export async function resetPassword(
  ctx: Context,
  { id, retrieve, mdp }: Pick<RetrievePassword, 'id' | 'retrieve' | 'mdp'>,
): Promise<void> {
  const { db, clock, passwords, wakeJobs } = ctx.deps;
  await requireRateLimit(ctx, { limit: 'linkByIp', key: ctx.clientIp });
  const link = { userId: id, purpose: 'password_recovery', secret: retrieve } as const;
  if (!(await isLiveToken(db, link, clock()))) throw await findLinkError(ctx, id);
  const passwordHash = await passwords.withHasher(ctx.clientIp, ({ hash }) => hash(mdp));

  // Consumes the link in the transaction of the password change: a failure never costs the member the link.
  const device = await inFoundTransaction(
    db,
    async (tx) => {
      const [user] = await tx.user.updateManyAndReturn({
        where: { id },
        data: { passwordHash },
        select: { email: true, locale: true },
      });
      // The user's row is locked, so an earlier change of the password or address has ended the link.
      const token = await consumeToken(tx, link, clock());
      // guard: a recovery link that ended meanwhile sets no password
      if (user === undefined || token === null) throw new DomainError('incorrect_retrieve_code');
      const activated = await tx.user.updateMany({
        where: { id, activatedAt: null },
        data: { activatedAt: clock() },
      });
      if (activated.count === 1) ctx.log.info({ userId: id }, 'account activated');
      await endAllSessions(tx, id);
      await endRecoveryTokens(tx, id);
      // guard: password recovery cancels a pending email address
      await clearPendingEmail(tx, id);
      await enqueueEmail(tx, {
        email: passwordChangedEmail,
        request: { userId: id, to: user.email, locale: emailLocale(ctx, user) },
      });
      // The person proved the mailbox here, and can log in here even while others guess the password
      // elsewhere.
      return rememberPlace(ctx, tx, { id, passwordHash });
    },
    async () => (await db.user.count({ where: { id, passwordHash } })) === 1,
  );
  ctx.setDevice(device);
  ctx.log.info({ userId: id }, 'password recovered');
  wakeJobs();
}

async function findLinkError({ deps }: Context, userId: number): Promise<DomainError> {
  const isAsked = await hasToken(deps.db, { userId, purpose: 'password_recovery' });
  const isTold = !isAsked && deps.config.accountPrivacy === 'spec';
  return new DomainError(isTold ? 'password_not_lost' : 'incorrect_retrieve_code');
}
