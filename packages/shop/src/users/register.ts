import { randomBytes } from 'node:crypto';

import type { Context } from '@agres/core/context';
import { requireMailDomain } from '@agres/core/email-domain';
import { enqueueEmail } from '@agres/core/jobs/email';
import { shortKeyedHashOf } from '@agres/core/keyed-hash';
import { requireRateLimit, takeEmailLimit } from '@agres/core/limits/require-rate-limit';
import { emailLocale } from '@agres/core/localized';
import type { Tx } from '@agres/db/db';
import { inFoundTransaction } from '@agres/db/transaction';
import { DomainError } from '@agres/domain/errors';
import type { Locale } from '@agres/domain/locale';
import { generateDiscountCode } from '@agres/domain/subscription';
import { emailKeyOf } from '@agres/domain/users';
import type { Register } from '@agres/domain/users.schema';

import { activationEmail, addressTakenEmail } from './emails.ts';

/**
 * Creates an account and enqueues its activation email in one transaction: a mail server that is down delays
 * the email, never the account. Where accounts are private, the holder of a taken address gets an email, and
 * answer and time are those of a free address.
 * @throws DomainError `invalid_email_domain_message`; `email_taken`, unless accounts are private
 */
export async function register(
  ctx: Context,
  { email, mdp, locale }: Pick<Register, 'email' | 'mdp' | 'locale'>,
): Promise<void> {
  const { config, passwords, wakeJobs } = ctx.deps;
  await requireRateLimit(ctx, { limit: 'registerByIp', key: ctx.clientIp });
  await requireMailDomain(ctx.deps, email);
  const result = await passwords.withHasher(ctx.clientIp, async ({ hash }) => {
    const passwordHash = await hash(mdp);
    return createAccount(ctx, { email, passwordHash, locale });
  });
  wakeJobs();
  const account = shortKeyedHashOf(config.appSecret, emailKeyOf(email));
  ctx.log.info({ account, result }, 'sign-up');
  if (result === 'taken' && config.accountPrivacy === 'spec') {
    throw new DomainError('email_taken', { issues: [{ path: 'email', message: 'email_taken' }] });
  }
}

type NewAccount = { email: string; passwordHash: string; locale: Locale };

async function createAccount(ctx: Context, account: NewAccount): Promise<'opened' | 'taken'> {
  const { db, config } = ctx.deps;
  const emailKey = emailKeyOf(account.email);
  const userId = await inFoundTransaction(
    db,
    async (tx) => {
      const id = await addUser(tx, account);
      if (id === null) return null;
      const { locale } = account;
      await enqueueEmail(tx, { email: activationEmail, request: { userId: id, locale } });
      return id;
    },
    async (id) => id !== null && (await db.user.count({ where: { id } })) === 1,
  );
  if (userId !== null) {
    await countActivationEmail(ctx, emailKey);
    return 'opened';
  }

  const holder = await db.user.findUnique({
    where: { emailKey },
    select: { id: true, locale: true },
  });
  // The random discount code collided, with a probability of one in 10^12: retry.
  if (holder === null) return createAccount(ctx, account);
  // No email is sent here, so the recipient's limit stays unused.
  if (config.accountPrivacy === 'spec') return 'taken';
  // guard: each kind of email to an unproved address has its own limit
  if (await takeEmailLimit(ctx.deps, 'takenEmail', emailKey)) {
    await enqueueEmail(db, {
      email: addressTakenEmail,
      request: { userId: holder.id, locale: emailLocale(ctx, holder) },
    });
  }
  return 'taken';
}

/** The account already exists, so a failure to count does not refuse it. */
async function countActivationEmail({ deps, log }: Context, emailKey: string): Promise<void> {
  try {
    await takeEmailLimit(deps, 'activationEmail', emailKey);
  } catch (error) {
    log.warn({ err: error }, 'activation email not counted');
  }
}

/** Returns the id of the new user. A taken address returns null instead of an error that would roll back. */
async function addUser(tx: Tx, account: NewAccount): Promise<number | null> {
  const [user] = await tx.user.createManyAndReturn({
    data: {
      ...account,
      emailKey: emailKeyOf(account.email),
      personalDiscountCode: generateDiscountCode(randomBytes(8)),
    },
    skipDuplicates: true,
    select: { id: true },
  });
  return user?.id ?? null;
}
