import type { Localized } from '@agres/domain/locale';
import { formatDate, formatNumber } from '@agres/i18n/formats';

import { composeEmail } from '../compose-email.ts';
import { factList, note, paragraph, type Fact } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type OrderNotice = {
  orderId: number;
  /** ISO 8601. */
  orderDate: string;
  itemTitle: Localized;
  optionTitle: Localized | null;
  chosenOptionTitle: Localized | null;
  /** The address with line breaks; null if it was entered as free text. */
  pickupPoint: string | null;
  /** The last day of the promised delivery: `2026-12-21`. */
  promisedBy: string;
};

type MorningNotice = {
  /** `2026-11-28`. */
  day: string;
  moneyOwed: number;
  declarations: number;
  declarationsBy: string | null;
  parcels: number;
  parcelsBy: string | null;
  messages: number;
  lowStock: number;
};

const ORDER = {
  subject: /*i18n*/ { id: 'orderNotice.subject', message: 'Order no. {orderId} to send: {item}' },
  body: /*i18n*/ { id: 'orderNotice.body', message: 'It is paid and waits to be sent.' },
  title: /*i18n*/ { id: 'orderNotice.title', message: 'New order to send' },
  order: /*i18n*/ { id: 'orderNotice.order', message: 'Order' },
  numberAndDate: /*i18n*/ { id: 'orderNotice.numberAndDate', message: 'No. {orderId}, {date}' },
  item: /*i18n*/ { id: 'orderNotice.item', message: 'Item' },
  option: /*i18n*/ { id: 'orderNotice.option', message: 'Option' },
  pickupPoint: /*i18n*/ { id: 'orderNotice.pickupPoint', message: 'Pickup point' },
  promised: /*i18n*/ { id: 'orderNotice.promised', message: 'Promised by' },
  next: /*i18n*/ {
    id: 'orderNotice.next',
    message: 'In the office, under Orders, prepare it: the label has the name and the address.',
  },
};

const MORNING = {
  subject: /*i18n*/ { id: 'morningNotice.subject', message: 'To do, {day}' },
  title: /*i18n*/ { id: 'morningNotice.title', message: 'What is waiting this morning' },
  moneyOwed: /*i18n*/ { id: 'morningNotice.moneyOwed', message: 'Failed refunds and disputes' },
  declarations: /*i18n*/ {
    id: 'morningNotice.declarations',
    message: 'Withdrawals and terminations',
  },
  parcels: /*i18n*/ { id: 'morningNotice.parcels', message: 'Parcels to send' },
  messages: /*i18n*/ {
    id: 'morningNotice.messages',
    message: 'Messages waiting for more than 24 hours',
  },
  lowStock: /*i18n*/ { id: 'morningNotice.lowStock', message: 'Low stock' },
  answerBy: /*i18n*/ {
    id: 'morningNotice.answerBy',
    message: '{count}, the first to be answered by {day}',
  },
  arriveBy: /*i18n*/ {
    id: 'morningNotice.arriveBy',
    message: '{count}, the first promised by {day}',
  },
  next: /*i18n*/ { id: 'morningNotice.next', message: 'All of it is in the office, under To do.' },
};

const WHERE_TO_CHOOSE = /*i18n*/ {
  id: 'notice.whereToChoose',
  message: 'You choose which of these emails you get in the office, under My access.',
};

/** Notifies a staff member of one order to send, with its pickup point. */
export function orderNotice(voice: Voice, data: OrderNotice): EmailContent {
  const { say, locale } = voice;
  const { itemTitle, optionTitle, chosenOptionTitle, pickupPoint } = data;
  const orderId = String(data.orderId);
  const date = formatDate(locale, data.orderDate);
  const facts: Fact[] = [
    { label: say(ORDER.item), value: itemTitle[locale], isMain: true },
    ...(chosenOptionTitle === null
      ? []
      : [
          {
            label: optionTitle?.[locale] ?? say(ORDER.option),
            value: chosenOptionTitle[locale],
          },
        ]),
    ...(pickupPoint === null ? [] : [{ label: say(ORDER.pickupPoint), value: pickupPoint }]),
    { label: say(ORDER.promised), value: formatDate(locale, data.promisedBy) },
    { label: say(ORDER.order), value: say(ORDER.numberAndDate, { orderId, date }) },
  ];
  return composeEmail(voice, {
    subject: say(ORDER.subject, { orderId, item: itemTitle[locale] }),
    preview: say(ORDER.body),
    title: say(ORDER.title),
    reader: 'team',
    blocks: [
      paragraph(say(ORDER.body)),
      factList(facts),
      paragraph(say(ORDER.next)),
      note(say(WHERE_TO_CHOOSE)),
    ],
  });
}

/** Sends a staff member the morning's counts of open work, the most urgent first. */
export function morningNotice(voice: Voice, data: MorningNotice): EmailContent {
  const { say, locale } = voice;
  const { declarationsBy, parcelsBy } = data;
  const number = (count: number) => formatNumber(locale, count);
  const facts = [
    { label: say(MORNING.moneyOwed), count: data.moneyOwed },
    {
      label: say(MORNING.declarations),
      count: data.declarations,
      dated: declarationsBy === null ? null : { text: MORNING.answerBy, day: declarationsBy },
    },
    {
      label: say(MORNING.parcels),
      count: data.parcels,
      dated: parcelsBy === null ? null : { text: MORNING.arriveBy, day: parcelsBy },
    },
    { label: say(MORNING.messages), count: data.messages },
    { label: say(MORNING.lowStock), count: data.lowStock },
  ].flatMap(({ label, count, dated = null }): Fact[] => {
    if (count === 0) return [];
    if (dated === null) return [{ label, value: number(count) }];
    const day = formatDate(locale, dated.day);
    return [{ label, value: say(dated.text, { count: number(count), day }) }];
  });
  return composeEmail(voice, {
    subject: say(MORNING.subject, { day: formatDate(locale, data.day) }),
    preview: facts.map(({ label }) => label).join(' · '),
    title: say(MORNING.title),
    reader: 'team',
    blocks: [factList(facts), paragraph(say(MORNING.next)), note(say(WHERE_TO_CHOOSE))],
  });
}
