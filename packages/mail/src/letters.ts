import type { Locale } from '@shop/domain/locale';

import { accountDeleted, type AccountDeleted } from './letters/account-deleted.ts';
import { activation, activationAgain, type Activation } from './letters/activation.ts';
import { addressTaken, type AddressTaken } from './letters/address-taken.ts';
import { alert, type Alert } from './letters/alert.ts';
import { cardUpdated, type CardUpdated } from './letters/card-updated.ts';
import { contactAcknowledged, type ContactAcknowledged } from './letters/contact-acknowledged.ts';
import { contactMessage, type ContactMessage } from './letters/contact-message.ts';
import { emailChanged, type EmailChanged } from './letters/email-changed.ts';
import { giftEarned, type GiftEarned } from './letters/gift-earned.ts';
import { orderConfirmed, type OrderConfirmed } from './letters/order-confirmed.ts';
import { passwordChanged, type PasswordChanged } from './letters/password-changed.ts';
import { passwordRecovery, type PasswordRecovery } from './letters/password-recovery.ts';
import { paymentFailed, type PaymentFailed } from './letters/payment-failed.ts';
import { referralCredited, type ReferralCredited } from './letters/referral-credited.ts';
import { renewalAhead, type RenewalAhead } from './letters/renewal-ahead.ts';
import { subscriptionEnded, type SubscriptionEnded } from './letters/subscription-ended.ts';
import { subscriptionStarted, type SubscriptionStarted } from './letters/subscription-started.ts';
import { subscriptionStopped, type SubscriptionStopped } from './letters/subscription-stopped.ts';
import type { Letter } from './mailer.ts';
import { createVoice, type Voice } from './voice.ts';

/** Every letter the product writes, with what it has to know. All of it can be a job's JSON. */
export type LetterData = {
  accountDeleted: AccountDeleted;
  activation: Activation;
  activationAgain: Activation;
  addressTaken: AddressTaken;
  alert: Alert;
  cardUpdated: CardUpdated;
  contactAcknowledged: ContactAcknowledged;
  contactMessage: ContactMessage;
  emailChanged: EmailChanged;
  giftEarned: GiftEarned;
  orderConfirmed: OrderConfirmed;
  passwordChanged: PasswordChanged;
  passwordRecovery: PasswordRecovery;
  paymentFailed: PaymentFailed;
  referralCredited: ReferralCredited;
  renewalAhead: RenewalAhead;
  subscriptionEnded: SubscriptionEnded;
  subscriptionStarted: SubscriptionStarted;
  subscriptionStopped: SubscriptionStopped;
};
export type LetterKind = keyof LetterData;

const WRITERS: { [Kind in LetterKind]: (voice: Voice, data: LetterData[Kind]) => Letter } = {
  accountDeleted,
  activation,
  activationAgain,
  addressTaken,
  alert,
  cardUpdated,
  contactAcknowledged,
  contactMessage,
  emailChanged,
  giftEarned,
  orderConfirmed,
  passwordChanged,
  passwordRecovery,
  paymentFailed,
  referralCredited,
  renewalAhead,
  subscriptionEnded,
  subscriptionStarted,
  subscriptionStopped,
};

/** What a letter is written from. */
export type LetterOrder<Kind extends LetterKind = LetterKind> = {
  kind: Kind;
  /** The language of whoever reads it. */
  locale: Locale;
  data: LetterData[Kind];
};

/**
 * Writes a letter: subject, HTML and plain text in one language. Links come with the data, whole.
 * @throws TypeError for a link that is no http address.
 */
export function writeLetter<Kind extends LetterKind>(order: LetterOrder<Kind>): Letter {
  return WRITERS[order.kind](createVoice(order.locale), order.data);
}

export type WriteLetter = typeof writeLetter;
