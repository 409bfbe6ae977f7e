import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { action, note, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type Activation = { link: string };

const TEXT = messages('activation', {
  subject: 'Activate your {brand} account',
  preview: 'One click, and you can log in.',
  title: 'Activate your account',
  welcome: 'Welcome to {brand}! One last step: confirm that this address is yours.',
  again: 'Here is the new activation link that you asked for:',
  activate: 'Activate my account',
  note: 'The link works for 72 hours. If you created no account, ignore this email.',
});

/** Writes the email with the link that activates a new account, valid for 72 hours. */
export function activation(voice: Voice, data: Activation): EmailContent {
  return activationEmail(voice, voice.say(TEXT.welcome), data);
}

/** Writes the activation email for a person who requests the link again. */
export function activationAgain(voice: Voice, data: Activation): EmailContent {
  return activationEmail(voice, voice.say(TEXT.again), data);
}

function activationEmail(voice: Voice, opening: string, { link }: Activation): EmailContent {
  const { say } = voice;
  return composeForCustomer(voice, TEXT, {
    firstName: null,
    blocks: [paragraph(opening), action(say(TEXT.activate), link), note(say(TEXT.note))],
  });
}
