import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { action, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type DataDownloaded = { logInLink: string };

const TEXT = messages('dataDownloaded', {
  subject: 'Your {brand} data was downloaded',
  preview: 'A copy of everything that we keep about you.',
  title: 'Your data was downloaded',
  body: 'Someone, most likely you, has just used your password to download a copy of everything we keep about you: your account, your orders with their addresses and your messages.',
  alarm:
    'If this was not you, ask for a new password from the log-in page right away, then write to us.',
  logIn: 'Go to the log-in page',
});

/** Writes the notice that an account's data were downloaded, in case a third party did it. */
export function dataDownloaded(voice: Voice, data: DataDownloaded): EmailContent {
  const { say } = voice;
  return composeForCustomer(voice, TEXT, {
    firstName: null,
    blocks: [
      paragraph(say(TEXT.body)),
      paragraph(say(TEXT.alarm)),
      action(say(TEXT.logIn), data.logInLink),
    ],
  });
}
