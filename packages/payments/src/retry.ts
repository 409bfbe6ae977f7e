import type { Answer } from './answer.ts';

/** Time that several calls share. */
export type Budget = { remainingMs(): number };

/** What a purchase may spend on the provider (its protocol, step S5). */
const PURCHASE_BUDGET_MS = 25_000;

const MAX_RETRIES = 2;
const FIRST_PAUSE_MS = 250;
/** With less than this left a call has no chance to be answered. */
const LEAST_CALL_MS = 100;

/** A budget that starts running now. */
export function startBudget(totalMs: number = PURCHASE_BUDGET_MS): Budget {
  const end = performance.now() + totalMs;
  return { remainingMs: () => Math.max(0, end - performance.now()) };
}

/**
 * Asks again, at most twice, while the answer is unknown and there is time. `call` has to repeat
 * the same call under the same key; it gets the time that is left, in ms.
 */
export async function retryUnknown<T>(
  call: (timeoutMs: number) => Promise<Answer<T>>,
  budget: Budget,
): Promise<Answer<T>> {
  let answer = await call(timeLeft(budget));
  for (let retry = 0; retry < MAX_RETRIES && answer.outcome === 'unknown'; retry += 1) {
    const pauseMs = FIRST_PAUSE_MS * 2 ** retry * (0.5 + Math.random());
    if (budget.remainingMs() < pauseMs + LEAST_CALL_MS) return answer;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    answer = await call(timeLeft(budget));
  }
  return answer;
}

const timeLeft = (budget: Budget) => Math.max(1, Math.floor(budget.remainingMs()));
