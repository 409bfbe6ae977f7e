import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { action, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type PaymentFailed = { firstName: string | null; updateLink: string };

const TEXT = messages('paymentFailed', {
  subject: 'Your {brand} payment did not go through',
  preview: 'Update your card to keep your programmes.',
  title: 'Your payment did not go through',
  body: 'Your bank refused the latest payment for your subscription. You still have access to your programmes: we will try again over the next few days.',
  advice: 'It’s usually because the card has expired. Updating your card takes a minute:',
  update: 'Change my card',
});

/** Requests another card after a debit of the subscription was refused. */
export function paymentFailed(voice: Voice, data: PaymentFailed): EmailContent {
  const { say } = voice;
  return composeForCustomer(voice, TEXT, {
    firstName: data.firstName,
    blocks: [
      paragraph(say(TEXT.body)),
      paragraph(say(TEXT.advice)),
      action(say(TEXT.update), data.updateLink),
    ],
  });
}
