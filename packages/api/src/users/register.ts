import { randomBytes } from 'node:crypto';

import type { Tx } from '@shop/db/db';
import { inTransaction } from '@shop/db/transaction';
import { emailKeyOf } from '@shop/domain/account';
import type { Register } from '@shop/domain/account.schema';
import { DomainError } from '@shop/domain/errors';
import type { Locale } from '@shop/domain/locale';
import { discountCodeOf } from '@shop/domain/subscription';

import type { Context } from '../context.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { pseudonymOf } from '../pseudonym.ts';
import { requireTurns } from '../turns.ts';
import { letterLocale, takeLetter } from './account-letter.ts';
import { requireMailDomain } from './mail-domain.ts';

/**
 * Opens an account and promises the letter with its activation link, in one transaction: a mail
 * server that is away delays the letter, never the account. Refuses with
 * `invalid_email_domain_message` and `email_taken`; where accounts are private the owner of a taken
 * address gets a letter instead, and the answer is that of a free one, in the same time.
 */
export async function register(
  ctx: Context,
  { email, mdp, locale }: Pick<Register, 'email' | 'mdp' | 'locale'>,
): Promise<void> {
  const { config, passwords, wakeJobs } = ctx.deps;
  await requireTurns(ctx, { limit: 'registerByIp', key: ctx.clientIp });
  await requireMailDomain(ctx.deps, email);
  const result = await passwords.inTurn(async ({ hash }) => {
    const passwordHash = await hash(mdp);
    return openAccount(ctx, { email, passwordHash, locale });
  });
  wakeJobs();
  const account = pseudonymOf(config.appSecret, emailKeyOf(email));
  ctx.log.info({ account, result }, 'sign-up');
  if (result === 'taken' && config.accountPrivacy === 'spec') {
    throw new DomainError('email_taken', { issues: [{ path: 'email', message: 'email_taken' }] });
  }
}

type NewAccount = { email: string; passwordHash: string; locale: Locale };

/** Adds the account, or finds that its address has one, with the letter that belongs to either. */
async function openAccount(ctx: Context, account: NewAccount): Promise<'opened' | 'taken'> {
  const { db, config } = ctx.deps;
  const emailKey = emailKeyOf(account.email);
  const isOpened = await inTransaction(db, async (tx) => {
    const id = await addUser(tx, account);
    if (id === null) return false;
    const { locale } = account;
    await enqueue(tx, { kind: 'mail', payload: { letter: 'activation', userId: id, locale } });
    return true;
  });
  const isPrivate = config.accountPrivacy === 'strict';
  // Where no letter leaves, nobody uses up those of somebody else.
  const isLetterLeft = (isOpened || isPrivate) && (await takeLetter(ctx.deps, emailKey));
  if (isOpened) return 'opened';

  const owner = await db.user.findUnique({
    where: { emailKey },
    select: { id: true, locale: true },
  });
  // Another account has the discount code that chance gave: one in a million million.
  if (owner === null) return openAccount(ctx, account);
  if (isPrivate && isLetterLeft) {
    await enqueue(db, {
      kind: 'mail',
      payload: { letter: 'addressTaken', userId: owner.id, locale: letterLocale(ctx, owner) },
    });
  }
  return 'taken';
}

/** The id of the new user, or null where another has the address, without an error to roll back. */
async function addUser(tx: Tx, account: NewAccount): Promise<number | null> {
  const [user] = await tx.user.createManyAndReturn({
    data: {
      ...account,
      emailKey: emailKeyOf(account.email),
      personalDiscountCode: discountCodeOf(randomBytes(8)),
    },
    skipDuplicates: true,
    select: { id: true },
  });
  return user?.id ?? null;
}
