import type { Brand } from '@agres/domain/brand';
import { formatDate, formatPrice } from '@agres/i18n/formats';
import { messages } from '@agres/i18n/messages';
import { formatZonedMoment } from '@agres/i18n/moment-formats';

import { composeForCustomer } from '../compose-email.ts';
import { action, factList, note, paragraph, quote, reference, type Block } from '../content.ts';
import { returnCosts } from '../contract-blocks.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

/**
 * Amounts are in cents. `bankCents` is what the buyer's bank returned after a dispute; the shop owner writes
 * `reason`.
 */
type DeclarationOutcome =
  /** `isDisputed`: the buyer's bank decides first, and the shop refunds any rest afterwards. */
  | { kind: 'orderCancelled'; refundCents: number; bankCents: number; isDisputed: boolean }
  | { kind: 'givenByBank'; bankCents: number }
  | {
      kind: 'howToReturn';
      /** The last day to send goods back: `2026-11-21`. */
      returnBy: string;
      returnAddress: string;
      returnPaidBy: Brand['returnPaidBy'];
      /** The page on which the buyer announces a returned parcel. */
      rightsLink: string;
    }
  | {
      kind: 'subscriptionEnded';
      refundCents: number;
      keptCents: number;
      bankCents: number;
      usedDays: number;
    }
  | {
      kind: 'goodsBack';
      refundCents: number;
      keptCents: number;
      bankCents: number;
      reason: string;
    }
  | { kind: 'accepted' }
  | { kind: 'contested'; reason: string }
  | { kind: 'closed'; reason: string };

type DeclarationFollowed = {
  number: number;
  /** Null for a subscription. */
  orderId: number | null;
  /** ISO 8601. */
  declaredAt: string;
  news: DeclarationOutcome;
  /** Null without an order, or if the recipient cannot open it. */
  orderLink: string | null;
  contactLink: string;
};

const HEADS = messages('declarationFollowed', {
  orderCancelled: {
    subject: 'Your order no. {orderId} is cancelled',
    preview: 'We’re refunding {refund} to your card.',
    title: 'Your order is cancelled',
    body: 'Your order had not left: it is cancelled, and there is nothing to send back.',
  },
  givenByBank: {
    subject: 'Your withdrawal no. {number} is closed: your bank has refunded you',
    preview: 'Your bank has refunded you {bank}.',
    title: 'Your bank has refunded you',
  },
  howToReturn: {
    subject: 'How to send order no. {orderId} back',
    preview: 'Send the item back by {returnBy}.',
    title: 'How to send your order back',
  },
  subscriptionEnded: {
    subject: 'Your {brand} subscription has ended',
    preview: 'We’re refunding {refund} to your card.',
    title: 'Your subscription has ended',
  },
  goodsBack: {
    subject: 'Order no. {orderId} is back with us',
    preview: 'We’re refunding {refund} to your card.',
    title: 'Your parcel has come back',
  },
  accepted: {
    subject: 'We accept your notice no. {number}',
    preview: 'A separate email tells you what happens next.',
    title: 'We accept your notice',
    body: 'We’ve accepted your notice. A separate email tells you what happens next.',
  },
  contested: {
    subject: 'About your notice no. {number}',
    preview: 'Here’s why.',
    title: 'We can’t accept your notice',
  },
  closed: {
    subject: 'Your notice no. {number} is closed',
    preview: 'Here’s why.',
    title: 'Your notice is closed',
  },
});

const TEXT = messages('declarationFollowed', {
  about: 'This is about your notice no. {number} of {moment}.',
  nothingLeft: 'There is nothing left to refund.',
  byBank: 'After your dispute, your bank has refunded you {bank}.',
  disputed:
    'Your bank is deciding on your dispute. If the money stays with us, we’ll refund you then. There’s nothing more for you to do.',
  refund:
    'We’re refunding {refund} to the card you paid with. It may take your bank a few days to show it.',
  send: 'Send the item back by {returnBy}, with a note marked “Withdrawal no. {number}” in the parcel, to this address:',
  proof:
    'Add the tracking number on the page below: we’ll refund you once we have it, or the parcel.',
  announce: 'Add a tracking number',
  ended: 'Your access has ended, and you won’t be charged again.',
  counting: 'How we worked it out',
  usedDays: '{days, plural, one {# day used} other {# days used}}: {kept} deducted',
  nothingKept: 'Nothing deducted',
  given: 'Refunded',
  kept: 'Deducted',
  why: 'The reason:',
  contest: 'Don’t agree? Reply and tell us why: one of us will look at it again.',
  seeOrder: 'See my order',
  write: 'Write to us',
});

