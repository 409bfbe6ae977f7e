import type { Tracking } from '@agres/domain/carriers';
import { addressesOf } from '@agres/domain/delivery';
import { formatDate } from '@agres/i18n/formats';
import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import {
  action,
  factList,
  note,
  paragraph,
  product,
  reference,
  type Block,
  type Fact,
} from '../content.ts';
import { itemFacts, type NamedItem } from '../item-facts.ts';
import type { EmailContent } from '../mailer.ts';
import { orderSteps } from '../order-steps.ts';
import type { Voice } from '../voice.ts';

/** A parcel that the carrier has, with the option in it. */
type SentParcel = NamedItem & {
  orderId: number;
  firstName: string;
  /** ISO 8601. */
  sentDate: string;
  tracking: Tracking | null;
  shippingAddress: string;
  orderLink: string;
};

type OrderSent = SentParcel & {
  /** The absolute URL of the selected option's picture. */
  pictureUrl: string | null;
  /** The last day of the promised delivery: `2026-12-21`. */
  promisedBy: string;
  /** The online withdrawal function. */
  withdrawalLink: string;
};

const PARCEL = messages('sentParcel', {
  order: 'Order',
  number: 'No. {orderId}',
  carrier: 'Carrier',
  tracking: 'Tracking number',
  follow: 'Track my parcel',
  pickupPoint: 'Pickup point',
  seeOrder: 'See my order',
});

const ORDER = messages('orderSent', {
  subject: 'Your order no. {orderId} is on its way',
  preview: '{item}: your parcel has left us.',
  title: 'Your parcel is on its way',
  body: 'We handed your parcel to the carrier on {date}.',
  address: 'Pickup point and address',
  withdrawal:
    'You can change your mind until the end of the 14th day after you receive it, or of the next working day if that is a Saturday, Sunday or French public holiday. You don’t have to give a reason:',
  withdraw: 'Withdraw from contract here',
});

const REPLACEMENT = messages('replacementSent', {
  subject: 'The replacement for your order no. {orderId} is on its way',
  preview: '{item}: your replacement has left us.',
  title: 'Your replacement is on its way',
  body: 'We handed your replacement parcel to the carrier on {date}. You have nothing to pay.',
  address: 'Address',
  rights: 'Your legal guarantees cover the replacement too.',
});

/** Announces that the carrier has a parcel, since when, and how to track it. */
export function orderSent(voice: Voice, data: OrderSent): EmailContent {
  const { say, locale } = voice;
  return composeForCustomer(voice, ORDER, {
    firstName: data.firstName,
    values: valuesOf(voice, data),
    blocks: [
      paragraph(say(ORDER.body, { date: formatDate(locale, data.sentDate) })),
      orderSteps(voice, { done: 'sent', promisedBy: data.promisedBy }),
      product(itemFacts(voice, data), data.pictureUrl),
      factList([orderFact(voice, data), ...deliveryFacts(voice, data, say(ORDER.address))]),
      ...followLinks(voice, data),
      note(say(ORDER.withdrawal)),
      reference(say(ORDER.withdraw), data.withdrawalLink),
    ],
  });
}

/** Announces that the carrier has a replacement, since when, and how to track it. */
export function replacementSent(voice: Voice, data: SentParcel): EmailContent {
  const { say, locale } = voice;
  return composeForCustomer(voice, REPLACEMENT, {
    firstName: data.firstName,
    values: valuesOf(voice, data),
    blocks: [
      paragraph(say(REPLACEMENT.body, { date: formatDate(locale, data.sentDate) })),
      factList([
        orderFact(voice, data),
        ...itemFacts(voice, data),
        ...deliveryFacts(voice, data, say(REPLACEMENT.address)),
      ]),
      ...followLinks(voice, data),
      note(say(REPLACEMENT.rights)),
    ],
  });
}

const valuesOf = ({ locale }: Voice, { orderId, itemTitle }: SentParcel) => ({
  orderId: String(orderId),
  item: itemTitle[locale],
});

const orderFact = ({ say }: Voice, { orderId }: SentParcel): Fact => ({
  label: say(PARCEL.order),
  value: say(PARCEL.number, { orderId: String(orderId) }),
});

/** `address` labels an address of free text. */
function deliveryFacts({ say }: Voice, data: SentParcel, address: string): Fact[] {
  const { carrier = null, number = null } = data.tracking ?? {};
  const addresses = addressesOf(data.shippingAddress);
  return [
    ...(carrier === null ? [] : [{ label: say(PARCEL.carrier), value: carrier }]),
    ...(number === null ? [] : [{ label: say(PARCEL.tracking), value: number }]),
    addresses === null
      ? { label: address, value: data.shippingAddress }
      : { label: say(PARCEL.pickupPoint), value: addresses.pickupPoint },
  ];
}

/** The button leads to the tracking page if there is one, else to the order. */
function followLinks({ say }: Voice, { tracking, orderLink }: SentParcel): Block[] {
  const url = tracking?.url ?? null;
  return url === null
    ? [action(say(PARCEL.seeOrder), orderLink)]
    : [action(say(PARCEL.follow), url), reference(say(PARCEL.seeOrder), orderLink)];
}
