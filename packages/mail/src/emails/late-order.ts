import type { Localized } from '@agres/domain/locale';
import { formatDate } from '@agres/i18n/formats';
import { formatMoment } from '@agres/i18n/moment-formats';

import { composeEmail, composeForCustomer } from '../compose-email.ts';
import { action, factList, note, paragraph, type Fact } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type LateOrder = {
  orderId: number;
  /** Whether the buyer requested the cancellation of the order; otherwise the parcel. */
  isCancellation: boolean;
  /** Times in ISO 8601. */
  askedAt: string;
  orderDate: string;
  itemTitle: Localized;
  /** Days in Paris: the last promised one, and the first on which the order may be cancelled. */
  promisedBy: string;
  cancellableFrom: string;
};

const FACTS = {
  order: /*i18n*/ { id: 'lateOrder.order', message: 'Order' },
  numberAndDate: /*i18n*/ { id: 'lateOrder.numberAndDate', message: 'No. {orderId}, {date}' },
  item: /*i18n*/ { id: 'lateOrder.item', message: 'Item' },
  promised: /*i18n*/ { id: 'lateOrder.promised', message: 'Promised by' },
  askedAt: /*i18n*/ { id: 'lateOrder.askedAt', message: 'Request received' },
};

const ASKED = {
  delivery: {
    subject: /*i18n*/ {
      id: 'lateOrderAsked.delivery.subject',
      message: 'Your order no. {orderId} is late: we have your request',
    },
    preview: /*i18n*/ {
      id: 'lateOrderAsked.delivery.preview',
      message: 'We’re looking into it.',
    },
    title: /*i18n*/ {
      id: 'lateOrderAsked.delivery.title',
      message: 'We have received your request for delivery',
    },
    body: /*i18n*/ {
      id: 'lateOrderAsked.delivery.body',
      message:
        'Your parcel should have reached you by now, and we are sorry that it has not. We are looking into it and send it without delay.',
    },
    next: /*i18n*/ {
      id: 'lateOrderAsked.delivery.next',
      message:
        'If it has still not been sent on {day}, you can cancel the order in your profile and are refunded.',
    },
  },
  cancellation: {
    subject: /*i18n*/ {
      id: 'lateOrderAsked.cancellation.subject',
      message: 'Cancelling your order no. {orderId}: we have your request',
    },
    preview: /*i18n*/ {
      id: 'lateOrderAsked.cancellation.preview',
      message: 'You asked us to cancel it because it is late.',
    },
    title: /*i18n*/ {
      id: 'lateOrderAsked.cancellation.title',
      message: 'We have received your request to cancel',
    },
    body: /*i18n*/ {
      id: 'lateOrderAsked.cancellation.body',
      message:
        'We’ve put your order on hold, so it won’t be sent unless it has already left. We’ll check, then cancel it and refund the card you paid with.',
    },
    next: /*i18n*/ {
      id: 'lateOrderAsked.cancellation.next',
      message:
        'If the parcel has already left, we tell you: you can then withdraw from the order once you have received it.',
    },
  },
};

const SEE_ORDER = /*i18n*/ { id: 'lateOrderAsked.seeOrder', message: 'See my order' };

/** Confirms to a buyer, with the time, their request about a late order. */
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
      action(say(SEE_ORDER), data.orderLink),
    ],
  });
}

const TOLD = {
  delivery: {
    subject: /*i18n*/ {
      id: 'lateOrderTold.delivery.subject',
      message: 'Order no. {orderId} is late: its buyer asks for delivery',
    },
    body: /*i18n*/ {
      id: 'lateOrderTold.delivery.body',
      message:
        'Nobody has marked this order as sent. Send it and mark it; if it left already, mark that. From {day} on its buyer may cancel.',
    },
  },
  cancellation: {
    subject: /*i18n*/ {
      id: 'lateOrderTold.cancellation.subject',
      message: 'Order no. {orderId} is late: its buyer asks to cancel it',
    },
    body: /*i18n*/ {
      id: 'lateOrderTold.cancellation.body',
      message:
        'The order is held, and nothing was cancelled or refunded. Look whether the parcel is still there, then decide: it left already; it is cancelled and refunded, within 14 days; or it goes back on the list of parcels.',
    },
  },
};

const IN_THE_OFFICE = /*i18n*/ {
  id: 'lateOrderTold.inTheOffice',
  message: 'In the office: Orders, no. {orderId}.',
};

/** Informs the shop of a buyer's request about a late order, and of what to do. */
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
      note(say(IN_THE_OFFICE, { orderId })),
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
