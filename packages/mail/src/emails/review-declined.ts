import type { Localized } from '@agres/domain/locale';
import { messages } from '@agres/i18n/messages';

import { composeForCustomer } from '../compose-email.ts';
import { action, note, paragraph, quote } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type ReviewDeclined = {
  firstName: string | null;
  itemTitle: Localized;
  /** The reason, as staff wrote it. */
  reason: string;
  text: string;
  changeLink: string;
};

const TEXT = messages('reviewDeclined', {
  subject: 'Your review of {item}',
  preview: 'We couldn’t publish it. Here’s why.',
  title: 'Your review isn’t published',
  body: 'Thank you for writing about {item}. We couldn’t publish your review, for this reason:',
  written: 'You wrote:',
  change: 'Change my review',
  anew: 'Once you’ve changed it, we’ll read it again. If you disagree with our decision, simply reply to this email.',
});

/** Explains why a review is not published, with the link to change it. */
export function reviewDeclined(voice: Voice, data: ReviewDeclined): EmailContent {
  const { say, locale } = voice;
  const item = data.itemTitle[locale];
  return composeForCustomer(voice, TEXT, {
    firstName: data.firstName,
    values: { item },
    blocks: [
      paragraph(say(TEXT.body, { item })),
      quote(data.reason),
      note(say(TEXT.written)),
      quote(data.text),
      action(say(TEXT.change), data.changeLink),
      note(say(TEXT.anew)),
    ],
  });
}
