import { formatDate } from '@agres/i18n/formats';
import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { action, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type AccountUnused = {
  /** The number of years since the last log-in. */
  years: number;
  /** The last day before the deletion, ISO 8601. */
  keptUntil: string;
  logInLink: string;
};

const TEXT = messages('accountUnused', {
  subject: 'Your {brand} account will be deleted after {date}',
  preview: 'Log in once to keep it.',
  title: 'Do you still need your account?',
  body: 'You haven’t logged in for {years} years, and we don’t keep data we no longer need. After {date} we’ll delete your account, with its email address, name and messages.',
  stays:
    'The law requires us to keep accounting records of your orders. They will no longer be linked to you.',
  choice: 'To keep your account, log in once before then. Otherwise you have nothing to do.',
  logIn: 'Log in and keep my account',
});

/** Writes the warning that is sent thirty days before an unused account is deleted. */
export function accountUnused(voice: Voice, data: AccountUnused): EmailContent {
  const { say, locale } = voice;
  const date = formatDate(locale, data.keptUntil);
  const { years } = data;
  return composeForCustomer(voice, TEXT, {
    firstName: null,
    values: { date },
    blocks: [
      paragraph(say(TEXT.body, { years, date })),
      paragraph(say(TEXT.stays)),
      paragraph(say(TEXT.choice)),
      action(say(TEXT.logIn), data.logInLink),
    ],
  });
}
