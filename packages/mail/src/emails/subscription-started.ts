import type { Plan } from '@agres/domain/shape-values';
import { periodEndOf, PLAN_PRICES_CENTS } from '@agres/domain/subscription';
import { formatDate, formatPrice } from '@agres/i18n/formats';
import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { action, factList, note, paragraph, reference } from '../content.ts';
import { contractAttachments, contractBlocks, type ContractBasis } from '../contract-blocks.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type SubscriptionStarted = {
  firstName: string | null;
  plan: Plan;
  /** ISO 8601. */
  subscriptionDate: string;
  /** The subscriber's own code, to pass on. */
  discountCode: string;
  /** Whether the subscriber requested a start before the end of the withdrawal period. */
  hasImmediateStart: boolean;
  /** The last day to withdraw: `2026-12-07`. */
  withdrawalLastDay: string;
  profileLink: string;
  cancelLink: string;
} & ContractBasis;

const TEXT = messages('subscriptionStarted', {
  subject: 'Your {brand} subscription has started',
  preview: 'Your programmes are waiting for you.',
  title: 'Your training starts here',
  body: 'Your subscription is active: your personal programme, and every other one in the app, is ready.',
  price: 'Price',
  monthly: '{price} per month',
  yearly: '{price} per year',
  since: 'Since',
  code: 'Your referral code',
  seeProfile: 'See my profile',
  period: 'Paid until',
  renewal: 'Renewal',
  renewsMonthly: 'Automatically every month from {date}, at this price, until you cancel',
  renewsYearly: 'Automatically every year from {date}, at this price, until you cancel',
  start: 'Immediate access',
  startAsked: 'You asked for it: if you withdraw, you pay for the days up to your notice',
  startNotAsked: 'You didn’t ask for it: if you withdraw, we’ll refund you in full',
  cancel:
    'No commitment: cancel at any time, free of charge, and keep your access until the end of the period you’ve paid for.',
  cancelHere: 'Cancel your contract',
});

const PERIOD = { monthly: TEXT.monthly, yearly: TEXT.yearly } as const satisfies Record<
  Plan,
  object
>;

const RENEWAL = {
  monthly: TEXT.renewsMonthly,
  yearly: TEXT.renewsYearly,
} as const satisfies Record<Plan, object>;

/**
 * Confirms a subscription on a durable medium: payments, renewal, cancellation and rights, with the accepted
 * terms as attachments (Code de la consommation, L221-13).
 */
export function subscriptionStarted(voice: Voice, data: SubscriptionStarted): EmailContent {
  const { say, locale } = voice;
  const { plan, subscriptionDate, hasImmediateStart } = data;
  const price = formatPrice(locale, PLAN_PRICES_CENTS[plan]);
  const renewsOn = formatDate(locale, periodEndOf(plan, new Date(subscriptionDate)));
  const lastDay = formatDate(locale, `${data.withdrawalLastDay}T12:00:00Z`);
  return composeForCustomer(voice, TEXT, {
    firstName: data.firstName,
    blocks: [
      paragraph(say(TEXT.body)),
      factList([
        { label: say(TEXT.price), value: say(PERIOD[plan], { price }), isMain: true },
        { label: say(TEXT.since), value: formatDate(locale, subscriptionDate) },
        { label: say(TEXT.period), value: renewsOn },
        { label: say(TEXT.renewal), value: say(RENEWAL[plan], { date: renewsOn }) },
        {
          label: say(TEXT.start),
          value: say(hasImmediateStart ? TEXT.startAsked : TEXT.startNotAsked),
        },
        { label: say(TEXT.code), value: data.discountCode },
      ]),
      action(say(TEXT.seeProfile), data.profileLink),
      note(say(TEXT.cancel)),
      reference(say(TEXT.cancelHere), data.cancelLink),
      ...contractBlocks(voice, { about: { kind: 'service', lastDay }, basis: data }),
    ],
    attachments: contractAttachments(data),
  });
}
