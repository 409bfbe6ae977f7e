import type { Brand } from '@agres/domain/brand';
import { formatDate, formatPrice } from '@agres/i18n/formats';
import { formatZonedMoment } from '@agres/i18n/moment-formats';

import { composeForCustomer } from '../compose-email.ts';
import { action, factList, note, paragraph, quote, reference, type Block } from '../content.ts';
import { returnCosts } from '../contract-blocks.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

/**
 * The outcome of a declaration. Amounts are in cents, `bankCents` is the amount that the buyer's bank returned
 * after a dispute, and `reason` is written by the shop owner.
 */
type DeclarationOutcome =
  /** `isDisputed`: the buyer's bank decides about the payment, and any rest is refunded afterwards. */
  | { kind: 'orderCancelled'; refundCents: number; bankCents: number; isDisputed: boolean }
  | { kind: 'givenByBank'; bankCents: number }
  | {
      kind: 'howToReturn';
      /** The last day to send goods back: `2026-11-21`. */
      returnBy: string;
      returnAddress: string;
      returnPaidBy: Brand['returnPaidBy'];
      /** The page where the buyer announces a returned parcel. */
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
  /** Null for the subscription. */
  orderId: number | null;
  /** ISO 8601. */
  declaredAt: string;
  news: DeclarationOutcome;
  /** The page of the order; null without an order, or if the recipient cannot open it. */
  orderLink: string | null;
  contactLink: string;
};

const HEADS = {
  orderCancelled: {
    subject: /*i18n*/ {
      id: 'declarationFollowed.orderCancelled.subject',
      message: 'Your order no. {orderId} is cancelled',
    },
    preview: /*i18n*/ {
      id: 'declarationFollowed.orderCancelled.preview',
      message: '{refund} go back to your card.',
    },
    title: /*i18n*/ {
      id: 'declarationFollowed.orderCancelled.title',
      message: 'Your order is cancelled',
    },
  },
  givenByBank: {
    subject: /*i18n*/ {
      id: 'declarationFollowed.givenByBank.subject',
      message: 'Your withdrawal no. {number} is closed: your bank has refunded you',
    },
    preview: /*i18n*/ {
      id: 'declarationFollowed.givenByBank.preview',
      message: 'Your bank has given you {bank} back.',
    },
    title: /*i18n*/ {
      id: 'declarationFollowed.givenByBank.title',
      message: 'Your bank has refunded you',
    },
  },
  howToReturn: {
    subject: /*i18n*/ {
      id: 'declarationFollowed.howToReturn.subject',
      message: 'How to send order no. {orderId} back',
    },
    preview: /*i18n*/ {
      id: 'declarationFollowed.howToReturn.preview',
      message: 'Send the item back by {returnBy}.',
    },
    title: /*i18n*/ {
      id: 'declarationFollowed.howToReturn.title',
      message: 'How to send your order back',
    },
  },
  subscriptionEnded: {
    subject: /*i18n*/ {
      id: 'declarationFollowed.subscriptionEnded.subject',
      message: 'Your {brand} subscription has ended',
    },
    preview: /*i18n*/ {
      id: 'declarationFollowed.subscriptionEnded.preview',
      message: '{refund} go back to your card.',
    },
    title: /*i18n*/ {
      id: 'declarationFollowed.subscriptionEnded.title',
      message: 'Your subscription has ended',
    },
  },
  goodsBack: {
    subject: /*i18n*/ {
      id: 'declarationFollowed.goodsBack.subject',
      message: 'Order no. {orderId} is back with us',
    },
    preview: /*i18n*/ {
      id: 'declarationFollowed.goodsBack.preview',
      message: '{refund} go back to your card.',
    },
    title: /*i18n*/ {
      id: 'declarationFollowed.goodsBack.title',
      message: 'Your parcel has come back',
    },
  },
  accepted: {
    subject: /*i18n*/ {
      id: 'declarationFollowed.accepted.subject',
      message: 'We accept your notice no. {number}',
    },
    preview: /*i18n*/ {
      id: 'declarationFollowed.accepted.preview',
      message: 'We follow it, and write to you about what comes next.',
    },
    title: /*i18n*/ {
      id: 'declarationFollowed.accepted.title',
      message: 'We accept your notice',
    },
  },
  contested: {
    subject: /*i18n*/ {
      id: 'declarationFollowed.contested.subject',
      message: 'About your notice no. {number}',
    },
    preview: /*i18n*/ {
      id: 'declarationFollowed.contested.preview',
      message: 'We cannot follow it; this is why.',
    },
    title: /*i18n*/ {
      id: 'declarationFollowed.contested.title',
      message: 'We cannot follow your notice',
    },
  },
  closed: {
    subject: /*i18n*/ {
      id: 'declarationFollowed.closed.subject',
      message: 'Your notice no. {number} is closed',
    },
    preview: /*i18n*/ {
      id: 'declarationFollowed.closed.preview',
      message: 'This is why.',
    },
    title: /*i18n*/ {
      id: 'declarationFollowed.closed.title',
      message: 'Your notice is closed',
    },
  },
} satisfies Record<DeclarationOutcome['kind'], object>;

