import { REFERRALS_FOR_GIFT } from '@agres/domain/subscription';
import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { action, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type GiftEarned = { firstName: string | null; contactLink: string };

const TEXT = messages('giftEarned', {
  subject: 'A pair of parallettes is yours',
  preview: '{count} people have subscribed with your code.',
  title: 'A pair of parallettes is yours',
  body: '{count} people have subscribed with your code. Thank you! As promised, we give you a pair of parallettes, delivered free of charge to a pickup point.',
  question: 'Choose a pickup point and we’ll send them:',
  choose: 'Choose my pickup point',
});

/** Announces the gift that three different referrals earn (S9.18). */
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
