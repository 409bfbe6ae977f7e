import { randomBytes } from 'node:crypto';

import type { Context, Deps } from '@agres/core/context';
import { enqueueEmail } from '@agres/core/jobs/email';
import { requireRateLimit } from '@agres/core/limits/require-rate-limit';
import { emailLocale } from '@agres/core/localized';
import { lockUser } from '@agres/core/session/row-locks';
import { endAllSessions } from '@agres/core/session/session';
import type { Tx } from '@agres/db/db';
import { DomainError } from '@agres/domain/errors';
import type { EmailLink } from '@agres/domain/users.schema';

import { runEmailChange, clearPendingEmail, assignEmail, isAlreadyUndone } from './email-change.ts';
import {
  emailChangeAskedEmail,
  emailChangedEmail,
  emailChangeUndoneEmail,
  passwordRecoveryEmail,
} from './emails.ts';
import {
  endRecoveryTokens,
  isLiveToken,
  consumeToken,
  type PresentedToken,
  type UsedToken,
} from './link-token.ts';
import { hasEmail } from './pending-email.ts';

/**
 * Undoes a change of address ("This was not me") by a link sent to the old address: cancels a pending change
 * or reverts a confirmed one. Ends all sessions and later changes. If the change was confirmed, also
 * invalidates the password, because the person who moved the account knows it, emails a recovery link to the
 * restored address and informs the other one. Idempotent while the account has the restored address and none
 * is pending.
 * @throws DomainError `incorrect_activation_code`; `email_taken` if an activated account has taken the
 * address
 */
export async function undoEmailChange(ctx: Context, { id, nonce }: EmailLink): Promise<void> {
  const { db, clock, passwords } = ctx.deps;
  await requireRateLimit(ctx, { limit: 'linkByIp', key: ctx.clientIp });
  const link = undoLink({ id, nonce });
  // Hashing is expensive, so a random password is hashed only for a valid link.
  const unknownHash = (await isLiveToken(db, link, clock()))
    ? await passwords.withHasher(ctx.clientIp, ({ hash }) =>
        hash(randomBytes(32).toString('base64url')),
      )
    : null;
  await runEmailChange(db, async (tx) => {
    // Serializes the links of one account, and so the emails of its changes.
    await lockUser(tx, id);
    const token = unknownHash === null ? null : await consumeToken(tx, link, clock());
    if (token !== null && unknownHash !== null) {
      await restoreEmail(tx, ctx, { userId: id, token, unknownHash });
    } else if (!(await isAlreadyUndone(tx, link, clock()))) {
      throw new DomainError('incorrect_activation_code');
    }
  });
  ctx.log.info({ userId: id }, 'change of address taken back');
  ctx.deps.wakeJobs();
}

/**
 * Whether a link to the old address is valid, or was when it was used. It changes nothing, because mail
 * scanners open links too.
 */
export async function isUndoLink(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  link: EmailLink,
): Promise<boolean> {
  const presented = undoLink(link);
  const now = clock();
  return (await isLiveToken(db, presented, now)) || (await isAlreadyUndone(db, presented, now));
}

async function restoreEmail(
  tx: Tx,
  ctx: Context,
  { userId, token, unknownHash }: { userId: number; token: UsedToken; unknownHash: string },
): Promise<void> {
  const email = token.previousEmail ?? '';
  if (!(await hasEmail(tx, userId, email))) {
    const displaced = await tx.user.findUniqueOrThrow({
      where: { id: userId },
      select: { email: true, locale: true },
    });
    await assignEmail(tx, { userId, email });
    // guard: undoing an email change invalidates the password
    await tx.user.update({
      where: { id: userId },
      data: { passwordHash: unknownHash },
      select: { id: true },
    });
    const request = { userId, locale: emailLocale(ctx, displaced) };
    await enqueueEmail(tx, { email: passwordRecoveryEmail, request });
    await enqueueEmail(tx, {
      email: emailChangeUndoneEmail,
      request: { ...request, to: displaced.email },
    });
  }
  await clearPendingEmail(tx, userId);
  // The person who made this change got the links of later changes, except those to this same address.
  await tx.accountToken.deleteMany({
    where: {
      userId,
      purpose: 'email_undo',
      usedAt: null,
      createdAt: { gte: token.createdAt },
      previousEmail: { not: email },
    },
  });
  await withdrawLinks(tx, userId, token.createdAt);
  await endRecoveryTokens(tx, userId);
  await endAllSessions(tx, userId);
}

/**
 * Deletes the unsent emails of this change and later ones: their links are written when they are sent, which a
 * mail server can delay until the used link is purged.
 */
async function withdrawLinks(tx: Tx, userId: number, since: Date): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM job
    WHERE kind = 'mail' AND done_at IS NULL AND payload->>'userId' = ${String(userId)}
      AND payload->>'letter' IN (${emailChangeAskedEmail.kind}, ${emailChangedEmail.kind})
      AND (payload->>'changedAt')::timestamptz >= ${since}::timestamptz`;
}

function undoLink({ id, nonce }: EmailLink): PresentedToken {
  return { userId: id, purpose: 'email_undo', secret: nonce };
}
