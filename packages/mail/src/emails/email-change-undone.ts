import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { note, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

const TEXT = messages('emailChangeUndone', {
  subject: 'This address no longer opens a {brand} account',
  preview: 'The change of address was taken back.',
  title: 'The change of address was taken back',
  body: 'A {brand} account was moved to this email address. That change has now been undone from its previous address: you can no longer log in with this one, and all devices have been logged out.',
  note: 'If you did not make the change, there is nothing to do. If the account is yours, write to us.',
});

/** Writes the notice to the address that an account loses, once the former address has undone the change. */
export function emailChangeUndone(voice: Voice): EmailContent {
  const { say } = voice;
  return composeForCustomer(voice, TEXT, {
    firstName: null,
    blocks: [paragraph(say(TEXT.body)), note(say(TEXT.note))],
  });
}
