import type { Context, MemberContext } from '@agres/core/context';
import { requireMailDomain } from '@agres/core/email-domain';
import { enqueueEmail } from '@agres/core/jobs/email';
import { requireRateLimit, takeEmailLimit } from '@agres/core/limits/require-rate-limit';
import { emailLocale } from '@agres/core/localized';
import type { Hasher } from '@agres/core/session/password';
import { endOtherSessions, rotateSession, type StartedSession } from '@agres/core/session/session';
import type { Tx } from '@agres/db/db';
import { inFoundTransaction } from '@agres/db/transaction';
import { DomainError } from '@agres/domain/errors';
import { emailKeyOf } from '@agres/domain/users';
import type { UpdateAccount } from '@agres/domain/users.schema';
import { enqueueCustomerEmail } from '@agres/money/checkout/customer-email';

import { clearPendingEmail, setPendingEmail } from './email-change.ts';
import { confirmEmailEmail, emailChangeAskedEmail, passwordChangedEmail } from './emails.ts';
import { endRecoveryTokens } from './link-token.ts';
import type { PendingEmailColumns } from './pending-email.ts';
import { isRecent } from './recent-log-in.ts';
import { countPassword } from './sign-in.ts';

/**
 * Changes a member's account. `mdp` is the present password or a new one; a new one needs the right
 * `currentMdp` once the log-in is older than 15 minutes (S5.21). A new password ends all other sessions and a
 * pending address, and renews this session. A new address is pending until its link is followed. Both send an
 * email to the present address.
 * @throws DomainError `incorrect_password`, also for a wrong `currentMdp` that was not needed; those of
 * `register`
 */
export async function updateAccount(ctx: MemberContext, input: UpdateAccount): Promise<void> {
  const { db, passwords, wakeJobs } = ctx.deps;
  // guard: account changes are rate-limited
  await requireRateLimit(ctx, { limit: 'accountChangeByUser', key: String(ctx.session.userId) });
  const person = await db.user.findUnique({
    where: { id: ctx.session.userId },
    select: { email: true, emailKey: true, passwordHash: true, locale: true },
  });
  if (person === null) throw new DomainError('not_logged_in');
  const newHash = await passwords.withHasher(ctx.clientIp, (hasher) =>
    proveAndHash(hasher, ctx, { person, input }),
  );
  const isNewEmail = emailKeyOf(input.email) !== person.emailKey;
  // Checked after the limits and the password, so that a stolen session alone does not reveal who has an
  // address.
  if (isNewEmail) await requireUntaken(ctx, input.email);
  if (isNewEmail) await requireMailDomain(ctx.deps, input.email);
  const maySendLink =
    isNewEmail && (await takeEmailLimit(ctx.deps, 'confirmEmail', emailKeyOf(input.email)));

  const change = { person, input, newHash, isNewEmail, maySendLink };
  const started = await inFoundTransaction(
    db,
    (tx) => changeIn(tx, ctx, change),
    // Without a new session, a repetition makes the same changes again.
    async (renewed) =>
      renewed !== null && (await db.session.count({ where: { id: renewed.session.id } })) === 1,
  );
  if (started !== null) ctx.setSession(started);
  ctx.log.info({ userId: ctx.session.userId, hasNewPassword: newHash !== null }, 'account changed');
  if (isNewEmail) ctx.log.info({ userId: ctx.session.userId }, 'change of address asked for');
  wakeJobs();
}

type Person = { email: string; emailKey: string; passwordHash: string; locale: string };

