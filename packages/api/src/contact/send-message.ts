import { inTransaction } from '@shop/db/transaction';
import type { Contact } from '@shop/domain/contact.schema';
import { DomainError } from '@shop/domain/errors';

import type { Context } from '../context.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { requireTurns } from '../turns.ts';
import { lockUser } from '../users/token.ts';

/**
 * Keeps a message to the shop and promises two letters with it: the message to the shop's inbox, and
 * a receipt to its writer. A visitor without an address to answer to is refused with
 * `invalid_email_message`; a member is answered at the account's address unless another is given.
 */
export async function sendMessage(ctx: Context, input: Contact): Promise<void> {
  const { db, wakeJobs } = ctx.deps;
  const userId = ctx.session?.userId ?? null;
  const email = input.email ?? (await addressOfMember(ctx));
  if (email === null) throw noAddress();
  await requireTurns(ctx, { limit: 'contactByIp', key: ctx.clientIp });
  const { subject, message } = input;
  await inTransaction(db, async (tx) => {
    // An account that was deleted meanwhile has taken its messages along: this one would stay.
    if (userId !== null && !(await lockUser(tx, userId))) throw noAddress();
    const { id } = await tx.contactMessage.create({
      data: { userId, email, subject, message, locale: ctx.locale },
      select: { id: true },
    });
    for (const letter of ['contactMessage', 'contactAcknowledged'] as const) {
      await enqueue(tx, {
        kind: 'mail',
        payload: { letter, contactMessageId: id },
        dedupe: `${letter}:${id}`,
      });
    }
  });
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
