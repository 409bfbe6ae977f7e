import { callErrorOf, type CallError } from '../../lib/call-error.ts';

export type CardCall = {
  /** Sends the call once, always with the same idempotency key. Rejects with the server's error. */
  send: () => Promise<unknown>;
  /** Starts 3-D Secure at the bank. The result has an error if the buyer did not confirm. */
  confirmAtBank: (clientSecret: string) => Promise<{ error?: unknown }>;
};

/** The backoff before each retry. A longer `Retry-After` of the server takes precedence. */
const RETRY_AFTER_MS = [1000, 2000, 4000, 8000];
/** A longer `Retry-After` ends the call, because a buyer would not wait for it. */
const MAX_RETRY_AFTER_MS = 60_000;

/** These leave the outcome unknown: no answer at all, or one from an unavailable server. */
const UNKNOWN_STATUSES: ReadonlySet<number | undefined> = new Set([undefined, 502, 503, 504]);

/**
 * Sends a card call until its outcome is known. Returns null on success, otherwise the error. Retries are
 * idempotent. If the bank requires 3-D Secure, sends the same call again after the confirmation.
 */
export async function completeCardCall(call: CardCall): Promise<CallError | null> {
  const first = await sendUntilAnswered(call);
  if (first?.clientSecret === undefined) return first;
  // Even after a failed confirmation, send the call: the server asks the provider for the outcome.
  const { error: unconfirmed } = await call
    .confirmAtBank(first.clientSecret)
    .catch((error: unknown) => ({ error }));
  const second = await sendUntilAnswered(call);
  return second === null ? null : { ...second, isUnconfirmed: unconfirmed !== undefined };
}

/** Returns null on success, otherwise the error. */
async function sendUntilAnswered({ send }: CardCall): Promise<CallError | null> {
  const waitsMs = [...RETRY_AFTER_MS];
  let isRepetition = false;
  for (;;) {
    try {
      await send();
      return null;
    } catch (error) {
      const callError = callErrorOf(error);
      // A 429 for a retry does not reveal the outcome of the first attempt.
      const isUnknown = isOutcomeUnknown(callError) || (isRepetition && callError.status === 429);
      const waitMs = Math.max(waitsMs.shift() ?? Infinity, callError.retryAfterMs ?? 0);
      if (!isUnknown || waitMs > MAX_RETRY_AFTER_MS) return callError;
      isRepetition = true;
      await new Promise((resolve) => {
        setTimeout(resolve, waitMs);
      });
    }
  }
}

// A purchase in progress may be this one, sent before a reload. While sales are paused, no purchase was started.
const isOutcomeUnknown = ({ status, code }: CallError) =>
  code !== 'sales_paused' && (UNKNOWN_STATUSES.has(status) || code === 'purchase_in_progress');
