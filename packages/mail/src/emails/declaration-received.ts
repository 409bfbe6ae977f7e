import type { DeclarationKind } from '@shop/domain/declaration';
import { formatZonedMoment } from '@shop/i18n/moment-formats';

import { composeForCustomer } from '../compose-email.ts';
import { factList, note, paragraph, quote, reference } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

type DeclarationReceived = {
  number: number;
  kind: DeclarationKind;
  /** The sentence that was declared, to the letter. */
  statement: string;
  name: string;
  email: string;
  /** ISO 8601. */
  declaredAt: string;
  /** Whether the account of the contract declared it: else its owner is asked first. */
  isProved: boolean;
  /** The page of the declarer's own order; null for anything else. */
  orderLink: string | null;
};

const WITHDRAWAL = {
  subject: /*i18n*/ {
    id: 'declarationReceived.withdrawal.subject',
    message: 'We have received your withdrawal no. {number}',
  },
  preview: /*i18n*/ {
    id: 'declarationReceived.withdrawal.preview',
    message: 'Declared on {moment}. Keep this email.',
  },
  title: /*i18n*/ {
    id: 'declarationReceived.withdrawal.title',
    message: 'Receipt of your withdrawal',
  },
};

const TERMINATION = {
  subject: /*i18n*/ {
    id: 'declarationReceived.termination.subject',
    message: 'We have received your cancellation no. {number}',
  },
  preview: /*i18n*/ {
    id: 'declarationReceived.termination.preview',
    message: 'Declared on {moment}. Keep this email.',
  },
  title: /*i18n*/ {
    id: 'declarationReceived.termination.title',
    message: 'Receipt of your cancellation',
  },
};

const TEXT = {
  body: /*i18n*/ {
    id: 'declarationReceived.body',
    message: 'This email proves that we received the following declaration. Keep it.',
  },
  number: /*i18n*/ { id: 'declarationReceived.number', message: 'Number' },
  moment: /*i18n*/ { id: 'declarationReceived.moment', message: 'Received on' },
  name: /*i18n*/ { id: 'declarationReceived.name', message: 'Name' },
  email: /*i18n*/ { id: 'declarationReceived.email', message: 'Email address' },
  next: /*i18n*/ {
    id: 'declarationReceived.next',
    message:
      'What comes next is in an email of its own, to the address of your account: what is refunded, or what we ask of you.',
  },
  nextUnproved: /*i18n*/ {
    id: 'declarationReceived.nextUnproved',
    message:
      'We now look for the contract. If it fits, an email goes to the address of its account: follow its link and say that it was you. If nothing fits, a person looks at it and answers you.',
  },
  seeOrder: /*i18n*/ { id: 'declarationReceived.seeOrder', message: 'See my order' },
  note: /*i18n*/ {
    id: 'declarationReceived.note',
    message:
      'If you declared nothing, somebody gave your address by mistake: ignore this email, nothing happens to your contracts without you.',
  },
};

/** The receipt of a declaration: all of it, with its number, day and hour; no word of acceptance. */
export function declarationReceived(voice: Voice, data: DeclarationReceived): EmailContent {
  const { say, locale } = voice;
  const number = String(data.number);
  const moment = formatZonedMoment(locale, data.declaredAt);
  return composeForCustomer(voice, data.kind === 'withdrawal' ? WITHDRAWAL : TERMINATION, {
    firstName: null,
    values: { number, moment },
    blocks: [
      paragraph(say(TEXT.body)),
      quote(data.statement),
      factList([
        { label: say(TEXT.number), value: number, isMain: true },
        { label: say(TEXT.moment), value: moment, isMain: true },
        { label: say(TEXT.name), value: data.name },
        { label: say(TEXT.email), value: data.email },
      ]),
      paragraph(say(data.isProved ? TEXT.next : TEXT.nextUnproved)),
      ...(data.orderLink === null ? [] : [reference(say(TEXT.seeOrder), data.orderLink)]),
      note(say(TEXT.note)),
    ],
  });
}
