import { messages } from '@agres/i18n/messages';

import type { Voice } from '../voice.ts';

/** The events in English, as the log and OPERATIONS name them. */
const EVENTS = messages('alertEvent', {
  jobGivenUp: 'A job was given up',
  emailsRefused: 'Recipients’ mail servers refused emails',
  invariant: 'An invariant is violated: {part}',
  undecided: 'A {part} is undecided for too long',
  stateUnreadable: 'The payment provider did not return the state of a {part}',
  callsRefused: 'The payment provider refuses our calls',
  settingsRefused: 'The payment provider refuses settings of an account',
  foreignObject: 'The payment provider returned an object that is not ours; nothing was changed',
  paymentOfAnother: 'A purchase had the payment of another buyer, leaving it alone',
  paymentDiffers: 'Payment differs from its purchase, refunding it',
  moneyWithoutOrder: 'Money without an order, refunding it',
  paymentsWait: 'Payments without an order wait for your decision',
  paymentMissing: 'An order whose payment is missing',
  paymentFound: 'Money for a purchase that had lost its payment, completing it',
  orderRebuilt: 'A lost order was rebuilt from its payment',
  orderRebuiltWithoutAccount:
    'A lost order was rebuilt from its payment without its account: send no email',
  sharedKeys: 'Another shop charges with the same keys of the payment provider: left alone',
  refundFailed: 'A refund failed, the money is with the shop: give it again, or by bank transfer',
  refundSlow: 'A refund is in progress for too long',
  refundsRefused: 'The payment provider refuses our refunds',
  foreignRefund: 'The payment provider returned a refund that is not ours; nothing was changed',
  moreGoneBack:
    'More went back of a payment than our rows leave room for: compare it with the dashboard',
  waitingOrderGivenBack: 'An order that waits was given back in full: its parcel is held',
  waitingOrderPartGivenBack:
    'A part of an order that waits was given back: its parcel is still to be sent',
  dispute: 'A cardholder disputes a payment: {part}',
  inquiry: 'A cardholder asks about a payment: giving it back ends that',
  subscriptionNotThere:
    'A subscription is not there at the provider: is it the right account and key?',
  subscriptionsNotThere: 'Subscriptions are not there at the provider: is it the right account?',
  foreignSubscription: 'A subscription here is that of another installation, and left alone',
  foreignSubscriptions:
    'Another installation has subscriptions with the same keys, and they are left alone',
  deletedStillActive: 'The subscription of a deleted account is still active, ending it',
  endedTakesMoney: 'A subscription that is over takes money',
  paidWithoutAccess: 'A paid subscription gives no access',
  unknownTakesMoney: 'An unknown subscription takes money',
  paysTwice: 'A member pays for two subscriptions',
  firstPaymentWithoutAccess: 'The first payment of a subscription gives no access, refunding it',
  referralStateUnreadable:
    'The payment provider did not return the state of the first payment of a referral',
  referralCreditUsed: 'A referral credit was used before its referral was undone',
  giftWithoutReferrals: 'Parallettes were sent for referrals of which fewer than three count now',
  withdrawalHeld: 'A withdrawal waits for a decision in the office: has the parcel left?',
  declarationsWait: 'Declarations wait for your decision',
  receiptLost: 'The receipt of a declaration did not arrive: send it by post',
});

/** Translates the event of an alert. Returns an unknown one unchanged. */
export function sayEvent({ say }: Pick<Voice, 'say'>, event: string): string {
  for (const text of Object.values(EVENTS)) {
    const [start = '', end] = text.message.split('{part}');
    if (end === undefined ? event === start : event.startsWith(start) && event.endsWith(end)) {
      return say(text, { part: event.slice(start.length, event.length - (end ?? '').length) });
    }
  }
  return event;
}
