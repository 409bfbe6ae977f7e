import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { action, note, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type AddressWanted = { logInLink: string };

const TEXT = messages('addressWanted', {
  subject: 'This address already has a {brand} account',
  preview: 'It cannot become the address of another one.',
  title: 'This address already has an account',
  body: 'Someone, perhaps you, tried to move another {brand} account to this email address. That isn’t possible, because this address already has an account. Log in to it first, then keep it or delete it.',
  logIn: 'Log in',
  note: 'If it was not you, ignore this email: nothing has changed.',
});

/** Writes the email to an account's owner whose address was entered as another account's new one. */
export function addressWanted(voice: Voice, data: AddressWanted): EmailContent {
  const { say } = voice;
  return composeForCustomer(voice, TEXT, {
    firstName: null,
    blocks: [
      paragraph(say(TEXT.body)),
      action(say(TEXT.logIn), data.logInLink),
      note(say(TEXT.note)),
    ],
  });
}
