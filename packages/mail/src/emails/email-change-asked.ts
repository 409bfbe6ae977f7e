import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { action, note, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type EmailChangeAsked = { cancelLink: string };

const TEXT = messages('emailChangeAsked', {
  subject: 'A new email address for your {brand} account?',
  preview: 'Nothing changes until the new address is confirmed.',
  title: 'A new email address has been asked for',
  body: 'Someone, most likely you, asked to change the email address of your {brand} account. Nothing changes until the new address is confirmed: until then, keep logging in with this one.',
  alarm:
    'If this was not you, cancel the change now: all devices are logged out. Then choose a new password.',
  cancel: 'Cancel the change',
  note: 'The link works for 72 hours. If you want the change, there is nothing to do here.',
});

/**
 * Writes the notice to the present address while another is pending; its link cancels or undoes the change, for
 * 72 hours.
 */
export function emailChangeAsked(voice: Voice, data: EmailChangeAsked): EmailContent {
  const { say } = voice;
  return composeForCustomer(voice, TEXT, {
    firstName: null,
    blocks: [
      paragraph(say(TEXT.body)),
      paragraph(say(TEXT.alarm)),
      action(say(TEXT.cancel), data.cancelLink),
      note(say(TEXT.note)),
    ],
  });
}
