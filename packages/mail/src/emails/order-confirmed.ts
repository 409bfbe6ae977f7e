import { addressesOf, feeLabelOf } from '@agres/domain/delivery';
import type { Localized } from '@agres/domain/locale';
import { displayedCents, paidFeeCents } from '@agres/domain/prices';
import { formatDate, formatPrice } from '@agres/i18n/formats';

import { composeForCustomer } from '../compose-email.ts';
import { action, factList, note, paragraph, product, type Fact } from '../content.ts';
import { contractAttachments, contractBlocks, type ContractBasis } from '../contract-blocks.ts';
import type { EmailContent } from '../mailer.ts';
import { orderSteps } from '../order-steps.ts';
import type { Voice } from '../voice.ts';

type OrderConfirmed = {
  orderId: number;
  /** ISO 8601. */
  orderDate: string;
  itemTitle: Localized;
  optionTitle: Localized | null;
  chosenOptionTitle: Localized | null;
  /** The picture of the selected option, as an absolute URL. */
  pictureUrl: string | null;
  /** As stored, which is one cent more than shown. */
  priceCents: number;
  /** The amount that the card was charged. */
  amountCents: number;
  firstName: string;
  lastName: string;
  shippingAddress: string;
  /** The last day of the promised delivery: `2026-12-21`. */
  promisedBy: string;
  orderLink: string;
} & ContractBasis;

const TEXT = {
  subject: /*i18n*/ {
    id: 'orderConfirmed.subject',
    message: 'Your order no. {orderId} is confirmed',
  },
  preview: /*i18n*/ {
    id: 'orderConfirmed.preview',
    message: '{item}: we are getting your parcel ready.',
  },
  title: /*i18n*/ { id: 'orderConfirmed.title', message: 'Thank you for your order' },
  body: /*i18n*/ {
    id: 'orderConfirmed.body',
    message:
      'Your payment has been accepted and your order is being prepared. You can follow it in your profile.',
  },
  order: /*i18n*/ { id: 'orderConfirmed.order', message: 'Order' },
  numberAndDate: /*i18n*/ { id: 'orderConfirmed.numberAndDate', message: 'No. {orderId}, {date}' },
  item: /*i18n*/ { id: 'orderConfirmed.item', message: 'Item' },
  price: /*i18n*/ { id: 'orderConfirmed.price', message: 'Price' },
  delivery: /*i18n*/ { id: 'orderConfirmed.delivery', message: 'Delivery' },
  latest: /*i18n*/ { id: 'orderConfirmed.latest', message: 'Delivery by' },
  free: /*i18n*/ { id: 'orderConfirmed.free', message: 'free' },
  total: /*i18n*/ { id: 'orderConfirmed.total', message: 'Total paid' },
  recipient: /*i18n*/ { id: 'orderConfirmed.recipient', message: 'Recipient' },
  address: /*i18n*/ { id: 'orderConfirmed.address', message: 'Pickup point and address' },
  pickupPoint: /*i18n*/ { id: 'orderConfirmed.pickupPoint', message: 'Pickup point' },
  recipientAddress: /*i18n*/ {
    id: 'orderConfirmed.recipientAddress',
    message: 'Recipient’s address',
  },
  seeOrder: /*i18n*/ { id: 'orderConfirmed.seeOrder', message: 'See my order' },
  defects: /*i18n*/ {
    id: 'orderConfirmed.defects',
    message:
      'Parcel damaged? Tell the carrier within 3 days. Item faulty? Send it back within 15 days and we’ll refund you within 15 days of receiving it. Your legal guarantees apply as well.',
  },
};

/**
 * Confirms an order on a durable medium: the goods, the price, the delivery address and date, the buyer's
 * rights, and the accepted terms as attachments (Code de la consommation, L221-13 and L221-18;
 * docs/decisions/067-confirmation-attachments.md).
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
      product(
        [{ label: say(TEXT.item), value: data.itemTitle[locale] }, ...optionOf(voice, data)],
        data.pictureUrl,
      ),
      factList(factsOf(voice, data)),
      action(say(TEXT.seeOrder), data.orderLink),
      note(say(TEXT.defects)),
      ...contractBlocks(voice, { about: { kind: 'goods' }, basis: data }),
    ],
    attachments: contractAttachments(data),
  });
}

/** Returns the selected option; nothing for an item of a single model, where there is no choice. */
const optionOf = ({ locale }: Voice, { optionTitle, chosenOptionTitle }: OrderConfirmed): Fact[] =>
  optionTitle && chosenOptionTitle
    ? [{ label: optionTitle[locale], value: chosenOptionTitle[locale] }]
    : [];

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

/** Returns the pickup point and the recipient's address; for an order with free text, that text. */
function addressFacts({ say }: Pick<Voice, 'say'>, { shippingAddress }: OrderConfirmed): Fact[] {
  const addresses = addressesOf(shippingAddress);
  if (addresses === null) return [{ label: say(TEXT.address), value: shippingAddress }];
  return [
    { label: say(TEXT.pickupPoint), value: addresses.pickupPoint },
    { label: say(TEXT.recipientAddress), value: addresses.recipient },
  ];
}
