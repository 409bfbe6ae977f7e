import { msg } from '@lingui/core/macro';

/**
 * The questions and answers of the specification (docs/spec-coverage.md, section 2), for the page and for search
 * engines.
 */
export const FAQ_ENTRIES = {
  recovery: {
    question: msg`How do I recover my password?`,
    answer: msg`On the log-in page, choose “Forgotten password” and enter your email address. You receive an email with a link, valid for one hour, to choose a new password.`,
  },
  activation: {
    question: msg`I have not received the activation email`,
    answer: msg`It should arrive within a few minutes, so check your spam folder first. You can resend it here, or from the log-in page when you try to log in.`,
  },
  instructions: {
    question: msg`How do I read the instructions of a session?`,
    answer: msg`Each line names the exercise, the sets, the repetitions or seconds, and the rest. “4 × 8, 90 s” means four sets of eight repetitions with ninety seconds of rest between them. A short video shows each movement.`,
  },
} as const;
