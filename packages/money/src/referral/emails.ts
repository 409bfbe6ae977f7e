import { aboutAccount, defineMemberEmail } from '@agres/core/jobs/email';
import { pathOf } from '@agres/domain/paths';
import { z } from 'zod';

/** Announces to a referrer the discount on the next debit. */
export const referralCreditedEmail = defineMemberEmail({
  letter: 'referralCredited',
  request: aboutAccount.extend({ referrals: z.int().positive() }),
  dataOf: (_deps, { referrals }, firstName) => ({ firstName, referrals }),
});

/** Announces to a referrer the pair of parallettes. */
export const giftEarnedEmail = defineMemberEmail({
  letter: 'giftEarned',
  request: aboutAccount,
  dataOf: ({ config }, { locale }, firstName) => ({
    firstName,
    contactLink: config.publicUrl + pathOf('contact', locale),
  }),
});

/** Announces to a referrer that a referral no longer counts, without the reason or the name. */
export const referralReversedEmail = defineMemberEmail({
  letter: 'referralReversed',
  request: aboutAccount.extend({ referrals: z.int().nonnegative(), losesGift: z.boolean() }),
  dataOf: ({ config }, { locale, referrals, losesGift }, firstName) => ({
    firstName,
    referrals,
    losesGift,
    termsLink: config.publicUrl + pathOf('terms', locale),
  }),
});
