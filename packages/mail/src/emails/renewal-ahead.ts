import { PLAN_PRICES_CENTS } from '@agres/domain/subscription';
import { formatDate, formatPrice } from '@agres/i18n/formats';

import { composeForCustomer } from '../compose-email.ts';
import { action, box, factList, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type RenewalAhead = {
  firstName: string | null;
  /** The day of the debit, ISO 8601. */
  renewsOn: string;
  cancelLink: string;
};

const TEXT = {
  subject: /*i18n*/ {
    id: 'renewalAhead.subject',
    message: 'Your {brand} subscription renews on {date}',
  },
  preview: /*i18n*/ {
    id: 'renewalAhead.preview',
    message: 'You can cancel it until then, free of charge.',
  },
  title: /*i18n*/ { id: 'renewalAhead.title', message: 'Your subscription renews soon' },
  body: /*i18n*/ {
    id: 'renewalAhead.body',
    message:
      'Your yearly subscription renews by itself for another year. You do not have to do anything to keep it.',
  },
  debit: /*i18n*/ { id: 'renewalAhead.debit', message: 'Next payment' },
  price: /*i18n*/ { id: 'renewalAhead.price', message: 'Price' },
  amount: /*i18n*/ {
    id: 'renewalAhead.amount',
    message: '{price}, less what your referrals earned',
  },
  deadline: /*i18n*/ {
    id: 'renewalAhead.deadline',
    message: 'Last day to cancel before it renews: {date}',
  },
  choice: /*i18n*/ {
    id: 'renewalAhead.choice',
    message:
      'Prefer to stop? Cancel by that day, free of charge, in three clicks. You keep your access until the end of the period you’ve paid for:',
  },
  cancel: /*i18n*/ { id: 'renewalAhead.cancel', message: 'Cancel my contract' },
};

const DAY_MS = 86_400_000;

/**
 * Announces a yearly renewal one to three months ahead, with the last day to refuse it in a visible box (Code
 * de la consommation, L215-1).
 */
export function renewalAhead(voice: Voice, data: RenewalAhead): EmailContent {
  const { say, locale } = voice;
  const date = formatDate(locale, data.renewsOn);
  const dayBefore = new Date(new Date(data.renewsOn).getTime() - DAY_MS);
  const price = formatPrice(locale, PLAN_PRICES_CENTS.yearly);
  return composeForCustomer(voice, TEXT, {
    firstName: data.firstName,
    values: { date },
    blocks: [
      paragraph(say(TEXT.body)),
      box(say(TEXT.deadline, { date: formatDate(locale, dayBefore) })),
      factList([
        { label: say(TEXT.debit), value: date },
        { label: say(TEXT.price), value: say(TEXT.amount, { price }) },
      ]),
      paragraph(say(TEXT.choice)),
      action(say(TEXT.cancel), data.cancelLink),
    ],
  });
}
