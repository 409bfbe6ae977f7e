import { PLAN_PRICES_CENTS } from '@agres/domain/subscription';
import { formatDate, formatPrice } from '@agres/i18n/formats';
import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { action, box, factList, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type RenewalAhead = {
  firstName: string | null;
  /** The day of the next payment, ISO 8601. */
  renewsOn: string;
  cancelLink: string;
};

const TEXT = messages('renewalAhead', {
  subject: 'Your {brand} subscription renews on {date}',
  preview: 'You can cancel it until then, free of charge.',
  title: 'Your subscription renews soon',
  body: 'Your yearly subscription renews automatically for another year. You don’t have to do anything to keep it.',
  debit: 'Next payment',
  price: 'Price',
  amount: '{price} minus your referral credit',
  deadline: 'Last day to cancel before it renews: {date}',
  choice:
    'Prefer to stop? Cancel by that day, free of charge, in three clicks. You keep your access until the end of the period you’ve paid for:',
  cancel: 'Cancel my contract',
});

const DAY_MS = 86_400_000;

/**
 * Announces a yearly renewal one to three months ahead. The last day to refuse it stands in a visible box
 * (Code de la consommation, L215-1).
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
