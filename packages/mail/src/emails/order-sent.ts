import type { Tracking } from '@agres/domain/carriers';
import { addressesOf } from '@agres/domain/delivery';
import type { Localized } from '@agres/domain/locale';
import { formatDate } from '@agres/i18n/formats';

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

const TEXT = {
  subject: /*i18n*/ { id: 'orderSent.subject', message: 'Your order no. {orderId} is on its way' },
  preview: /*i18n*/ { id: 'orderSent.preview', message: '{item}: your parcel has left us.' },
  title: /*i18n*/ { id: 'orderSent.title', message: 'Your parcel is on its way' },
  body: /*i18n*/ {
    id: 'orderSent.body',
    message: 'We handed your parcel to the carrier on {date}.',
  },
  order: /*i18n*/ { id: 'orderSent.order', message: 'Order' },
  number: /*i18n*/ { id: 'orderSent.number', message: 'No. {orderId}' },
  item: /*i18n*/ { id: 'orderSent.item', message: 'Item' },
  carrier: /*i18n*/ { id: 'orderSent.carrier', message: 'Carrier' },
  tracking: /*i18n*/ { id: 'orderSent.tracking', message: 'Tracking number' },
  follow: /*i18n*/ { id: 'orderSent.follow', message: 'Follow my parcel' },
  pickupPoint: /*i18n*/ { id: 'orderSent.pickupPoint', message: 'Pickup point' },
  address: /*i18n*/ { id: 'orderSent.address', message: 'Pickup point and address' },
  withdrawal: /*i18n*/ {
    id: 'orderSent.withdrawal',
    message:
      'You may change your mind until the end of the 14th day after you receive it, without giving a reason:',
  },
  withdraw: /*i18n*/ { id: 'orderSent.withdraw', message: 'Withdraw from contract here' },
  seeOrder: /*i18n*/ { id: 'orderSent.seeOrder', message: 'See my order' },
};

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
