import { REFERRAL_CREDIT_CENTS, REFERRALS_FOR_GIFT } from '@agres/domain/subscription';
import { formatPrice } from '@agres/i18n/formats';
import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { action, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type ReferralReversed = {
  firstName: string | null;
  /** The number of referrals that still count for the code. */
  referrals: number;
  /** Whether fewer than three referrals remain for a gift that was not sent. */
  losesGift: boolean;
  termsLink: string;
};

const TEXT = messages('referralReversed', {
  subject: 'One of your referrals no longer counts',
  preview: 'You won’t be charged.',
  title: 'One of your referrals no longer counts',
  body: 'Someone who subscribed with your code no longer meets the conditions of our referral offer. We’re taking back whatever you haven’t yet used of the {amount} it earned you. You won’t be charged.',
  count:
    '{referrals, plural, =0 {None of your referrals counts now.} one {# of your referrals counts now.} other {# of your referrals count now.}}',
  gift: 'The pair of parallettes takes {goal} referrals that count. It is yours again as soon as you have them.',
  terms: 'Read the conditions',
});

/** Informs a referrer that a referral was reversed, without the reason or the person. */
export function referralReversed(voice: Voice, data: ReferralReversed): EmailContent {
  const { locale, say } = voice;
  const { firstName, referrals, losesGift, termsLink } = data;
  const amount = formatPrice(locale, REFERRAL_CREDIT_CENTS);
  return composeForCustomer(voice, TEXT, {
    firstName,
    values: {},
    blocks: [
      paragraph(say(TEXT.body, { amount })),
      paragraph(say(TEXT.count, { referrals })),
      ...(losesGift ? [paragraph(say(TEXT.gift, { goal: REFERRALS_FOR_GIFT }))] : []),
      action(say(TEXT.terms), termsLink),
    ],
  });
}
