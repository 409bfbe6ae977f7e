import { aboutAccount, defineEmail } from '@agres/core/jobs/email';

/** Notifies a subscriber of a new paying card, in case a third party changed it. */
export const cardUpdatedEmail = defineEmail({
  letter: 'cardUpdated',
  request: aboutAccount,
  address: async ({ db, writeEmail }, { userId, locale }) => {
    const user = await db.user.findUnique({
      where: { id: userId },
      select: { email: true, firstName: true },
    });
    if (user === null) return null;
    const { email, firstName } = user;
    return { to: email, content: writeEmail({ kind: 'cardUpdated', locale, data: { firstName } }) };
  },
});
