import { REFERRAL_CREDIT_CENTS, REFERRALS_FOR_GIFT } from '@shop/domain/subscription';
import { formatPrice } from '@shop/i18n/formats';

import { composeLetter, greeting } from '../compose-letter.ts';
import { paragraph } from '../content.ts';
import type { Letter } from '../mailer.ts';
import type { Voice } from '../voice.ts';

export type ReferralCredited = {
  firstName: string | null;
  /** How many people have subscribed with the code so far, this one included. */
  referrals: number;
};

const TEXT = {
  subject: /*i18n*/ { id: 'referralCredited.subject', message: '{amount} off your next debit' },
  preview: /*i18n*/ {
    id: 'referralCredited.preview',
    message: 'Someone has subscribed with your code.',
  },
  title: /*i18n*/ { id: 'referralCredited.title', message: 'Thank you for passing it on' },
  body: /*i18n*/ {
    id: 'referralCredited.body',
    message:
      'Someone has just subscribed with your referral code. We take {amount} off your next debit; if it falls to zero, the rest goes to the following ones.',
  },
  count: /*i18n*/ {
    id: 'referralCredited.count',
    message:
      '{referrals, plural, one {You have referred # person so far.} other {You have referred # people so far.}} {goal} different people earn you a pair of parallettes.',
  },
};

/** Announces what a referral takes off the next debit (specification, section 9). */
export function referralCredited(voice: Voice, data: ReferralCredited): Letter {
  const { locale, say } = voice;
  const amount = formatPrice(locale, REFERRAL_CREDIT_CENTS);
  return composeLetter(voice, {
    subject: say(TEXT.subject, { amount }),
    preview: say(TEXT.preview),
    title: say(TEXT.title),
    reader: 'customer',
    blocks: [
      greeting(voice, data.firstName),
      paragraph(say(TEXT.body, { amount })),
      paragraph(say(TEXT.count, { referrals: data.referrals, goal: REFERRALS_FOR_GIFT })),
    ],
  });
}
