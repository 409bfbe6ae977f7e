import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

const TEXT = messages('accountDeleted', {
  subject: 'Your {brand} account has been deleted',
  preview: 'What is gone, and what the law makes us keep.',
  title: 'Your account has been deleted',
  body: 'As you asked, we have deleted your account: your name, your address, your password and your sessions are gone. If you had a subscription, it is cancelled, and you won’t be charged again.',
  orders:
    'The law requires us to keep accounting records of your orders. They’re no longer linked to you. Orders on their way will still be delivered.',
  goodbye: 'Thank you for training with us.',
});

/** Writes the last email to a person whose account was deleted. */
export function accountDeleted(voice: Voice): EmailContent {
  const { say } = voice;
  return composeForCustomer(voice, TEXT, {
    firstName: null,
    blocks: [paragraph(say(TEXT.body)), paragraph(say(TEXT.orders)), paragraph(say(TEXT.goodbye))],
  });
}
