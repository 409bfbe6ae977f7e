import type { Deadline } from '@shop/payments/account-client';
import type { Answer, ProviderFault } from '@shop/payments/answer';

const PAUSES_MS = [300, 1000];

/**
 * Makes one call to the provider, and the same again, with the same key, while its outcome is
 * unknown: twice more at most, and until the deadline of `payments`, which no call outlasts.
 */
export async function callWithRetries<T>(
  payments: Deadline,
  call: () => Promise<Answer<T>>,
): Promise<Answer<T>> {
  let answer: Answer<T> = OUT_OF_TIME;
  for (const pauseMs of [0, ...PAUSES_MS]) {
    if (payments.leftMs() - pauseMs <= 0) return answer;
    if (pauseMs > 0) await pause(pauseMs);
    answer = await call();
    if (answer.outcome !== 'unknown') return answer;
  }
  return answer;
}

/** Resolves after so many milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const NOT_CALLED: ProviderFault = {
  kind: 'timeout',
  status: null,
  code: null,
  param: null,
  requestId: null,
  message: 'no time was left for the call',
};
const OUT_OF_TIME = { outcome: 'unknown', cause: NOT_CALLED } as const;
