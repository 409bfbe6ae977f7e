import type { Localized } from '@agres/domain/locale';
import { formatPrice } from '@agres/i18n/formats';
import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { action, factList, note, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type OrderRefunded = {
  firstName: string;
  orderId: number;
  itemTitle: Localized;
  /** The refunded amount, in cents. */
  amountCents: number;
  /** The amount that the card paid, in cents. */
  paidCents: number;
  /** Whether the order was cancelled, so that no parcel will arrive. */
  isCancelled: boolean;
  /** Whether it comes by bank transfer, because the card could not be refunded. */
  isTransfer: boolean;
  orderLink: string;
};

const TEXT = messages('orderRefunded', {
  subject: 'Refund of {amount} for your order no. {orderId}',
  preview: '{item}: we are refunding you.',
  title: 'We are refunding you',
  whole: 'We are refunding your order no. {orderId} in full.',
  part: 'We are refunding a part of your order no. {orderId}.',
  cancelled:
    'Your order no. {orderId} is cancelled. We won’t send a parcel, and we’re refunding you.',
  item: 'Item',
  paid: 'Paid',
  amount: 'Refunded',
  toCard:
    'The refund goes back to the card you paid with. Banks usually show it within 5 to 10 working days.',
  byTransfer: 'Your card could not take the money: we have sent it by bank transfer.',
  seeOrder: 'See my order',
});

/** Informs a buyer about the refund of an order, its amount and its destination. */
export function orderRefunded(voice: Voice, data: OrderRefunded): EmailContent {
  const { say, locale } = voice;
  const { firstName, amountCents, paidCents, isCancelled, isTransfer } = data;
  const orderId = String(data.orderId);
  const item = data.itemTitle[locale];
  const amount = formatPrice(locale, amountCents);
  const what = isCancelled ? TEXT.cancelled : amountCents === paidCents ? TEXT.whole : TEXT.part;
  return composeForCustomer(voice, TEXT, {
    firstName,
    values: { orderId, item, amount },
    blocks: [
      paragraph(say(what, { orderId })),
      factList([
        { label: say(TEXT.item), value: item },
        { label: say(TEXT.paid), value: formatPrice(locale, paidCents) },
        { label: say(TEXT.amount), value: amount, isMain: true },
      ]),
      note(say(isTransfer ? TEXT.byTransfer : TEXT.toCard)),
      action(say(TEXT.seeOrder), data.orderLink),
    ],
  });
}
