import { callErrorOf, type CallError } from '../../lib/call-error.ts';

export type CardCall = {
  /** Sends the call once, always with the same key; rejects with the error of the answer. */
  send: () => Promise<unknown>;
  /** Lets the card's owner confirm at their bank (3-D Secure). */
  confirmAtBank: (clientSecret: string) => Promise<unknown>;
};

/** The waits before each further attempt, in ms, where the server asks for no longer one. */
const RETRY_AFTER_MS = [1000, 2000, 4000, 8000];
/** A longer `Retry-After` ends the call: a buyer does not wait for it. */
const LONGEST_WAIT_MS = 60_000;

/** Statuses that leave the outcome unknown: no answer at all, or one from a server that is not ready. */
const UNKNOWN_STATUSES: ReadonlySet<number | undefined> = new Set([undefined, 502, 503, 504]);

/**
 * Sends a call with a card until its outcome is known: null for success, else the error. The call is
 * idempotent by its key. Where the bank asks for 3-D Secure, the same call is sent again afterwards.
 */
export async function completeCardCall(call: CardCall): Promise<CallError | null> {
  const first = await sendUntilAnswered(call);
  if (first?.clientSecret === undefined) return first;
  // A failed confirmation is sent on as well: the server asks the provider for the outcome.
  await call.confirmAtBank(first.clientSecret).catch(() => undefined);
  return sendUntilAnswered(call);
}

/** The error, or null where the call succeeded. */
async function sendUntilAnswered({ send }: CardCall): Promise<CallError | null> {
  const waitsMs = [...RETRY_AFTER_MS];
  let isRepetition = false;
  for (;;) {
    try {
      await send();
      return null;
    } catch (error) {
      const callError = callErrorOf(error);
      // A repetition that comes too early tells nothing of the call before.
      const isUnknown = isOutcomeUnknown(callError) || (isRepetition && callError.status === 429);
      const waitMs = Math.max(waitsMs.shift() ?? Infinity, callError.retryAfterMs ?? 0);
      if (!isUnknown || waitMs > LONGEST_WAIT_MS) return callError;
      isRepetition = true;
      await new Promise((resolve) => {
        setTimeout(resolve, waitMs);
      });
    }
  }
}

// The person's purchase in progress may be this one, sent before a reload. A shop that sells nothing has
// begun none.
const isOutcomeUnknown = ({ status, code }: CallError) =>
  code !== 'sales_paused' && (UNKNOWN_STATUSES.has(status) || code === 'purchase_in_progress');
