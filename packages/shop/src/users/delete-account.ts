import type { MemberContext } from '@agres/core/context';
import { enqueueEmail, withdrawEmails } from '@agres/core/jobs/email';
import { defineJob, DONE, enqueue } from '@agres/core/jobs/job';
import { emailLocale } from '@agres/core/localized';
import type { Tx } from '@agres/db/db';
import { inFoundTransaction } from '@agres/db/transaction';
import type { Locale } from '@agres/domain/locale';
import { emailKeyOf } from '@agres/domain/users';
import type { DeleteAccount } from '@agres/domain/users.schema';
import { findCustomers } from '@agres/money/checkout/customers';
import { keepContact } from '@agres/money/orders/contact';
import { eraseRecipients } from '@agres/money/purchase/forget-recipients';
import { subscriptionEndedEmail } from '@agres/money/subscription/emails';
import { endSubscriptionsJob } from '@agres/money/subscription/end-after-account-deletion';
import { z } from 'zod';

import { eraseAddresses } from '../declarations/retention.ts';
import {
  accountDeletedEmail,
  emailChangeAskedEmail,
  emailChangedEmail,
  formerAccountDeletedEmail,
} from './emails.ts';
import { lockProved, provePassword } from './present-password.ts';

/** The delay of the second check for subscriptions. It is longer than any call that subscribes. */
const SUBSCRIBING_SECONDS = 900;

/**
 * Deletes a member's account and confirms that with a last email (S7.11). A former address that could still
 * take the account back gets an email too.
 * @throws DomainError `incorrect_password` if `currentMdp` is sent and wrong
 */
export async function deleteAccount(
  ctx: MemberContext,
  { currentMdp }: DeleteAccount,
): Promise<void> {
  const { db } = ctx.deps;
  const { userId } = ctx.session;
  const provedHash =
    currentMdp === undefined ? null : await provePassword(ctx, currentMdp, 'deletion of account');
  await inFoundTransaction(
    db,
    async (tx) => {
      await lockProved(tx, { userId, provedHash });
      const { locale } = await tx.user.findUniqueOrThrow({
        where: { id: userId },
        select: { locale: true },
      });
      const lastEmail = emailLocale(ctx, { locale });
      await eraseAccount(tx, { userId, now: ctx.deps.clock(), lastEmail });
    },
    async () => (await db.user.count({ where: { id: userId } })) === 0,
  );
  ctx.clearSession();
  ctx.log.info({ userId, why: 'asked' }, 'account deleted');
  ctx.deps.wakeJobs();
}

/**
 * Logs a deletion by the owner: after a restore, these lines say which accounts to erase again. It is a job,
 * because only the site's log is kept, and a command has none.
 */
export const logErasureJob = defineJob({
  kind: 'log_erasure',
  payload: z.object({ userId: z.int() }),
  run: async ({ log }, { userId }) => {
    log.info({ userId, why: 'owner' }, 'account deleted');
    return DONE;
  },
});

type ErasureInput = {
  userId: number;
  now: Date;
  /** The language of the last emails. Null sends none: the person was warned before. */
  lastEmail: Locale | null;
};

/**
 * Erases a person in the caller's transaction, which has locked the row. Deletes sessions, links, messages
 * and the address; orders remain without the person, and so does a message that another person wrote with the
 * same address. Enqueues the end of the subscription at the provider in the same transaction (decision 007).
 * No other code deletes an account that was ever activated.
 */
