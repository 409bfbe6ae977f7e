import type { Context, Deps, MemberContext } from '@agres/core/context';
import { enqueueEmail } from '@agres/core/jobs/email';
import { requireRateLimit } from '@agres/core/limits/require-rate-limit';
import { emailLocale } from '@agres/core/localized';
import { lockUser } from '@agres/core/session/row-locks';
import { isUniqueViolation } from '@agres/db/database-errors';
import type { Db, Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { DomainError } from '@agres/domain/errors';
import { emailKeyOf } from '@agres/domain/users';
import type { CancelEmailChange, EmailLink } from '@agres/domain/users.schema';
import { enqueueCustomerEmail } from '@agres/money/checkout/customer-email';

import { emailChangedEmail } from './emails.ts';
import {
  endRecoveryTokens,
  expiryOf,
  findUsedToken,
  isLiveToken,
  consumeToken,
  type PresentedToken,
  type UsedToken,
} from './link-token.ts';
import { hasEmail, pendingEmailOf, type PendingEmailColumns } from './pending-email.ts';

/**
 * A new address is pending until its link is followed in a session of the account. Until then it reserves
 * nothing, and the old one is used for everything (decision 019).
 */
const NOTHING_PENDING = { pendingEmail: null, pendingEmailUntil: null } as const;

/**
 * Makes an address pending and ends an earlier pending one with its links. The same address again stays
 * pending, with valid links. Returns whether the address is new. The caller has locked the user's row, which
 * `user` reflects, and sends the emails.
 */
export async function setPendingEmail(
  tx: Tx,
  user: PendingEmailColumns & { id: number },
  { email, now }: { email: string; now: Date },
): Promise<boolean> {
  const pending = pendingEmailOf(user, now);
  const isNew = pending === null || emailKeyOf(pending) !== emailKeyOf(email);
  if (isNew) await clearPendingEmail(tx, user.id);
  await tx.user.update({
    where: { id: user.id },
    data: { pendingEmail: email, pendingEmailUntil: expiryOf('email_confirm', now) },
    select: { id: true },
  });
  return isNew;
}

/** Ends a pending address and its links. The caller has locked the user's row. */
export async function clearPendingEmail(tx: Tx, userId: number): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: NOTHING_PENDING, select: { id: true } });
  await tx.accountToken.deleteMany({
    where: { userId, purpose: 'email_confirm', usedAt: null },
  });
}

/**
 * Replaces the address by the pending one, by the link sent to it and in a session of that account. Emails
 * the old address a link that undoes the change. Idempotent while the account has the confirmed address.
 * @throws DomainError `incorrect_activation_code`, also in another account's session; `email_taken` if an
 * activated account has taken the address, and the link stays valid
 */
export async function confirmEmail(ctx: MemberContext, { id, nonce }: EmailLink): Promise<void> {
  const { db, clock, wakeJobs } = ctx.deps;
  await requireRateLimit(ctx, { limit: 'linkByIp', key: ctx.clientIp });
  // guard: a new email address is confirmed only in a session of its account
  if (ctx.session.userId !== id) throw new DomainError('incorrect_activation_code');
  const link = confirmationToken({ id, nonce });
  await runEmailChange(db, async (tx) => {
    await lockUser(tx, id);
    const user = await tx.user.findUnique({
      where: { id },
      select: { email: true, locale: true, pendingEmail: true, pendingEmailUntil: true },
    });
    const now = clock();
    const token = await consumeToken(tx, link, now);
    if (token === null && (await isConfirmed(tx, link))) return;
    const email = user === null ? null : pendingEmailOf(user, now);
    if (user === null || email === null || !isSentTo(token, email)) {
      throw new DomainError('incorrect_activation_code');
    }
    await assignEmail(tx, { userId: id, email });
    await clearPendingEmail(tx, id);
    await endRecoveryTokens(tx, id);
    await enqueueEmail(tx, {
      email: emailChangedEmail,
      request: {
        userId: id,
        to: user.email,
        locale: emailLocale(ctx, user),
        changedAt: now.toISOString(),
      },
    });
  });
  ctx.log.info({ userId: id }, 'change of address confirmed');
  wakeJobs();
}

/**
 * Whether a confirmation link is valid, or was when it was used. It changes nothing, because mail scanners
 * open links too.
 */
