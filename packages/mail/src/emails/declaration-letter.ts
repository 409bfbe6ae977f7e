import type { DeclarationKind } from '@shop/domain/declaration';
import { formatZonedMoment } from '@shop/i18n/moment-formats';

import { composeForCustomer } from '../compose-email.ts';
import { action, note, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type DeclarationLetter = {
  kind: DeclarationKind;
  /** Null: the subscription. */
  orderId: number | null;
  /** ISO 8601. */
  declaredAt: string;
  link: string;
};

const TEXT = {
  subject: /*i18n*/ {
    id: 'declarationLetter.subject',
    message: 'Was it you? Somebody declared something about your contract',
  },
  preview: /*i18n*/ {
    id: 'declarationLetter.preview',
    message: 'Tell us whether it was you: nothing is decided before.',
  },
  title: /*i18n*/ { id: 'declarationLetter.title', message: 'Was it you?' },
  order: /*i18n*/ {
    id: 'declarationLetter.order',
    message:
      'On {moment}, somebody who was not logged in declared a withdrawal from your order no. {orderId}.',
  },
  subscription: /*i18n*/ {
    id: 'declarationLetter.subscription',
    message:
      'On {moment}, somebody who was not logged in declared a withdrawal from your subscription.',
  },
  termination: /*i18n*/ {
    id: 'declarationLetter.termination',
    message:
      'On {moment}, somebody who was not logged in declared the cancellation of your subscription.',
  },
  ask: /*i18n*/ {
    id: 'declarationLetter.ask',
    message:
      'If it was you, confirm it: the day of the declaration counts, not that of your confirmation. If it was not you, say so, and nothing changes.',
  },
  answer: /*i18n*/ { id: 'declarationLetter.answer', message: 'Answer' },
  note: /*i18n*/ {
    id: 'declarationLetter.note',
    message: 'The link works for 14 days. Opening it decides nothing yet.',
  },
};

/** Asks the owner of the account whether a declaration was theirs; repeats nothing of what was typed. */
export function declarationLetter(voice: Voice, data: DeclarationLetter): EmailContent {
  const { say, locale } = voice;
  const moment = formatZonedMoment(locale, data.declaredAt);
  return composeForCustomer(voice, TEXT, {
    firstName: null,
    blocks: [
      paragraph(whatHappened(voice, data, moment)),
      paragraph(say(TEXT.ask)),
      action(say(TEXT.answer), data.link),
      note(say(TEXT.note)),
    ],
  });
}

function whatHappened(
  { say }: Voice,
  { kind, orderId }: DeclarationLetter,
  moment: string,
): string {
  if (kind === 'termination') return say(TEXT.termination, { moment });
  if (orderId === null) return say(TEXT.subscription, { moment });
  return say(TEXT.order, { moment, orderId: String(orderId) });
}
