import { SITE_QUESTIONS } from '@agres/domain/owner-settings';
import type { MessageDescriptor } from '@lingui/core';

export type FaqText = { id: number; question: MessageDescriptor; answer: MessageDescriptor };

/**
 * The questions that the site answers (specification, section 2), until the owner changes their words. The
 * French is in `locales/fr/help.po`.
 */
export const FAQ_TEXTS = {
  recovery: {
    id: SITE_QUESTIONS.recovery,
    question: /*i18n*/ { id: 'faq.recovery', message: 'How do I reset my password?' },
    answer: /*i18n*/ {
      id: 'faq.recovery.answer',
      message:
        'On the log-in page, choose “Forgotten password” and enter your email address. You receive an email with a link, valid for one hour, to choose a new password.',
    },
  },
  activation: {
    id: SITE_QUESTIONS.activation,
    question: /*i18n*/ {
      id: 'faq.activation',
      message: 'Why haven’t I received the activation email?',
    },
    answer: /*i18n*/ {
      id: 'faq.activation.answer',
      message:
        'It should arrive within a few minutes, so check your spam folder first. You can resend it here, or from the log-in page when you try to log in.',
    },
  },
  instructions: {
    id: SITE_QUESTIONS.instructions,
    question: /*i18n*/ {
      id: 'faq.instructions',
      message: 'How do I read a session’s instructions?',
    },
    answer: /*i18n*/ {
      id: 'faq.instructions.answer',
      message:
        'Each line names the exercise, the sets, the repetitions or seconds, and the rest. “4 × 8, 90 s” means four sets of eight repetitions with ninety seconds of rest between them. A short video shows each movement.',
    },
  },
} as const satisfies Readonly<Record<string, FaqText>>;
