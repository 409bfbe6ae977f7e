import { formatPrice } from '@agres/i18n/formats';
import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { factList, note, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type PaymentRefunded = {
  firstName: string | null;
  /** The refunded amount, in cents. */
  amountCents: number;
  /** Whether it paid for a subscription; otherwise it paid for nothing. */
  isOfSubscription: boolean;
  /** Whether it comes by bank transfer, because the card could not be refunded. */
  isTransfer: boolean;
};

const TEXT = messages('paymentRefunded', {
  subject: '{brand} refunds you {amount}',
  preview: 'We are refunding a payment.',
  title: 'We are refunding you',
  subscription: 'We are refunding a payment for your subscription.',
  nothing: 'Your card was charged but your order didn’t go through, so we’re refunding you.',
  amount: 'Refunded',
  toCard:
    'The refund goes back to the card you paid with. Banks usually show it within 5 to 10 working days.',
  byTransfer: 'Your card could not take the money: we have sent it by bank transfer.',
});

/** Informs a person about a refund that belongs to no order. */
export function paymentRefunded(voice: Voice, data: PaymentRefunded): EmailContent {
  const { say, locale } = voice;
  const amount = formatPrice(locale, data.amountCents);
  return composeForCustomer(voice, TEXT, {
    firstName: data.firstName,
    values: { amount },
    blocks: [
      paragraph(say(data.isOfSubscription ? TEXT.subscription : TEXT.nothing)),
      factList([{ label: say(TEXT.amount), value: amount, isMain: true }]),
      note(say(data.isTransfer ? TEXT.byTransfer : TEXT.toCard)),
    ],
  });
}
