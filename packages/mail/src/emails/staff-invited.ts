import { messages } from '@agres/i18n/messages';
import { formatMoment } from '@agres/i18n/moment-formats';

import { composeEmail } from '../compose-email.ts';
import { action, note, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type StaffInvited = {
  /** The link to the invitation. Opening it changes nothing. */
  link: string;
  /** ISO 8601. */
  expiresAt: string;
  /** Owners may do everything; others prepare and send parcels. */
  isOwner: boolean;
};

const TEXT = messages('staffInvited', {
  subject: 'Your invitation to the {brand} office',
  preview: 'Add your phone or computer: no password needed.',
  title: 'You are invited to the office',
  body: 'The office is where the {brand} team works. Open this link on your phone or computer: from then on its fingerprint, face or code lets you in.',
  owner: 'You are invited as an owner: you can see and change everything in the shop.',
  preparer:
    'You are invited as a preparer: you print slips, enter tracking numbers and mark parcels as sent.',
  open: 'Add my device',
  note: 'The link adds one device and works until {until}. Keep it to yourself. If you are not expecting this, ignore this email.',
});

/** Invites a person to the office, without a name: the address is unproved. */
export function staffInvited(
  voice: Voice,
  { link, expiresAt, isOwner }: StaffInvited,
): EmailContent {
  const { say, locale } = voice;
  return composeEmail(voice, {
    subject: say(TEXT.subject),
    preview: say(TEXT.preview),
    title: say(TEXT.title),
    reader: 'team',
    blocks: [
      paragraph(say(isOwner ? TEXT.owner : TEXT.preparer)),
      paragraph(say(TEXT.body)),
      action(say(TEXT.open), link),
      note(say(TEXT.note, { until: formatMoment(locale, expiresAt) })),
    ],
  });
}
