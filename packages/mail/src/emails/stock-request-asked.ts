import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { action, note, paragraph, product } from '../content.ts';
import { itemFacts, type NamedItem } from '../item-facts.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type StockRequestAsked = NamedItem & {
  /** An absolute URL. */
  pictureUrl: string | null;
  link: string;
};

const TEXT = messages('stockRequestAsked', {
  subject: 'Confirm your stock alert: {item}',
  preview: 'One click, and we’ll email you when it’s back.',
  title: 'Confirm your stock alert',
  body: 'You’d like to know when this item is back in stock. Is this address yours?',
  option: 'Option',
  confirm: 'Confirm the alert',
  note: 'The link works for 7 days. If you didn’t ask for this, ignore this email: without your confirmation we won’t write about this item, and we’ll delete your address.',
});

/** Asks an unproved address to confirm a stock alert. Contains no text by the person who requested it. */
export function stockRequestAsked(voice: Voice, data: StockRequestAsked): EmailContent {
  const { say, locale } = voice;
  return composeForCustomer(voice, TEXT, {
    firstName: null,
    values: { item: data.itemTitle[locale] },
    blocks: [
      paragraph(say(TEXT.body)),
      product(itemFacts(voice, data, say(TEXT.option)), data.pictureUrl),
      action(say(TEXT.confirm), data.link),
      note(say(TEXT.note)),
    ],
  });
}
