import type { Localized } from '@agres/domain/locale';
import { formatPrice } from '@agres/i18n/formats';
import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { action, factList, note, paragraph, type Block, type Fact } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type Refund = {
  amountCents: number;
  /** Whether the refund is a bank transfer, because the card could not be refunded. */
  isTransfer: boolean;
};

type OrderRefunded = Refund & {
  firstName: string;
  orderId: number;
  itemTitle: Localized;
  /** The amount charged to the card. */
  paidCents: number;
  /** Whether the order is cancelled, so that no parcel will arrive. */
  isCancelled: boolean;
  orderLink: string;
};

type PaymentRefunded = Refund & {
  firstName: string | null;
  /** Whether the payment was for a subscription; otherwise it bought nothing. */
  isOfSubscription: boolean;
};

const REFUND = messages('refund', {
  amount: 'Refunded',
  toCard:
    'We’re refunding the card you paid with. Banks usually show it within 5 to 10 working days.',
  byTransfer: 'We couldn’t refund your card, so we’ve sent the money by bank transfer.',
});

const ORDER = messages('orderRefunded', {
  subject: 'Your refund of {amount} for order no. {orderId}',
  preview: '{item}: we are refunding you.',
  title: 'We are refunding you',
  whole: 'We are refunding your order no. {orderId} in full.',
  part: 'We are refunding part of your order no. {orderId}.',
  cancelled:
    'Your order no. {orderId} is cancelled. We won’t send a parcel, and we’re refunding you.',
  item: 'Item',
  paid: 'Paid',
  seeOrder: 'See my order',
});

const PAYMENT = messages('paymentRefunded', {
  subject: '{brand} refunds you {amount}',
  preview: 'We are refunding a payment.',
  title: 'We are refunding you',
  subscription: 'We are refunding a payment for your subscription.',
  nothing: 'Your card was charged but your order didn’t go through, so we’re refunding you.',
});

/** Informs a buyer of the refund of an order, its amount and where it goes. */
export function orderRefunded(voice: Voice, data: OrderRefunded): EmailContent {
  const { say, locale } = voice;
  const { firstName, amountCents, paidCents, isCancelled } = data;
  const orderId = String(data.orderId);
  const item = data.itemTitle[locale];
  const what = isCancelled ? ORDER.cancelled : amountCents === paidCents ? ORDER.whole : ORDER.part;
  return composeForCustomer(voice, ORDER, {
    firstName,
    values: { orderId, item, amount: formatPrice(locale, amountCents) },
    blocks: [
      paragraph(say(what, { orderId })),
      ...refundBlocks(voice, data, [
        { label: say(ORDER.item), value: item },
        { label: say(ORDER.paid), value: formatPrice(locale, paidCents) },
      ]),
      action(say(ORDER.seeOrder), data.orderLink),
    ],
  });
}

/** Informs a person of a refund that belongs to no order. */
export function paymentRefunded(voice: Voice, data: PaymentRefunded): EmailContent {
  const { say, locale } = voice;
  return composeForCustomer(voice, PAYMENT, {
    firstName: data.firstName,
    values: { amount: formatPrice(locale, data.amountCents) },
    blocks: [
      paragraph(say(data.isOfSubscription ? PAYMENT.subscription : PAYMENT.nothing)),
      ...refundBlocks(voice, data, []),
    ],
  });
}

const refundBlocks = (
  { say, locale }: Voice,
  { amountCents, isTransfer }: Refund,
  facts: readonly Fact[],
): Block[] => [
  factList([
    ...facts,
    { label: say(REFUND.amount), value: formatPrice(locale, amountCents), isMain: true },
  ]),
  note(say(isTransfer ? REFUND.byTransfer : REFUND.toCard)),
];
