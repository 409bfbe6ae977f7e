/** A call with a card that was sent, or is about to be, and has no answer yet. */
export type PendingCall<Input> = {
  /** Makes the call count once, however often it is sent. */
  idempotencyKey: string;
  input: Input;
  /** When it was begun, in ms since 1970. */
  begunAt: number;
};

type Kept<Input> = PendingCall<Input> & { userId: number };

/** Whose call it is, and what for. */
export type PendingCallScope<Input> = {
  kind: 'purchase' | 'subscription' | 'card-update';
  userId: number;
  /** Whether a call of this kind is the page's own, where a kind has several pages. */
  isOwn?: (input: Input) => boolean;
};

/** Longer than the bank's confirmation may take (purchase, 3-D Secure); a later payment would be a surprise. */
const RESUME_WITHIN_MS = 10 * 60 * 1000;

const keyOf = (kind: PendingCallScope<never>['kind']) => `pending-${kind}`;

/** What keeps a person's call of one kind. */
export type PendingCalls<Input> = {
  /** A call for one card token, with a key of its own. */
  remember: (input: Input) => PendingCall<Input>;
  /** The person's call that had no answer when the page went away a moment ago, if there is one. */
  find: () => PendingCall<Input> | null;
  /** The call has its answer. */
  forget: () => void;
};

/**
 * Keeps one call of a kind in the tab's `sessionStorage`, so that it survives a reload until its answer
 * is there; in a browser that keeps nothing, until the document goes. It belongs to one person: another one who signs in in the same tab does not resume it.
 */
export function pendingCallsOf<Input>(scope: PendingCallScope<Input>): PendingCalls<Input> {
  const { kind, userId, isOwn = () => true } = scope;
  const forget = () => removeItem(keyOf(kind));
  return {
    remember(input) {
      const call = { idempotencyKey: crypto.randomUUID(), input, begunAt: Date.now() };
      const kept: Kept<Input> = { ...call, userId };
      setItem(keyOf(kind), JSON.stringify(kept));
      return call;
    },
    find() {
      const stored = getItem(keyOf(kind));
      if (stored === null) return null;
      const { userId: keptFor, ...call }: Kept<Input> = JSON.parse(stored);
      // guard: a payment that a reload interrupted goes on for its own person only
      if (keptFor === userId && Date.now() - call.begunAt < RESUME_WITHIN_MS) {
        return isOwn(call.input) ? call : null;
      }
      forget();
      return null;
    },
    forget,
  };
}

/** What a browser does not keep. Module state, in the browser alone, where a document is one person's. */
const inDocument = new Map<string, string>();

function setItem(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
    inDocument.delete(key);
  } catch {
    inDocument.set(key, value);
  }
}

function getItem(key: string): string | null {
  try {
    return inDocument.get(key) ?? sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function removeItem(key: string): void {
  inDocument.delete(key);
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing is kept there.
  }
}
