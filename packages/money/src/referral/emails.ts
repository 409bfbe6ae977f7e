import { aboutAccount, defineEmail } from '@agres/core/jobs/email';
import type { JobDeps } from '@agres/core/jobs/job';
import { pathOf } from '@agres/domain/paths';
import { z } from 'zod';

/** Reads the referrer when the email is written; null if the account was deleted. */
async function findReader({ db }: JobDeps, userId: number) {
  return db.user.findUnique({ where: { id: userId }, select: { email: true, firstName: true } });
}

/** Announces to a referrer the discount on the next debit. */
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

/** Announces to a referrer the pair of parallettes. */
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

/** Announces to a referrer that a referral no longer counts, without the reason or the name. */
export const referralReversedEmail = defineEmail({
  letter: 'referralReversed',
  request: aboutAccount.extend({ referrals: z.int().nonnegative(), losesGift: z.boolean() }),
  address: async (deps, { userId, locale, referrals, losesGift }) => {
    const reader = await findReader(deps, userId);
    if (reader === null) return null;
    const termsLink = deps.config.publicUrl + pathOf('terms', locale);
    const data = { firstName: reader.firstName, referrals, losesGift, termsLink };
    return {
      to: reader.email,
      content: deps.writeEmail({ kind: 'referralReversed', locale, data }),
    };
  },
});
