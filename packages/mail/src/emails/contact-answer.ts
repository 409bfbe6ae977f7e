import { messages } from '@agres/i18n/messages';

import { composeEmail } from '../compose-email.ts';
import { note, paragraph, quote } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type ContactAnswer = {
  answer: string;
  /** The subject of the answered message. */
  subject: string;
  message: string;
};

const TEXT = messages('contactAnswer', {
  subject: 'Re: {subject}',
  quoted: 'You wrote to us:',
});

/**
 * Writes an answer to a contact message. Staff write all of its text, including the greeting; the message is
 * quoted because its author has no copy.
 */
export function contactAnswer(voice: Voice, data: ContactAnswer): EmailContent {
  const { say } = voice;
  const { answer, subject, message } = data;
  return composeEmail(voice, {
    subject: say(TEXT.subject, { subject }),
    preview: answer,
    title: subject,
    reader: 'customer',
    blocks: [paragraph(answer), note(say(TEXT.quoted)), quote(message)],
  });
}
