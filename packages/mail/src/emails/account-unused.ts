import { formatDate } from '@agres/i18n/formats';

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

const TEXT = {
  subject: /*i18n*/ {
    id: 'accountUnused.subject',
    message: 'Your {brand} account will be deleted after {date}',
  },
  preview: /*i18n*/ { id: 'accountUnused.preview', message: 'Log in once to keep it.' },
  title: /*i18n*/ { id: 'accountUnused.title', message: 'Do you still need your account?' },
  body: /*i18n*/ {
    id: 'accountUnused.body',
    message:
      'You haven’t logged in for {years} years, and we don’t keep data we no longer need. After {date} we’ll delete your account, with its email address, name and messages.',
  },
  stays: /*i18n*/ {
    id: 'accountUnused.stays',
    message:
      'The law makes us keep the accounts of your orders; they will no longer be tied to you.',
  },
  choice: /*i18n*/ {
    id: 'accountUnused.choice',
    message: 'To keep your account, log in once before then. Otherwise you have nothing to do.',
  },
  logIn: /*i18n*/ { id: 'accountUnused.logIn', message: 'Log in and keep my account' },
};

/** Writes the warning before an unused account is deleted, thirty days ahead. */
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