export async function eraseAccount(
  tx: Tx,
  { userId, now, lastEmail }: ErasureInput,
): Promise<void> {
  const { email } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true },
  });
  const formerEmails = await findFormerEmails(tx, { userId, email, now });
  await lockAttempts(tx, userId);
  await endSubscriptions(tx, { userId, now });
  await tx.contactMessage.deleteMany({ where: { userId } });
  // The shop's own notes are about the person, so they are erased too.
  await tx.order.updateMany({ where: { userId, note: { not: null } }, data: { note: null } });
  await tx.replacement.updateMany({
    where: { order: { userId }, note: { not: null } },
    data: { note: null },
  });
  await keepContact(tx, { userId, email });
  await requeueReceipts(tx, userId);
  await eraseAddresses(tx, { userId, email });
  await tx.visitorStockRequest.deleteMany({ where: { emailKey: emailKeyOf(email) } });
  await withdrawEmails(tx, [userId]);
  await tx.user.delete({ where: { id: userId }, select: { id: true } });
  await eraseRecipients(tx);
  if (lastEmail === null) return;
  await enqueueEmail(tx, {
    email: accountDeletedEmail,
    request: { to: email, locale: lastEmail },
  });
  for (const to of formerEmails) {
    await enqueueEmail(tx, {
      email: formerAccountDeletedEmail,
      request: { to, locale: lastEmail },
    });
  }
}

/**
 * Account deletion drops unsent emails. An unsent `subscriptionEnded` email is also the receipt of a
 * termination, so this makes its declaration due and the reconciler sends that receipt.
 */
async function requeueReceipts(tx: Tx, userId: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE declaration SET next_check_at = clock_timestamp(), tries = 0
    WHERE id IN (
      SELECT (payload->>'declarationId')::int FROM job
      WHERE kind = 'mail' AND done_at IS NULL AND dead_at IS NULL
        AND payload->>'letter' = ${subscriptionEndedEmail.kind}
        AND payload->>'userId' = ${String(userId)})`;
}

/**
 * Finds the former addresses with a link that takes the account back, sent or about to be: the deletion
 * invalidates these links.
 */
async function findFormerEmails(
  tx: Tx,
  { userId, email, now }: { userId: number; email: string; now: Date },
): Promise<string[]> {
  const links = await tx.accountToken.findMany({
    where: { userId, purpose: 'email_undo', usedAt: null, expiresAt: { gt: now } },
    select: { previousEmail: true },
  });
  const promised = await tx.$queryRaw<{ to: string }[]>`
    SELECT payload->>'to' AS "to" FROM job
    WHERE kind = 'mail' AND done_at IS NULL AND dead_at IS NULL
      AND payload->>'userId' = ${String(userId)}
      AND payload->>'letter' IN (${emailChangeAskedEmail.kind}, ${emailChangedEmail.kind})`;
  const former = [
    ...links.map(({ previousEmail }) => previousEmail ?? email),
    ...promised.map(({ to }) => to),
  ];
  const byKey = new Map(former.map((address) => [emailKeyOf(address), address]));
  byKey.delete(emailKeyOf(email));
  return [...byKey.values()];
}

/**
 * Other transactions lock attempts before subscriptions (decision 073), and an order that is being written
 * refers to its buyer.
 */
async function lockAttempts(tx: Tx, userId: number): Promise<void> {
  await tx.$executeRaw`
    SELECT FROM purchase_attempt WHERE user_id = ${userId}::int ORDER BY id FOR UPDATE`;
  await tx.$executeRaw`
    SELECT FROM subscription_attempt
    WHERE user_id = ${userId}::int OR referrer_id = ${userId}::int
    ORDER BY id FOR UPDATE`;
}

/**
 * Enqueues the end of every renewing subscription of the person at the provider. A subscription that is being
 * created may appear there later, so a second job checks again.
 */
async function endSubscriptions(
  tx: Tx,
  { userId, now }: Pick<ErasureInput, 'userId' | 'now'>,
): Promise<void> {
  const subscribing = await tx.subscriptionAttempt.count({
    where: { userId, kind: 'subscribe', state: { in: ['started', 'requires_action'] } },
  });
  const delays = subscribing === 0 ? [0] : [0, SUBSCRIBING_SECONDS];
  for (const customer of await findCustomers(tx, userId)) {
    for (const inSeconds of delays) {
      const payload = { ...customer, since: now.toISOString() };
      await enqueue(tx, { job: endSubscriptionsJob, payload, inSeconds });
    }
  }
}
