import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { action, note, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type AddressTaken = { logInLink: string };

const TEXT = messages('addressTaken', {
  subject: 'You already have a {brand} account',
  preview: 'No second account is needed.',
  title: 'You already have an account',
  body: 'Someone, most likely you, has just tried to create a {brand} account with this address. It already has one: simply log in. If you lost your password, the same page lets you choose a new one.',
  logIn: 'Log in',
  note: 'If it was not you, ignore this email: nothing has changed.',
});

/**
 * Writes the email to an account's owner whose address was used for another sign-up, where accounts are
 * private.
 */
export function addressTaken(voice: Voice, data: AddressTaken): EmailContent {
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
