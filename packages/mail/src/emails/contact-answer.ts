import { composeEmail } from '../compose-email.ts';
import { note, paragraph, quote } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type ContactAnswer = {
  answer: string;
  /** Of the message that is answered. */
  subject: string;
  message: string;
};

const TEXT = {
  subject: /*i18n*/ { id: 'contactAnswer.subject', message: 'Re: {subject}' },
  quoted: /*i18n*/ { id: 'contactAnswer.quoted', message: 'You wrote to us:' },
};

/**
 * An answer to a message of the contact form. The person of the shop writes all of it, greeting
 * included; the message follows, because the writer has no copy of it.
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
