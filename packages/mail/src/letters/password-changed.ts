import { composeLetter, greeting } from '../compose-letter.ts';
import { action, paragraph } from '../content.ts';
import type { Letter } from '../mailer.ts';
import type { Voice } from '../voice.ts';

export type PasswordChanged = { firstName: string | null; logInLink: string };

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

/** Says that the password has been changed, in case it was someone else. */
export function passwordChanged(voice: Voice, data: PasswordChanged): Letter {
  const { say } = voice;
  return composeLetter(voice, {
    subject: say(TEXT.subject),
    preview: say(TEXT.preview),
    title: say(TEXT.title),
    reader: 'customer',
    blocks: [
      greeting(voice, data.firstName),
      paragraph(say(TEXT.body)),
      paragraph(say(TEXT.alarm)),
      action(say(TEXT.logIn), data.logInLink),
    ],
  });
}
