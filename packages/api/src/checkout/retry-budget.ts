import type { Answer, ProviderFault } from '@shop/payments/answer';

/** How long one purchase may talk to the provider in all; far less than its lease. */
export const CALL_BUDGET_MS = 25_000;
const LONGEST_CALL_MS = 8000;
const PAUSES_MS = [300, 1000];

/** What is left of a budget. */
export type Budget = { leftMs: () => number };

/** Starts a budget on the process's steady clock: it bounds waiting, it decides nothing. */
export function startRetryBudget(ms: number): Budget {
  const endsAtMs = performance.now() + ms;
  return { leftMs: () => endsAtMs - performance.now() };
}

/**
 * Makes one call to the provider, and the same again, with the same key, while its outcome is
 * unknown: twice more at most, within the budget.
 */
export async function callWithRetries<T>(
  budget: Budget,
  call: (options: { timeoutMs: number }) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  let answer: Answer<T> = OUT_OF_TIME;
  for (const pauseMs of [0, ...PAUSES_MS]) {
    const leftMs = budget.leftMs() - pauseMs;
    if (leftMs <= 0) return answer;
    if (pauseMs > 0) await pause(pauseMs);
    answer = await call({ timeoutMs: Math.min(LONGEST_CALL_MS, leftMs) });
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
