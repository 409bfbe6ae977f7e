import { defineEmail } from '@agres/core/jobs/email';
import { DEFAULT_LOCALE, localeOf } from '@agres/domain/locale';
import { z } from 'zod';

/** A message of the contact form, to the shop's inbox. */
export const contactMessageEmail = defineEmail({
  letter: 'contactMessage',
  request: z.object({ contactMessageId: z.int() }),
  address: async (deps, { contactMessageId }) => {
    const data = await deps.db.contactMessage.findUnique({
      where: { id: contactMessageId },
      select: { subject: true, message: true, email: true, userId: true },
    });
    if (data === null) return null;
    const content = deps.writeEmail({ kind: 'contactMessage', locale: DEFAULT_LOCALE, data });
    return { to: deps.config.contactEmail, content };
  },
});

/**
 * The receipt of a message, to its writer, in the language of the page it was written on. It repeats
 * no word of the writer: the address is unproved.
 */
export const contactAcknowledgedEmail = defineEmail({
  letter: 'contactAcknowledged',
  request: z.object({ contactMessageId: z.int() }),
  address: async ({ db, writeEmail }, { contactMessageId }) => {
    const message = await db.contactMessage.findUnique({
      where: { id: contactMessageId },
      select: { email: true, locale: true },
    });
    if (message === null) return null;
    const content = writeEmail({
      kind: 'contactAcknowledged',
      locale: localeOf(message.locale),
      data: {},
    });
    return { to: message.email, content };
  },
});
