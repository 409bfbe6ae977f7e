import type { Tracking } from '@agres/domain/carriers';
import { addressesOf } from '@agres/domain/delivery';
import type { Localized } from '@agres/domain/locale';
import { formatDate } from '@agres/i18n/formats';
import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { action, factList, note, paragraph, reference } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type ReplacementSent = {
  orderId: number;
  itemTitle: Localized;
  /** The option of the replacement, if there was a choice. */
  optionTitle: Localized | null;
  chosenOptionTitle: Localized | null;
  firstName: string;
  /** ISO 8601. */
  sentDate: string;
  tracking: Tracking | null;
  shippingAddress: string;
  orderLink: string;
};

const TEXT = messages('replacementSent', {
  subject: 'The replacement for your order no. {orderId} is on its way',
  preview: '{item}: your replacement has left us.',
  title: 'Your replacement is on its way',
  body: 'We handed your replacement parcel to the carrier on {date}. You have nothing to pay.',
  order: 'Order',
  number: 'No. {orderId}',
  item: 'Item',
  carrier: 'Carrier',
  tracking: 'Tracking number',
  follow: 'Follow my parcel',
  pickupPoint: 'Pickup point',
  address: 'Address',
  rights: 'Your legal guarantees cover the replacement too.',
  seeOrder: 'See my order',
});

/** Announces that a replacement was handed to the carrier, when, and how to track it. */
export function replacementSent(voice: Voice, data: ReplacementSent): EmailContent {
  const { say, locale } = voice;
  const orderId = String(data.orderId);
  const { carrier = null, number = null, url = null } = data.tracking ?? {};
  const addresses = addressesOf(data.shippingAddress);
  return composeForCustomer(voice, TEXT, {
    firstName: data.firstName,
    values: { orderId, item: data.itemTitle[locale] },
    blocks: [
      paragraph(say(TEXT.body, { date: formatDate(locale, data.sentDate) })),
      factList([
        { label: say(TEXT.order), value: say(TEXT.number, { orderId }) },
        { label: say(TEXT.item), value: data.itemTitle[locale] },
        ...(data.optionTitle && data.chosenOptionTitle
          ? [{ label: data.optionTitle[locale], value: data.chosenOptionTitle[locale] }]
          : []),
        ...(carrier === null ? [] : [{ label: say(TEXT.carrier), value: carrier }]),
        ...(number === null ? [] : [{ label: say(TEXT.tracking), value: number }]),
        addresses === null
          ? { label: say(TEXT.address), value: data.shippingAddress }
          : { label: say(TEXT.pickupPoint), value: addresses.pickupPoint },
      ]),
      ...(url === null
        ? [action(say(TEXT.seeOrder), data.orderLink)]
        : [action(say(TEXT.follow), url), reference(say(TEXT.seeOrder), data.orderLink)]),
      note(say(TEXT.rights)),
    ],
  });
}
