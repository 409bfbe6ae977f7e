import { formatDate, formatNumber } from '@agres/i18n/formats';
import { messages } from '@agres/i18n/messages';

import { composeEmail } from '../compose-email.ts';
import { factList, note, paragraph, type Fact } from '../content.ts';
import { itemFacts, type NamedItem } from '../item-facts.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type OrderNotice = NamedItem & {
  orderId: number;
  /** ISO 8601. */
  orderDate: string;
  /** The pickup point, with line breaks; null for an address of free text. */
  pickupPoint: string | null;
  /** The last day of the promised delivery: `2026-12-21`. */
  promisedBy: string;
};

type MorningNotice = {
  /** The day of the notice: `2026-11-28`. */
  day: string;
  moneyOwed: number;
  declarations: number;
  declarationsBy: string | null;
  parcels: number;
  parcelsBy: string | null;
  messages: number;
  lowStock: number;
};

const ORDER = messages('orderNotice', {
  subject: 'Order no. {orderId} to send: {item}',
  body: 'It’s paid and ready to send.',
  title: 'New order to send',
  order: 'Order',
  numberAndDate: 'No. {orderId}, {date}',
  option: 'Option',
  pickupPoint: 'Pickup point',
  promised: 'Promised by',
  next: 'Prepare it in the office, under Orders: the label has the name and address.',
});

const MORNING = messages('morningNotice', {
  subject: 'To do, {day}',
  title: 'What is waiting this morning',
  moneyOwed: 'Failed refunds and disputes',
  declarations: 'Withdrawals and cancellations',
  parcels: 'Parcels to send',
  messages: 'Messages waiting for more than 24 hours',
  lowStock: 'Low stock',
  answerBy: '{count}, the first to be answered by {day}',
  arriveBy: '{count}, the first promised by {day}',
  next: 'All of it is in the office, under To do.',
});

const BOTH = messages('notice', {
  whereToChoose: 'You choose which of these emails you get in the office, under My access.',
});

/** Notifies a staff member of an order to send. */
export function orderNotice(voice: Voice, data: OrderNotice): EmailContent {
  const { say, locale } = voice;
  const { itemTitle, pickupPoint } = data;
  const [item, ...option] = itemFacts(voice, data, say(ORDER.option));
  const orderId = String(data.orderId);
  const date = formatDate(locale, data.orderDate);
  const facts: Fact[] = [
    { ...item, isMain: true },
    ...option,
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
      note(say(BOTH.whereToChoose)),
    ],
  });
}

/** Sends a staff member the morning's counts of open work, most urgent first. */
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
    blocks: [factList(facts), paragraph(say(MORNING.next)), note(say(BOTH.whereToChoose))],
  });
}
