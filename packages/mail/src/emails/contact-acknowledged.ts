import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { note, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

const TEXT = messages('contactAcknowledged', {
  subject: 'We have received your message',
  preview: 'We reply within 48 hours.',
  title: 'Your message has arrived',
  body: 'Thank you for writing to us. Your message has arrived, and one of us will answer it within 48 hours, at this address.',
  note: 'If you did not write to us, someone gave your address by mistake: ignore this email.',
});

/**
 * Writes the confirmation that a message to the shop has arrived. It quotes no part of the message: a visitor
 * can enter another person’s address into the form.
 */
export function contactAcknowledged(voice: Voice): EmailContent {
  const { say } = voice;
  return composeForCustomer(voice, TEXT, {
    firstName: null,
    blocks: [paragraph(say(TEXT.body)), note(say(TEXT.note))],
  });
}
