import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { action, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type SubscriptionStopped = { firstName: string | null; subscribeLink: string };

const TEXT = messages('subscriptionStopped', {
  subject: 'Your {brand} subscription has stopped',
  preview: 'The latest payment did not go through.',
  title: 'Your subscription has stopped',
  body: 'Your bank kept declining the latest payment for your subscription, so we’ve stopped trying. You won’t be charged again, and your access to the programmes has ended.',
  return: 'You may subscribe again whenever you like, with the card of your choice:',
  subscribe: 'Subscribe again',
});

/** Announces that a subscription has ended because its renewal could not be debited. */
export function subscriptionStopped(voice: Voice, data: SubscriptionStopped): EmailContent {
  const { say } = voice;
  return composeForCustomer(voice, TEXT, {
    firstName: data.firstName,
    blocks: [
      paragraph(say(TEXT.body)),
      paragraph(say(TEXT.return)),
      action(say(TEXT.subscribe), data.subscribeLink),
    ],
  });
}
