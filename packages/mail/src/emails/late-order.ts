import type { Localized } from '@agres/domain/locale';
import { formatDate } from '@agres/i18n/formats';
import { messages } from '@agres/i18n/messages';
import { formatMoment } from '@agres/i18n/moment-formats';

import { composeEmail, composeForCustomer } from '../compose-email.ts';
import { action, factList, note, paragraph, type Fact } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type LateOrder = {
  orderId: number;
  /** Whether the buyer requests the cancellation of the order, and not its delivery. */
  isCancellation: boolean;
  /** Times in ISO 8601. */
  askedAt: string;
  orderDate: string;
  itemTitle: Localized;
  /** Days in Paris: the last promised one, and the first on which the buyer may cancel. */
  promisedBy: string;
  cancellableFrom: string;
};

const FACTS = messages('lateOrder', {
  order: 'Order',
  numberAndDate: 'No. {orderId}, {date}',
  item: 'Item',
  promised: 'Promised by',
  askedAt: 'Request received',
});

const ASKED = messages('lateOrderAsked', {
  delivery: {
    subject: 'Your order no. {orderId} is late: we have your request',
    preview: 'We’re looking into it.',
    title: 'We have received your request for delivery',
    body: 'Your parcel should have reached you by now, and we’re sorry it hasn’t. We’re finding out what happened and will send it as soon as we can.',
    next: 'If it still hasn’t been sent by {day}, you can cancel the order in your profile and get a refund.',
  },
  cancellation: {
    subject: 'Cancelling your order no. {orderId}: we have your request',
    preview: 'You asked us to cancel it because it is late.',
    title: 'We have received your request to cancel',
    body: 'We’ve put your order on hold, so it won’t be sent unless it has already left. We’ll check, then cancel it and refund the card you paid with.',
    next: 'If the parcel has already left, we’ll tell you: you can then withdraw from the order once you receive it.',
  },
  seeOrder: 'See my order',
});

/** Confirms a buyer's request about a late order, with its time. */
export function lateOrderAsked(
  voice: Voice,
  data: LateOrder & { firstName: string; orderLink: string },
): EmailContent {
  const { say, locale } = voice;
  const texts = ASKED[data.isCancellation ? 'cancellation' : 'delivery'];
  return composeForCustomer(voice, texts, {
    firstName: data.firstName,
    values: { orderId: String(data.orderId) },
    blocks: [
      paragraph(say(texts.body)),
      factList(factsOf(voice, data)),
      paragraph(say(texts.next, { day: formatDate(locale, data.cancellableFrom) })),
      action(say(ASKED.seeOrder), data.orderLink),
    ],
  });
}

const TOLD = messages('lateOrderTold', {
  delivery: {
    subject: 'Order no. {orderId} is late: its buyer asks for delivery',
    body: 'This order isn’t marked as sent. Send it or, if the parcel has already left, mark it as sent. From {day} the buyer can ask to cancel.',
  },
  cancellation: {
    subject: 'Order no. {orderId} is late: its buyer asks to cancel it',
    body: 'The order is on hold: nothing has been cancelled or refunded. Check where the parcel is, then decide. If it has left, mark the order as sent. If it is still here, cancel and refund it within 14 days, or put it back among the parcels to send.',
  },
  inTheOffice: 'In the office: Orders, no. {orderId}.',
});

/** Informs the shop of a buyer's request about a late order, with what to do. */
export function lateOrderTold(voice: Voice, data: LateOrder): EmailContent {
  const { say, locale } = voice;
  const texts = TOLD[data.isCancellation ? 'cancellation' : 'delivery'];
  const orderId = String(data.orderId);
  const subject = say(texts.subject, { orderId });
  const body = say(texts.body, { day: formatDate(locale, data.cancellableFrom) });
  return composeEmail(voice, {
    subject,
    preview: body,
    title: subject,
    reader: 'team',
    blocks: [
      paragraph(body),
      factList(factsOf(voice, data)),
      note(say(TOLD.inTheOffice, { orderId })),
    ],
  });
}

function factsOf({ say, locale }: Voice, data: LateOrder): Fact[] {
  const orderId = String(data.orderId);
  const date = formatDate(locale, data.orderDate);
  return [
    { label: say(FACTS.order), value: say(FACTS.numberAndDate, { orderId, date }) },
    { label: say(FACTS.item), value: data.itemTitle[locale] },
    { label: say(FACTS.promised), value: formatDate(locale, data.promisedBy) },
    { label: say(FACTS.askedAt), value: formatMoment(locale, data.askedAt), isMain: true },
  ];
}
