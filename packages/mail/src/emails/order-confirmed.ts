import { addressesOf, feeLabelOf } from '@agres/domain/delivery';
import { displayedCents, paidFeeCents } from '@agres/domain/prices';
import { formatDate, formatPrice } from '@agres/i18n/formats';
import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { action, factList, note, paragraph, product, type Fact } from '../content.ts';
import { contractAttachments, contractBlocks, type ContractBasis } from '../contract-blocks.ts';
import { itemFacts, type NamedItem } from '../item-facts.ts';
import type { EmailContent } from '../mailer.ts';
import { orderSteps } from '../order-steps.ts';
import type { Voice } from '../voice.ts';

type OrderConfirmed = {
  orderId: number;
  /** ISO 8601. */
  orderDate: string;
  /** The absolute URL of the selected option's picture. */
  pictureUrl: string | null;
  /** The price as stored, which is one cent more than shown. */
  priceCents: number;
  /** The amount charged to the card. */
  amountCents: number;
  firstName: string;
  lastName: string;
  shippingAddress: string;
  /** The last day of the promised delivery: `2026-12-21`. */
  promisedBy: string;
  orderLink: string;
} & NamedItem &
  ContractBasis;

const TEXT = messages('orderConfirmed', {
  subject: 'Your order no. {orderId} is confirmed',
  preview: '{item}: we are getting your parcel ready.',
  title: 'Thank you for your order',
  body: 'Your payment has been accepted and your order is being prepared. You can follow it in your profile.',
  order: 'Order',
  numberAndDate: 'No. {orderId}, {date}',
  price: 'Price',
  delivery: 'Delivery',
  latest: 'Delivery by',
  free: 'free',
  total: 'Total paid',
  recipient: 'Recipient',
  address: 'Pickup point and address',
  pickupPoint: 'Pickup point',
  recipientAddress: 'Recipient’s address',
  seeOrder: 'See my order',
  defects:
    'Parcel damaged? Tell the carrier within 3 days. Item faulty? Send it back within 15 days and we’ll refund you within 15 days of receiving it. Your legal guarantees apply as well.',
});

/**
 * Confirms an order with the accepted terms as attachments (Code de la consommation, L221-13 and L221-18).
 * The law requires a durable medium, which a link is not (CJEU C-49/11).
 */
export function orderConfirmed(voice: Voice, data: OrderConfirmed): EmailContent {
  const { say, locale } = voice;
  const orderId = String(data.orderId);
  return composeForCustomer(voice, TEXT, {
    firstName: data.firstName,
    values: { orderId, item: data.itemTitle[locale] },
    blocks: [
      paragraph(say(TEXT.body)),
      orderSteps(voice, { done: 'received', promisedBy: data.promisedBy }),
      product(itemFacts(voice, data), data.pictureUrl),
      factList(factsOf(voice, data)),
      action(say(TEXT.seeOrder), data.orderLink),
      note(say(TEXT.defects)),
      ...contractBlocks(voice, { about: { kind: 'goods' }, basis: data }),
    ],
    attachments: contractAttachments(data),
  });
}

function factsOf({ say, locale }: Voice, data: OrderConfirmed): Fact[] {
  const { priceCents, amountCents } = data;
  const orderId = String(data.orderId);
  const date = formatDate(locale, data.orderDate);
  const fee = feeLabelOf(paidFeeCents({ priceCents, amountCents }));
  return [
    { label: say(TEXT.order), value: say(TEXT.numberAndDate, { orderId, date }) },
    { label: say(TEXT.price), value: formatPrice(locale, displayedCents(priceCents)) },
    {
      label: say(TEXT.delivery),
      value: fee.kind === 'free' ? say(TEXT.free) : formatPrice(locale, fee.cents),
    },
    { label: say(TEXT.latest), value: formatDate(locale, `${data.promisedBy}T12:00:00Z`) },
    {
      label: say(TEXT.total),
      value: formatPrice(locale, amountCents),
      isMain: true,
    },
    { label: say(TEXT.recipient), value: `${data.firstName} ${data.lastName}` },
    ...addressFacts({ say }, data),
  ];
}

/** Returns the pickup point and the recipient's address, or the free text of an older order. */
function addressFacts({ say }: Pick<Voice, 'say'>, { shippingAddress }: OrderConfirmed): Fact[] {
  const addresses = addressesOf(shippingAddress);
  if (addresses === null) return [{ label: say(TEXT.address), value: shippingAddress }];
  return [
    { label: say(TEXT.pickupPoint), value: addresses.pickupPoint },
    { label: say(TEXT.recipientAddress), value: addresses.recipient },
  ];
}
