import { composeForCustomer } from '../compose-email.ts';
import { action, note, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type PasswordRecovery = { link: string };

const TEXT = {
  subject: /*i18n*/ { id: 'passwordRecovery.subject', message: 'Choose a new {brand} password' },
  preview: /*i18n*/ { id: 'passwordRecovery.preview', message: 'Your link works for one hour.' },
  title: /*i18n*/ { id: 'passwordRecovery.title', message: 'Choose a new password' },
  body: /*i18n*/ {
    id: 'passwordRecovery.body',
    message: 'You told us that you lost your password. With this link you choose a new one:',
  },
  choose: /*i18n*/ { id: 'passwordRecovery.choose', message: 'Choose a new password' },
  note: /*i18n*/ {
    id: 'passwordRecovery.note',
    message:
      'The link works once, for one hour. If you asked for nothing, ignore this email: your password stays as it is.',
  },
};

/** The link to choose a new password, for an hour. */
export function passwordRecovery(voice: Voice, data: PasswordRecovery): EmailContent {
  const { say } = voice;
  return composeForCustomer(voice, TEXT, {
    firstName: null,
    blocks: [paragraph(say(TEXT.body)), action(say(TEXT.choose), data.link), note(say(TEXT.note))],
  });
}
