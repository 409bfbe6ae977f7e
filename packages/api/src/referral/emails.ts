import { pathOf } from '@shop/domain/paths';
import { z } from 'zod';

import { aboutAccount, defineEmail } from '../jobs/email.ts';
import type { JobDeps } from '../jobs/job.ts';

/** The referrer, as they are when the email is written; null once the account is gone. */
async function findReader({ db }: JobDeps, userId: number) {
  return db.user.findUnique({ where: { id: userId }, select: { email: true, firstName: true } });
}

/** Tells a referrer what somebody's subscription takes off the next debit. */
export const referralCreditedEmail = defineEmail({
  letter: 'referralCredited',
  request: aboutAccount.extend({ referrals: z.int().positive() }),
  address: async (deps, { userId, locale, referrals }) => {
    const reader = await findReader(deps, userId);
    if (reader === null) return null;
    const data = { firstName: reader.firstName, referrals };
    return {
      to: reader.email,
      content: deps.writeEmail({ kind: 'referralCredited', locale, data }),
    };
  },
});

/** Tells a referrer of the pair of parallettes. */
export const giftEarnedEmail = defineEmail({
  letter: 'giftEarned',
  request: aboutAccount,
  address: async (deps, { userId, locale }) => {
    const reader = await findReader(deps, userId);
    if (reader === null) return null;
    const contactLink = deps.config.publicUrl + pathOf('contact', locale);
    const data = { firstName: reader.firstName, contactLink };
    return { to: reader.email, content: deps.writeEmail({ kind: 'giftEarned', locale, data }) };
  },
});
