import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { action, note, paragraph, product, reference } from '../content.ts';
import { itemFacts, type NamedItem } from '../item-facts.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type BackInStock = NamedItem & {
  firstName: string | null;
  /** An absolute URL. */
  pictureUrl: string | null;
  itemLink: string;
  /** The link that cancels all emails of this kind. */
  endLink: string;
};

const TEXT = messages('backInStock', {
  subject: 'Back in stock: {item}',
  preview: 'You asked us to tell you.',
  title: 'Back in stock',
  body: 'Good news: the item you were waiting for is back.',
  option: 'Option',
  see: 'See the item',
  place:
    'We email as many people as we have items, first come, first served. Nothing is reserved, and this is the only email we’ll send about it.',
  end: 'Stop these emails',
});

/** Writes the only notice that an option is in stock again. */
export function backInStock(voice: Voice, data: BackInStock): EmailContent {
  const { say, locale } = voice;
  return composeForCustomer(voice, TEXT, {
    firstName: data.firstName,
    values: { item: data.itemTitle[locale] },
    blocks: [
      paragraph(say(TEXT.body)),
      product(itemFacts(voice, data, say(TEXT.option)), data.pictureUrl),
      action(say(TEXT.see), data.itemLink),
      note(say(TEXT.place)),
      reference(say(TEXT.end), data.endLink),
    ],
    endLink: data.endLink,
  });
}
