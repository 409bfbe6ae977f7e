import { aboutAccount, defineMemberEmail } from '@agres/core/jobs/email';
import { pathOf } from '@agres/domain/paths';
import { z } from 'zod';

/** Announces the discount on the next debit to a referrer. */
export const referralCreditedEmail = defineMemberEmail({
  kind: 'referralCredited',
  request: aboutAccount.extend({ referrals: z.int().positive() }),
  dataOf: (_deps, { referrals }, firstName) => ({ firstName, referrals }),
});

/** Announces the pair of parallettes to a referrer. */
export const giftEarnedEmail = defineMemberEmail({
  kind: 'giftEarned',
  request: aboutAccount,
  dataOf: ({ config }, { locale }, firstName) => ({
    firstName,
    contactLink: config.publicUrl + pathOf('contact', locale),
  }),
});

/** Tells a referrer that a referral no longer counts, without the reason or the name. */
export const referralReversedEmail = defineMemberEmail({
  kind: 'referralReversed',
  request: aboutAccount.extend({ referrals: z.int().nonnegative(), losesGift: z.boolean() }),
  dataOf: ({ config }, { locale, referrals, losesGift }, firstName) => ({
    firstName,
    referrals,
    losesGift,
    termsLink: config.publicUrl + pathOf('terms', locale),
  }),
});
