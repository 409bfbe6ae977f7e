import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { action, note, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type PasswordRecovery = { link: string };

const TEXT = messages('passwordRecovery', {
  subject: 'Choose a new {brand} password',
  preview: 'Your link works for one hour.',
  title: 'Choose a new password',
  body: 'You asked to reset your password. Choose a new one with this link:',
  choose: 'Choose a new password',
  note: 'The link works once, for one hour. If you didn’t ask for it, ignore this email: your password won’t change.',
});

/** Writes the email with the link to choose a new password, valid for one hour. */
export function passwordRecovery(voice: Voice, data: PasswordRecovery): EmailContent {
  const { say } = voice;
  return composeForCustomer(voice, TEXT, {
    firstName: null,
    blocks: [paragraph(say(TEXT.body)), action(say(TEXT.choose), data.link), note(say(TEXT.note))],
  });
}
