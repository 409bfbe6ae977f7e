import type { Context } from '@agres/core/context';
import { enqueueEmail } from '@agres/core/jobs/email';
import { requireRateLimit, takeEmailLimit } from '@agres/core/limits/require-rate-limit';
import { lockUser } from '@agres/core/session/row-locks';
import { inFoundTransaction } from '@agres/db/transaction';
import type { Contact } from '@agres/domain/contact.schema';
import { DomainError } from '@agres/domain/errors';
import { emailKeyOf } from '@agres/domain/users';

import { contactAcknowledgedEmail, contactMessageEmail } from './emails.ts';

/**
 * Stores a message to the shop and enqueues two emails: one to the shop's inbox, and a receipt to the author,
 * at most three an hour per address because the address is unproved. A member's message without an address
 * uses the account's.
 * @throws DomainError `invalid_email_message` if a visitor gives no address
 */
export async function sendMessage(ctx: Context, input: Contact): Promise<void> {
  const { db, wakeJobs } = ctx.deps;
  const userId = ctx.session?.userId ?? null;
  const email = input.email ?? (await addressOfMember(ctx));
  if (email === null) throw noAddress();
  await requireRateLimit(ctx, { limit: 'contactByIp', key: ctx.clientIp });
  // guard: contact form receipts are rate-limited by recipient
  const hasReceipt = await takeEmailLimit(ctx.deps, 'contactReceipt', emailKeyOf(email));
  const emails = hasReceipt
    ? [contactMessageEmail, contactAcknowledgedEmail]
    : [contactMessageEmail];
  const { subject, message } = input;
  await inFoundTransaction(
    db,
    async (tx) => {
      // A concurrent deletion of the account has already removed its messages; this one would remain.
      if (userId !== null && !(await lockUser(tx, userId))) throw noAddress();
      const { id } = await tx.contactMessage.create({
        data: { userId, email, subject, message, locale: ctx.locale },
        select: { id: true },
      });
      const request = { contactMessageId: id };
      for (const sent of emails) {
        await enqueueEmail(tx, { email: sent, request, dedupe: `${sent.kind}:${id}` });
      }
      return id;
    },
    async (id) => (await db.contactMessage.count({ where: { id } })) === 1,
  );
  wakeJobs();
}

const noAddress = () =>
  new DomainError('invalid_email_message', {
    issues: [{ path: 'email', message: 'invalid_email_message' }],
  });

async function addressOfMember({ deps, session }: Context): Promise<string | null> {
  if (session === null) return null;
  const user = await deps.db.user.findUnique({
    where: { id: session.userId },
    select: { email: true },
  });
  return user?.email ?? null;
}
