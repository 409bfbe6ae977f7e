import type { Context, Deps } from '@agres/core/context';
import { enqueueEmail, NO_ACCOUNT_ID } from '@agres/core/jobs/email';
import { requireRateLimit, takeEmailLimit } from '@agres/core/limits/require-rate-limit';
import { emailLocale } from '@agres/core/localized';
import { lockUser } from '@agres/core/session/row-locks';
import type { Db, Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { DomainError } from '@agres/domain/errors';
import { emailKeyOf } from '@agres/domain/users';
import type { EmailLink, EmailRequest } from '@agres/domain/users.schema';

import { activationAgainEmail, type AccountEmail } from './emails.ts';
import { findUsedToken, isLiveToken, consumeToken, type PresentedToken } from './link-token.ts';

/**
 * Activates an account by the link of its email; idempotent. Returns the address that the link has just
 * proved, for the log-in that follows. A repeated call returns null: an old link does not prove the current
 * address.
 * @throws DomainError `incorrect_activation_code`
 */
export async function activate(ctx: Context, link: EmailLink): Promise<string | null> {
  const { db, clock } = ctx.deps;
  await requireRateLimit(ctx, { limit: 'linkByIp', key: ctx.clientIp });
  const now = clock();
  return inTransaction(db, async (tx) => {
    const presented = presentedBy(link);
    // Locks the account before its links, in the order of a confirmation that deletes the account.
    await lockUser(tx, link.id);
    const token = (await consumeToken(tx, presented, now)) ?? (await findUsedToken(tx, presented));
    if (token === null) throw new DomainError('incorrect_activation_code');
    const [activated] = await tx.user.updateManyAndReturn({
      where: { id: link.id, activatedAt: null },
      data: { activatedAt: now },
      select: { email: true },
    });
    if (activated === undefined) return null;
    ctx.log.info({ userId: link.id }, 'account activated');
    return activated.email;
  });
}

/**
 * Whether an activation link is valid, or was when it was used. It changes nothing, because mail scanners
 * open links too.
 */
export async function isActivationLink(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  link: EmailLink,
): Promise<boolean> {
  const presented = presentedBy(link);
  return (
    (await isLiveToken(db, presented, clock())) || (await findUsedToken(db, presented)) !== null
  );
}

/**
 * Enqueues another activation email if an account waits for one. Neither the answer nor its time reveals
 * whether there is one.
 */
export async function resendActivation(ctx: Context, { email }: EmailRequest): Promise<void> {
  const { db, wakeJobs } = ctx.deps;
  await requireRateLimit(ctx, { limit: 'letterByIp', key: ctx.clientIp });
  const emailKey = emailKeyOf(email);
  const user = await db.user.findUnique({
    where: { emailKey },
    select: { id: true, locale: true, activatedAt: true },
  });
  const account = user?.activatedAt === null ? user : { id: NO_ACCOUNT_ID, locale: ctx.locale };
  const request = { userId: account.id, locale: emailLocale(ctx, account) };
  if (await enqueueActivation(db, { ...ctx.deps, emailKey, request })) wakeJobs();
}

/** Enqueues another activation email, at most three an hour per address; returns whether it did. */
export async function enqueueActivation(
  db: Db | Tx,
  { emailKey, request, rateLimiter }: AccountEmail,
): Promise<boolean> {
  const isLeft =
    rateLimiter === undefined ||
    (await takeEmailLimit({ rateLimiter }, 'activationEmail', emailKey));
  if (isLeft) await enqueueEmail(db, { email: activationAgainEmail, request });
  return isLeft;
}

function presentedBy({ id, nonce }: EmailLink): PresentedToken {
  return { userId: id, purpose: 'activation', secret: nonce };
}
