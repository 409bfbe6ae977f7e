import type { Localized } from '@agres/domain/locale';
import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { action, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type SendingUndone = {
  orderId: number;
  itemTitle: Localized;
  firstName: string;
  orderLink: string;
};

const TEXT = messages('sendingUndone', {
  subject: 'Your order no. {orderId} has not left yet',
  preview: '{item}: our last email was a mistake.',
  title: 'Your parcel has not left yet',
  body: 'We’re sorry: we told you by mistake that your parcel “{item}” was on its way. It’s still with us. We’ll email you when it leaves.',
  seeOrder: 'See my order',
});

/** Corrects an email that announced a parcel that was not sent. */
export function sendingUndone(voice: Voice, data: SendingUndone): EmailContent {
  const { say, locale } = voice;
  const values = { orderId: String(data.orderId), item: data.itemTitle[locale] };
  return composeForCustomer(voice, TEXT, {
    firstName: data.firstName,
    values,
    blocks: [paragraph(say(TEXT.body, values)), action(say(TEXT.seeOrder), data.orderLink)],
  });
}
