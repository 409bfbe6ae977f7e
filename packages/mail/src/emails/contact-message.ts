import { messages } from '@agres/i18n/messages';

import { composeEmail } from '../compose-email.ts';
import { factList, note, quote } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type ContactMessage = {
  subject: string;
  message: string;
  /** The author's address, to which replies go. */
  email: string;
  /** Null for a visitor. */
  userId: number | null;
};

const TEXT = messages('contactMessage', {
  subject: 'Contact: {subject}',
  from: 'From',
  visitor: '{email} (visitor)',
  member: '{email} (member no. {userId})',
  note: 'Simply reply to this email. We promise an answer within 48 hours.',
});

/** Forwards a contact message to the shop's inbox. A reply goes to its author. */
export function contactMessage(voice: Voice, data: ContactMessage): EmailContent {
  const { say } = voice;
  const { subject, message, email, userId } = data;
  const writer =
    userId === null
      ? say(TEXT.visitor, { email })
      : say(TEXT.member, { email, userId: String(userId) });
  return composeEmail(voice, {
    subject: say(TEXT.subject, { subject }),
    preview: message,
    title: subject,
    reader: 'team',
    replyTo: email,
    blocks: [
      quote(message),
      factList([{ label: say(TEXT.from), value: writer }]),
      note(say(TEXT.note)),
    ],
  });
}