export async function isConfirmationLink(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  link: EmailLink,
): Promise<boolean> {
  const presented = confirmationToken(link);
  return (await isLiveToken(db, presented, clock())) || (await isConfirmed(db, presented));
}

/**
 * Cancels a pending address: in a session, or by the link to the old address while the account still has that
 * address. Idempotent while no address is pending.
 * @throws DomainError `not_logged_in` without link and session, `incorrect_activation_code`
 */
export async function cancelEmailChange(
  ctx: Context,
  { id, nonce }: CancelEmailChange,
): Promise<void> {
  if (id === undefined || nonce === undefined) await cancelByMember(ctx);
  else await cancelByLink(ctx, { userId: id, purpose: 'email_undo', secret: nonce });
}

async function cancelByMember({ deps, log, session }: Context): Promise<void> {
  if (session === null) throw new DomainError('not_logged_in');
  const { userId } = session;
  await inTransaction(deps.db, async (tx) => {
    if (!(await lockUser(tx, userId))) throw new DomainError('not_logged_in');
    await clearPendingEmail(tx, userId);
  });
  log.info({ userId }, 'change of address cancelled');
}

async function cancelByLink(ctx: Context, link: PresentedToken): Promise<void> {
  const { db, clock } = ctx.deps;
  const { userId } = link;
  await requireRateLimit(ctx, { limit: 'linkByIp', key: ctx.clientIp });
  await inTransaction(db, async (tx) => {
    await lockUser(tx, userId);
    const token = await consumeToken(tx, link, clock());
    // After the confirmation only an undo is possible; the rollback keeps the link valid for it.
    const isValid =
      token === null
        ? await isAlreadyUndone(tx, link, clock())
        : await hasEmail(tx, userId, token.previousEmail);
    if (!isValid) throw new DomainError('incorrect_activation_code');
    await clearPendingEmail(tx, userId);
  });
  ctx.log.info({ userId }, 'change of address cancelled');
}

/** Whether the link to the old address was used, and the account has that address and none is pending. */
export async function isAlreadyUndone(
  db: Db | Tx,
  link: PresentedToken,
  now: Date,
): Promise<boolean> {
  const token = await findUsedToken(db, link);
  if (token === null || !(await hasEmail(db, link.userId, token.previousEmail))) return false;
  const pending = await db.user.count({
    where: { id: link.userId, pendingEmailUntil: { gt: now } },
  });
  return pending === 0;
}

function isSentTo(token: UsedToken | null, email: string): boolean {
  return token !== null && emailKeyOf(token.newEmail ?? '') === emailKeyOf(email);
}

async function isConfirmed(db: Db | Tx, link: PresentedToken): Promise<boolean> {
  const token = await findUsedToken(db, link);
  return token !== null && hasEmail(db, link.userId, token.newEmail);
}

/**
 * Sets the address of an account whose mailbox was proved, and enqueues the update at the provider. Deletes a
 * never activated account of that address, which never proved it. Runs within `runEmailChange`; the caller
 * has locked the user's row. Locking the other row second is safe, because no call can act for it (decision
 * 073).
 */
export async function assignEmail(
  tx: Tx,
  { userId, email }: { userId: number; email: string },
): Promise<void> {
  const emailKey = emailKeyOf(email);
  // guard: confirming an email address never deletes an activated account
  await tx.$executeRaw`
    DELETE FROM users
    WHERE email_key = ${emailKey} AND activated_at IS NULL AND id <> ${userId}::int`;
  await tx.user.update({
    where: { id: userId },
    data: { email, emailKey },
    select: { id: true },
  });
  await enqueueCustomerEmail(tx, userId);
}

/**
 * Runs a transaction that sets the address of an account. A concurrent sign-up may take the address between
 * check and write; the second run sees it.
 * @throws DomainError `email_taken` if an activated account has the address
 */
export async function runEmailChange(db: Db, work: (tx: Tx) => Promise<void>): Promise<void> {
  try {
    await inTransaction(db, work);
  } catch (error) {
    if (!isAddressTaken(error)) throw error;
    await inTransaction(db, work).catch((again: unknown) => {
      throw isAddressTaken(again) ? new DomainError('email_taken') : again;
    });
  }
}

const isAddressTaken = (error: unknown) => isUniqueViolation(error, 'users_email_key_key');

function confirmationToken({ id, nonce }: EmailLink): PresentedToken {
  return { userId: id, purpose: 'email_confirm', secret: nonce };
}
