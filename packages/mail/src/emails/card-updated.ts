import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { note, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type CardUpdated = { firstName: string | null };

const TEXT = messages('cardUpdated', {
  subject: 'Your bank details have been updated',
  preview: 'Your next payments will use your new card.',
  title: 'Your bank details have been updated',
  body: 'The next payments for your {brand} subscription will use your new card. We never see its number: it stays with our payment provider.',
  note: 'If this was not you, change your password and write to us.',
});

/** Writes the notice that the subscription is debited from another card, in case a third party changed it. */
export function cardUpdated(voice: Voice, data: CardUpdated): EmailContent {
  const { say } = voice;
  return composeForCustomer(voice, TEXT, {
    firstName: data.firstName,
    blocks: [paragraph(say(TEXT.body)), note(say(TEXT.note))],
  });
}
