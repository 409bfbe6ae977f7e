import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { action, note, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type EmailChanged = { undoLink: string };

const TEXT = messages('emailChanged', {
  subject: 'Your {brand} email address has changed',
  preview: 'This address no longer opens your account.',
  title: 'Your email address has changed',
  body: 'The email address of your {brand} account has just been replaced by another one. From now on, you log in and receive our emails with the new address.',
  alarm:
    'If this wasn’t you, undo the change now. You’ll get your account back at this address, and we’ll send you a link to choose a new password.',
  undo: 'Undo the change',
  note: 'The link works for 72 hours. If you made the change, there is nothing to do.',
});

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
