import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

const TEXT = messages('formerAccountDeleted', {
  subject: 'The {brand} account that had this address has been deleted',
  preview: 'The change of address can no longer be taken back.',
  title: 'The account that had this address has been deleted',
  body: 'The {brand} account that used this email address until a few days ago has been deleted, under its new address. The link to undo the change no longer works, because the account is gone.',
  alarm: 'If this was not you, write to us right away.',
});

/** Writes the notice of a deletion to a former address that could still have taken the account back. */
export function formerAccountDeleted(voice: Voice): EmailContent {
  const { say } = voice;
  return composeForCustomer(voice, TEXT, {
    firstName: null,
    blocks: [paragraph(say(TEXT.body)), paragraph(say(TEXT.alarm))],
  });
}
