import type { DeclarationKind } from '@agres/domain/declaration';
import { formatDate } from '@agres/i18n/formats';
import { messages } from '@agres/i18n/messages';
import { formatZonedMoment } from '@agres/i18n/moment-formats';

import { composeForCustomer } from '../compose-email.ts';
import { factList, heading, note, paragraph, quote, reference, type Block } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type Receipt = {
  number: number;
  kind: DeclarationKind;
  statement: string;
  /**
   * Whether the text is complete. False if characters that could form a link were removed from an unverified
   * sender's text.
   */
  isWhole: boolean;
  name: string;
  email: string;
  /** ISO 8601. */
  declaredAt: string;
  /** Whether only the day is known, as for a declaration by post or email. */
  isDayOnly: boolean;
};

type DeclarationReceived = {
  receipts: readonly Receipt[];
  /** Whether the contract belongs to the declarer's account; otherwise the shop owner decides first. */
  isOwn: boolean;
  /** Whether this receipt goes to the account's address, because the given one reached its daily limit. */
  isDiverted: boolean;
  /** Null unless it is about an order of the declarer. */
  orderLink: string | null;
};

const HEADS = messages('declarationReceived', {
  withdrawal: {
    subject: 'We have received your withdrawal no. {number}',
    preview: 'Received on {moment}. Keep this email.',
    title: 'Receipt of your withdrawal',
  },
  termination: {
    subject: 'We have received your cancellation no. {number}',
    preview: 'Received on {moment}. Keep this email.',
    title: 'Receipt of your cancellation',
  },
  several: {
    subject: 'We have received your {count} notices',
    preview: 'Your receipts from the last few hours. Keep this email.',
    title: 'Receipts of your notices',
  },
});

const TEXT = messages('declarationReceived', {
  body: 'This email is your proof that we received the notice below. Please keep it.',
  bodyOfSeveral: 'This email is your proof that we received the notices below. Please keep it.',
  withdrawalNumber: 'Withdrawal no. {number}',
  terminationNumber: 'Cancellation no. {number}',
  number: 'Number',
  moment: 'Received on',
  name: 'Name',
  email: 'Email address',
  cut: 'For safety, this email leaves out characters that could form a link. The receipt you can save from the page is complete, and so is our copy.',
  next: 'A separate email, to the address of your account, tells you what we’ll refund or what you need to do.',
  nextUnproved:
    'One of us will read your notice, look for the contract and reply within 14 days. What counts is the date of your notice, not of our reply.',
  diverted:
    '{email} has already had three receipts today, so we’ve sent this one to the address of your account.',
  seeOrder: 'See my order',
  note: 'If you sent no notice, someone else gave your address. If it is about a contract of yours, write to us; otherwise ignore this email.',
});

/**
 * Writes the receipt of declarations: full text, number, day and hour. It never says that they are accepted.
 */
export function declarationReceived(voice: Voice, data: DeclarationReceived): EmailContent {
  const { say } = voice;
  const { receipts, isOwn, isDiverted, orderLink } = data;
  const [first] = receipts;
  if (first === undefined) throw new Error('a receipt needs at least one declaration');
  const isOne = receipts.length === 1;
  return composeForCustomer(voice, isOne ? HEADS[first.kind] : HEADS.several, {
    firstName: null,
    values: {
      number: String(first.number),
      moment: momentOf(voice, first),
      count: receipts.length,
    },
    blocks: [
      paragraph(say(isOne ? TEXT.body : TEXT.bodyOfSeveral)),
      ...receipts.flatMap((receipt) => [
        ...(isOne ? [] : [headingOf(voice, receipt)]),
        ...blocksOf(voice, receipt),
      ]),
      ...(receipts.every(({ isWhole }) => isWhole) ? [] : [paragraph(say(TEXT.cut))]),
      ...(isDiverted ? [paragraph(say(TEXT.diverted, { email: first.email }))] : []),
      paragraph(say(isOwn ? TEXT.next : TEXT.nextUnproved)),
      ...(orderLink === null ? [] : [reference(say(TEXT.seeOrder), orderLink)]),
      note(say(TEXT.note)),
    ],
  });
}

function momentOf({ locale }: Voice, { declaredAt, isDayOnly }: Receipt): string {
  return isDayOnly ? formatDate(locale, declaredAt) : formatZonedMoment(locale, declaredAt);
}

function headingOf({ say }: Voice, { kind, number }: Receipt): Block {
  const text = kind === 'withdrawal' ? TEXT.withdrawalNumber : TEXT.terminationNumber;
  return heading(say(text, { number: String(number) }));
}

function blocksOf(voice: Voice, receipt: Receipt): Block[] {
  const { say } = voice;
  return [
    quote(receipt.statement),
    factList([
      { label: say(TEXT.number), value: String(receipt.number), isMain: true },
      { label: say(TEXT.moment), value: momentOf(voice, receipt), isMain: true },
      { label: say(TEXT.name), value: receipt.name },
      { label: say(TEXT.email), value: receipt.email },
    ]),
  ];
}