/** Returns the hash of the new password; null if `mdp` is the present one. */
async function proveAndHash(
  { verify, hash }: Hasher,
  ctx: MemberContext,
  { person, input }: { person: Person; input: UpdateAccount },
): Promise<string | null> {
  // Counts with the log-ins from the same place: a session allows no additional guesses.
  const owner = { id: ctx.session.userId, passwordHash: person.passwordHash };
  const counted = await countPassword(ctx, person.emailKey, owner);
  const { mdp, currentMdp } = input;
  const isPresent = await verify(person.passwordHash, mdp);
  const isProved = async () => {
    // guard: a wrong current password is refused, even in a fresh session
    if (currentMdp === undefined) return isPresent || isRecent(ctx);
    return currentMdp === mdp ? isPresent : verify(person.passwordHash, currentMdp);
  };
  if (!(await isProved())) {
    ctx.log.warn({ userId: ctx.session.userId }, 'change of account refused');
    throw new DomainError('incorrect_password');
  }
  await counted.returnPermits();
  return isPresent ? null : hash(mdp);
}

/** Where accounts are private, only an email to its holder reveals a taken address. */
async function requireUntaken({ deps: { db, config } }: Context, email: string): Promise<void> {
  if (config.accountPrivacy === 'strict') return;
  const holders = await db.user.count({
    // An account that was never activated has not proved its address.
    where: { emailKey: emailKeyOf(email), activatedAt: { not: null } },
  });
  if (holders === 0) return;
  throw new DomainError('email_taken', { issues: [{ path: 'email', message: 'email_taken' }] });
}

type Change = {
  person: Person;
  input: UpdateAccount;
  newHash: string | null;
  isNewEmail: boolean;
  /** Whether the limit of the new address allows one more email. */
  maySendLink: boolean;
};

async function changeIn(
  tx: Tx,
  ctx: MemberContext,
  change: Change,
): Promise<StartedSession | null> {
  const { person, input, newHash, isNewEmail } = change;
  const { session } = ctx;
  const { email, firstName, lastName } = input;
  const [user] = await tx.user.updateManyAndReturn({
    // Matches no row after a concurrent change of the password, which invalidates the proof.
    where: { id: session.userId, emailKey: person.emailKey, passwordHash: person.passwordHash },
    data: {
      // Another spelling counts as the same address.
      // guard: the old email address stays until the new one is confirmed
      ...(isNewEmail ? {} : { email }),
      ...(firstName === undefined ? {} : { firstName }),
      ...(lastName === undefined ? {} : { lastName }),
      ...(newHash === null ? {} : { passwordHash: newHash }),
    },
    select: { id: true, pendingEmail: true, pendingEmailUntil: true },
  });
  if (user === undefined) throw new DomainError('incorrect_password');

  if (!isNewEmail && email !== person.email) await enqueueCustomerEmail(tx, session.userId);
  // A person who knew the old password may have requested the pending address.
  if (newHash !== null) await clearPendingEmail(tx, user.id);
  const pendingUser = newHash === null ? user : { ...user, pendingEmailUntil: null };
  if (isNewEmail) await changeEmailLater(tx, ctx, { ...change, pendingUser });
  if (newHash === null) return null;
  const request = buildEmailRequest(ctx, person);
  await enqueueEmail(tx, { email: passwordChangedEmail, request });
  await endRecoveryTokens(tx, session.userId);
  const started = await rotateSession(tx, session);
  if (started === null) throw new DomainError('not_logged_in');
  await endOtherSessions(tx, started.session);
  return started;
}

/** The new address gets a link, and the present one gets one email per pending address. */
async function changeEmailLater(
  tx: Tx,
  ctx: MemberContext,
  {
    person,
    input: { email },
    maySendLink,
    pendingUser,
  }: Change & { pendingUser: PendingEmailColumns & { id: number } },
): Promise<void> {
  const now = ctx.deps.clock();
  const isNew = await setPendingEmail(tx, pendingUser, { email, now });
  const request = buildEmailRequest(ctx, person);
  if (maySendLink) {
    await enqueueEmail(tx, { email: confirmEmailEmail, request: { ...request, to: email } });
  }
  if (!isNew) return;
  const changedAt = now.toISOString();
  await enqueueEmail(tx, {
    email: emailChangeAskedEmail,
    request: { ...request, changedAt },
  });
}

function buildEmailRequest(ctx: MemberContext, person: Person) {
  return { userId: ctx.session.userId, to: person.email, locale: emailLocale(ctx, person) };
}
