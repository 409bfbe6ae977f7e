import { inTransaction } from '@shop/db/transaction';
import { emailKeyOf } from '@shop/domain/account';
import type { Activate, EmailRequest } from '@shop/domain/account.schema';
import { DomainError } from '@shop/domain/errors';

import type { Context, Deps } from '../context.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { requireTurns } from '../turns.ts';
import { letterLocale, takeLetter } from './account-letter.ts';
import { findUsedToken, isLiveToken, useToken, type PresentedToken } from './token.ts';

/**
 * Opens an account by the link of its letter; a second time with the same link changes nothing and
 * succeeds too. Refuses with `incorrect_activation_code`.
 */
export async function activate(ctx: Context, link: Activate): Promise<void> {
  const { db, clock } = ctx.deps;
  await requireTurns(ctx, { limit: 'linkByIp', key: ctx.clientIp });
  const now = clock();
  await inTransaction(db, async (tx) => {
    const presented = presentedBy(link);
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
 * Whether an activation link is good, or was when it was used. It is asked when the page is asked
 * for, and changes nothing (contract, section 1).
 */
export async function isActivationLink(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  link: Activate,
): Promise<boolean> {
  const presented = presentedBy(link);
  return (
    (await isLiveToken(db, presented, clock())) || (await findUsedToken(db, presented)) !== null
  );
}

/** Sends another activation letter if there is an account to activate; the answer never tells. */
export async function resendActivation(ctx: Context, { email }: EmailRequest): Promise<void> {
  const { db, wakeJobs } = ctx.deps;
  await requireTurns(ctx, { limit: 'letterByIp', key: ctx.clientIp });
  const emailKey = emailKeyOf(email);
  const user = await db.user.findUnique({
    where: { emailKey },
    select: { id: true, locale: true, activatedAt: true },
  });
  if (user === null || user.activatedAt !== null) return;
  if (!(await takeLetter(ctx.deps, emailKey))) return;
  await enqueue(db, {
    kind: 'mail',
    payload: { letter: 'activationAgain', userId: user.id, locale: letterLocale(ctx, user) },
  });
  wakeJobs();
}

function presentedBy({ id, nonce }: Activate): PresentedToken {
  return { userId: id, purpose: 'activation', secret: nonce };
}
