import { formatDate } from '@agres/i18n/formats';
import { messages } from '@agres/i18n/messages';

import { stepList, type Block } from './content.ts';
import type { Voice } from './voice.ts';

const TEXT = messages('orderSteps', {
  received: 'Order received',
  sent: 'Parcel sent',
  delivered: 'Parcel delivered, by {day}',
});

type Progress = {
  done: 'received' | 'sent';
  /** The last day of the promised delivery: `2026-12-21`. */
  promisedBy: string;
};

/** Lists the progress of an order in the words of its page. */
export function orderSteps({ say, locale }: Voice, { done, promisedBy }: Progress): Block {
  const day = formatDate(locale, `${promisedBy}T12:00:00Z`);
  return stepList([
    { label: say(TEXT.received), isDone: true },
    { label: say(TEXT.sent), isDone: done === 'sent' },
    { label: say(TEXT.delivered, { day }), isDone: false },
  ]);
}
