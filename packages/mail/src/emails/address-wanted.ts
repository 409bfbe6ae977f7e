import { composeForCustomer } from '../compose-email.ts';
import { action, note, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type AddressWanted = { logInLink: string };

const TEXT = {
  subject: /*i18n*/ {
    id: 'addressWanted.subject',
    message: 'This address already has a {brand} account',
  },
  preview: /*i18n*/ {
    id: 'addressWanted.preview',
    message: 'It cannot become the address of another one.',
  },
  title: /*i18n*/ { id: 'addressWanted.title', message: 'This address already has an account' },
  body: /*i18n*/ {
    id: 'addressWanted.body',
    message:
      'Someone, perhaps you, tried to move another {brand} account to this email address. That isn’t possible, because this address already has an account. Log in to it first, then keep it or delete it.',
  },
  logIn: /*i18n*/ { id: 'addressWanted.logIn', message: 'Log in' },
  note: /*i18n*/ {
    id: 'addressWanted.note',
    message: 'If it was not you, ignore this email: nothing has changed.',
  },
};

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
