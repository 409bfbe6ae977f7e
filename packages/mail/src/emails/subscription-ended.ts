import { formatDate } from '@agres/i18n/formats';
import { messages } from '@agres/i18n/messages';
import { formatZonedMoment } from '@agres/i18n/moment-formats';

import { composeForCustomer } from '../compose-email.ts';
import { action, paragraph, quote, type Block } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type SubscriptionEnded = {
  firstName: string | null;
  /** ISO 8601. */
  accessEndsOn: string;
  /** Whether access has ended already, because no period was paid or this email is late. */
  isOver: boolean;
  subscribeLink: string;
  /** Times are in ISO 8601; null if the provider ended the subscription. */
  declaration: { number: number; declaredAt: string; statement: string } | null;
};

const TEXT = messages('subscriptionEnded', {
  subject: 'Your {brand} subscription is cancelled',
  preview: 'You keep your access until {date}.',
  previewOver: 'Your access ended on {date}.',
  title: 'Your subscription is cancelled',
  body: 'You won’t be charged for your subscription again. You keep your programmes until {date}, the last day of the period you paid for.',
  bodyOver: 'You won’t be charged for your subscription again. Your access ended on {date}.',
  received: 'This email is the receipt of your cancellation no. {number}, received on {moment}:',
  regret: 'Changed your mind? Resume before then and your subscription carries on as normal.',
  resume: 'Resume my subscription',
  subscribeAgain: 'Subscribe again',
});

/** Confirms that a subscription will not be charged again, and until when access lasts. */
export function subscriptionEnded(voice: Voice, data: SubscriptionEnded): EmailContent {
  const { locale, say } = voice;
  const { firstName, isOver, subscribeLink } = data;
  const date = formatDate(locale, data.accessEndsOn);
  const text = isOver ? { ...TEXT, preview: TEXT.previewOver } : TEXT;
  const ending = isOver
    ? [paragraph(say(TEXT.bodyOver, { date })), action(say(TEXT.subscribeAgain), subscribeLink)]
    : [
        paragraph(say(TEXT.body, { date })),
        paragraph(say(TEXT.regret)),
        action(say(TEXT.resume), subscribeLink),
      ];
  return composeForCustomer(voice, text, {
    firstName,
    values: { date },
    blocks: [...receiptOf(voice, data), ...ending],
  });
}

/** Quotes the declaration with its number and time (Code de la consommation, L215-1-1). */
function receiptOf({ say, locale }: Voice, { declaration }: SubscriptionEnded): Block[] {
  if (declaration === null) return [];
  const { number, declaredAt, statement } = declaration;
  const moment = formatZonedMoment(locale, declaredAt);
  return [paragraph(say(TEXT.received, { number: String(number), moment })), quote(statement)];
}