/** Writes the outcome of a declaration of withdrawal or termination, with its amounts. */
export function declarationFollowed(voice: Voice, data: DeclarationFollowed): EmailContent {
  const { say, locale } = voice;
  const { news } = data;
  const number = String(data.number);
  const refund = 'refundCents' in news ? formatPrice(locale, news.refundCents) : '';
  const bank = 'bankCents' in news ? formatPrice(locale, news.bankCents) : '';
  const values = {
    number,
    orderId: String(data.orderId ?? ''),
    refund,
    bank,
    returnBy: 'returnBy' in news ? formatDate(locale, `${news.returnBy}T12:00:00Z`) : '',
  };
  const about = say(TEXT.about, { number, moment: formatZonedMoment(locale, data.declaredAt) });
  return composeForCustomer(voice, headOf(news), {
    firstName: null,
    values,
    blocks: [
      ...blocksOf(voice, news, values),
      ...(data.orderLink === null ? [] : [reference(say(TEXT.seeOrder), data.orderLink)]),
      reference(say(TEXT.write), data.contactLink),
      note(about),
    ],
  });
}

/** Returns the texts of the head. The preview never promises €0.00. */
function headOf(news: DeclarationOutcome) {
  const head = HEADS[news.kind];
  if (!('refundCents' in news) || news.refundCents > 0) return head;
  return {
    ...head,
    preview: 'isDisputed' in news && news.isDisputed ? TEXT.disputed : TEXT.nothingLeft,
  };
}

function blocksOf(voice: Voice, news: DeclarationOutcome, values: Record<string, string>): Block[] {
  const { say, locale } = voice;
  const byBank = ({ bankCents }: { bankCents: number }) =>
    bankCents === 0 ? [] : [paragraph(say(TEXT.byBank, values))];
  const given = (sums: { refundCents: number; bankCents: number }) => [
    ...byBank(sums),
    paragraph(sums.refundCents === 0 ? say(TEXT.nothingLeft) : say(TEXT.refund, values)),
  ];
  const contest = paragraph(say(TEXT.contest));
  switch (news.kind) {
    case 'orderCancelled':
      return [
        paragraph(say(HEADS.orderCancelled.body)),
        ...(news.isDisputed ? [paragraph(say(TEXT.disputed))] : given(news)),
      ];
    case 'givenByBank':
      return [...byBank(news), paragraph(say(TEXT.nothingLeft))];
    case 'howToReturn':
      return [
        paragraph(say(TEXT.send, values)),
        quote(news.returnAddress),
        paragraph(returnCosts(voice, news)),
        paragraph(say(TEXT.proof)),
        action(say(TEXT.announce), news.rightsLink),
      ];
    case 'subscriptionEnded': {
      const kept = formatPrice(locale, news.keptCents);
      const counting =
        news.keptCents === 0
          ? say(TEXT.nothingKept)
          : say(TEXT.usedDays, { days: news.usedDays, kept });
      return [
        paragraph(say(TEXT.ended)),
        ...given(news),
        factList([
          { label: say(TEXT.counting), value: counting },
          { label: say(TEXT.given), value: formatPrice(locale, news.refundCents), isMain: true },
        ]),
      ];
    }
    case 'goodsBack':
      return [
        ...given(news),
        ...(news.keptCents === 0
          ? []
          : [
              factList([{ label: say(TEXT.kept), value: formatPrice(locale, news.keptCents) }]),
              paragraph(say(TEXT.why)),
              quote(news.reason),
              contest,
            ]),
      ];
    case 'accepted':
      return [paragraph(say(HEADS.accepted.body))];
    case 'contested':
    case 'closed':
      return [paragraph(say(TEXT.why)), quote(news.reason), contest];
  }
}
