/** A call with a card that was sent, or is about to be, and has no answer yet. */
export type PendingCall<Input> = {
  /** Makes the call count once, however often it is sent. */
  idempotencyKey: string;
  input: Input;
  /** When it was begun, in ms since 1970. */
  begunAt: number;
};

type Kept<Input> = PendingCall<Input> & { userId: number };

const KINDS = ['purchase', 'subscription'] as const;
type Kind = (typeof KINDS)[number];

/** Longer than the bank's confirmation may take (purchase, 3-D Secure); nobody pays later by surprise. */
const RESUME_WITHIN_MS = 10 * 60 * 1000;

const placeOf = (kind: Kind) => `pending-${kind}`;

/**
 * Keeps one call of a kind in the tab, so that it outlives a reload until its answer is there. It is
 * the person's alone: whoever else comes to sign in in the tab neither sees it nor goes on with it.
 */
export function pendingCallsOf<Input>(kind: Kind, userId: number) {
  const storedAt = placeOf(kind);
  const forget = () => sessionStorage.removeItem(storedAt);
  return {
    /** A call for one card token, with a key of its own. */
    remember(input: Input): PendingCall<Input> {
      const call = { idempotencyKey: crypto.randomUUID(), input, begunAt: Date.now() };
      const kept: Kept<Input> = { ...call, userId };
      sessionStorage.setItem(storedAt, JSON.stringify(kept));
      return call;
    },
    /** The person's call that had no answer when the page went away a moment ago, if there is one. */
    find(): PendingCall<Input> | null {
      const stored = sessionStorage.getItem(storedAt);
      if (stored === null) return null;
      const { userId: owner, ...call }: Kept<Input> = JSON.parse(stored);
      if (owner === userId && Date.now() - call.begunAt < RESUME_WITHIN_MS) return call;
      forget();
      return null;
    },
    /** The call has its answer. */
    forget,
  };
}

/** Forgets every call, as its person leaves: the server finishes by itself what it was sent. */
export function forgetPendingCalls(): void {
  for (const kind of KINDS) sessionStorage.removeItem(placeOf(kind));
}
