import type { Locale } from '@shop/domain/locale';

import { accountDeleted, type AccountDeleted } from './emails/account-deleted.ts';
import { activation, activationAgain, type Activation } from './emails/activation.ts';
import { addressTaken, type AddressTaken } from './emails/address-taken.ts';
import { addressWanted, type AddressWanted } from './emails/address-wanted.ts';
import { alert, type Alert } from './emails/alert.ts';
import { cardUpdated, type CardUpdated } from './emails/card-updated.ts';
import { confirmEmail, type ConfirmEmail } from './emails/confirm-email.ts';
import { contactAcknowledged, type ContactAcknowledged } from './emails/contact-acknowledged.ts';
import { contactMessage, type ContactMessage } from './emails/contact-message.ts';
import { emailChangeAsked, type EmailChangeAsked } from './emails/email-change-asked.ts';
import { emailChangeUndone, type EmailChangeUndone } from './emails/email-change-undone.ts';
import { emailChanged, type EmailChanged } from './emails/email-changed.ts';
import {
  formerAccountDeleted,
  type FormerAccountDeleted,
} from './emails/former-account-deleted.ts';
import { giftEarned, type GiftEarned } from './emails/gift-earned.ts';
import { orderConfirmed, type OrderConfirmed } from './emails/order-confirmed.ts';
import { passwordChanged, type PasswordChanged } from './emails/password-changed.ts';
import { passwordRecovery, type PasswordRecovery } from './emails/password-recovery.ts';
import { paymentFailed, type PaymentFailed } from './emails/payment-failed.ts';
import { referralCredited, type ReferralCredited } from './emails/referral-credited.ts';
import { renewalAhead, type RenewalAhead } from './emails/renewal-ahead.ts';
import { subscriptionEnded, type SubscriptionEnded } from './emails/subscription-ended.ts';
import { subscriptionStarted, type SubscriptionStarted } from './emails/subscription-started.ts';
import { subscriptionStopped, type SubscriptionStopped } from './emails/subscription-stopped.ts';
import type { EmailContent } from './mailer.ts';
import { createVoice, type Voice } from './voice.ts';

/**
 * Every email of the product, with the data that it is written from when it is sent. Links are made
 * then and hold secrets, so this is never stored.
 */
export type EmailData = {
  accountDeleted: AccountDeleted;
  activation: Activation;
  activationAgain: Activation;
  addressTaken: AddressTaken;
  addressWanted: AddressWanted;
  alert: Alert;
  cardUpdated: CardUpdated;
  confirmEmail: ConfirmEmail;
  contactAcknowledged: ContactAcknowledged;
  contactMessage: ContactMessage;
  emailChangeAsked: EmailChangeAsked;
  emailChangeUndone: EmailChangeUndone;
  emailChanged: EmailChanged;
  formerAccountDeleted: FormerAccountDeleted;
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
export type EmailKind = keyof EmailData;

const WRITERS: { [Kind in EmailKind]: (voice: Voice, data: EmailData[Kind]) => EmailContent } = {
  accountDeleted,
  activation,
  activationAgain,
  addressTaken,
  addressWanted,
  alert,
  cardUpdated,
  confirmEmail,
  contactAcknowledged,
  contactMessage,
  emailChangeAsked,
  emailChangeUndone,
  emailChanged,
  formerAccountDeleted,
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

export type EmailOrder<Kind extends EmailKind = EmailKind> = {
  kind: Kind;
  /** The reader's language. */
  locale: Locale;
  data: EmailData[Kind];
};

/**
 * Writes an email: subject, HTML and plain text in one language. Links come with the data, whole.
 * @throws TypeError for a link that is no http address.
 */
export function writeEmail<Kind extends EmailKind>(order: EmailOrder<Kind>): EmailContent {
  return WRITERS[order.kind](createVoice(order.locale), order.data);
}

export type WriteEmail = typeof writeEmail;
