import type { Locale } from '@agres/domain/locale';

import { ACCOUNT_EMAILS } from './emails/account-emails.ts';
import { accountUnused } from './emails/account-unused.ts';
import { alert } from './emails/alert.ts';
import { backInStock } from './emails/back-in-stock.ts';
import { contactAnswer } from './emails/contact-answer.ts';
import { contactMessage } from './emails/contact-message.ts';
import { declarationFollowed } from './emails/declaration-followed.ts';
import { declarationReceived } from './emails/declaration-received.ts';
import { giftEarned } from './emails/gift-earned.ts';
import { lateOrderAsked, lateOrderTold } from './emails/late-order.ts';
import { morningNotice, orderNotice } from './emails/notices.ts';
import { orderConfirmed } from './emails/order-confirmed.ts';
import { orderSent, replacementSent } from './emails/parcels.ts';
import { referralCredited } from './emails/referral-credited.ts';
import { referralReversed } from './emails/referral-reversed.ts';
import { orderRefunded, paymentRefunded } from './emails/refunds.ts';
import { renewalAhead } from './emails/renewal-ahead.ts';
import { reviewDeclined } from './emails/review-declined.ts';
import { sendingUndone } from './emails/sending-undone.ts';
import { staffInvited } from './emails/staff-invited.ts';
import { stockRequestAsked } from './emails/stock-request-asked.ts';
import { subscriptionEnded } from './emails/subscription-ended.ts';
import { subscriptionStarted } from './emails/subscription-started.ts';
import type { EmailContent } from './mailer.ts';
import { createVoice, type Voice } from './voice.ts';

const EMAILS = {
  ...ACCOUNT_EMAILS,
  accountUnused,
  alert,
  backInStock,
  contactAnswer,
  contactMessage,
  declarationFollowed,
  declarationReceived,
  giftEarned,
  lateOrderAsked,
  lateOrderTold,
  morningNotice,
  orderConfirmed,
  orderNotice,
  orderSent,
  orderRefunded,
  paymentRefunded,
  referralCredited,
  referralReversed,
  renewalAhead,
  replacementSent,
  reviewDeclined,
  sendingUndone,
  staffInvited,
  stockRequestAsked,
  subscriptionEnded,
  subscriptionStarted,
};

export type EmailKind = keyof typeof EMAILS;

type DataOf<Writer> = Writer extends (voice: Voice, ...data: infer Data) => EmailContent
  ? Data extends [unknown]
    ? Data[0]
    : Record<string, never>
  : never;

/**
 * The data of each email. It is assembled when the email is sent and never stored, because its links contain
 * secrets.
 */
export type EmailData = { [Kind in EmailKind]: DataOf<(typeof EMAILS)[Kind]> };

/** The type makes a kind determine the type of its data. */
const WRITERS: { [Kind in EmailKind]: (voice: Voice, data: EmailData[Kind]) => EmailContent } =
  EMAILS;

export type EmailOrder<Kind extends EmailKind = EmailKind> = {
  kind: Kind;
  locale: Locale;
  data: EmailData[Kind];
};

/**
 * Writes an email in one language. Its data contain links as absolute URLs.
 * @throws TypeError for a link that is not an http(s) URL
 */
export function writeEmail<Kind extends EmailKind>(order: EmailOrder<Kind>): EmailContent {
  return WRITERS[order.kind](createVoice(order.locale), order.data);
}

export type WriteEmail = typeof writeEmail;
