import type { Tracking } from '@agres/domain/carriers';
import { addressesOf } from '@agres/domain/delivery';
import type { Localized } from '@agres/domain/locale';
import { formatDate } from '@agres/i18n/formats';
import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { action, factList, note, paragraph, product, reference, type Fact } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import { orderSteps } from '../order-steps.ts';
import type { Voice } from '../voice.ts';

type OrderSent = {
  orderId: number;
  itemTitle: Localized;
  /** The selected option, if there was a choice. */
  optionTitle: Localized | null;
  chosenOptionTitle: Localized | null;
  /** The picture of the selected option, as an absolute URL. */
  pictureUrl: string | null;
  /** The last day of the promised delivery: `2026-12-21`. */
  promisedBy: string;
  firstName: string;
  /** ISO 8601. */
  sentDate: string;
  tracking: Tracking | null;
  shippingAddress: string;
  orderLink: string;
  /** The online withdrawal function. */
  withdrawalLink: string;
};

const TEXT = messages('orderSent', {
  subject: 'Your order no. {orderId} is on its way',
  preview: '{item}: your parcel has left us.',
  title: 'Your parcel is on its way',
  body: 'We handed your parcel to the carrier on {date}.',
  order: 'Order',
  number: 'No. {orderId}',
  item: 'Item',
  carrier: 'Carrier',
  tracking: 'Tracking number',
  follow: 'Follow my parcel',
  pickupPoint: 'Pickup point',
  address: 'Pickup point and address',
  withdrawal:
    'You may change your mind until the end of the 14th day after you receive it, without giving a reason:',
  withdraw: 'Withdraw from contract here',
  seeOrder: 'See my order',
});

/** Announces that a parcel was handed to the carrier, when, and how to track it. */
export function orderSent(voice: Voice, data: OrderSent): EmailContent {
  const { say, locale } = voice;
  const orderId = String(data.orderId);
  const url = data.tracking?.url ?? null;
  return composeForCustomer(voice, TEXT, {
    firstName: data.firstName,
    values: { orderId, item: data.itemTitle[locale] },
    blocks: [
      paragraph(say(TEXT.body, { date: formatDate(locale, data.sentDate) })),
      orderSteps(voice, { done: 'sent', promisedBy: data.promisedBy }),
      product(
        [
          { label: say(TEXT.item), value: data.itemTitle[locale] },
          ...(data.optionTitle && data.chosenOptionTitle
            ? [{ label: data.optionTitle[locale], value: data.chosenOptionTitle[locale] }]
            : []),
        ],
        data.pictureUrl,
      ),
      factList(factsOf(voice, data)),
      ...(url === null
        ? [action(say(TEXT.seeOrder), data.orderLink)]
        : [action(say(TEXT.follow), url), reference(say(TEXT.seeOrder), data.orderLink)]),
      note(say(TEXT.withdrawal)),
      reference(say(TEXT.withdraw), data.withdrawalLink),
    ],
  });
}

function factsOf({ say }: Voice, data: OrderSent): Fact[] {
  const { carrier = null, number = null } = data.tracking ?? {};
  const addresses = addressesOf(data.shippingAddress);
  return [
    { label: say(TEXT.order), value: say(TEXT.number, { orderId: String(data.orderId) }) },
    ...(carrier === null ? [] : [{ label: say(TEXT.carrier), value: carrier }]),
    ...(number === null ? [] : [{ label: say(TEXT.tracking), value: number }]),
    addresses === null
      ? { label: say(TEXT.address), value: data.shippingAddress }
      : { label: say(TEXT.pickupPoint), value: addresses.pickupPoint },
  ];
}