const TEXT = {
  about: /*i18n*/ {
    id: 'declarationFollowed.about',
    message: 'This is about your notice no. {number} of {moment}.',
  },
  orderCancelled: /*i18n*/ {
    id: 'declarationFollowed.orderCancelled.body',
    message: 'Your order had not left: it is cancelled, and there is nothing to send back.',
  },
  nothingLeft: /*i18n*/ {
    id: 'declarationFollowed.nothingLeft',
    message: 'Nothing is left to give back.',
  },
  byBank: /*i18n*/ {
    id: 'declarationFollowed.byBank',
    message: 'Your bank has given you {bank} back after your dispute of the payment.',
  },
  disputed: /*i18n*/ {
    id: 'declarationFollowed.disputed',
    message:
      'Your bank is deciding about your dispute of the payment. If the money stays with us, we give it back to you then; you have nothing more to do.',
  },
  refund: /*i18n*/ {
    id: 'declarationFollowed.refund',
    message:
      'We’re refunding {refund} to the card you paid with. It may take your bank a few days to show it.',
  },
  send: /*i18n*/ {
    id: 'declarationFollowed.send',
    message:
      'Send the item back by {returnBy}, and put the number {number} inside the parcel. It goes to this address:',
  },
  proof: /*i18n*/ {
    id: 'declarationFollowed.proof',
    message:
      'Tell us the tracking number on the page below: your money is due as soon as we have that, or the parcel.',
  },
  announce: /*i18n*/ { id: 'declarationFollowed.announce', message: 'Add a tracking number' },
  ended: /*i18n*/ {
    id: 'declarationFollowed.ended',
    message: 'Your access has ended, and nothing is debited any more.',
  },
  counting: /*i18n*/ { id: 'declarationFollowed.counting', message: 'How it is counted' },
  usedDays: /*i18n*/ {
    id: 'declarationFollowed.usedDays',
    message: '{days, plural, one {# day used} other {# days used}}: {kept} deducted',
  },
  nothingKept: /*i18n*/ { id: 'declarationFollowed.nothingKept', message: 'Nothing is kept' },
  accepted: /*i18n*/ {
    id: 'declarationFollowed.accepted.body',
    message: 'We’ve accepted your notice. A separate email tells you what happens next.',
  },
  given: /*i18n*/ { id: 'declarationFollowed.given', message: 'Given back' },
  kept: /*i18n*/ { id: 'declarationFollowed.kept', message: 'Kept' },
  why: /*i18n*/ { id: 'declarationFollowed.why', message: 'The reason:' },
  contest: /*i18n*/ {
    id: 'declarationFollowed.contest',
    message: 'Don’t agree? Reply and tell us why: one of us will look at it again.',
  },
  seeOrder: /*i18n*/ { id: 'declarationFollowed.seeOrder', message: 'See my order' },
  write: /*i18n*/ { id: 'declarationFollowed.write', message: 'Write to us' },
};

/** Writes the email about the outcome of a declaration of withdrawal or termination, with its amounts. */
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

/** Returns the head of an email, without a preview that promises €0.00. */
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
        paragraph(say(TEXT.orderCancelled)),
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
      return [paragraph(say(TEXT.accepted))];
    case 'contested':
    case 'closed':
      return [paragraph(say(TEXT.why)), quote(news.reason), contest];
  }
}
