import { REFERRAL_CREDIT_CENTS, REFERRALS_FOR_GIFT } from '@agres/domain/subscription';
import { formatPrice } from '@agres/i18n/formats';
import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type ReferralCredited = {
  firstName: string | null;
  /** The number of referrals that count for the code, including this one. */
  referrals: number;
};

const TEXT = messages('referralCredited', {
  subject: '{amount} off your next payment',
  preview: 'Someone has subscribed with your code.',
  title: 'Thanks for spreading the word',
  body: 'Someone subscribed with your referral code and can no longer withdraw. We’ll take {amount} off your next payment, and any credit left over goes towards the ones after.',
  count:
    '{referrals, plural, one {You have referred # person so far.} other {You have referred # people so far.}} {goal} different people earn you a pair of parallettes.',
});

/** Announces the reduction of the next payment by a referral (S9.16). */
export function referralCredited(voice: Voice, data: ReferralCredited): EmailContent {
  const { locale, say } = voice;
  const amount = formatPrice(locale, REFERRAL_CREDIT_CENTS);
  return composeForCustomer(voice, TEXT, {
    firstName: data.firstName,
    values: { amount },
    blocks: [
      paragraph(say(TEXT.body, { amount })),
      paragraph(say(TEXT.count, { referrals: data.referrals, goal: REFERRALS_FOR_GIFT })),
    ],
  });
}
