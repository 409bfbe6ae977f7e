import { REFERRALS_FOR_GIFT } from '@agres/domain/subscription';

import { composeForCustomer } from '../compose-email.ts';
import { action, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type GiftEarned = { firstName: string | null; contactLink: string };

const TEXT = {
  subject: /*i18n*/ { id: 'giftEarned.subject', message: 'A pair of parallettes is yours' },
  preview: /*i18n*/ {
    id: 'giftEarned.preview',
    message: '{count} people have subscribed with your code.',
  },
  title: /*i18n*/ { id: 'giftEarned.title', message: 'A pair of parallettes is yours' },
  body: /*i18n*/ {
    id: 'giftEarned.body',
    message:
      '{count} people have subscribed with your code. Thank you! As promised, we give you a pair of parallettes, delivered free of charge to a pickup point.',
  },
  question: /*i18n*/ {
    id: 'giftEarned.question',
    message: 'Choose a pickup point and we’ll send them:',
  },
  choose: /*i18n*/ { id: 'giftEarned.choose', message: 'Choose my pickup point' },
};

/** Announces the pair of parallettes that three different referrals earn (S9.18). */
export function giftEarned(voice: Voice, data: GiftEarned): EmailContent {
  const { say } = voice;
  const count = REFERRALS_FOR_GIFT;
  return composeForCustomer(voice, TEXT, {
    firstName: data.firstName,
    values: { count },
    blocks: [
      paragraph(say(TEXT.body, { count })),
      paragraph(say(TEXT.question)),
      action(say(TEXT.choose), data.contactLink),
    ],
  });
}
