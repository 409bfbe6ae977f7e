import type { Plan } from '@shop/domain/shapes';
import { PLAN_PRICES_CENTS } from '@shop/domain/subscription';
import { formatDate, formatPrice } from '@shop/i18n/formats';

import { composeForCustomer } from '../compose-email.ts';
import { action, factList, note, paragraph, reference } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type SubscriptionStarted = {
  firstName: string | null;
  plan: Plan;
  /** ISO 8601. */
  subscriptionDate: string;
  /** The subscriber's own code, to pass on. */
  discountCode: string;
  profileLink: string;
  termsLink: string;
};

const TEXT = {
  subject: /*i18n*/ {
    id: 'subscriptionStarted.subject',
    message: 'Your {brand} subscription has started',
  },
  preview: /*i18n*/ {
    id: 'subscriptionStarted.preview',
    message: 'Your programmes are waiting for you.',
  },
  title: /*i18n*/ { id: 'subscriptionStarted.title', message: 'Your training starts here' },
  body: /*i18n*/ {
    id: 'subscriptionStarted.body',
    message:
      'Your subscription is active: your personal programme and all those of the app are open to you.',
  },
  price: /*i18n*/ { id: 'subscriptionStarted.price', message: 'Price' },
  monthly: /*i18n*/ { id: 'subscriptionStarted.monthly', message: '{price} per month' },
  yearly: /*i18n*/ { id: 'subscriptionStarted.yearly', message: '{price} per year' },
  since: /*i18n*/ { id: 'subscriptionStarted.since', message: 'Since' },
  code: /*i18n*/ { id: 'subscriptionStarted.code', message: 'Your referral code' },
  seeProfile: /*i18n*/ { id: 'subscriptionStarted.seeProfile', message: 'See my profile' },
  cancel: /*i18n*/ {
    id: 'subscriptionStarted.cancel',
    message:
      'No commitment: cancel whenever you like, and you keep your access until the end of the period you paid for. You may also change your mind within 14 days: write to us.',
  },
  terms: /*i18n*/ { id: 'subscriptionStarted.terms', message: 'The general terms' },
};

const PERIOD = { monthly: TEXT.monthly, yearly: TEXT.yearly } as const satisfies Record<
  Plan,
  object
>;

/** Confirms a subscription on a durable medium: what is debited, since when, and how to end it. */
export function subscriptionStarted(voice: Voice, data: SubscriptionStarted): EmailContent {
  const { say, locale } = voice;
  const price = formatPrice(locale, PLAN_PRICES_CENTS[data.plan]);
  return composeForCustomer(voice, TEXT, {
    firstName: data.firstName,
    blocks: [
      paragraph(say(TEXT.body)),
      factList([
        { label: say(TEXT.price), value: say(PERIOD[data.plan], { price }) },
        { label: say(TEXT.since), value: formatDate(locale, data.subscriptionDate) },
        { label: say(TEXT.code), value: data.discountCode },
      ]),
      action(say(TEXT.seeProfile), data.profileLink),
      note(say(TEXT.cancel)),
      reference(say(TEXT.terms), data.termsLink),
    ],
  });
}
