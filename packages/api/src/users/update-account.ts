import { isUniqueViolation } from '@shop/db/database-errors';
import type { Tx } from '@shop/db/db';
import { inTransaction } from '@shop/db/transaction';
import { emailKeyOf } from '@shop/domain/account';
import type { UpdateAccount } from '@shop/domain/account.schema';
import { DomainError } from '@shop/domain/errors';

import type { Context } from '../context.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { promiseNewEmail } from '../payments/customer-email.ts';
import { letterLocale } from './account-letter.ts';
import { requireMailDomain } from './mail-domain.ts';
import type { Hasher } from './password.ts';
import { endOtherSessions, rotateSession, type Session, type StartedSession } from './session.ts';
import { countAttempt } from './sign-in.ts';
import { endRecoveryTokens } from './token.ts';

/** A log-in proves the person for so long; later a new password needs the present one. */
const PROOF_MS = 15 * 60_000;

/** A member's call. */
type MemberContext = Context & { session: Session };

/**
 * Changes a member's account. `mdp` is the present password or a new one; a new one needs the right
 * `currentMdp` once the log-in is older than 15 minutes, else `incorrect_password` (contract,
 * section 4). A new password ends all other sessions and renews this one; a new address counts at
 * once. Each is told by letter to the address before. Refuses as the sign-up does.
 */
export async function updateAccount(ctx: MemberContext, input: UpdateAccount): Promise<void> {
  const { db, passwords, wakeJobs } = ctx.deps;
  const person = await db.user.findUnique({
    where: { id: ctx.session.userId },
    select: { email: true, emailKey: true, passwordHash: true, locale: true },
  });
  if (person === null) throw new DomainError('not_logged_in');
  if (emailKeyOf(input.email) !== person.emailKey) await requireMailDomain(ctx.deps, input.email);
  const newHash = await passwords.inTurn((hasher) => proveAndHash(hasher, ctx, { person, input }));

  const started = await changeAccount(ctx, { person, input, newHash });
  if (started !== null) ctx.setSession(started);
  ctx.log.info({ userId: ctx.session.userId, hasNewPassword: newHash !== null }, 'account changed');
  wakeJobs();
}

type Person = { email: string; emailKey: string; passwordHash: string; locale: string };

/** The hash of the new password, or null where `mdp` is the present one. Wrong tries are counted. */
async function proveAndHash(
  { verify, hash }: Hasher,
  ctx: MemberContext,
  { person, input }: { person: Person; input: UpdateAccount },
): Promise<string | null> {
  const attempt = await countAttempt(ctx, person.emailKey);
  const isPresent = await verify(person.passwordHash, input.mdp);
  const isProved = isPresent || isRecent(ctx);
  if (!isProved && !(await verify(person.passwordHash, input.currentMdp ?? ''))) {
    ctx.log.warn({ userId: ctx.session.userId }, 'change of account refused');
    throw new DomainError('incorrect_password');
  }
  await attempt.giveBack();
  return isPresent ? null : hash(input.mdp);
}

function isRecent({ deps, session }: MemberContext): boolean {
  return deps.clock().getTime() - session.createdAt.getTime() <= PROOF_MS;
}

type Change = { person: Person; input: UpdateAccount; newHash: string | null };

async function changeAccount(ctx: MemberContext, change: Change): Promise<StartedSession | null> {
  try {
    return await inTransaction(ctx.deps.db, (tx) => changeIn(tx, ctx, change));
  } catch (error) {
    if (!isUniqueViolation(error, 'users_email_key_key')) throw error;
    throw new DomainError('email_taken', { issues: [{ path: 'email', message: 'email_taken' }] });
  }
}

/** Makes the change and promises its letters; answers this session's next secret, if it gets one. */
async function changeIn(
  tx: Tx,
  ctx: MemberContext,
  { person, input, newHash }: Change,
): Promise<StartedSession | null> {
  const { session } = ctx;
  const { email, firstName, lastName } = input;
  const { count } = await tx.user.updateMany({
    // Whoever was overtaken by another change of password has proved nothing.
    where: { id: session.userId, emailKey: person.emailKey, passwordHash: person.passwordHash },
    data: {
      email,
      emailKey: emailKeyOf(email),
      ...(firstName === undefined ? {} : { firstName }),
      ...(lastName === undefined ? {} : { lastName }),
      ...(newHash === null ? {} : { passwordHash: newHash }),
    },
  });
  if (count === 0) throw new DomainError('incorrect_password');

  if (email !== person.email) await promiseNewEmail(tx, session.userId);
  const isMoved = emailKeyOf(email) !== person.emailKey;
  const notice = {
    userId: session.userId,
    to: person.email,
    locale: letterLocale(ctx, person),
  };
  if (isMoved) {
    const changedAt = ctx.deps.clock().toISOString();
    await enqueue(tx, { kind: 'mail', payload: { letter: 'emailChanged', ...notice, changedAt } });
  }
  if (newHash !== null) {
    await enqueue(tx, { kind: 'mail', payload: { letter: 'passwordChanged', ...notice } });
  }
  if (isMoved || newHash !== null) await endRecoveryTokens(tx, session.userId);
  if (newHash === null) return null;
  const started = await rotateSession(tx, session);
  if (started === null) throw new DomainError('not_logged_in');
  await endOtherSessions(tx, started.session);
  return started;
}
