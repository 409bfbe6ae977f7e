import { randomBytes } from 'node:crypto';

import { isUniqueViolation } from '@shop/db/database-errors';
import type { Db } from '@shop/db/db';
import { inTransaction } from '@shop/db/transaction';
import { emailKeyOf } from '@shop/domain/account';
import type { Register } from '@shop/domain/account.schema';
import { DomainError } from '@shop/domain/errors';
import type { Locale } from '@shop/domain/locale';
import { discountCodeOf } from '@shop/domain/subscription';

import type { Context } from '../context.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { pseudonymOf } from '../pseudonym.ts';
import { requireTurn } from '../rate-limit.ts';
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
  const { deps, log, clientIp } = ctx;
  await requireTurn(deps.rateLimiter, 'registerByIp', clientIp);
  await requireMailDomain(deps, email);
  await deps.passwords.inTurn(async ({ hash }) => {
    const passwordHash = await hash(mdp);
    const isLetterLeft = await takeLetter(deps, emailKeyOf(email));
    const account = pseudonymOf(deps.config.appSecret, emailKeyOf(email));
    if (await addAccount(deps.db, { email, passwordHash, locale })) {
      log.info({ account }, 'account created');
    } else {
      log.info({ account }, 'account exists already');
      await answerTaken(ctx, email, isLetterLeft ? 'letter left' : 'no letter left');
    }
  });
  deps.wakeJobs();
}

type NewAccount = { email: string; passwordHash: string; locale: Locale };

/** Adds the account with its letter; false: the address has one already. */
async function addAccount(db: Db, account: NewAccount): Promise<boolean> {
  const { email, locale } = account;
  try {
    await inTransaction(db, async (tx) => {
      const { id } = await tx.user.create({
        data: {
          ...account,
          emailKey: emailKeyOf(email),
          personalDiscountCode: discountCodeOf(randomBytes(8)),
        },
        select: { id: true },
      });
      await enqueue(tx, { kind: 'mail', payload: { letter: 'activation', userId: id, locale } });
    });
    return true;
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key_key')) return false;
    // One chance in a million million; the next code is another.
    if (isUniqueViolation(error, 'users_personal_discount_code_key')) {
      return addAccount(db, account);
    }
    throw error;
  }
}

async function answerTaken(
  ctx: Context,
  email: string,
  letters: 'letter left' | 'no letter left',
): Promise<void> {
  const { db, config, rateLimiter } = ctx.deps;
  const emailKey = emailKeyOf(email);
  if (config.accountPrivacy === 'spec') {
    // No letter leaves: nobody may use up those of somebody else.
    if (letters === 'letter left') await rateLimiter.giveBack('letterByEmail', emailKey);
    throw new DomainError('email_taken', { issues: [{ path: 'email', message: 'email_taken' }] });
  }
  const owner = await db.user.findUnique({
    where: { emailKey },
    select: { id: true, locale: true },
  });
  if (owner === null || letters === 'no letter left') return;
  await enqueue(db, {
    kind: 'mail',
    payload: { letter: 'addressTaken', userId: owner.id, locale: letterLocale(ctx, owner) },
  });
}
