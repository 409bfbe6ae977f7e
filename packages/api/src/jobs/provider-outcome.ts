import type { Answer } from '@shop/payments/answer';

import { DONE, type JobOutcome } from './job.ts';

/** A job that was one call to the provider is done when the provider has said what became of it. */
export function outcomeOf(answer: Answer<unknown>): JobOutcome {
  if (answer.outcome === 'known') return DONE;
  return { outcome: 'postponed', reason: `${answer.outcome}: ${answer.cause.kind}` };
}
