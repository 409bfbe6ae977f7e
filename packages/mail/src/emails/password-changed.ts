import { composeForCustomer } from '../compose-email.ts';
import { action, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type PasswordChanged = { logInLink: string };

const TEXT = {
  subject: /*i18n*/ { id: 'passwordChanged.subject', message: 'Your {brand} password has changed' },
  preview: /*i18n*/ {
    id: 'passwordChanged.preview',
    message: 'All other devices have been logged out.',
  },
  title: /*i18n*/ { id: 'passwordChanged.title', message: 'Your password has changed' },
  body: /*i18n*/ {
    id: 'passwordChanged.body',
    message:
      'The password of your {brand} account has just been changed. For your safety, all other devices have been logged out.',
  },
  alarm: /*i18n*/ {
    id: 'passwordChanged.alarm',
    message:
      'If this was not you, ask for a new password from the log-in page right away, then write to us.',
  },
  logIn: /*i18n*/ { id: 'passwordChanged.logIn', message: 'Go to the log-in page' },
};

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
