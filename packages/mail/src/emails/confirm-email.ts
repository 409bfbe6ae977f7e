import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { action, note, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type ConfirmEmail = { link: string };

const TEXT = messages('confirmEmail', {
  subject: 'Confirm the new email address of your {brand} account',
  preview: 'Until then, the old address stays the one you log in with.',
  title: 'Confirm your new email address',
  body: 'Someone, most likely you, wants to use this address for their {brand} account. If it was you, confirm it. If the page asks you to log in, use your old address.',
  confirm: 'Confirm this address',
  note: 'The link works once, for 72 hours. If this wasn’t you, ignore this email: the link only works for someone logged in to that account.',
});

/**
 * Writes the email to a new address with the link that confirms it, valid for 72 hours. It reveals nothing
 * about the person who requested it, because the mailbox may not be theirs.
 */
export function confirmEmail(voice: Voice, data: ConfirmEmail): EmailContent {
  const { say } = voice;
  return composeForCustomer(voice, TEXT, {
    firstName: null,
    blocks: [paragraph(say(TEXT.body)), action(say(TEXT.confirm), data.link), note(say(TEXT.note))],
  });
}
