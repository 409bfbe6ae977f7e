import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { action, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type PasswordChanged = { logInLink: string };

const TEXT = messages('passwordChanged', {
  subject: 'Your {brand} password has changed',
  preview: 'All other devices have been logged out.',
  title: 'Your password has changed',
  body: 'The password of your {brand} account has just been changed. For your safety, all other devices have been logged out.',
  alarm:
    'If this was not you, ask for a new password from the log-in page right away, then write to us.',
  logIn: 'Go to the log-in page',
});

/** Writes the notice that the password was changed, in case a third party did it. */
export function passwordChanged(voice: Voice, data: PasswordChanged): EmailContent {
  const { say } = voice;
  return composeForCustomer(voice, TEXT, {
    firstName: null,
    blocks: [
      paragraph(say(TEXT.body)),
      paragraph(say(TEXT.alarm)),
      action(say(TEXT.logIn), data.logInLink),
    ],
  });
}
