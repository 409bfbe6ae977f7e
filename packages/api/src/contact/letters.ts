import { DEFAULT_LOCALE, isLocale } from '@shop/domain/locale';

import type { Addressed } from '../jobs/addressed.ts';
import type { JobDeps } from '../jobs/handlers.ts';

type Request = { contactMessageId: number };

/** A message of the contact form, to the shop's inbox; null once the message is gone. */
export async function addressContactMessage(
  deps: JobDeps,
  { contactMessageId }: Request,
): Promise<Addressed | null> {
  const data = await deps.db.contactMessage.findUnique({
    where: { id: contactMessageId },
    select: { subject: true, message: true, email: true, userId: true },
  });
  if (data === null) return null;
  const letter = deps.writeLetter({ kind: 'contactMessage', locale: DEFAULT_LOCALE, data });
  return { to: deps.config.contactEmail, letter };
}

/** The receipt of a message, to its writer, in the language of the page it was written on. */
export async function addressContactAcknowledged(
  { db, writeLetter }: JobDeps,
  { contactMessageId }: Request,
): Promise<Addressed | null> {
  const message = await db.contactMessage.findUnique({
    where: { id: contactMessageId },
    select: { email: true, locale: true, user: { select: { firstName: true } } },
  });
  if (message === null) return null;
  const letter = writeLetter({
    kind: 'contactAcknowledged',
    locale: isLocale(message.locale) ? message.locale : DEFAULT_LOCALE,
    data: { firstName: message.user?.firstName ?? null },
  });
  return { to: message.email, letter };
}
