import { composeForCustomer } from '../compose-email.ts';
import { action, note, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type EmailChanged = { undoLink: string };

const TEXT = {
  subject: /*i18n*/ {
    id: 'emailChanged.subject',
    message: 'Your {brand} email address has changed',
  },
  preview: /*i18n*/ {
    id: 'emailChanged.preview',
    message: 'This address no longer opens your account.',
  },
  title: /*i18n*/ { id: 'emailChanged.title', message: 'Your email address has changed' },
  body: /*i18n*/ {
    id: 'emailChanged.body',
    message:
      'The email address of your {brand} account has just been replaced by another one. From now on, you log in and receive our emails with the new address.',
  },
  alarm: /*i18n*/ {
    id: 'emailChanged.alarm',
    message:
      'If this wasn’t you, undo the change now. You’ll get your account back at this address, and we’ll send you a link to choose a new password.',
  },
  undo: /*i18n*/ { id: 'emailChanged.undo', message: 'Undo the change' },
  note: /*i18n*/ {
    id: 'emailChanged.note',
    message: 'The link works for 72 hours. If you made the change, there is nothing to do.',
  },
};

/** Writes the notice to the old address after a change; its link undoes the change, for 72 hours. */
export function emailChanged(voice: Voice, data: EmailChanged): EmailContent {
  const { say } = voice;
  return composeForCustomer(voice, TEXT, {
    firstName: null,
    blocks: [
      paragraph(say(TEXT.body)),
      paragraph(say(TEXT.alarm)),
      action(say(TEXT.undo), data.undoLink),
      note(say(TEXT.note)),
    ],
  });
}
