import type { Context, Deps } from '@agres/core/context';
import { enqueueEmail, NOBODY_ID } from '@agres/core/jobs/email';
import { requireRateLimit, takeEmailLimit } from '@agres/core/limits/require-rate-limit';
import { emailLocale } from '@agres/core/localized';
import { lockUser } from '@agres/core/session/row-locks';
import { inTransaction } from '@agres/db/transaction';
import { DomainError } from '@agres/domain/errors';
import { emailKeyOf } from '@agres/domain/users';
import type { EmailLink, EmailRequest } from '@agres/domain/users.schema';

import { activationAgainEmail } from './emails.ts';
import { findUsedToken, isLiveToken, useToken, type PresentedToken } from './link-token.ts';

/**
 * Activates an account by the link of its email. Idempotent for the same link. Fails with
 * `incorrect_activation_code`.
 */
export async function activate(ctx: Context, link: EmailLink): Promise<void> {
  const { db, clock } = ctx.deps;
  await requireRateLimit(ctx, { limit: 'linkByIp', key: ctx.clientIp });
  const now = clock();
  await inTransaction(db, async (tx) => {
    const presented = presentedBy(link);
    // Locked before its links, as by a confirmation that removes the account.
    await lockUser(tx, link.id);
    const token = (await useToken(tx, presented, now)) ?? (await findUsedToken(tx, presented));
    if (token === null) throw new DomainError('incorrect_activation_code');
    const { count } = await tx.user.updateMany({
      where: { id: link.id, activatedAt: null },
      data: { activatedAt: now },
    });
    if (count === 1) ctx.log.info({ userId: link.id }, 'account activated');
  });
}

/**
 * Whether an activation link is valid, or was when it was used. Called when its page is requested;
 * changes nothing (contract, section 1).
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
 * Sends another activation email (the first is enqueued by `register`), if there is an account to activate; neither the answer nor its time
 * tells.
 */
export async function resendActivation(ctx: Context, { email }: EmailRequest): Promise<void> {
  const { db, wakeJobs } = ctx.deps;
  await requireRateLimit(ctx, { limit: 'letterByIp', key: ctx.clientIp });
  const emailKey = emailKeyOf(email);
  const user = await db.user.findUnique({
    where: { emailKey },
    select: { id: true, locale: true, activatedAt: true },
  });
  const account = user?.activatedAt === null ? user : { id: NOBODY_ID, locale: ctx.locale };
  if (!(await takeEmailLimit(ctx.deps, 'activationEmail', emailKey))) return;
  await enqueueEmail(db, {
    email: activationAgainEmail,
    request: { userId: account.id, locale: emailLocale(ctx, account) },
  });
  wakeJobs();
}

function presentedBy({ id, nonce }: EmailLink): PresentedToken {
  return { userId: id, purpose: 'activation', secret: nonce };
}
