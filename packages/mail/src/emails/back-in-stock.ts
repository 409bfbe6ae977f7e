import type { Localized } from '@agres/domain/locale';

import { composeForCustomer } from '../compose-email.ts';
import { action, note, paragraph, product, reference } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type BackInStock = {
  firstName: string | null;
  itemTitle: Localized;
  /** The selected option, if there was a choice. */
  optionTitle: Localized | null;
  chosenOptionTitle: Localized | null;
  /** The picture of the option, as an absolute URL. */
  pictureUrl: string | null;
  itemLink: string;
  /** The link that cancels all emails of this kind. */
  endLink: string;
};

const TEXT = {
  subject: /*i18n*/ { id: 'backInStock.subject', message: 'Back in stock: {item}' },
  preview: /*i18n*/ { id: 'backInStock.preview', message: 'You asked us to tell you.' },
  title: /*i18n*/ { id: 'backInStock.title', message: 'Back in stock' },
  body: /*i18n*/ {
    id: 'backInStock.body',
    message: 'Good news: the item you were waiting for is back.',
  },
  item: /*i18n*/ { id: 'backInStock.item', message: 'Item' },
  option: /*i18n*/ { id: 'backInStock.option', message: 'Option' },
  see: /*i18n*/ { id: 'backInStock.see', message: 'See the item' },
  place: /*i18n*/ {
    id: 'backInStock.place',
    message:
      'We email as many people as we have items, first come, first served. Nothing is reserved, and this is the only email we’ll send about it.',
  },
  end: /*i18n*/ { id: 'backInStock.end', message: 'No more emails of this kind' },
};

/** Writes the single notice that an option is in stock again. */
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
