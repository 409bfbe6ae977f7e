import type { ShopError } from './shop-error.ts';

/** Where the shop names no time or no second, and after an answer that was lost: a second, then twice as long. */
const FIRST_PAUSE_MS = 1000;

/** A call as the rules of repeating see it. */
export type Repeatable = {
  method: string;
  path: string;
  idempotencyKey: string | undefined;
  /** How often it was made. */
  rounds: number;
};

/**
 * How long to wait before a refused call is made again, in ms; undefined: it is not. As the guide
 * “Repeat a call safely” has it: what is refused with 429, or as a purchase in progress, has not
 * happened; after 503 and without an answer the result is unknown, and only safe calls are repeated.
 */
export function pauseBeforeRepeating(error: ShopError, call: Repeatable): number | undefined {
  const wasNotDone = error.status === 429 || error.code === 'purchase_in_progress';
  const mayHaveBeenDone = error.status === 503 || error.code === 'no_answer';
  if (!wasNotDone && !(mayHaveBeenDone && isSafeToRepeat(call))) return undefined;
  const { retryAfterSeconds = 0 } = error;
  return retryAfterSeconds === 0
    ? FIRST_PAUSE_MS * 2 ** (call.rounds - 1)
    : retryAfterSeconds * 1000;
}

/** Reads, calls that set something, logging in, and what has a key. */
function isSafeToRepeat({ method, path, idempotencyKey }: Repeatable): boolean {
  // Its link works once: the refusal of a second use would say that nothing was done.
  if (path === '/users/retrievePassword') return false;
  return method !== 'post' || path === '/connect' || idempotencyKey !== undefined;
}

/** Waits; rejects with the signal's reason as soon as that is aborted. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted === true) end();
  });
}
