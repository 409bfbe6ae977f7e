import type { Localized } from '@agres/domain/locale';
import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { action, note, paragraph, product, reference } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type BackInStock = {
  firstName: string | null;
  itemTitle: Localized;
  /** Null without a choice. */
  optionTitle: Localized | null;
  chosenOptionTitle: Localized | null;
  /** An absolute URL. */
  pictureUrl: string | null;
  itemLink: string;
  /** Cancels all emails of this kind. */
  endLink: string;
};

const TEXT = messages('backInStock', {
  subject: 'Back in stock: {item}',
  preview: 'You asked us to tell you.',
  title: 'Back in stock',
  body: 'Good news: the item you were waiting for is back.',
  item: 'Item',
  option: 'Option',
  see: 'See the item',
  place:
    'We email as many people as we have items, first come, first served. Nothing is reserved, and this is the only email we’ll send about it.',
  end: 'No more emails of this kind',
});

/** Writes the only notice that an option is in stock again. */
export function backInStock(voice: Voice, data: BackInStock): EmailContent {
  const { say, locale } = voice;
  const { firstName, itemTitle, optionTitle, chosenOptionTitle } = data;
  return composeForCustomer(voice, TEXT, {
    firstName,
    values: { item: itemTitle[locale] },
    blocks: [
      paragraph(say(TEXT.body)),
      product(
        [
          { label: say(TEXT.item), value: itemTitle[locale] },
          ...(chosenOptionTitle === null
            ? []
            : [
                {
                  label: optionTitle?.[locale] ?? say(TEXT.option),
                  value: chosenOptionTitle[locale],
                },
              ]),
        ],
        data.pictureUrl,
      ),
      action(say(TEXT.see), data.itemLink),
      note(say(TEXT.place)),
      reference(say(TEXT.end), data.endLink),
    ],
    endLink: data.endLink,
  });
}
