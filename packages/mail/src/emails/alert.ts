import { messages } from '@agres/i18n/messages';

import { composeEmail } from '../compose-email.ts';
import { factList, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';
import { sayEvent } from './alert-events.ts';

type Alert = {
  /** The event, in one line. */
  event: string;
  /** Ids, amounts and states; never personal data or a secret. */
  facts: Record<string, string | number | boolean | null>;
};

const TEXT = messages('alert', {
  subject: '[{brand}] Alert: {event}',
  body: 'This needs your attention:',
});

/** Alerts the shop's operators to an event that needs their attention. */
export function alert(voice: Voice, { event, facts }: Alert): EmailContent {
  const { say } = voice;
  const title = sayEvent(voice, event);
  // The log and OPERATIONS name it in English.
  const named = title === event ? facts : { ...facts, event };
  return composeEmail(voice, {
    subject: say(TEXT.subject, { event: title }),
    preview: title,
    title,
    reader: 'team',
    blocks: [
      paragraph(say(TEXT.body)),
      factList(Object.entries(named).map(([label, value]) => ({ label, value: String(value) }))),
    ],
  });
}
