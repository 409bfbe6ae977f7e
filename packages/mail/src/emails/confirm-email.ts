import { composeForCustomer } from '../compose-email.ts';
import { action, note, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type ConfirmEmail = { link: string };

const TEXT = {
  subject: /*i18n*/ {
    id: 'confirmEmail.subject',
    message: 'Confirm the new email address of your {brand} account',
  },
  preview: /*i18n*/ {
    id: 'confirmEmail.preview',
    message: 'Until then, the old address stays the one you log in with.',
  },
  title: /*i18n*/ { id: 'confirmEmail.title', message: 'Confirm your new email address' },
  body: /*i18n*/ {
    id: 'confirmEmail.body',
    message:
      'Someone, most likely you, has given this address as the new one of a {brand} account. If it was you, confirm it; should the page ask for it, log in with the old address first.',
  },
  confirm: /*i18n*/ { id: 'confirmEmail.confirm', message: 'Confirm this address' },
  note: /*i18n*/ {
    id: 'confirmEmail.note',
    message:
      'The link works once, for 72 hours. If it was not you, ignore this email: without a log-in to that account, nobody can use the link.',
  },
};

/**
 * The link that confirms a new address, for 72 hours, to that address. It says nothing of the person
 * who requested it: the mailbox is not proved to be theirs.
 */
export function confirmEmail(voice: Voice, data: ConfirmEmail): EmailContent {
  const { say } = voice;
  return composeForCustomer(voice, TEXT, {
    firstName: null,
    blocks: [paragraph(say(TEXT.body)), action(say(TEXT.confirm), data.link), note(say(TEXT.note))],
  });
}
