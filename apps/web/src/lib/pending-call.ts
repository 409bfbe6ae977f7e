/** A call with a card that was sent, or is about to be, and has no answer yet. */
export type PendingCall<Input> = {
  /** Makes the call count once, however often it is sent. */
  idempotencyKey: string;
  input: Input;
  /** When it was begun, in ms since 1970. */
  begunAt: number;
};

/** Longer than the bank's confirmation may take (purchase, 3-D Secure); nobody pays later by surprise. */
const RESUME_WITHIN_MS = 10 * 60 * 1000;

/** Keeps one call of a kind in the tab, so that it outlives a reload until its answer is there. */
export function pendingCallsAt<Input>(storedAt: string) {
  return {
    /** A call for one card token, with a key of its own. */
    remember(input: Input): PendingCall<Input> {
      const call = { idempotencyKey: crypto.randomUUID(), input, begunAt: Date.now() };
      sessionStorage.setItem(storedAt, JSON.stringify(call));
      return call;
    },
    /** The call that had no answer when the page went away a moment ago, if there is one. */
    find(): PendingCall<Input> | null {
      const stored = sessionStorage.getItem(storedAt);
      if (stored === null) return null;
      const call: PendingCall<Input> = JSON.parse(stored);
      return Date.now() - call.begunAt < RESUME_WITHIN_MS ? call : null;
    },
    /** The call has its answer. */
    forget(): void {
      sessionStorage.removeItem(storedAt);
    },
  };
}
