import { defineEmail } from '@agres/core/jobs/email';
import { DEFAULT_LOCALE, localeOf } from '@agres/domain/locale';
import { z } from 'zod';

/** Forwards a message of the contact form to the shop's inbox. */
export const contactMessageEmail = defineEmail({
  kind: 'contactMessage',
  request: z.object({ contactMessageId: z.int() }),
  address: async (deps, { contactMessageId }) => {
    const data = await deps.db.contactMessage.findUnique({
      where: { id: contactMessageId },
      select: { subject: true, message: true, email: true, userId: true },
    });
    if (data === null) return null;
    return { to: deps.config.contactEmail, locale: DEFAULT_LOCALE, data };
  },
});

/** Sends the shop's answer to the author in the language of the message; a reply reaches the shop's inbox. */
export const contactAnswerEmail = defineEmail({
  kind: 'contactAnswer',
  request: z.object({ contactMessageId: z.int(), answerId: z.int() }),
  address: async ({ db, config }, { answerId }) => {
    const answer = await db.contactAnswer.findUnique({
      where: { id: answerId },
      select: {
        text: true,
        message: { select: { email: true, subject: true, message: true, locale: true } },
      },
    });
    if (answer === null) return null;
    const { email, subject, message, locale } = answer.message;
    return {
      to: email,
      locale: localeOf(locale),
      data: { answer: answer.text, subject, message },
      replyTo: config.contactEmail,
    };
  },
});

/**
 * Confirms a message to its author, in the language of the page. It quotes none of the message, because the
 * address is unproved.
 */
export const contactAcknowledgedEmail = defineEmail({
  kind: 'contactAcknowledged',
  request: z.object({ contactMessageId: z.int() }),
  address: async ({ db }, { contactMessageId }) => {
    const message = await db.contactMessage.findUnique({
      where: { id: contactMessageId },
      select: { email: true, locale: true },
    });
    if (message === null) return null;
    return {
      to: message.email,
      locale: localeOf(message.locale),
      data: {},
    };
  },
});
