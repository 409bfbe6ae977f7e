import type { Tx } from '@shop/db/db';
import { inTransaction } from '@shop/db/transaction';
import { DomainError } from '@shop/domain/errors';

import type { Context } from '../context.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { findCustomers } from '../payments/customers.ts';
import { forgetRecipients } from '../purchase/forget-recipients.ts';
import { letterLocale } from './account-letter.ts';
import type { Session } from './session.ts';
import { lockUser } from './token.ts';

/** Longer than a call that begins a subscription can take. */
const SUBSCRIBING_SECONDS = 900;

/**
 * Deletes a member's account: sessions, links, messages and the address are gone, orders stay
 * without the person. What it owes the outside is promised in the same transaction: the end of its
 * subscription at the provider, and a last letter (contract, section 4).
 */
export async function deleteAccount(ctx: Context & { session: Session }): Promise<void> {
  const { userId } = ctx.session;
  await inTransaction(ctx.deps.db, async (tx) => {
    if (!(await lockUser(tx, userId))) throw new DomainError('not_logged_in');
    const { email, emailKey, firstName, locale } = await tx.user.findUniqueOrThrow({
      where: { id: userId },
      select: { email: true, emailKey: true, firstName: true, locale: true },
    });
    await lockClicks(tx, userId);
    await endSubscriptions(tx, userId);
    await tx.$executeRaw`
      DELETE FROM contact_message WHERE user_id = ${userId}::int OR lower(email) = ${emailKey}`;
    await withdrawLetters(tx, userId);
    await tx.user.delete({ where: { id: userId }, select: { id: true } });
    await forgetRecipients(tx);
    await enqueue(tx, {
      kind: 'mail',
      payload: {
        letter: 'accountDeleted',
        to: email,
        firstName,
        locale: letterLocale(ctx, { locale }),
      },
    });
  });
  ctx.clearSession();
  ctx.log.info({ userId }, 'account deleted');
  ctx.deps.wakeJobs();
}

/** The deletion changes subscriptions before clicks; everybody else the other way round (decision 073). */
async function lockClicks(tx: Tx, userId: number): Promise<void> {
  await tx.$executeRaw`
    SELECT FROM subscription_attempt
    WHERE user_id = ${userId}::int OR referrer_id = ${userId}::int
    ORDER BY id FOR UPDATE`;
}

/**
 * Promises the end of everything that the person's customers at the provider renew. A subscription
 * that is just being begun may be there only later: then they are looked at once more.
 */
async function endSubscriptions(tx: Tx, userId: number): Promise<void> {
  const beginning = await tx.subscriptionAttempt.count({
    where: { userId, kind: 'subscribe', state: { in: ['started', 'requires_action'] } },
  });
  const delays = beginning === 0 ? [0] : [0, SUBSCRIBING_SECONDS];
  for (const customer of await findCustomers(tx, userId)) {
    for (const inSeconds of delays) {
      await enqueue(tx, { kind: 'end_subscriptions', payload: customer, inSeconds });
    }
  }
}

/** Letters that wait for a mail server have nobody to go to any more. */
async function withdrawLetters(tx: Tx, userId: number): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM job
    WHERE kind = 'mail' AND done_at IS NULL AND payload->>'userId' = ${String(userId)}`;
}
